#include "runner/submissions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/json.hpp"
#include "core/try.hpp"

namespace scalegen {

namespace {

// What was put off may have been queued all the same: a scheduler that does not answer can have heard.
void follow(const Json& event, PastSubmissions& open) {
  const auto kind = text_field(event, "event").value_or("");
  const auto job = text_field(event, "job");
  const auto attempt = text_field(event, "attempt");
  if (!job || !attempt) return;
  const auto task = integer_field(event, "task");
  const auto array = task && *task >= 0 ? text_field(event, "name").value_or("") : "";
  if (kind == "submitting")
    open[*job] = {*attempt, std::nullopt, array, array.empty() ? 0 : static_cast<std::size_t>(*task)};
  if (kind == "submitted") open[*job] = {*attempt, text_field(event, "id")};
  if (kind == "unclaimed") open.erase(*job);
}

// The tasks of an array have one name.
std::string name_of(const PastSubmission& submission, const std::string& campaign, const std::string& job) {
  return submission.array.empty() ? submission_name(campaign, job, submission.attempt) : submission.array;
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
  std::map<std::string, std::size_t> at;  // of each name among the names
  std::vector<std::string> names;
  for (const auto& [job, submission] : submissions)
    if (!submission.id)
      if (auto name = name_of(submission, campaign, job); at.emplace(name, names.size()).second)
        names.push_back(std::move(name));
  if (names.empty()) return submissions;
  TRY_ASSIGN(const auto found, scheduler.find(names));
  for (auto& [job, submission] : submissions) {
    if (submission.id) continue;
    submission.id = found[at.at(name_of(submission, campaign, job))];
    if (submission.id && !submission.array.empty())
      submission.id = scheduler.id_of_task(*submission.id, submission.task);
  }
  std::erase_if(submissions, [](const auto& entry) { return !entry.second.id; });
  return submissions;
}

}  // namespace scalegen
