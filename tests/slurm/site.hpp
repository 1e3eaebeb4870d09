#pragma once
#include <string>

#include "generator/read/profile.hpp"

namespace scalegen {

/// That all jobs of the tests are charged to.
inline constexpr auto kAccount = "p123";

inline const std::string& slurm_name(const Partition& partition) {
  return partition.slurm_name.empty() ? partition.name : partition.slurm_name;
}

}  // namespace scalegen
