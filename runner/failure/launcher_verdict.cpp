#include "runner/failure/launcher_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace scalegen {

namespace {

/// The text behind `begin`, up to `end` or the end of the line; empty if `begin` is not there.
std::string between(std::string_view text, std::string_view begin, std::string_view end) {
  const auto found = text.find(begin);
  if (found == text.npos) return "";
  text.remove_prefix(found + begin.size());
  text = text.substr(0, text.find('\n'));
  return std::string(text.substr(0, text.find(end)));
}

/// The line that holds the words; empty if none does.
std::string_view line_with(std::string_view text, std::string_view words) {
  const auto found = text.find(words);
  if (found == text.npos) return "";
  const auto before = text.rfind('\n', found);
  const auto begin = before == text.npos ? 0 : before + 1;
  return text.substr(begin, text.find('\n', found) - begin);
}

LauncherVerdict by_words(std::string who, std::string node, std::string how, bool by_signal) {
  return {.who = std::move(who), .node = std::move(node), .how = std::move(how), .by_signal = by_signal};
}

// "  rank      : 5 (local_rank: 1)"; PyTorch 1.9 has no blanks before the colon.
std::string report_field(std::string_view report, std::string_view name) {
  for (std::size_t found = 0; (found = report.find(name, found)) != report.npos; ++found) {
    auto rest = report.substr(found + name.size());
    rest = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (!rest.starts_with(": ")) continue;
    rest.remove_prefix(2);
    return std::string(rest.substr(0, rest.find(" (")));
  }
  return "";
}

std::map<std::string, std::string> nodes_in(std::string_view report) {
  std::map<std::string, std::string> nodes;
  constexpr std::string_view kHost = "\n  host ";
  for (std::size_t found = 0; (found = report.find(kHost, found)) != report.npos; ++found) {
    const auto entry = report.substr(found);
    if (const auto rank = report_field(entry, "\n  rank"); !rank.empty())
      nodes[rank] = report_field(entry, "\n  host");
  }
  return nodes;
}

// The last line of "  traceback : Traceback (most recent call last):", indented by two: of a program with
// @record.
std::string recorded_error(std::string_view report) {
  const auto begin = report.find("  traceback : Traceback ");
  if (begin == report.npos) return "";
  auto rest = report.substr(begin);
  for (auto next = rest.find('\n'); next != rest.npos; next = rest.find('\n')) {
    rest.remove_prefix(next + 1);
    const auto line = rest.substr(0, rest.find('\n'));
    if (!line.starts_with("  ")) return "";
    if (line.size() > 2 && line[2] != ' ') return std::string(line.substr(2));
  }
  return "";
}

std::optional<LauncherVerdict> of_torchrun(std::string_view text) {
  const auto begin = text.find("\nRoot Cause");
  if (begin == text.npos) return std::nullopt;
  const auto report = text.substr(begin + 1);
  const auto rank = report_field(report, "\n  rank");
  if (rank.empty()) return std::nullopt;
  auto verdict = verdict_of(std::atoi(report_field(report, "\n  exitcode").c_str()));
  verdict.who = "rank " + rank;
  verdict.node = report_field(report, "\n  host");
  verdict.nodes = nodes_in(text);
  verdict.error = recorded_error(report);
  return verdict;
}

// torch.multiprocessing.spawn.ProcessExitedException: process 1 terminated with signal SIGKILL
std::optional<LauncherVerdict> of_spawn(std::string_view text) {
  const auto line = line_with(text, "Exception: process ");
  const auto process = between(line, "Exception: process ", " ");
  const auto signal = between(line, " terminated with signal ", " ");
  const auto status = between(line, " terminated with exit code ", " ");
  if (process.empty() || (signal.empty() && status.empty())) return std::nullopt;
  if (!signal.empty()) return by_words("rank " + process, "", "ended by " + signal, true);
  return by_words("rank " + process, "", "exit status " + status, false);
}

// MPI_ABORT was invoked on rank 1 in communicator MPI_COMM_WORLD
// with errorcode 3.
// By MPICH, whose own errors have the same beginning:
// Abort(3) on node 1 (rank 1 in comm 0): application called MPI_Abort(MPI_COMM_WORLD, 3) - process 1
std::optional<LauncherVerdict> of_mpi(std::string_view text) {
  auto rank = between(text, "MPI_ABORT was invoked on rank ", " ");
  auto code = between(text, "\nwith errorcode ", ".") + between(text, "\n  Errorcode: ", " ");
  if (const auto line = line_with(text, "application called MPI_Abort("); rank.empty()) {
    rank = between(line, " - process ", " ");
    code = between(between(line, "MPI_Abort(", ")"), ", ", ")");
  }
  if (rank.empty()) rank = between(line_with(text, " in comm 0): Fatal error in "), "(rank ", " ");
  if (rank.empty()) rank = between(between(text, "*** reported by process [", "]"), ",", "]");  // Open MPI
  if (rank.empty()) return std::nullopt;
  return by_words("rank " + rank, "", "MPI_ABORT" + (code.empty() ? "" : " with error code " + code), false);
}

// mpirun noticed that process rank 7 with PID 0 on node gn02 exited on signal 9 (Killed).
std::optional<LauncherVerdict> of_mpirun(std::string_view text) {
  const auto line = line_with(text, "run noticed that process rank ");
  const auto signal = between(line, " exited on signal ", ".");
  if (signal.empty()) return std::nullopt;
  return by_words("rank " + between(line, " process rank ", " "), between(line, " on node ", " "),
                  "ended by signal " + signal, true);
}

// [...] [ERROR] [launch.py:325:sigkill_handler] ['python', 'train.py'] exits with return code = -9
std::optional<LauncherVerdict> of_deepspeed(std::string_view text) {
  const auto code = between(line_with(text, "[launch.py:"), " exits with return code = ", " ");
  const auto last = between(text, " exits with return code = ", " ");
  if (code.empty() && last.empty()) return std::nullopt;
  return verdict_of(std::atoi((code.empty() ? last : code).c_str()));
}

// subprocess.CalledProcessError: Command '[...]' returned non-zero exit status 2. (or: died with
// <Signals.SIGKILL: 9>.)
std::optional<LauncherVerdict> of_subprocess(std::string_view text) {
  const auto line = line_with(text, "subprocess.CalledProcessError: Command ");
  const auto status = between(line, " returned non-zero exit status ", ".");
  const auto signal = between(line, " died with <Signals.", ">");
  if (!signal.empty()) return verdict_of(-std::int64_t{std::atoi(between(signal, ": ", " ").c_str())});
  return status.empty() ? std::nullopt : std::optional(verdict_of(std::atoi(status.c_str())));
}

}  // namespace

