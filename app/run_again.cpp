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
#include "runner/run_lock.hpp"
#include "runner/run_status.hpp"

namespace scalegen {
namespace {

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
Result<void> take_back_claim(const AttemptFolder& attempt) {
  std::error_code error;
  std::filesystem::rename(attempt.started(), attempt.root / "started-not-counted.json", error);
  if (error) return file_failure("rename", attempt.started(), error.value());
  return {};
}

}  // namespace

Result<void> begin_again(const RunDirectory& directory, const Plan& plan, const std::string& run) {
  SystemClock clock;
  TRY_ASSIGN(const auto lock, Lock::take(directory.lock(), clock));
  TRY_ASSIGN(const auto status, status_of(directory, plan, run, clock));
  TRY(check_without_figure(status, plan.head, directory));
  TRY_ASSIGN(auto journal, Journal::open(directory.journal(), clock));
  const auto job = std::find_if(plan.jobs.begin(), plan.jobs.end(), [&](const Job& one) {
    return std::count(one.runs.begin(), one.runs.end(), run) > 0;
  });
  TRY_ASSIGN(const auto attempts, attempt_names(directory, run));
  for (const auto& name : attempts) {
    const auto attempt = directory.attempt(run, name);
    TRY_ASSIGN(const auto is_claimed, is_there(attempt.started()));
    if (!is_claimed) continue;
    TRY(take_back_claim(attempt));
    TRY(journal.write(JobEntry{.event = JobEvent::never_started, .job = job->id, .attempt = name}));
  }
  return {};
}

}  // namespace scalegen
