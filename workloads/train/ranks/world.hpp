#pragma once

#include <optional>
#include <string>

namespace scalegen::train {

/// The rank of this process, the number of ranks, and the address at which rank 0 listens for the others.
struct World {
  int rank = 0;
  int size = 1;
  int local_rank = 0;
  std::string address;
  std::string port;
  std::optional<int> agent_attempt;  // torchrun itself listens there; which of its attempts this is

  bool operator==(const World&) const = default;
};

/// From the variables of torchrun, Open MPI, PMI (MPICH, Intel MPI) or Slurm, in this order, else one rank
/// alone. Where WORLD_SIZE is set, it is the size. Address and port may be empty: who needs them checks.
/// Throws std::runtime_error where a number is none, or the rank is not below the size.
World world_from_environment();

/// The name of this machine.
std::string host_name();

}  // namespace scalegen::train
