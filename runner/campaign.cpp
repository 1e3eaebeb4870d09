#include "runner/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/outcome_file.hpp"
#include "runner/outcomes.hpp"
#include "runner/worse_of.hpp"

namespace scalegen {

Campaign::Campaign(const RunDirectory& directory, const Plan& plan, Journal& journal, Clock& clock)
    : directory_(&directory), plan_(&plan), journal_(&journal), clock_(&clock) {
  for (std::size_t i = 0; i < plan.runs.size(); ++i) index_of_run_[plan.runs[i].id] = i;
}

Result<Campaign> Campaign::open(const RunDirectory& directory, const Plan& plan, Journal& journal,
                                Clock& clock) {
  Campaign campaign(directory, plan, journal, clock);
  auto records = outcomes(plan, directory, {.now = clock.now()});
  if (!records) return tl::make_unexpected(records.error());
  campaign.records_ = std::move(*records);
  campaign.open_submissions_ = open_submissions(journal.past());
  return campaign;
}

std::vector<RunRecord> Campaign::records_of(JobIndex job) const {
  std::vector<RunRecord> records;
  for (const auto& run : plan_->jobs[job].runs) records.push_back(records_[index_of_run_.at(run)]);
  return records;
}

Result<void> Campaign::refresh(JobIndex job) {
  for (const auto& run : plan_->jobs[job].runs) {
    auto& record = records_[index_of_run_.at(run)];
    auto found = outcome_of(record.run, *directory_, {.now = clock_->now()});
    if (!found) return tl::make_unexpected(found.error());
    record = std::move(*found);
  }
  return {};
}

void Campaign::worsen(JobIndex job, const std::string& attempt, const Outcome& bad_end) {
  for (const auto& run : plan_->jobs[job].runs) {
    auto& record = records_[index_of_run_.at(run)];
    if (record.attempt == attempt)
      record.outcome = record.outcome ? worse_of(*record.outcome, bad_end) : bad_end;
  }
}

Result<std::vector<RunRecord>> Campaign::conclude(JobIndex job) {
  std::vector<RunRecord> concluded;
  for (const auto& record : records_of(job)) {
    if (!record.outcome) continue;
    const auto known = is_written(record);
    if (!known) return tl::make_unexpected(known.error());
    if (*known) continue;
    if (auto written = write(record); !written) return tl::make_unexpected(written.error());
    concluded.push_back(record);
  }
  return concluded;
}

Result<bool> Campaign::is_written(const RunRecord& record) const {
  const auto known = read_outcome_file(*directory_, record.run.id);
  if (!known) return tl::make_unexpected(known.error());
  return *known && (*known)->attempt == record.attempt && (*known)->outcome == record.outcome;
}

// The journal first: what it does not hold is concluded again by whoever comes after a crash.
Result<void> Campaign::write(const RunRecord& record) {
  Json event{{"event", "ended"}, {"run", record.run.id}, {"attempt", record.attempt}};
  event.update(to_json(*record.outcome));
  if (auto written = journal_->write(event); !written) return written;
  return write_outcome_file(*directory_, record);
}

Result<std::optional<Started>> Campaign::claimant(JobIndex job, const std::string& attempt) const {
  for (const auto& run : plan_->jobs[job].runs) {
    auto started = read_started(directory_->attempt(run, attempt));
    if (!started || *started) return started;
  }
  return std::nullopt;
}

std::optional<PastSubmission> Campaign::open_submission(JobIndex job) const {
  const auto found = open_submissions_.find(plan_->jobs[job].id);
  if (found == open_submissions_.end()) return std::nullopt;
  const auto records = records_of(job);
  const bool ended = std::any_of(records.begin(), records.end(), [&](const RunRecord& record) {
    return record.attempt == found->second.attempt && record.outcome;
  });
  return ended ? std::nullopt : std::optional(found->second);
}

Result<Submission> Campaign::next_submission(JobIndex job) const {
  std::vector<std::string> taken;
  for (const auto& run : plan_->jobs[job].runs) {
    const auto names = attempt_names(*directory_, run);
    if (!names) return tl::make_unexpected(names.error());
    taken.insert(taken.end(), names->begin(), names->end());
  }
  const auto attempt = next_attempt(taken);
  return Submission{.name = submission_name(job, attempt),
                    .attempt = attempt,
                    .script = directory_->job_script(plan_->jobs[job].id),
                    .avoided_nodes = failed_nodes(job)};
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
  return fmt::format("{}-{}-{}", journal_->campaign(), plan_->jobs[job].id, attempt);
}

Result<void> Campaign::write_intent(JobIndex job, const Submission& submission) {
  return journal_->write({{"event", "submitting"},
                          {"job", plan_->jobs[job].id},
                          {"attempt", submission.attempt},
                          {"name", submission.name}});
}

Result<void> Campaign::write_submitted(JobIndex job, const Submission& submission, const std::string& id) {
  return journal_->write(
      {{"event", "submitted"}, {"job", plan_->jobs[job].id}, {"attempt", submission.attempt}, {"id", id}});
}

Result<void> Campaign::write_put_off(JobIndex job, const std::string& attempt) {
  return journal_->write({{"event", "put_off"}, {"job", plan_->jobs[job].id}, {"attempt", attempt}});
}

Result<void> Campaign::write_unclaimed(JobIndex job, const std::string& attempt) {
  return journal_->write({{"event", "unclaimed"}, {"job", plan_->jobs[job].id}, {"attempt", attempt}});
}

Result<void> Campaign::write_interrupted() { return journal_->write({{"event", "interrupted"}}); }

}  // namespace scalegen
