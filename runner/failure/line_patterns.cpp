#include "runner/failure/line_patterns.hpp"

#include <algorithm>
#include <array>

#include "core/text.hpp"

namespace scalegen {

namespace {

using Kind = LineKind;

struct Pattern {
  Kind kind;
  std::string_view words;
};

// The first pattern that a line begins with counts, else the first that it contains.
constexpr auto kBeginnings = std::to_array<Pattern>({
    // Open MPI, PRRTE and MPICH around what the failed rank printed.
    {Kind::frame, "Primary job  terminated normally"},
    {Kind::frame, "a non-zero exit code"},
    {Kind::frame, "mpirun detected that one or more"},
    {Kind::frame, "prterun detected that one or more"},
    {Kind::frame, "mpirun noticed that process"},
    {Kind::frame, "prterun noticed that process"},
    {Kind::frame, "the job to be terminated. The first process to do so was"},
    {Kind::frame, "  Process name: "},
    {Kind::frame, "  Exit code: "},
    {Kind::frame, "MPI_ABORT was invoked on rank"},
    {Kind::frame, "  Proc: [["},
    {Kind::frame, "  Errorcode: "},
    {Kind::frame, "with errorcode "},
    {Kind::frame, "NOTE: invoking MPI_ABORT"},
    {Kind::frame, "You may or may not see output from other processes"},
    {Kind::frame, "exactly when Open MPI kills them"},
    {Kind::frame, "=   "},
    {Kind::frame, "YOUR APPLICATION TERMINATED WITH THE EXIT STRING"},
    {Kind::frame, "This typically refers to a problem with your application"},
    {Kind::frame, "Please see the FAQ page for debugging suggestions"},
    {Kind::error, "There are not enough slots available in the system"},
    {Kind::error, "mpirun has detected an attempt to run as root"},
    {Kind::frame, "Type 'mpirun --help' for usage"},
    {Kind::frame, "This is something that should be reported to the developers"},
    {Kind::frame, "We reiterate our advice against doing so"},
    // GROMACS outside its box, LAMMPS, MPICH, Fortran by gfortran and Intel.
    {Kind::error, "Fatal error:"},
    {Kind::error, "ERROR: "},
    {Kind::error, "ERROR on proc "},
    {Kind::error, "Fatal error in "},
    {Kind::error, "Fortran runtime error: "},
    {Kind::error, "ERROR STOP"},
    {Kind::frame, "Error termination. Backtrace:"},
    {Kind::crash, "Program received signal SIG"},
    {Kind::aftermath, "forrtl: error (78): process killed"},
    {Kind::error, "forrtl: error ("},
    {Kind::error, "forrtl: severe ("},
    // Slurm.
    {Kind::crash, "slurmstepd: error: Detected "},
    {Kind::frame, "slurmstepd: error: *** "},
    {Kind::error, "srun: error: pyxis: "},
    {Kind::error, "srun: error: Invalid --"},
    {Kind::error, "srun: unrecognized option '"},
    {Kind::frame, "srun: "},
    // Hydra and jsonargparse, around their own message.
    {Kind::frame, "Error executing job with overrides"},
    {Kind::frame, "Set the environment variable HYDRA_FULL_ERROR=1"},
    {Kind::frame, "    full_key: "},
    {Kind::frame, "    object_type="},
    {Kind::frame, "    reference_type="},
    {Kind::error, "Could not override '"},
    {Kind::error, "Could not append to config"},
    {Kind::error, "Error locating target '"},
    {Kind::error, "Error merging '"},
    {Kind::notice, "tip: For details of accepted options"},
    // The kernel, the C library and the C++ runtime.
    {Kind::crash, "Segmentation fault"},
    {Kind::crash, "Bus error"},
    {Kind::crash, "Floating point exception"},
    {Kind::crash, "Illegal instruction"},
    {Kind::crash, "Killed"},
    {Kind::crash, "Fatal Python error: "},
    {Kind::crash, "terminate called after throwing an instance of"},
    {Kind::crash, "free(): "},
    {Kind::crash, "malloc(): "},
    {Kind::crash, "malloc_consolidate(): "},
    {Kind::crash, "munmap_chunk(): "},
    {Kind::crash, "realloc(): "},
    {Kind::crash, "double free or corruption"},
    {Kind::crash, "corrupted size vs. prev_size"},
    {Kind::crash, "corrupted double-linked list"},
    {Kind::crash, "*** stack smashing detected ***"},
    {Kind::crash, "*** buffer overflow detected ***"},
    {Kind::crash, "*** Error in `"},
    {Kind::aftermath, "terminate called without an active exception"},
    {Kind::aftermath, "terminate called recursively"},
    {Kind::aftermath, "Aborted"},
    // Command lines.
    {Kind::error, "error: "},
    {Kind::error, "bash: "},
    {Kind::notice, "usage: "},
    // accelerate, before it starts anything.
    {Kind::notice, "The following values were not passed to `accelerate launch`"},
    {Kind::notice, "\t`--"},
    {Kind::notice, "To avoid this warning pass in values"},
    // Logs of torch and NCCL in C++.
    {Kind::notice, "[W"},
    {Kind::notice, "[I"},
});

constexpr auto kContents = std::to_array<Pattern>({
    {Kind::frame, "torch/distributed/elastic/"},
    {Kind::frame, "torch.distributed.elastic."},
    {Kind::frame, "torch/distributed/run.py"},
    {Kind::frame, "torch/distributed/launch.py"},
    {Kind::frame, "torch/multiprocessing/spawn.py:"},
    {Kind::frame, "[launch.py:"},  // DeepSpeed
    {Kind::frame, "[runner.py:"},
    {Kind::frame, ": application called MPI_Abort("},
    {Kind::frame, ": error: *** STEP "},  // slurmstepd-HOST
    {Kind::frame, ": error: *** JOB "},
    {Kind::frame, ": error: pyxis: child "},
    {Kind::frame, ": error: pyxis: container start failed"},
    {Kind::frame, ": error: pyxis: printing "},
    {Kind::error, " in comm 0): Fatal error in "},
    {Kind::error, "] *** MPI_ERR_"},
    {Kind::frame, "] *** MPI_ERRORS_ARE_FATAL "},
    {Kind::frame, "] ***    and potentially your MPI job)"},
    {Kind::crash, "Caught signal 11 (Segmentation fault"},  // UCX
    {Kind::error, ": error: "},
    {Kind::error, ": command not found"},
    {Kind::error, ": unrecognized option '"},
    {Kind::error, ": error while loading shared libraries: "},
    {Kind::error, ": can't open file '"},
    {Kind::notice, "WARNING: "},
    {Kind::notice, "[WARNING]"},
    {Kind::notice, " WARNING "},
    {Kind::notice, "INFO: "},
    {Kind::notice, "INFO:"},
    {Kind::notice, "[INFO]"},
    {Kind::notice, " INFO "},
    {Kind::notice, "DEBUG: "},
    {Kind::notice, "%|"},
    {Kind::notice, "it/s"},
    {Kind::notice, "s/it"},
});

// Errors by which a launcher, itself a Python program, says that a process of its own has failed.
constexpr auto kErrorsOfLaunchers = std::to_array<std::string_view>({
    "torch.distributed.elastic.",  // ChildFailedError, SignalException
    "subprocess.CalledProcessError: ", "torch.multiprocessing.spawn.ProcessExitedException: ",
    "torch.multiprocessing.spawn.ProcessRaisedException:",
    "Exception: process ",  // mp.spawn before PyTorch 1.6
});

constexpr auto kLostConnections = std::to_array<std::string_view>({
    "Connection closed by peer",
    "Connection reset by peer",
    "Connection closed by remote peer",
    "Broken pipe",
    "remote process exited",
    "ncclRemoteError",
    "unhandled system error",
    "NCCL communicator was aborted",
    "Application timeout caused pair closure",
    "gloo/transport/tcp/unbound_buffer",
    "failed to recv, got 0 bytes",
    "Failed to recv, got 0 bytes",
    "Connection was likely closed",
    "sendBytes failed",
});

}  // namespace

bool contains(std::string_view line, std::string_view words) { return line.find(words) != line.npos; }

bool is_python_error(std::string_view line) {
  const auto name = line.substr(0, line.find(':'));
  const bool is_name = !name.empty() && name.find_first_of(" \t/=[") == name.npos;
  return is_name && (name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Interrupt") ||
                     name.ends_with("Exit"));
}

bool is_warning(std::string_view line) {
  const auto name = line.find(".py:");
  if (name != line.npos && name < line.find(' ')) {
    const auto number = line.substr(name + 4);
    return is_all_digits(number.substr(0, number.find(':')));
  }
  return line.ends_with("Warning:") || contains(line, "Warning: ");
}

bool is_bar(std::string_view line) { return line.find_first_not_of("-=*+ ") == line.npos; }

LineKind kind_of(std::string_view line) {
  for (const auto& [kind, words] : kBeginnings)
    if (line.starts_with(words)) return kind;
  if (is_bar(line)) return Kind::frame;
  if (is_warning(line)) return Kind::notice;
  for (const auto& [kind, words] : kContents)
    if (contains(line, words)) return kind;
  return is_python_error(line) ? Kind::error : Kind::text;
}

bool is_error_of_launcher(std::string_view line) {
  return std::ranges::any_of(kErrorsOfLaunchers,
                             [&](std::string_view words) { return line.starts_with(words); });
}

bool is_lost_connection(std::string_view error) {
  return std::ranges::any_of(kLostConnections,
                             [&](std::string_view words) { return contains(error, words); });
}

}  // namespace scalegen
