#pragma once
#include <algorithm>
#include <string>

#include "generator/profile/profile.hpp"

namespace scalegen {

/// That all jobs of the tests are charged to.
inline constexpr auto kAccount = "p123";

inline bool offers(const Qos& qos, const Partition& partition) {
  return qos.partitions.empty() ||
         std::find(qos.partitions.begin(), qos.partitions.end(), partition.name) != qos.partitions.end();
}

}  // namespace scalegen
