#include "runner/slurm/submit.hpp"

#include <algorithm>
#include <array>

#include "core/files.hpp"
#include "runner/slurm/client.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/refusal.hpp"
#include "runner/slurm/table.hpp"

namespace scalegen {
namespace {

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
// AssocMaxSubmitJobLimit, QOSGrpSubmitJobsLimit and the like: the same is taken when other jobs have ended.
constexpr std::string_view kFull = "SubmitJob";

bool says_one_of(const std::string& text, const auto& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

// Ctrl-C on the terminal reaches sbatch too. Its own failures are 1 and 255.
bool was_killed(const ProgramResult& answer) {
  return answer.exit_status > 128 && answer.exit_status <= 128 + 64;
}

// Some sites' sbatch says more on the way, so its last word counts.
std::string submitted_id(const ProgramResult& answer) {
  const auto lines = lines_of(answer.out);
  const auto id = lines.empty() || answer.exit_status != 0 ? std::nullopt : parse_job_id(lines.back());
  return id ? to_string(*id) : "";
}

// Slurm puts the job's number for %j, those of an array and its task for %A and %a; a percent sign of the
// folder's own is doubled.
std::string output_pattern(const std::filesystem::path& script, bool is_array) {
  std::string pattern;
  for (const char c : script.parent_path().string()) pattern.append(c == '%' ? 2 : 1, c);
  return pattern + (is_array ? "/slurm-%A_%a.out" : "/slurm-%j.out");
}

}  // namespace

std::vector<std::string> sbatch_command(const Submission& submission) {
  const auto script = absolute_path(submission.script).value_or(submission.script);
  std::vector<std::string> command{"sbatch", "--parsable", "--job-name=" + submission.name,
                                   "--output=" + output_pattern(script, is_array(submission))};
  if (!submission.avoided_nodes.empty())
    command.push_back("--exclude=" + comma_separated(submission.avoided_nodes));
  command.push_back(script.string());
  if (!is_array(submission)) command.push_back(submission.attempt);
  command.insert(command.end(), submission.runs.begin(), submission.runs.end());
  return command;
}

SubmitAnswer read_sbatch_answer(const ProgramResult& answer, const Submission& submission,
                                const std::string& script_text) {
  using Kind = SubmitAnswer::Kind;
  if (auto id = submitted_id(answer); !id.empty()) return {.kind = Kind::got, .id = std::move(id)};
  if (answer.exit_status == 0 || was_killed(answer) || says_one_of(answer.err, kNoAnswer))
    return {.kind = Kind::unsure};
  const bool is_full = answer.err.find(kFull) != std::string::npos;
  return {.kind = is_full ? Kind::full : Kind::refused,
          .refusal = {refusal_of(answer.err, submission, script_text)}};
}

Result<SubmitAnswer> submit_to_slurm(const Submission& submission) {
  const auto answer = run_client(sbatch_command(submission));
  if (!answer) return tl::make_unexpected(answer.error());
  return read_sbatch_answer(*answer, submission, read_file(submission.script).value_or(""));
}

}  // namespace scalegen
