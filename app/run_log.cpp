#include "app/run_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/attempt_files.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "runner/failure/failure_lines.hpp"
#include "runner/failure/failure_reason.hpp"
#include "runner/outcome_of_attempt.hpp"

namespace scalegen {

namespace {

constexpr std::size_t kMostBytes = 65'536;
constexpr std::size_t kMostLines = 15;
constexpr std::size_t kMostColumns = 200;
constexpr std::string_view kLeftOut = "...";

std::string shown_line(std::string_view line) {
  return without_control_characters(std::string(line.substr(0, kMostColumns)));
}

std::vector<std::string> last_lines(std::string_view text) {
  std::vector<std::string> lines;
  const auto all = failure_lines(text);
  for (auto line = all.rbegin(); line != all.rend() && lines.size() < kMostLines; ++line)
    if (!line->is_overwritten) lines.push_back(shown_line(line->whole));
  std::ranges::reverse(lines);
  return lines;
}

// The same without what launchers print around the failure of a rank: the line "..." stands for it.
std::vector<std::string> last_lines_of_ranks(std::string_view text) {
  std::vector<std::string> lines;
  const auto all = failure_lines(text);
  for (auto line = all.rbegin(); line != all.rend() && lines.size() < kMostLines; ++line) {
    if (line->is_overwritten) continue;
    if (line->kind != LineKind::frame)
      lines.push_back(shown_line(line->whole));
    else if (lines.empty() || lines.back() != kLeftOut)
      lines.emplace_back(kLeftOut);
  }
  std::ranges::reverse(lines);
  return lines;
}

struct Section {
  std::filesystem::path file{};
  std::vector<std::string> lines{};
};

std::string text_of(const Section& section, std::string_view about) {
  if (section.lines.empty()) return "";
  std::error_code error;
  const auto path = std::filesystem::canonical(section.file, error);
  auto text = fmt::format("\n{}{}:\n", (error ? section.file : path).string(), about);
  for (const auto& line : section.lines) text += fmt::format("    {}\n", line);
  return text;
}

std::vector<Section> ends_of(const AttemptFolder& attempt, int failed_rank) {
  const auto end = [](const std::filesystem::path& file) {
    return without_escape_sequences(read_end(file, kMostBytes).value_or(""));
  };
  std::vector<Section> sections;
  for (const auto& file : {attempt.script_output(), attempt.out()})
    sections.push_back({file, last_lines(end(file))});
  sections.push_back({attempt.err(), last_lines_of_ranks(end(attempt.err()))});
  if (failed_rank == 0) return sections;
  sections.push_back({attempt.out(failed_rank), last_lines(end(attempt.out(failed_rank)))});
  sections.push_back({attempt.err(failed_rank), last_lines_of_ranks(end(attempt.err(failed_rank)))});
  return sections;
}

bool shows(const std::vector<Section>& sections, const Section& wanted) {
  return std::ranges::any_of(sections, [&](const Section& one) {
    const auto& lines = wanted.lines;
    return one.file == wanted.file &&
           std::search(one.lines.begin(), one.lines.end(), lines.begin(), lines.end()) != one.lines.end();
  });
}

/// The lines from which the reason was read: of an error its traceback, wherever they stand. None if the run
/// did not fail.
Section lines_of_reason(const Run& run, const AttemptFolder& attempt, const Exited& exited) {
  if (exited.status == 0 || !exited.cause.empty()) return {};
  auto reason = failure_reason(run, attempt, exited);
  for (auto& line : reason.lines) line = shown_line(line);
  return {reason.file, reason.lines};
}

std::string state_of(const RunRecord& record) {
  if (record.attempt.empty()) return "not begun";
  return fmt::format("attempt {}, {}", record.attempt,
                     record.outcome ? describe(*record.outcome) : "still running");
}

}  // namespace

Result<std::string> run_log(const OpenedRun& sweep, const std::string& run, Clock& clock) {
  const auto& runs = sweep.plan.runs;
  const auto found = std::ranges::find(runs, run, &Run::id);
  if (found == runs.end()) {
    std::vector<std::string> names;
    for (const auto& one : runs) names.push_back(one.id);
    return failure(fmt::format("this sweep has no run '{}'", run), did_you_mean(run, names));
  }
  TRY_ASSIGN(const auto record, outcome_of(*found, sweep.directory, {.now = clock.now()}));
  auto text = fmt::format("{}: {}\n", run, state_of(record));
  if (record.attempt.empty()) return text;
  const auto attempt = sweep.directory.attempt(run, record.attempt);
  TRY_ASSIGN(const auto read, read_exited(attempt));
  const auto exited = read.value_or(Exited{});
  const auto ends = ends_of(attempt, exited.failed_rank.value_or(0));
  if (const auto reason = lines_of_reason(*found, attempt, exited); !shows(ends, reason))
    text += text_of(reason, ", why it failed");
  for (const auto& section : ends) text += text_of(section, "");
  return text;
}

}  // namespace scalegen
