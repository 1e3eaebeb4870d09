#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/failure/launcher_verdict.hpp"

namespace scalegen {

/// A text in which ranks say why they failed.
struct RankOutput {
  std::string text{};
  std::string rank{};  // whose it is; empty: of all
  std::filesystem::path file{};
  bool is_stdout = false;   // only an error at its end is a reason there
  bool has_stderr = false;  // it may be all that the program said, as with `2>&1`: then any error is one
};

struct StderrReason {
  std::string text{};                // "rank 5 on gn02: ValueError: no such data"; empty if there is no line
  std::filesystem::path file{};      // in which it stands; empty if a launcher's verdict is all there is
  std::vector<std::string> lines{};  // that it stands on there: of an error its traceback, too
};

/// Why a program failed, by what it and its launchers printed: the error of the rank that failed first,
/// wherever it stands, not the frame that torchrun, srun, mpirun or deepspeed print around it, no warning,
/// and a connection that a rank lost to another only if nothing else is said. With rank and node as far as
/// somebody names them. `of_script` is what the run's own script saw.
StderrReason reason_in(const std::vector<RankOutput>& outputs,
                       const std::optional<LauncherVerdict>& of_script);

/// The same of one text.
std::string reason_in_stderr(std::string_view err);

/// Describes the collective that torch's watchdog gave up on. Returns nullopt if the text has no such line.
/// Its own last line is part of a stack trace.
std::optional<std::string> nccl_timeout_in(std::string_view text);

/// The node on which srun could not start the program, because its slurmd did not answer. Returns nullopt if
/// stderr has no such line: the program failed itself, or Slurm refused to start it.
std::optional<std::string> unreachable_node_in(std::string_view err);

/// Why srun began no step, if Slurm's controller did not answer it. Returns nullopt if stderr does not say
/// so.
std::optional<std::string> unanswered_srun_in(std::string_view err);

}  // namespace scalegen
