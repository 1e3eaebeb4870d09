#include "runner/failure_reason.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <system_error>

#include "core/event_log.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen {

namespace {

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

constexpr std::size_t kEnoughBytes = 16'384;
constexpr std::string_view kBlanks = " \t\r\n";

std::string last_error_event(std::string_view lines) {
  const auto errors = read_event_excerpt(lines).errors;
  return errors.empty() ? "" : last_line(errors.back().message);
}

// Slurm's launcher prints how it ended the ranks after what the failed one printed.
bool is_of_launcher(std::string_view line) {
  return line.starts_with("srun: ") || line.starts_with("slurmstepd: error: *** ");
}

bool is_of_slurm(std::string_view line) {
  return line.starts_with("srun: ") || line.starts_with("slurmstepd");
}

/// Empty if there is no other line.
std::string last_line_except(std::string_view text, bool (*is_left_out)(std::string_view)) {
  auto line = last_line(text);
  for (auto rest = text; is_left_out(line); line = last_line(rest)) rest = rest.substr(0, rest.rfind(line));
  return line;
}

std::string last_line_of_program(std::string_view text) {
  auto line = last_line_except(text, is_of_launcher);
  return line.empty() ? last_line(text) : line;
}

// "/home/you/sweep/jobs/a/job.sbatch: line 9: ...". Slurm runs a copy of the script in a folder of its own.
std::string without_folder_of_script(std::string line) {
  const auto after_name = line.find(": line ");
  const auto slash = line.rfind('/', after_name);
  if (after_name == std::string::npos || slash == std::string::npos) return line;
  line.erase(0, slash + 1);
  constexpr std::string_view kCopy = "slurm_script:";
  if (line.starts_with(kCopy)) line.replace(0, kCopy.size(), "job.sbatch:");
  return line;
}

}  // namespace

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

std::string last_line(std::string_view text) {
  const auto end = text.find_last_not_of(kBlanks);
  if (end == std::string_view::npos) return "";
  text = text.substr(0, end + 1);
  const auto newline = text.find_last_of("\r\n");  // a progress bar overwrites its own line
  if (newline != std::string_view::npos) text.remove_prefix(newline + 1);
  text.remove_prefix(text.find_first_not_of(kBlanks));
  return std::string(text);
}

std::string last_line_of_script(const std::filesystem::path& output) {
  return without_folder_of_script(last_line_except(read_end(output, kEnoughBytes).value_or(""), is_of_slurm));
}

std::filesystem::path file_about_failure(const AttemptFolder& attempt) {
  const auto has_text = [](const std::filesystem::path& file) {
    std::error_code error;
    return std::filesystem::file_size(file, error) > 0 && !error;
  };
  if (has_text(attempt.err()) || !has_text(attempt.script_output())) return attempt.err();
  std::error_code error;
  const auto output = std::filesystem::canonical(attempt.script_output(), error);
  return error ? attempt.err() : output;
}

std::string failure_reason(const AttemptFolder& attempt) {
  auto reason = last_error_event(read_end(attempt.metrics(), kEnoughBytes).value_or(""));
  if (reason.empty()) {
    const auto err = read_end(attempt.err(), kEnoughBytes).value_or("");
    reason = nccl_timeout_in(err).value_or(last_line_of_program(err));
  }
  if (reason.empty()) reason = last_line_of_script(attempt.script_output());
  return without_control_characters(reason);
}

}  // namespace scalegen
