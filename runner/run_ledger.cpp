#include "runner/run_ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/directives.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "runner/outcome_policy.hpp"
#include "runner/step_progress.hpp"

namespace scalegen {

// A folder may have several names, by links.
Result<void> check_directory_not_moved(const RunDirectory& directory, const Plan& plan) {
  const auto& root = plan.head.launch.root;
  std::error_code none;
  if (root.empty() || root == directory.root || std::filesystem::equivalent(root, directory.root, none))
    return {};
  return failure(fmt::format("the scripts in '{}' are for another folder", directory.root.string()),
                 "move it back there, or begin a new run directory with -o NEW_FOLDER",
                 {fmt::format("its plan.jsonl says root={}", shell_quote(root))});
}

std::string submission_name(const std::string& sweep_id, const std::string& job, const std::string& attempt) {
  return job_name_of(fmt::format("{}-{}-{}", job, attempt, sweep_id));
}

Result<std::optional<Started>> claimant_of(const RunDirectory& directory, const Job& job,
                                           const std::string& attempt) {
  for (const auto& run : job.runs) {
    const auto folder = directory.attempt(run, attempt);
    TRY_ASSIGN(auto started, read_started(folder));
    if (!started) continue;
    if (!started->job.empty()) *started = with_job(*std::move(started), folder);
    // Of a person's own job nobody knows the cluster before it is recorded.
    if (attempt_number(attempt) == 0 && started->job_name.empty()) started->job.clear();
    return started;
  }
  return std::nullopt;
}

RunLedger::RunLedger(const RunDirectory& directory, const Plan& plan, Journal& journal, Clock& clock,
                     std::vector<RunRecord> records)
    : directory_(&directory), plan_(&plan), journal_(&journal), clock_(&clock), records_(std::move(records)) {
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    index_of_run_[plan.runs[i].id] = i;
    first_round_.try_emplace(combination_of(plan.runs[i]), i);
  }
}

std::vector<RunRecord> RunLedger::records_of(JobIndex job) const {
  std::vector<RunRecord> records;
  for (const auto& run : plan_->jobs[job].runs) records.push_back(records_[index_of_run_.at(run)]);
  return records;
}

std::optional<RunRecord> RunLedger::running(JobIndex job) const {
  const auto records = records_of(job);
  const auto found = std::ranges::find_if(records, is_running);
  return found == records.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string> RunLedger::failed_nodes(JobIndex job) const {
  std::vector<std::string> nodes;
  for (const auto& record : records_of(job))
    if (const auto* const failed = record.outcome ? std::get_if<NodeFailed>(&*record.outcome) : nullptr;
        failed != nullptr && !failed->node.empty())
      nodes.push_back(failed->node);
  return nodes;
}

std::string RunLedger::submission_name(JobIndex job, const std::string& attempt) const {
  return scalegen::submission_name(sweep_id(), plan_->jobs[job].id, attempt);
}

Result<void> RunLedger::refresh(JobIndex job) { return refresh_under({.now = clock_->now()}, job); }

Result<void> RunLedger::refresh_running(JobIndex job) {
  constexpr auto kForEver = std::chrono::hours(24 * 365);
  TRY(refresh_under({.now = clock_->now(), .patience = kForEver}, job));
  for (const auto& run : plan_->jobs[job].runs)
    if (auto& record = record_of(run); awaits_scheduler(record) || lacks_its_end(record))
      record.outcome.reset();
  return {};
}

Result<void> RunLedger::refresh_under(const Circumstances& circumstances, JobIndex job) {
  for (const auto& run : plan_->jobs[job].runs) {
    auto& record = record_of(run);
    TRY_ASSIGN(record, outcome_of(record.run, *directory_, circumstances));
  }
  return {};
}

void RunLedger::apply_scheduler_outcome(JobIndex job, const std::string& attempt, const Outcome& outcome) {
  for (const auto& run : plan_->jobs[job].runs) {
    auto& record = record_of(run);
    if (record.attempt != attempt) continue;
    if (plan_->jobs[job].shared && record.outcome && !awaits_scheduler(record)) continue;
    auto judged = with_details(record.outcome ? more_severe(*record.outcome, outcome) : outcome, record.run,
                               directory_->attempt(run, attempt));
    record.is_persisted = record.is_persisted && record.outcome == judged;
    record.outcome = std::move(judged);
  }
}

Result<std::vector<RunRecord>> RunLedger::persist_outcomes(JobIndex job) {
  std::vector<RunRecord> persisted;
  for (const auto& run : plan_->jobs[job].runs) {
    auto& record = record_of(run);
    if (!record.outcome || record.is_persisted) continue;
    TRY(persist(record));
    record.is_persisted = true;
    persisted.push_back(record);
  }
  return persisted;
}

// The journal first: whoever comes after a crash persists again what only the journal has.
Result<void> RunLedger::persist(const RunRecord& record) {
  TRY(journal_->write(RunEnded{record.run.id, record.attempt, *record.outcome}));
  return write_outcome_file(*directory_, record);
}

}  // namespace scalegen
