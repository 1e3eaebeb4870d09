#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runner/scheduler.hpp"
#include "tests/runner/stand_ins.hpp"

namespace scalegen {

inline const JobStatus kActive{.state = JobState::active};
inline const JobStatus kEnded{.state = JobState::ended};

/// A script is over at the first poll, and then did what was scripted for "job/attempt"; unscripted ones
/// complete.
class FakeScheduler final : public Scheduler {
 public:
  explicit FakeScheduler(const Directory& directory) : directory_(&directory) {}

  int max_in_flight = 1;
  bool keeps_jobs = false;
  bool is_away = false;  // it finds nobody
  std::chrono::milliseconds lag{};
  std::chrono::milliseconds longest_lag{};
  std::size_t most_tasks = 1000;
  int not_now = 0;                                             // submissions that find it out of reach
  std::size_t room_for_tasks = 1000;                           // larger arrays are not taken now
  std::string limit{};                                         // the reason for which they are not
  std::map<std::string, std::string> given_ids{};              // by "job/attempt", if that is not the id
  std::map<std::string, std::string> known_by_name{};          // what find() finds
  std::map<std::string, std::string> remembered{};             // names by ids
  std::map<std::string, std::function<JobStatus()>> script{};  // by "job/attempt"
  std::function<Result<void>()> on_submit = [] { return Result<void>(); };
  std::map<std::string, JobPlace> places{};  // by "job/attempt"
  std::vector<JobId> own{};                  // the jobs that bear the sweep's mark
  std::string here{};                        // the cluster's name
  int silent_looks = 0;                      // questions for it that are not answered
  int unrecorded = 0;                        // looks at claims that do not say yet which job they are
  std::vector<std::string> calls{};
  std::map<std::string, std::vector<std::string>> array_tasks{};  // of each array

  [[nodiscard]] SchedulerTraits traits() const override {
    return {.takes_directives = true,
            .keeps_jobs = keeps_jobs,
            .capacity = max_in_flight,
            .file_lag = lag,
            .longest_file_lag = longest_lag};
  }
  [[nodiscard]] std::size_t largest_array() override { return most_tasks; }
  [[nodiscard]] std::chrono::milliseconds poll_interval() const override { return std::chrono::seconds(1); }

  Result<SubmissionAnswer> submit(const Submission& submission) override {
    auto id = submission.script.parent_path().filename().string() + "/" + submission.attempt;
    calls.push_back("submit " + id);
    if (is_array(submission)) {
      id = without_sweep_id(submission.name);
      calls.back() = "submit " + id + ":";
      array_tasks[id].clear();
      for (const auto& task : submission.tasks)
        array_tasks[id].push_back(task.script.parent_path().filename().string() + "/" + task.attempt);
      for (const auto& task : array_tasks[id]) calls.back() += " " + task;
      if (submission.most_at_a_time > 0)
        calls.back() += " at most " + std::to_string(submission.most_at_a_time);
    }
    for (const auto& node : submission.excluded_nodes) calls.back() += " not on " + node;
    if (!submission.runs.empty()) calls.back() += " for";
    for (const auto& run : submission.runs) calls.back() += " " + run;
    if (auto allowed = on_submit(); !allowed) return tl::make_unexpected(allowed.error());
    const auto not_taken =
        room_for_tasks == 1000 ? SubmissionAnswer::Kind::uncertain : SubmissionAnswer::Kind::deferred;
    if (not_now > 0 && not_now-- > 0) return SubmissionAnswer{.kind = not_taken, .reason = limit};
    if (is_array(submission) && submission.tasks.size() > room_for_tasks) return SubmissionAnswer{not_taken};
    const auto given = given_ids.find(id);
    return SubmissionAnswer{SubmissionAnswer::Kind::accepted,
                            {given == given_ids.end() ? id : given->second}};
  }
  Result<std::optional<FoundIds>> find(const std::vector<std::string>& names) override {
    if (is_away) return std::nullopt;
    FoundIds found;
    for (const auto& name : names) {
      calls.push_back("find " + without_sweep_id(name));
      const auto known = known_by_name.find(without_sweep_id(name));
      found.push_back(known == known_by_name.end() ? std::nullopt : std::optional(JobId{known->second}));
    }
    return found;
  }
  void remember(const JobId& id, const std::string& name) override {
    remembered[to_string(id)] = without_sweep_id(name);
  }
  JobId adopt(const std::string& name, const Started& started) override {
    auto id = without_sweep_id(name);
    id[id.rfind('-')] = '/';
    if (unrecorded > 0 && unrecorded-- > 0) return {};
    if (liveness(started.process) != Liveness::dead) calls.push_back("adopt " + id);
    return task_id_of(id);
  }
  Result<std::vector<JobStatus>> query(const std::vector<JobId>& ids) override {
    std::vector<JobStatus> statuses;
    for (const auto& id : ids) statuses.push_back(status_of(job_and_attempt(id)));
    return statuses;
  }
  [[nodiscard]] JobPlace place(const JobId& id) const override {
    const auto known = places.find(id.number);
    return known == places.end() ? JobPlace{} : known->second;
  }
  Result<void> cancel(const std::vector<JobId>& ids) override {
    for (const auto& id : ids) calls.push_back("cancel " + job_and_attempt(id));
    return {};
  }
  Result<std::vector<JobId>> find_all(const std::string&) override { return own; }
  Result<std::optional<std::string>> cluster() override {
    return silent_looks > 0 && silent_looks-- > 0 ? std::nullopt : std::optional(here);
  }

 private:
  static std::string without_sweep_id(const std::string& name) { return name.substr(0, name.rfind('-')); }
  // A task of an array is x-array1_0, and was scripted as job/attempt.
  std::string job_and_attempt(const JobId& id) const {
    const auto underscore = id.number.find('_');
    const auto array = array_tasks.find(id.number.substr(0, underscore));
    if (underscore == std::string::npos || array == array_tasks.end()) return id.number;
    return array->second[std::stoul(id.number.substr(underscore + 1))];
  }
  JobId task_id_of(const std::string& job_and_attempt) const {
    for (const auto& [array, tasks] : array_tasks)
      for (std::size_t i = 0; i < tasks.size(); ++i)
        if (tasks[i] == job_and_attempt) return id_of_task({array}, i);
    return {job_and_attempt};
  }
  JobStatus status_of(const std::string& id) {
    if (const auto scripted = script.find(id); scripted != script.end()) return scripted->second();
    const auto slash = id.find('/');
    directory_->complete(id.substr(0, slash), id.substr(slash + 1));
    return {.state = JobState::ended, .exit_status = 0};
  }

  const Directory* directory_;
};

}  // namespace scalegen
