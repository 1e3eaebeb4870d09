#include "runner/submissions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/json.hpp"

namespace scalegen {
namespace {

// What was put off may have been queued all the same: a scheduler that does not answer can have heard.
void follow(const Json& event, PastSubmissions& open) {
  const auto kind = text_field(event, "event").value_or("");
  const auto job = text_field(event, "job");
  const auto attempt = text_field(event, "attempt");
  if (!job || !attempt) return;
  if (kind == "submitting") open[*job] = {*attempt, std::nullopt};
  if (kind == "submitted") open[*job] = {*attempt, text_field(event, "id")};
  if (kind == "unclaimed") open.erase(*job);
}

}  // namespace

PastSubmissions open_submissions(std::string_view journal) {
  PastSubmissions open;
  while (!journal.empty()) {
    const auto end = journal.find('\n');
    if (const auto event = parse_json(journal.substr(0, end))) follow(*event, open);
    journal.remove_prefix(end == std::string_view::npos ? journal.size() : end + 1);
  }
  return open;
}

bool is_open(const PastSubmission& submission, const std::vector<RunRecord>& runs_of_job) {
  const auto has_ended = [](const RunRecord& record) { return record.outcome.has_value(); };
  const auto ended_in_it = [&](const RunRecord& record) {
    return record.outcome && record.attempt == submission.attempt;
  };
  return !std::all_of(runs_of_job.begin(), runs_of_job.end(), has_ended) ||
         std::none_of(runs_of_job.begin(), runs_of_job.end(), ended_in_it);
}

std::string submission_name(const std::string& campaign, const std::string& job, const std::string& attempt) {
  return fmt::format("{}-{}-{}", campaign, job, attempt);
}

Result<PastSubmissions> with_ids(PastSubmissions submissions, const std::string& campaign,
                                 Scheduler& scheduler) {
  std::vector<std::string> names;
  for (const auto& [job, submission] : submissions)
    if (!submission.id) names.push_back(submission_name(campaign, job, submission.attempt));
  if (names.empty()) return submissions;
  auto found = scheduler.find(names);
  if (!found) return tl::make_unexpected(std::move(found.error()));
  auto next = found->begin();
  for (auto& [job, submission] : submissions)
    if (!submission.id) submission.id = *next++;
  std::erase_if(submissions, [](const auto& entry) { return !entry.second.id; });
  return submissions;
}

}  // namespace scalegen
