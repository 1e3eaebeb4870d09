#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runner/scheduler.hpp"
#include "tests/runner/stand_ins.hpp"

namespace scalegen {

/// A script is over at the first look, and then did what was scripted for "job/attempt"; unscripted ones
/// complete.
class FakeScheduler final : public Scheduler {
 public:
  explicit FakeScheduler(const Directory& directory) : directory_(&directory) {}

  int jobs_at_a_time = 1;
  bool outlives = false;
  std::chrono::milliseconds lag{};
  int not_now = 0;                                             // submissions that find it out of reach
  std::size_t room_for_tasks = 1000;                           // larger arrays are not taken now
  std::map<std::string, std::string> known_by_name{};          // what find() finds
  std::map<std::string, std::function<JobStatus()>> script{};  // by "job/attempt"
  std::function<Result<void>()> on_submit = [] { return Result<void>(); };
  std::vector<std::string> calls{};
  std::map<std::string, std::vector<std::string>> array_tasks{};  // of each array

  [[nodiscard]] int capacity() const override { return jobs_at_a_time; }
  [[nodiscard]] std::chrono::milliseconds poll_interval() const override { return std::chrono::seconds(1); }
  [[nodiscard]] std::chrono::milliseconds file_lag() const override { return lag; }
  [[nodiscard]] bool outlives_the_tool() const override { return outlives; }

  [[nodiscard]] std::string shape(const std::filesystem::path& path) const override {
    const auto job = path.parent_path().filename().string();
    return job.substr(0, job.find('-'));
  }
  [[nodiscard]] std::string id_of_task(const std::string& array, std::size_t task) const override {
    return array_tasks.at(array)[task];
  }

  Result<std::optional<std::string>> submit(const Submission& submission) override {
    auto id = submission.script.parent_path().filename().string() + "/" + submission.attempt;
    calls.push_back("submit " + id);
    if (is_array(submission)) {
      id = submission.name.substr(submission.name.find('-') + 1);
      calls.back() = "submit " + id + ":";
      array_tasks[id].clear();
      for (const auto& task : submission.tasks)
        array_tasks[id].push_back(task.script.parent_path().filename().string() + "/" + task.attempt);
      for (const auto& task : array_tasks[id]) calls.back() += " " + task;
    }
    for (const auto& node : submission.avoided_nodes) calls.back() += " not on " + node;
    if (!submission.runs.empty()) calls.back() += " for";
    for (const auto& run : submission.runs) calls.back() += " " + run;
    if (auto allowed = on_submit(); !allowed) return tl::make_unexpected(allowed.error());
    if (not_now > 0 && not_now-- > 0) return std::nullopt;
    if (is_array(submission) && submission.tasks.size() > room_for_tasks) return std::nullopt;
    return std::optional(std::move(id));
  }
  [[nodiscard]] bool may_have(const std::string&) const override { return room_for_tasks == 1000; }
  Result<std::vector<std::optional<std::string>>> find(const std::vector<std::string>& names) override {
    std::vector<std::optional<std::string>> found;
    for (const auto& name : names) {
      calls.push_back("find " + name.substr(name.find('-') + 1));
      const auto known = known_by_name.find(name.substr(name.find('-') + 1));
      found.push_back(known == known_by_name.end() ? std::nullopt : std::optional(known->second));
    }
    return found;
  }
  std::string adopt(const std::string& name, const Started& started) override {
    const auto after_campaign = name.substr(name.find('-') + 1);
    auto id = after_campaign;
    id[id.rfind('-')] = '/';
    if (liveness(started.process) != Liveness::dead) calls.push_back("adopt " + id);
    return id;
  }
  Result<std::vector<JobStatus>> query(const std::vector<std::string>& ids) override {
    std::vector<JobStatus> statuses;
    for (const auto& id : ids) statuses.push_back(look_at(id));
    return statuses;
  }
  Result<void> cancel(const std::vector<std::string>& ids) override {
    for (const auto& id : ids) calls.push_back("cancel " + id);
    return {};
  }

 private:
  JobStatus look_at(const std::string& id) {
    if (const auto scripted = script.find(id); scripted != script.end()) return scripted->second();
    const auto slash = id.find('/');
    directory_->complete(id.substr(0, slash), id.substr(slash + 1));
    return {.state = JobState::ended, .exit_status = 0};
  }

  const Directory* directory_;
};

}  // namespace scalegen
