#include "runner/trial.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <tuple>

#include "core/bash_command.hpp"
#include "runner/outcome_policy.hpp"

namespace scalegen {

namespace {

auto size_order(const Run& run) {
  return std::tuple(size_of(run.rung), run.rung.nodes, run.rung.device, run.round);
}

bool is_begun(const RunStatus& run) { return run.job || is_running(run.record) || has_completed(run.record); }

JobIndex job_of(const RunLedger& ledger, const std::string& run) {
  const auto& jobs = ledger.plan().jobs;
  return static_cast<JobIndex>(
      std::ranges::find_if(jobs, [&](const Job& job) { return std::ranges::count(job.runs, run) > 0; }) -
      jobs.begin());
}

bool is_under_way(const Sweep& sweep, JobIndex job) {
  return std::ranges::count(sweep.pending, job) > 0 ||
         std::ranges::any_of(sweep.active, [&](const ActiveJob& active) { return active.job == job; });
}

// The reason without the rank that was the first to fail, and its node: another rank is no other reason.
std::string reason_of(const RunRecord& record) {
  const auto* const failed = std::get_if<Failed>(&*record.outcome);
  if (failed == nullptr || !failed->reason.starts_with("rank ")) return describe(*record.outcome);
  const auto colon = failed->reason.find(": ");
  return colon == std::string::npos ? failed->reason : failed->reason.substr(colon + 2);
}

bool has_failed_by_itself(const RunRecord& record) {
  return record.outcome && policy_of(*record.outcome).retry == Retry::on_request;
}

// When a file was written or put there, of a link also when that was; in nanoseconds. 0 if there is none.
std::int64_t changed_at(const std::filesystem::path& file) {
  const auto time = [](const timespec& t) { return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec; };
  struct stat status {};
  struct stat link {};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  const bool is_known = ::lstat(file.c_str(), &link) == 0;
  return std::max({time(status.st_mtim), time(status.st_ctim), is_known ? time(link.st_ctim) : 0});
}

// The words of a command, and those of the texts in it: `srun bash -c './a x'`.
std::vector<std::string> all_words_of(const std::vector<std::string>& command) {
  auto words = words_of_command(command);
  for (std::size_t i = 0, size = words.size(); i < size; ++i)
    if (words[i].find(' ') != std::string::npos)
      for (auto& word : words_of_command(bash_command(words[i]))) words.push_back(std::move(word));
  return words;
}

// When a person last changed what a run consists of: its script, or a file that its command names, from the
// folder of the run or from another that the command goes to.
std::int64_t last_change(const RunLedger& ledger, const Run& run) {
  const auto& launch = ledger.plan().head.launch;
  const auto& job = ledger.job(job_of(ledger, run.id));
  auto last = std::max(changed_at(ledger.directory().job_script(job.id)), changed_at(launch.program));
  const std::filesystem::path begin = launch.workdir;
  auto folder = begin;
  bool goes = false;
  for (const auto& word : all_words_of(*run.command)) {
    if (goes) folder /= word;
    goes = word == "cd";
    last = std::max({last, changed_at(folder / word), changed_at(begin / word)});
  }
  return last;
}

bool has_failed_in_this_call(const Sweep& sweep, const Run& like) {
  const auto& records = sweep.ledger.records();
  return std::ranges::any_of(records, [&](const RunRecord& record) {
    return combination_of(record.run) == combination_of(like) && has_failed_by_itself(record) &&
           sweep.submissions[job_of(sweep.ledger, record.run.id)] > 0;
  });
}

}  // namespace

std::vector<const Run*> trials_of(const Plan& plan) {
  if (shares_nodes(plan) || plan.runs.size() < 2) return {};
  const auto smallest = [&](int least_ranks) {
    const Run* found = nullptr;
    for (const auto& run : plan.runs)
      if (world_size(run.rung) >= least_ranks && (found == nullptr || size_order(run) < size_order(*found)))
        found = &run;
    return found;
  };
  std::vector<const Run*> trials{smallest(1)};
  const auto* const meeting = smallest(2);
  if (meeting != nullptr && meeting != trials.front() && plan.runs.size() > 2) trials.push_back(meeting);
  return trials;
}

bool begins_with_trial(const Plan& plan, const std::vector<RunRecord>& records) {
  const auto trials = trials_of(plan);
  return !trials.empty() && std::ranges::none_of(records, [&](const RunRecord& record) {
    return has_completed(record) && (trials.size() == 1 || record.run.id != trials.front()->id);
  });
}

void choose_trials(Sweep& sweep, const std::vector<RunStatus>& runs) {
  const auto trials = sweep.options.trial ? trials_of(sweep.ledger.plan()) : std::vector<const Run*>();
  bool completed = true;
  bool others_tried = false;
  bool others_follow = false;
  for (const auto* trial : trials) {
    const auto& run = runs[static_cast<std::size_t>(trial - sweep.ledger.plan().runs.data())];
    if (!completed && is_begun(run)) return;  // the second, which did not wait for the first
    completed = has_completed(run.record);
  }
  for (const auto& run : runs) {
    const auto& id = run.record.run.id;
    if (std::ranges::any_of(trials, [&](const Run* trial) { return trial->id == id; })) continue;
    if (is_begun(run)) return;
    others_tried = others_tried || !run.record.attempt.empty();
    others_follow = others_follow || is_due(sweep.ledger.record(id), sweep.options.retry_failed);
  }
  if (!others_follow || (completed && others_tried)) return;
  for (const auto* trial : trials) sweep.trials.push_back(job_of(sweep.ledger, trial->id));
}

void begin_with_trial(Sweep& sweep) {
  if (sweep.trials.empty() || std::erase(sweep.pending, sweep.trials.front()) == 0) return;
  sweep.pending.push_front(sweep.trials.front());
}

void look_at_trials(Sweep& sweep) {
  if (sweep.trials.empty() || is_under_way(sweep, sweep.trials.front())) return;
  const auto record = sweep.ledger.records_of(sweep.trials.front()).front();
  sweep.trials.erase(sweep.trials.begin());
  if (is_done(sweep)) return;
  SweepStop stop{.kind = SweepStop::Kind::trial_failed, .runs = {record}};
  if (has_completed(record)) {
    stop.kind = SweepStop::Kind::trial_unmeasured;
    stop.reason = sweep.observer.look_at_trial(record, sweep.pending.size());
    if (stop.reason.empty()) {
      begin_with_trial(sweep);
      return look_at_trials(sweep);  // an earlier call may have seen the end of the next
    }
  } else {
    stop.reason = record.outcome ? describe(*record.outcome) : "was cancelled in the queue";
  }
  sweep.stop = std::move(stop);
}

void look_at_round_one(Sweep& sweep) {
  if (sweep.stop || is_done(sweep)) return;
  SweepStop stop{.kind = SweepStop::Kind::round_failed};
  bool in_this_call = false;
  for (const auto& record : sweep.ledger.records()) {
    if (record.run.round != 1) continue;
    if (!has_failed_by_itself(record)) return;
    const auto reason = reason_of(record);
    if (!stop.runs.empty() && reason != stop.reason) return;
    stop.reason = reason;
    stop.runs.push_back(record);
    in_this_call = in_this_call || sweep.submissions[job_of(sweep.ledger, record.run.id)] > 0;
  }
  if (in_this_call && stop.runs.size() > 1) sweep.stop = std::move(stop);
}

void look_for_mended_files(Sweep& sweep) {
  const auto& ledger = sweep.ledger;
  if (std::ranges::none_of(ledger.records(), has_failed_by_itself)) return;
  std::int64_t last_end = 0;
  std::int64_t last = 0;
  for (const auto& record : ledger.records()) {
    const auto attempt = ledger.directory().attempt(record.run.id, record.attempt);
    if (!record.attempt.empty()) last_end = std::max(last_end, changed_at(attempt.exited()));
    if (has_failed_by_itself(ledger.first_round_of(record.run)))
      last = std::max(last, last_change(ledger, record.run));
  }
  sweep.is_fixed = last > last_end;
}

bool failed_in_first_round(const Sweep& sweep, JobIndex job) {
  const auto& ledger = sweep.ledger;
  if (ledger.job(job).shared) return false;
  const auto& run = ledger.job(job).runs.front();
  const auto& first = ledger.first_round_of(ledger.record(run).run);
  return first.run.id != run && has_failed_by_itself(first) &&
         !is_under_way(sweep, job_of(ledger, first.run.id)) &&
         (!sweep.is_fixed || has_failed_in_this_call(sweep, first.run));
}

}  // namespace scalegen
