#include "runner/stderr_reason.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <vector>

#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen {

namespace {

using Lines = std::vector<std::string_view>;

/// The lines that are not blank. A progress bar overwrites its own.
Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    if (const auto line = text.substr(0, end); line.find_first_not_of(" \t") != line.npos)
      lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool contains(std::string_view line, std::string_view words) { return line.find(words) != line.npos; }

// What launchers print about the end of the ranks, after what the failed one printed.
bool is_of_launcher(std::string_view line) {
  return line.starts_with("srun: ") || line.starts_with("slurmstepd: error: *** ") ||
         line.find_first_not_of("-=* ") == line.npos ||  // the bars of their banners
         contains(line, "torch/distributed/elastic/") || contains(line, "torch/distributed/run.py") ||
         contains(line, "[launch.py:") || line.starts_with("Primary job  terminated normally") ||
         line.starts_with("a non-zero exit code") || line.starts_with("mpirun detected that one or more");
}

/// "[rank1]: RuntimeError: ..." without what torch puts before each line of a rank.
std::string_view without_rank(std::string_view line) {
  if (!line.starts_with("[rank")) return line;
  const auto end = line.find("]: ");
  return end == line.npos ? line : line.substr(end + 3);
}

// torchrun's own traceback and its table of failed ranks begin here.
bool begins_report_of_torchrun(std::string_view line) {
  return contains(line, "failed (exitcode: ") && contains(line, "local_rank: ");
}

// "torch.cuda.OutOfMemoryError: CUDA out of memory", "KeyboardInterrupt"
bool is_python_error(std::string_view line) {
  const auto name = line.substr(0, line.find(':'));
  const bool is_name = !name.empty() && name.find_first_of(" \t/=") == name.npos;
  return is_name && (name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Interrupt") ||
                     name.ends_with("Exit"));
}

/// The error that ends the first traceback, or the last of those that were raised while it was handled. The
/// other ranks fail because this one did. nullopt if there is no traceback.
std::optional<std::string> first_python_error(const Lines& lines) {
  std::optional<std::string> error;
  bool inside = false;
  for (const auto raw : lines) {
    const auto line = without_rank(raw);
    if (line.starts_with("Traceback (most recent call last)")) {
      if (error) return error;
      inside = true;
    } else if (line.starts_with("During handling of the above exception") ||
               line.starts_with("The above exception was the direct cause")) {
      error.reset();
    } else if (inside && line.front() != ' ') {
      inside = false;
      error = std::string(line);
    }
  }
  return error;
}

/// What torchrun says of the rank that failed first.
struct RootCause {
  std::string rank{};
  std::string host{};
  int exit_code = 0;  // below zero: a signal
};

std::string value_in(std::string_view line) {
  auto value = line.substr(line.find(':') + 1);
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  return std::string(value.substr(0, value.find(" (")));
}

std::optional<RootCause> root_cause_in(const Lines& report) {
  std::optional<RootCause> cause;
  for (const auto line : report) {
    if (line.starts_with("Root Cause (first observed failure)")) cause.emplace();
    if (!cause) continue;
    if (contains(line, "  host      :")) cause->host = value_in(line);
    if (contains(line, "  rank      :")) cause->rank = value_in(line);
    if (contains(line, "  exitcode  :")) cause->exit_code = std::atoi(value_in(line).c_str());
  }
  return cause && !cause->rank.empty() ? cause : std::nullopt;
}

std::string last_of(const Lines& lines, const auto& is_wanted) {
  const auto found = std::find_if(lines.rbegin(), lines.rend(), is_wanted);
  return found == lines.rend() ? "" : last_line(without_rank(*found));
}

std::string reason_of_ranks(const Lines& lines) {
  auto last = last_of(lines, [](std::string_view line) { return !is_of_launcher(line); });
  if (!is_python_error(last)) return last;
  return first_python_error(lines).value_or(std::move(last));
}

std::string reason_with_torchrun(const Lines& ranks, const Lines& report) {
  const auto cause = root_cause_in(report);
  auto reason = first_python_error(ranks).value_or("");
  if (cause && cause->exit_code < 0 && reason.empty())
    reason = fmt::format("ended by signal {} ({})", -cause->exit_code, ::strsignal(-cause->exit_code));
  if (reason.empty()) reason = reason_of_ranks(ranks);
  if (reason.empty() && cause) reason = fmt::format("exit status {}", cause->exit_code);
  if (reason.empty()) return last_of(report, [](std::string_view) { return true; });
  return cause ? fmt::format("rank {} on {}: {}", cause->rank, cause->host, reason) : reason;
}

constexpr std::string_view kWatchdog = "Watchdog caught collective operation timeout: WorkNCCL(";

/// The text between a name and the next comma or bracket: ALLREDUCE in "OpType=ALLREDUCE, ".
std::string_view field(std::string_view line, std::string_view name) {
  const auto begin = line.find(name);
  if (begin == std::string_view::npos) return "";
  line.remove_prefix(begin + name.size());
  return line.substr(0, line.find_first_of(",)"));
}

std::string after(std::string_view milliseconds) {
  std::int64_t count = 0;
  const auto read = std::from_chars(milliseconds.data(), milliseconds.data() + milliseconds.size(), count);
  if (read.ec != std::errc() || count < 0) return "";
  return " after " + duration_text(std::chrono::seconds(count / 1000));
}

}  // namespace

std::string reason_in_stderr(std::string_view err) {
  if (auto timeout = nccl_timeout_in(err)) return *std::move(timeout);
  const auto lines = lines_of(err);
  const auto report = std::find_if(lines.begin(), lines.end(), begins_report_of_torchrun);
  if (report != lines.end()) return reason_with_torchrun({lines.begin(), report}, {report, lines.end()});
  auto reason = reason_of_ranks(lines);
  return reason.empty() ? last_line(err) : reason;
}

std::optional<std::string> nccl_timeout_in(std::string_view text) {
  const auto begin = text.find(kWatchdog);
  if (begin == std::string_view::npos) return std::nullopt;
  const auto line = text.substr(begin, text.find('\n', begin) - begin);
  const auto collective = field(line, "OpType=");
  return fmt::format("NCCL gave up on {}{}: some rank did not come to it, or the network did not carry it",
                     collective.empty() ? "a collective" : collective, after(field(line, "Timeout(ms)=")));
}

// srun: error: Task launch for StepId=292.0 failed on node cpu-1: Zero Bytes were transmitted or received
std::optional<std::string> unreachable_node_in(std::string_view err) {
  constexpr std::string_view kLaunch = "srun: error: Task launch for ";
  constexpr std::string_view kNode = " failed on node ";
  constexpr std::array<std::string_view, 5> kNoAnswer{
      "Zero Bytes were transmitted or received", "Communication connection failure",
      "Socket timed out on send/recv operation", "Message receive failure", "Connection reset by peer"};
  const auto begin = err.find(kLaunch);
  if (begin == std::string_view::npos) return std::nullopt;
  auto line = err.substr(begin, err.find('\n', begin) - begin);
  const auto node = line.find(kNode);
  const auto colon = node == std::string_view::npos ? node : line.find(": ", node);
  if (colon == std::string_view::npos) return std::nullopt;
  const auto why = line.substr(colon + 2);
  if (std::find(kNoAnswer.begin(), kNoAnswer.end(), why) == kNoAnswer.end()) return std::nullopt;
  return std::string(line.substr(node + kNode.size(), colon - node - kNode.size()));
}

}  // namespace scalegen
