#include "runner/slurm/sbatch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "core/directives.hpp"
#include "core/files.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/slurm_client.hpp"

namespace scalegen::slurm {

namespace {

constexpr std::array<std::string_view, 4> kNoise{
    "sbatch: ", "error: ", "fatal: ", "Batch job submission failed: "};
constexpr const char* kHint = "fix the script, or ask for something else in a new run directory (-o)";
constexpr const char* kNoSlurm =
    "run this on a login node of the cluster; 'scalegen generate' writes the scripts anywhere";
constexpr const char* kNoArrays = "leave out --array: the site takes no array of so many tasks";

// Options that refusals name in words.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kOptionOfWords{{
    {"Node count specification", "--nodes"},
    {"QOSMaxNode", "--nodes"},
    {"QOSMaxWall", "--time"},
    {"Requested time limit", "--time"},
    {"invalid partition", "--partition"},
    {"partition not available", "--partition"},
    {"Invalid partition", "--partition"},
    {"nodes not in this partition", "--partition"},
    {"Invalid account", "--account"},
    {"Invalid qos", "--qos"},
    {"Memory specification", "--mem"},
    {"CPU count per node", "--cpus-per-task"},
    {"(gres) specification", "--gres"},
    {"Invalid feature", "--constraint"},
    {"reservation is invalid", "--reservation"},
    {"Invalid license", "--licenses"},
}};

std::string without_noise(std::string line) {
  for (const auto noise : kNoise)
    if (line.starts_with(noise)) line.erase(0, noise.size());
  return line;
}

std::vector<std::string> reasons_in(const std::string& said) {
  std::vector<std::string> lines;
  for (const auto& line : lines_of(said))
    if (!line.starts_with("Try \"sbatch --help\"")) lines.push_back(without_noise(line));
  return lines;
}

// An option as Slurm spells it: letters and '-' after two dashes.
std::string option_spelled_in(const std::string& text) {
  const auto begin = text.find("--");
  if (begin == std::string::npos) return "";
  const auto end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", begin);
  return text.substr(begin, end == std::string::npos ? end : end - begin);
}

// --time is not --time-min.
std::size_t column_of(const std::string& line, const std::string& option) {
  const auto at = line.find(option);
  if (at == std::string::npos) return at;
  const auto after = line.find_first_of("= \t", at);
  return std::min(after, line.size()) == at + option.size() ? at : std::string::npos;
}

std::optional<CitedLine> cited_line(const std::string& option, const Submission& submission,
                                    const std::string& script_text) {
  std::istringstream script(script_text);
  int number = 0;
  for (std::string line; !option.empty() && std::getline(script, line);) {
    ++number;
    const auto column = line.starts_with("#SBATCH") ? column_of(line, option) : std::string::npos;
    if (column != std::string::npos)
      return CitedLine{submission.script.string(), number, static_cast<int>(column) + 1, line};
  }
  return std::nullopt;
}

// More tasks than the site's MaxArraySize.
bool is_too_large(const std::string& said) {
  return said.find("Invalid job array specification") != std::string::npos;
}

/// The `#SBATCH` option that a refusal is about, such as --time; empty if it names none.
std::string option_named_in(const std::string& refusal) {
  if (auto option = option_spelled_in(refusal); !option.empty()) return option;
  for (const auto& [words, option] : kOptionOfWords)
    if (refusal.find(words) != std::string::npos) return std::string(option);
  return "";
}

/// Why Slurm does not take a script, in its own words; with the line of the script if they name an option
/// that it has.
Diagnostic refusal_of(const std::string& said, const Submission& submission, const std::string& script_text) {
  auto reasons = reasons_in(said);
  if (reasons.empty()) reasons.emplace_back("it gives no reason");
  auto reason = std::move(reasons.back());
  reasons.back() = shell_command(sbatch_command(submission));
  if (said.find("Could not establish a configuration source") != std::string::npos)
    return {.message = fmt::format("no Slurm answers here: {}", reason),
            .notes = std::move(reasons),
            .hint = kNoSlurm};
  return {.cited = cited_line(option_named_in(said), submission, script_text),
          .message = fmt::format("Slurm refuses the job: {}", reason),
          .notes = std::move(reasons),
          .hint = is_array(submission) && is_too_large(said) ? kNoArrays : kHint};
}

constexpr std::array<std::string_view, 10> kNoAnswer{
    "Socket timed out",
    "Unable to contact slurm controller",
    "temporarily unable to accept job",
    "Resource temporarily unavailable",
    "Zero Bytes were transmitted or received",
    "Communication connection failure",
    "Message receive failure",
    "Slurm backup controller in standby mode",
    "Connection reset by peer",
    "problem talking to the database",
};
// AssocMaxSubmitJobLimit, QOSGrpSubmitJobsLimit and the like: the job is taken when others have ended.
constexpr std::string_view kFull = "SubmitJob";

// The word of `said` with kFull in it.
std::string limit_named_in(const std::string& said) {
  constexpr std::string_view kBlanks = " \t\r\n:";
  const auto at = said.find(kFull);
  if (at == std::string::npos) return "";
  const auto begin = said.find_last_of(kBlanks, at) + 1;  // npos + 1 is 0
  return said.substr(begin, said.find_first_of(kBlanks, at) - begin);
}

