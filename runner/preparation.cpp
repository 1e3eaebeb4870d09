#include "runner/sweep_steps.hpp"

#include <fmt/format.h>

#include "core/cksum.hpp"
#include "core/files.hpp"
#include "core/run_directory.hpp"
#include "core/shell_quote.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/local/local_scheduler.hpp"

namespace scalegen {
namespace {

std::filesystem::path script_of(const Sweep& sweep) {
  return sweep.ledger.directory().job_script(kPreparation);
}

/// By the script as it is now: a person may have edited it.
Result<bool> is_prepared(const Sweep& sweep) {
  TRY_ASSIGN(const auto script, read_file(script_of(sweep)));
  TRY_ASSIGN(const auto sum, read_file_if_there(sweep.ledger.directory().prepared()));
  Cksum wanted;
  wanted.add(script);
  return sum == wanted.text() + "\n";
}

/// A job of an earlier command that has not ended, or a new one.
Result<std::optional<JobId>> begin(const Sweep& sweep, Scheduler& scheduler) {
  const Submission submission{.name = submission_name(sweep.ledger.sweep_id(), kPreparation, "once"),
                              .attempt = "once",
                              .script = script_of(sweep)};
  TRY_ASSIGN(const auto found, scheduler.find({submission.name}));
  if (found && found->front()) {
    TRY_ASSIGN(const auto now, scheduler.query({*found->front()}));
    if (now.front().state != JobState::ended) return found->front();
  }
  TRY_ASSIGN(const auto answer, scheduler.submit(submission));
  if (answer.kind == SubmissionAnswer::Kind::accepted) return answer.id;
  return std::nullopt;
}

std::string what_goes_on(const Sweep& sweep, const JobStatus& status) {
  const auto lines = counted(std::ssize(sweep.ledger.plan().head.launch.prepare.lines), "line");
  return fmt::format("{} of 'prepare:' {} first", lines,
                     status.state == JobState::waiting ? "wait in the queue" : "run");
}

/// Returns nullopt if the sweep is told to stop before.
Result<std::optional<JobStatus>> await(Sweep& sweep, Scheduler& scheduler, const JobId& id) {
  sweep.why_pending = what_goes_on(sweep, {});
  sweep.observer.report(progress_of(sweep));
  while (!sweep.observer.wants_stop()) {
    TRY(sweep.lock.keep());
    TRY_ASSIGN(const auto answers, scheduler.query({id}));
    if (answers.front().state == JobState::ended) return answers.front();
    sweep.why_pending = what_goes_on(sweep, answers.front());
    sweep.observer.report(progress_of(sweep));
    scheduler.await_change(sweep.clock);
  }
  if (!scheduler.traits().keeps_jobs) TRY(scheduler.cancel({id}));
  return std::nullopt;
}

/// On a shared disk its last file may be late.
Result<bool> has_prepared(const Sweep& sweep, const Scheduler& scheduler, const JobStatus& end) {
  const auto deadline = sweep.clock.now() + scheduler.traits().file_lag;
  while (true) {
    TRY_ASSIGN(const auto is_done, is_prepared(sweep));
    if (is_done || end.exit_status.value_or(0) != 0 || end.abnormal_outcome || sweep.clock.now() >= deadline)
      return is_done;
    sweep.clock.sleep_for(std::chrono::seconds(1));
  }
}

tl::unexpected<Diagnostics> has_failed(const Sweep& sweep, const JobStatus& end) {
  const auto how = end.abnormal_outcome ? describe(*end.abnormal_outcome)
                   : end.exit_status    ? fmt::format("exit status {}", *end.exit_status)
                                        : "Slurm says no exit status";
  std::vector<std::string> notes{
      fmt::format("its output is in '{}'", script_of(sweep).parent_path().string())};
  if (!end.last_line.empty()) notes.insert(notes.begin(), "its last line: " + end.last_line);
  return failure(fmt::format("the preparation failed: {}", how),
                 "correct it, and give the same command again: no run has begun", std::move(notes));
}

Result<void> prepare_with(Sweep& sweep, Scheduler& scheduler) {
  TRY_ASSIGN(const auto id, begin(sweep, scheduler));
  if (!id) return failure("Slurm does not take the job that prepares now", "give the same command again");
  TRY_ASSIGN(const auto end, await(sweep, scheduler, *id));
  sweep.why_pending.clear();
  if (!end) return {};
  TRY_ASSIGN(const auto is_done, has_prepared(sweep, scheduler, *end));
  if (is_done) return {};
  return has_failed(sweep, *end);
}

}  // namespace

Result<void> prepare(Sweep& sweep) {
  const auto& asked = sweep.ledger.plan().head.launch.prepare;
  if (asked.lines.empty() || sweep.pending.empty()) return {};
  TRY_ASSIGN(const auto is_done, is_prepared(sweep));
  if (is_done) return {};
  if (asked.in_job) return prepare_with(sweep, sweep.scheduler);
  LocalScheduler here(sweep.clock);
  return prepare_with(sweep, here);
}

}  // namespace scalegen
