#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace scalegen {

/// Why a program failed, by what it and its launchers printed on stderr: the error of the rank that failed
/// first, not the frame that torchrun, srun, mpirun or deepspeed print around it. With the rank and its node
/// where torchrun names them. Empty if there is no line.
std::string reason_in_stderr(std::string_view err);

/// Describes the collective that torch's watchdog gave up on. Returns nullopt if the text has no such line.
/// Its own last line is part of a stack trace.
std::optional<std::string> nccl_timeout_in(std::string_view text);

/// The node on which srun could not start the program, because its slurmd did not answer. Returns nullopt if
/// stderr has no such line: the program failed itself, or Slurm refused to start it.
std::optional<std::string> unreachable_node_in(std::string_view err);

}  // namespace scalegen