bool says_one_of(const std::string& text, const auto& words) {
  return std::ranges::any_of(words,
                             [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

// Ctrl-C on the terminal reaches sbatch too. Its own failures are 1 and 255.
bool was_killed(const ProgramResult& answer) {
  return answer.exit_status > 128 && answer.exit_status <= 128 + 64;
}

// Some sites' sbatch prints more before it, or behind it: the last line that is an id, and no more, counts.
std::optional<JobId> submitted_id(const ProgramResult& answer) {
  std::optional<JobId> last;
  if (answer.exit_status != 0) return last;
  for (const auto& line : lines_of(answer.out))
    if (auto id = line.find(' ') == std::string::npos ? parse_job_id(line) : std::nullopt)
      last = std::move(id);
  return last;
}

/// The text between two marks.
std::string between(std::string_view text, std::string_view before, std::string_view after) {
  const auto begin = text.find(before);
  if (begin == std::string_view::npos) return "";
  text.remove_prefix(begin + before.size());
  return std::string(text.substr(0, std::min(text.find(after), text.size())));
}

/// Slurm's reason, without the name of its program.
std::string reason_in(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  for (const std::string_view noise : {"sbatch: error: ", "allocation failure: "})
    for (auto at = text.find(noise); at != std::string::npos; at = text.find(noise))
      text.erase(at, noise.size());
  return text;
}

}  // namespace

std::filesystem::path script_output(const std::filesystem::path& script, const std::string& number) {
  return script.parent_path() / ("slurm-" + number + ".out");
}

std::vector<std::string> sbatch_command(const Submission& submission) {
  const auto script = absolute_path(submission.script).value_or(submission.script);
  const auto* const file = is_array(submission) ? "slurm-%A_%a.out" : "slurm-%j.out";
  std::vector<std::string> command{"sbatch", "--parsable", "--job-name=" + submission.name,
                                   "--output=" + output_pattern(script.parent_path().string(), file)};
  if (!submission.excluded_nodes.empty())
    command.push_back("--exclude=" + comma_separated(submission.excluded_nodes));
  command.push_back(script.string());
  if (!is_array(submission)) command.push_back(submission.attempt);
  command.insert(command.end(), submission.runs.begin(), submission.runs.end());
  return command;
}

namespace {

// A script may say so on a line of its own, which a person or a template wrote.
bool was_only_tested(const ProgramResult& answer) {
  return answer.exit_status == 0 && parse_expected_start(answer.err);
}

Diagnostic only_tested(const Submission& submission, const std::string& script_text) {
  return {.cited = cited_line("--test-only", submission, script_text),
          .message = "sbatch only tested the script, and submitted nothing",
          .hint = "take '--test-only' out of its lines '#SBATCH', then run the same command: it continues"};
}

}  // namespace

SbatchAnswer read_sbatch_answer(const ProgramResult& answer, const Submission& submission,
                                const std::string& script_text) {
  using Kind = SbatchAnswer::Kind;
  if (auto id = submitted_id(answer)) return {.kind = Kind::accepted, .id = *std::move(id)};
  if (was_only_tested(answer))
    return {.kind = Kind::refused, .refusal = {only_tested(submission, script_text)}};
  if (answer.exit_status == 0 || was_killed(answer) || says_one_of(answer.err, kNoAnswer))
    return {.kind = Kind::uncertain};
  auto limit = limit_named_in(answer.err);
  return {.kind = limit.empty() ? Kind::refused : Kind::full,
          .refusal = {refusal_of(answer.err, submission, script_text)},
          .limit = std::move(limit)};
}

namespace {

Result<SbatchAnswer> run_sbatch_once(const Submission& submission) {
  TRY_ASSIGN(const auto answer, run_client(sbatch_command(submission)));
  return read_sbatch_answer(answer, submission, read_file(submission.script).value_or(""));
}

}  // namespace

// A job that needs all nodes of its partition cannot do without those that failed: they may be back, or Slurm
// waits until they are.
Result<SbatchAnswer> run_sbatch(const Submission& submission) {
  TRY_ASSIGN(auto answer, run_sbatch_once(submission));
  if (answer.kind != SbatchAnswer::Kind::refused || submission.excluded_nodes.empty()) return answer;
  auto anywhere = submission;
  anywhere.excluded_nodes.clear();
  return run_sbatch_once(anywhere);
}

// sbatch: Job 7 to start at 2026-11-21T15:04:05 using 4 processors on nodes n[1-2] in partition gpu
std::optional<ExpectedStart> parse_expected_start(std::string_view text) {
  ExpectedStart start{.time = between(text, " to start at ", " "),
                      .nodes = between(text, " on nodes ", " "),
                      .partition = between(text, " in partition ", "\n")};
  return start.time.empty() ? std::nullopt : std::optional(std::move(start));
}

Result<ExpectedStart> expected_start(const std::filesystem::path& script) {
  TRY_ASSIGN(const auto answer, run_client({"sbatch", "--test-only", script.string()}));
  if (auto start = parse_expected_start(answer.err); start && answer.exit_status == 0) return *start;
  return failure(fmt::format("Slurm refuses the job: {}", reason_in(answer.err)));
}

}  // namespace scalegen::slurm
