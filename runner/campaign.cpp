#include "runner/campaign.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <system_error>

#include "core/attempt_files.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/outcome_policy.hpp"
#include "runner/timeout_progress.hpp"

namespace scalegen {

namespace {

/// As bash reads it: one word. Nothing in a script of one's own template that has no such line.
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

const std::string& attempt_of(const Handover& handover, std::size_t i) {
  const auto& submission = handover.submission;
  return is_array(submission) ? submission.tasks[i].attempt : submission.attempt;
}

std::string id_of(const Handover& handover, std::size_t i, const std::string& id,
                  const Scheduler& scheduler) {
  return is_array(handover.submission) ? scheduler.id_of_task(id, i) : id;
}

// Before anything of the array is written down: who comes after a crash looks for its tasks under this name.
Result<std::string> make_array_folder(const RunDirectory& directory) {
  TRY(make_folders(directory.arrays()));
  TRY_ASSIGN(const auto names, names_in(directory.arrays()));
  auto name = next_attempt(names);
  const auto folder = directory.array_script(name).parent_path();
  if (::mkdir(folder.c_str(), 0777) != 0) return file_failure("make the folder", folder, errno);
  TRY(sync_folder(directory.arrays()));
  return name;
}

namespace {

bool may_have_ended_with_its_job(const RunRecord& record) {
  return record.outcome && !record.is_concluded && std::holds_alternative<Cancelled>(*record.outcome);
}

}  // namespace

Campaign::Campaign(const RunDirectory& directory, const Plan& plan, Journal& journal, Clock& clock)
    : directory_(&directory), plan_(&plan), journal_(&journal), clock_(&clock) {
  for (std::size_t i = 0; i < plan.runs.size(); ++i) index_of_run_[plan.runs[i].id] = i;
}

Result<Campaign> Campaign::open(const RunDirectory& directory, const Plan& plan, Journal& journal,
                                Clock& clock) {
  Campaign campaign(directory, plan, journal, clock);
  TRY_ASSIGN(auto records, outcomes(plan, directory, {.now = clock.now()}));
  campaign.records_ = std::move(records);
  campaign.past_ = open_submissions(journal.past());
  return campaign;
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

std::filesystem::path Campaign::script(JobIndex job) const {
  return directory_->job_script(plan_->jobs[job].id);
}

Result<void> Campaign::check_place(JobIndex job) const {
  const auto& [id, runs, shared] = plan_->jobs[job];
  return check_written_here(*directory_, shared ? directory_->run_script(id, runs.front()) : script(job));
}

Result<void> Campaign::refresh(JobIndex job) { return refresh_under({.now = clock_->now()}, job); }

Result<void> Campaign::refresh_living(JobIndex job) {
  constexpr auto kForEver = std::chrono::hours(24 * 365);
  TRY(refresh_under({.now = clock_->now(), .patience = kForEver}, job));
  for (const auto& run : plan_->jobs[job].runs)
    if (auto& record = records_[index_of_run_.at(run)]; may_have_ended_with_its_job(record))
      record.outcome.reset();
  return {};
}

Result<void> Campaign::refresh_under(const Circumstances& circumstances, JobIndex job) {
  for (const auto& run : plan_->jobs[job].runs) {
    auto& record = records_[index_of_run_.at(run)];
    TRY_ASSIGN(auto found, outcome_of(record.run, *directory_, circumstances));
    record = std::move(found);
  }
  return {};
}

void Campaign::worsen(JobIndex job, const std::string& attempt, const Outcome& bad_end) {
  for (const auto& run : plan_->jobs[job].runs) {
    auto& record = records_[index_of_run_.at(run)];
    if (record.attempt != attempt) continue;
    if (plan_->jobs[job].shared && record.outcome && !may_have_ended_with_its_job(record)) continue;
    auto outcome = with_figures(record.outcome ? worse_of(*record.outcome, bad_end) : bad_end, record.run,
                                directory_->attempt(run, attempt));
    record.is_concluded = record.is_concluded && record.outcome == outcome;
    record.outcome = std::move(outcome);
  }
}

Result<std::vector<RunRecord>> Campaign::conclude(JobIndex job) {
  std::vector<RunRecord> concluded;
  for (const auto& run : plan_->jobs[job].runs) {
    auto& record = records_[index_of_run_.at(run)];
    if (!record.outcome || record.is_concluded) continue;
    TRY(write(record));
    record.is_concluded = true;
    concluded.push_back(record);
  }
  return concluded;
}

// The journal first: what it does not hold is concluded again by whoever comes after a crash.
Result<void> Campaign::write(const RunRecord& record) {
  Json event{{"event", "ended"}, {"run", record.run.id}, {"attempt", record.attempt}};
  event.update(to_json(*record.outcome));
  TRY(journal_->write(event));
  return write_outcome_file(*directory_, record);
}

Result<std::optional<Started>> Campaign::claimant(JobIndex job, const std::string& attempt) const {
  for (const auto& run : plan_->jobs[job].runs) {
    auto started = read_started(directory_->attempt(run, attempt));
    if (!started || *started) return started;
  }
  return std::nullopt;
}

std::optional<std::string> Campaign::open_attempt(JobIndex job) const {
  const auto past = past_.find(plan_->jobs[job].id);
  if (past == past_.end() || !is_open(past->second, records_of(job))) return std::nullopt;
  return past->second.attempt;
}

Result<PastSubmissions> Campaign::handed_over(Scheduler& scheduler) const {
  PastSubmissions open;
  for (JobIndex index = 0; index < job_count(); ++index)
    if (open_attempt(index)) open.insert(*past_.find(job(index).id));
  return with_ids(std::move(open), journal_->campaign(), scheduler);
}

Result<Submission> Campaign::next_submission(JobIndex job, const std::vector<std::string>& due) const {
  std::vector<std::string> taken;
  for (const auto& run : plan_->jobs[job].runs) {
    TRY_ASSIGN(const auto names, attempt_names(*directory_, run));
    taken.insert(taken.end(), names.begin(), names.end());
  }
  const auto attempt = next_attempt(taken);
  return Submission{.name = submission_name(job, attempt),
                    .attempt = attempt,
                    .script = script(job),
                    .runs = plan_->jobs[job].shared ? due : std::vector<std::string>(),
                    .avoided_nodes = failed_nodes(job)};
}

Result<Submission> Campaign::next_array(const std::vector<JobIndex>& jobs) const {
  Submission array;
  for (const auto job : jobs) {
    TRY_ASSIGN(auto one, next_submission(job, {}));
    array.tasks.push_back({std::move(one.script), std::move(one.attempt)});
  }
  TRY_ASSIGN(const auto number, make_array_folder(*directory_));
  array.name = scalegen::submission_name(journal_->campaign(), "array", number);
  array.script = directory_->array_script(number);
  return array;
}

std::vector<std::string> Campaign::failed_nodes(JobIndex job) const {
  std::vector<std::string> nodes;
  for (const auto& record : records_of(job))
    if (const auto* const failed = record.outcome ? std::get_if<NodeFailed>(&*record.outcome) : nullptr;
        failed != nullptr && !failed->node.empty())
      nodes.push_back(failed->node);
  return nodes;
}

std::string Campaign::submission_name(JobIndex job, const std::string& attempt) const {
  return scalegen::submission_name(journal_->campaign(), plan_->jobs[job].id, attempt);
}

Json Campaign::event(const char* kind, JobIndex job, const std::string& attempt) const {
  return {{"event", kind}, {"job", plan_->jobs[job].id}, {"attempt", attempt}};
}

std::vector<Json> Campaign::events(const char* kind, const Handover& handover) const {
  std::vector<Json> events;
  for (std::size_t i = 0; i < handover.jobs.size(); ++i)
    events.push_back(event(kind, handover.jobs[i], attempt_of(handover, i)));
  return events;
}

Result<void> Campaign::write_intent(const Handover& handover) {
  auto intents = events("submitting", handover);
  for (std::size_t i = 0; i < intents.size(); ++i) {
    intents[i]["name"] = handover.submission.name;
    if (is_array(handover.submission)) intents[i]["task"] = i;
  }
  return journal_->write_all(std::move(intents));
}

Result<void> Campaign::write_submitted(const Handover& handover, const std::vector<std::string>& ids) {
  auto handed_over = events("submitted", handover);
  for (std::size_t i = 0; i < ids.size(); ++i) handed_over[i]["id"] = ids[i];
  return journal_->write_all(std::move(handed_over));
}

Result<void> Campaign::write_put_off(const Handover& handover) {
  return journal_->write_all(events("put_off", handover));
}

Result<void> Campaign::write_unclaimed(JobIndex job, const std::string& attempt) {
  return journal_->write(event("unclaimed", job, attempt));
}

Result<void> Campaign::write_interrupted() { return journal_->write({{"event", "interrupted"}}); }

}  // namespace scalegen
