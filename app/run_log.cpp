#include "app/run_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/files.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "runner/outcome_of_attempt.hpp"

namespace scalegen {

namespace {

constexpr std::size_t kMostBytes = 65'536;
constexpr std::size_t kMostLines = 15;
constexpr std::size_t kMostColumns = 200;

// A progress bar overwrites its own line: only its last state is one.
std::string shown_line(std::string_view line) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  if (const auto overwritten = line.rfind('\r'); overwritten != line.npos)
    line.remove_prefix(overwritten + 1);
  return without_control_characters(std::string(line.substr(0, kMostColumns)));
}

std::vector<std::string> last_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (text.ends_with('\n')) text.remove_suffix(1);
  while (!text.empty() && lines.size() < kMostLines) {
    const auto newline = text.rfind('\n');
    lines.push_back(shown_line(newline == text.npos ? text : text.substr(newline + 1)));
    text = newline == text.npos ? "" : text.substr(0, newline);
  }
  std::reverse(lines.begin(), lines.end());
  return lines;
}

std::string end_of(const std::filesystem::path& file) {
  const auto lines = last_lines(read_end(file, kMostBytes).value_or(""));
  if (lines.empty()) return "";
  std::error_code error;
  const auto path = std::filesystem::canonical(file, error);
  auto text = fmt::format("\n{}:\n", (error ? file : path).string());
  for (const auto& line : lines) text += fmt::format("    {}\n", line);
  return text;
}

std::string state_of(const RunRecord& record) {
  if (record.attempt.empty()) return "not begun";
  return fmt::format("attempt {}, {}", record.attempt,
                     record.outcome ? describe(*record.outcome) : "still running");
}

}  // namespace

Result<std::string> run_log(const OpenedRun& sweep, const std::string& run, Clock& clock) {
  const auto& runs = sweep.plan.runs;
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const Run& one) { return one.id == run; });
  if (found == runs.end()) {
    std::vector<std::string> names;
    for (const auto& one : runs) names.push_back(one.id);
    return failure(fmt::format("this sweep has no run '{}'", run), did_you_mean(run, names));
  }
  TRY_ASSIGN(const auto record, outcome_of(*found, sweep.directory, {.now = clock.now()}));
  auto text = fmt::format("{}: {}\n", run, state_of(record));
  if (record.attempt.empty()) return text;
  const auto attempt = sweep.directory.attempt(run, record.attempt);
  for (const auto& file : {attempt.script_output(), attempt.out(), attempt.err()}) text += end_of(file);
  return text;
}

}  // namespace scalegen
