#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace scalegen {

/// The report of a launcher on the process that failed first.
struct LauncherVerdict {
  std::string who{};                           // "rank 5", srun's "task 5"; empty: it does not say
  std::string node{};                          // empty: it does not say
  std::string how{};                           // "exit status 1", "ended by signal 9 (Killed)"
  std::string error{};                         // that its process had recorded for torchrun; empty: none
  bool by_signal = false;                      // so that the process could say nothing itself
  std::map<std::string, std::string> nodes{};  // of all ranks that it names
  bool operator==(const LauncherVerdict&) const = default;
};

/// The end of a process by its exit status, below zero if a signal ended it: "exit status 1".
LauncherVerdict verdict_of(std::int64_t exit_code);

/// The verdict of torchrun, mp.spawn, mpirun, srun, deepspeed or accelerate in a text, of the innermost of
/// those that speak. Returns nullopt if none does.
std::optional<LauncherVerdict> launcher_verdict_in(std::string_view text);

/// The report of srun on the first task that failed. Returns nullopt if it says nothing.
std::optional<LauncherVerdict> srun_verdict_in(std::string_view text);

/// The verdict of the launcher of MPICH and Intel MPI, which it prints to stdout, if a signal ended a
/// process.
std::optional<LauncherVerdict> hydra_verdict_in(std::string_view out);

}  // namespace scalegen
