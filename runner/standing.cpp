#include "runner/standing.hpp"

#include <fmt/format.h>

#include "core/files.hpp"
#include "core/json.hpp"
#include "runner/due.hpp"
#include "runner/outcomes.hpp"
#include "runner/submissions.hpp"

namespace scalegen {
namespace {

/// What an earlier or another tool wrote down of the jobs.
class Past {
 public:
  static Result<Past> read(const RunDirectory& directory) {
    auto text = read_file_if_there(directory.journal());
    if (!text) return tl::make_unexpected(std::move(text.error()));
    Past past;
    const auto journal = text->value_or("");
    past.submissions_ = open_submissions(journal);
    const auto head = parse_json(std::string_view(journal).substr(0, journal.find('\n')));
    if (head) past.campaign_ = text_field(*head, "campaign").value_or("");
    return past;
  }

  [[nodiscard]] std::string name(const std::string& job, const std::string& attempt) const {
    return fmt::format("{}-{}-{}", campaign_, job, attempt);
  }
  [[nodiscard]] std::string id(const std::string& job) const {
    const auto found = submissions_.find(job);
    return found == submissions_.end() ? "" : found->second.id.value_or("");
  }

 private:
  std::string campaign_;
  std::map<std::string, PastSubmission> submissions_;
};

/// The job of a run that has not ended, as the scheduler calls it.
Result<std::string> id_of(const RunRecord& record, const std::string& job, const RunDirectory& directory,
                          const Past& past, Scheduler& scheduler) {
  if (record.outcome) return "";
  if (!is_running(record)) return scheduler.outlives_the_tool() ? past.id(job) : "";
  const auto started = read_started(directory.attempt(record.run.id, record.attempt));
  if (!started) return tl::make_unexpected(started.error());
  return *started ? scheduler.adopt(past.name(job, record.attempt), **started) : "";
}

Result<void> ask(Scheduler& scheduler, std::vector<Standing>& all) {
  std::vector<std::string> ids;
  for (const auto& standing : all)
    if (!standing.id.empty()) ids.push_back(standing.id);
  if (ids.empty()) return {};
  const auto statuses = scheduler.query(ids);
  if (!statuses) return tl::make_unexpected(statuses.error());
  auto next = statuses->begin();
  for (auto& standing : all)
    if (!standing.id.empty()) standing.status = *next++;
  return {};
}

}  // namespace

Result<std::vector<Standing>> standings(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                                        Clock& clock) {
  const auto past = Past::read(directory);
  if (!past) return tl::make_unexpected(past.error());
  const auto records = outcomes(plan, directory, {.now = clock.now()});
  if (!records) return tl::make_unexpected(records.error());
  std::map<std::string, std::string> job_of;
  for (const auto& job : plan.jobs)
    for (const auto& run : job.runs) job_of[run] = job.id;
  std::vector<Standing> all;
  for (const auto& record : *records) {
    auto id = id_of(record, job_of[record.run.id], directory, *past, scheduler);
    if (!id) return tl::make_unexpected(std::move(id.error()));
    all.push_back({record, *std::move(id), {}});
  }
  if (auto asked = ask(scheduler, all); !asked) return tl::make_unexpected(asked.error());
  return all;
}

}  // namespace scalegen
