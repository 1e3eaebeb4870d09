#include "runner/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/files.hpp"
#include "core/json.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "runner/outcome_policy.hpp"
#include "runner/timeout_progress.hpp"

namespace scalegen {

namespace {

/// One word, as bash reads it. Returns nullopt for a script of a person's template that has no such line.
std::optional<std::string> root_in(const std::string& script) {
  const std::string_view name = "\nroot=";
  const auto begin = script.find(name);
  if (begin == std::string::npos) return std::nullopt;
  const auto word = begin + name.size();
  return script.substr(word, script.find('\n', word) - word);
}

// A folder may have several names, by links.
bool is_a_name_of(const std::string& word, const std::filesystem::path& folder) {
  if (word == shell_quote(folder.string())) return true;
  const bool is_quoted = word.size() > 1 && word.front() == '\'' && word.back() == '\'';
  std::error_code none;
  return std::filesystem::equivalent(is_quoted ? word.substr(1, word.size() - 2) : word, folder, none);
}

}  // namespace

Result<void> check_written_here(const RunDirectory& directory, const std::filesystem::path& script) {
  const auto root = root_in(read_file(script).value_or(""));  // who starts it says why it cannot be read
  if (!root || is_a_name_of(*root, directory.root)) return {};
  return failure(fmt::format("the scripts in '{}' are for another folder", directory.root.string()),
                 "move it back there, or begin a new run directory with -o NEW_FOLDER",
                 {fmt::format("{} says root={}", script.lexically_relative(directory.root).string(), *root)});
}

std::string submission_name(const std::string& campaign, const std::string& job, const std::string& attempt) {
  return fmt::format("{}-{}-{}", campaign, job, attempt);
}

Result<std::optional<Started>> claimant_of(const RunDirectory& directory, const Job& job,
                                           const std::string& attempt) {
  for (const auto& run : job.runs) {
    auto started = read_started(directory.attempt(run, attempt));
    if (!started || *started) return started;
  }
  return std::nullopt;
}

Campaign::Campaign(const RunDirectory& directory, const Plan& plan, Journal& journal, Clock& clock,
                   std::vector<RunRecord> records)
    : directory_(&directory), plan_(&plan), journal_(&journal), clock_(&clock), records_(std::move(records)) {
  for (std::size_t i = 0; i < plan.runs.size(); ++i) index_of_run_[plan.runs[i].id] = i;
}

std::vector<RunRecord> Campaign::records_of(JobIndex job) const {
  std::vector<RunRecord> records;
  for (const auto& run : plan_->jobs[job].runs) records.push_back(records_[index_of_run_.at(run)]);
  return records;
}

std::optional<RunRecord> Campaign::running(JobIndex job) const {
  const auto records = records_of(job);
  const auto found = std::find_if(records.begin(), records.end(), is_running);
  return found == records.end() ? std::nullopt : std::optional(*found);
}

std::string Campaign::submission_name(JobIndex job, const std::string& attempt) const {
  return scalegen::submission_name(id(), plan_->jobs[job].id, attempt);
}

Result<void> Campaign::refresh(JobIndex job) { return refresh_under({.now = clock_->now()}, job); }

Result<void> Campaign::refresh_running(JobIndex job) {
  constexpr auto kForEver = std::chrono::hours(24 * 365);
  TRY(refresh_under({.now = clock_->now(), .patience = kForEver}, job));
  for (const auto& run : plan_->jobs[job].runs)
    if (auto& record = record_of(run); awaits_scheduler(record)) record.outcome.reset();
  return {};
}

Result<void> Campaign::refresh_under(const Circumstances& circumstances, JobIndex job) {
  for (const auto& run : plan_->jobs[job].runs) {
    auto& record = record_of(run);
    TRY_ASSIGN(auto found, outcome_of(record.run, *directory_, circumstances));
    record = std::move(found);
  }
  return {};
}

void Campaign::apply_scheduler_outcome(JobIndex job, const std::string& attempt, const Outcome& outcome) {
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

Result<std::vector<RunRecord>> Campaign::persist_outcomes(JobIndex job) {
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
Result<void> Campaign::persist(const RunRecord& record) {
  TRY(journal_->write(RunEnded{record.run.id, record.attempt, *record.outcome}));
  return write_outcome_file(*directory_, record);
}

Result<void> check_directory_not_moved(const Campaign& campaign, JobIndex job) {
  const auto& [id, runs, shared] = campaign.job(job);
  const auto& directory = campaign.directory();
  return check_written_here(directory,
                            shared ? directory.run_script(id, runs.front()) : directory.job_script(id));
}

}  // namespace scalegen
