#include "app/run_again.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "analysis/measurement/measurement.hpp"
#include "app/scheduler_of.hpp"
#include "core/attempt_files.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "runner/journal.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/run_lock.hpp"
#include "runner/run_status.hpp"

namespace scalegen {
namespace {

constexpr auto kNotCounted = "started-not-counted.json";

Result<RunStatus> status_of(const RunDirectory& directory, const Plan& plan, const std::string& run,
                            Clock& clock) {
  const auto scheduler = scheduler_of(plan, clock);
  TRY_ASSIGN(const auto all, query_status(directory, plan, *scheduler, clock));
  std::vector<std::string> names;
  for (const auto& status : all.runs) {
    if (status.record.run.id == run) return status;
    names.push_back(status.record.run.id);
  }
  return failure(fmt::format("this sweep has no run '{}'", run), did_you_mean(run, names));
}

Result<void> check_without_figure(const RunStatus& run, const PlanHead& head, const RunDirectory& directory) {
  const auto& id = run.record.run.id;
  if (is_running(run.record) || is_with_scheduler(run))
    return failure(fmt::format("'{}' is queued or running", id), "wait until it has ended");
  if (!has_completed(run.record) || !measure(run.record, head, directory).value) return {};
  return failure(fmt::format("'{}' has a figure, which stays", id),
                 "leave out --again; more 'repeats:' measure its rung again, and 'sweep -o NEW_FOLDER' all");
}

// Without a claim an attempt is none of the run's, and as a folder it keeps its number.
Result<void> take_back_claim(const AttemptFolder& attempt, const char* name) {
  std::error_code error;
  std::filesystem::rename(attempt.started(), attempt.root / name, error);
  if (error) return file_failure("rename", attempt.started(), error.value());
  return {};
}

// `slow_first` is the attempt that is put aside as such, if one is: the last, so that it counts until a
// killed tool's work is done. Needs the directory's lock.
Result<void> take_back_claims(const RunDirectory& directory, const Plan& plan, const std::string& run,
                              const std::string& slow_first, Clock& clock) {
  TRY_ASSIGN(auto journal, Journal::open(directory.journal(), clock));
  const auto job = std::find_if(plan.jobs.begin(), plan.jobs.end(), [&](const Job& one) {
    return std::count(one.runs.begin(), one.runs.end(), run) > 0;
  });
  TRY_ASSIGN(auto attempts, attempt_names(directory, run));
  std::stable_partition(attempts.begin(), attempts.end(),
                        [&](const auto& name) { return name != slow_first; });
  for (const auto& name : attempts) {
    const auto attempt = directory.attempt(run, name);
    TRY_ASSIGN(const auto is_claimed, is_there(attempt.started()));
    if (!is_claimed) continue;
    TRY(take_back_claim(attempt, name == slow_first ? kSlowFirst : kNotCounted));
    TRY(journal.write(JobEntry{.event = JobEvent::never_started, .job = job->id, .attempt = name}));
  }
  return {};
}

}  // namespace

Result<void> begin_again(const RunDirectory& directory, const Plan& plan, const std::string& run) {
  SystemClock clock;
  TRY_ASSIGN(const auto lock, Lock::take(directory.lock(), clock));
  TRY_ASSIGN(const auto status, status_of(directory, plan, run, clock));
  TRY(check_without_figure(status, plan.head, directory));
  return take_back_claims(directory, plan, run, "", clock);
}

Result<void> measure_once_more(const RunDirectory& directory, const Plan& plan, const RunRecord& run) {
  SystemClock clock;
  TRY_ASSIGN(const auto lock, Lock::take(directory.lock(), clock));
  TRY_ASSIGN(const auto now, outcome_of(run.run, directory, {.now = clock.now()}));
  if (now.attempt != run.attempt) return {};  // another command came first
  return take_back_claims(directory, plan, run.run.id, run.attempt, clock);
}

}  // namespace scalegen