// srun: error: gn02: task 5: Killed
std::optional<LauncherVerdict> srun_verdict_in(std::string_view text) {
  for (auto rest = text; !rest.empty();) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (!line.starts_with("srun: error: ")) continue;
    const auto tasks = line.find(": task");
    const auto colon = tasks == line.npos ? tasks : line.find(": ", tasks + 2);
    if (colon == line.npos) continue;
    const auto how = std::string(line.substr(colon + 2));
    if (how == "Terminated") continue;  // by srun, after another had failed
    constexpr std::string_view kStatus = "Exited with exit code ";
    const auto node = line.substr(13, line.find(": ", 13) - 13);
    const auto who = std::string(line.substr(tasks + 2, colon - tasks - 2));
    if (how.starts_with(kStatus))
      return by_words(who, std::string(node), "exit status " + how.substr(kStatus.size()), false);
    const bool by_itself = how.starts_with("Segmentation fault") || how.starts_with("Bus error") ||
                           how.starts_with("Floating point exception") ||
                           how.starts_with("Illegal instruction");
    return by_words(who, std::string(node), how, by_itself);  // else perhaps by srun, after another
  }
  return std::nullopt;
}

LauncherVerdict verdict_of(std::int64_t exit_code) {
  if (exit_code >= 0) return by_words("", "", fmt::format("exit status {}", exit_code), false);
  return by_words(
      "", "", fmt::format("ended by signal {} ({})", -exit_code, ::strsignal(static_cast<int>(-exit_code))),
      true);
}

// =   RANK 1 PID 31603 RUNNING AT gn02 (by Intel; MPICH names no rank)
// YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Segmentation fault (signal 11)
std::optional<LauncherVerdict> hydra_verdict_in(std::string_view out) {
  const auto box =
      out.substr(std::min(out.find("=   BAD TERMINATION OF ONE OF YOUR APPLICATION"), out.size()));
  const auto signal = between(box, " (signal ", ")") + between(box, "=   KILLED BY SIGNAL: ", " ");
  if (signal.empty()) return std::nullopt;
  auto verdict = verdict_of(-std::int64_t{std::atoi(signal.c_str())});
  if (const auto rank = between(box, "=   RANK ", " "); !rank.empty()) verdict.who = "rank " + rank;
  verdict.node = between(box, " RUNNING AT ", " ");
  return verdict;
}

std::optional<LauncherVerdict> launcher_verdict_in(std::string_view text) {
  constexpr std::array kLaunchers{of_torchrun,  of_spawn,      of_mpi,         of_mpirun,
                                  of_deepspeed, of_subprocess, srun_verdict_in};
  for (const auto read : kLaunchers)
    if (auto verdict = read(text)) return verdict;
  return std::nullopt;
}

}  // namespace scalegen
