#pragma once
#include <string>

#include "core/diagnostics.hpp"

namespace scalegen {

/// What Slurm says of its cluster, word for word: `scontrol --oneliner show ...`, one record a line.
struct SlurmAnswers {
  std::string partitions{};
  std::string nodes{};
  std::string config{};
};

/// Asks the Slurm of this machine. Errors: no scontrol in PATH, or it fails, with its own words.
Result<SlurmAnswers> ask_slurm();

}  // namespace scalegen
