#include "runner/conclude_cancelled.hpp"

#include <algorithm>

#include "runner/campaign.hpp"
#include "runner/lock.hpp"

namespace scalegen {
namespace {

bool is_cancelled(const RunRecord& record) {
  return is_running(record) || (record.outcome && std::holds_alternative<Cancelled>(*record.outcome));
}

Result<void> conclude_running(Campaign& campaign, JobIndex job, const std::set<std::string>& runs) {
  for (const auto& record : campaign.records_of(job)) {
    if (!runs.contains(record.run.id) || !is_cancelled(record)) continue;
    campaign.worsen(job, record.attempt, Cancelled{});
    if (auto written = campaign.conclude(job); !written) return tl::make_unexpected(written.error());
  }
  return {};
}

Result<void> conclude_queued(Campaign& campaign, JobIndex job, const std::set<std::string>& runs) {
  const auto attempt = campaign.open_attempt(job);
  const auto records = campaign.records_of(job);
  const bool was_cancelled = std::any_of(
      records.begin(), records.end(), [&](const RunRecord& record) { return runs.contains(record.run.id); });
  return attempt && was_cancelled ? campaign.write_unclaimed(job, *attempt) : Result<void>();
}

}  // namespace

Result<void> conclude_cancelled(const RunDirectory& directory, const Plan& plan,
                                const std::set<std::string>& runs, Clock& clock) {
  if (runs.empty()) return {};
  const auto lock = Lock::take(directory.lock(), clock);
  if (!lock) return tl::make_unexpected(lock.error());
  auto journal = Journal::open(directory.journal(), clock);
  if (!journal) return tl::make_unexpected(journal.error());
  auto campaign = Campaign::open(directory, plan, *journal, clock);
  if (!campaign) return tl::make_unexpected(campaign.error());
  for (JobIndex job = 0; job < campaign->job_count(); ++job) {
    if (auto written = conclude_running(*campaign, job, runs); !written) return written;
    if (auto written = conclude_queued(*campaign, job, runs); !written) return written;
  }
  return {};
}

}  // namespace scalegen
