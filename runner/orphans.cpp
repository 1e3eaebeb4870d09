#include "runner/orphans.hpp"

namespace scalegen {

Result<void> clear_away(const std::string& id, Scheduler& scheduler) {
  const auto status = scheduler.query({id});
  if (!status) return tl::make_unexpected(status.error());
  if (status->front().state == JobState::unknown) return {};
  return scheduler.cancel({id});
}

Result<void> clear_away_lost(JobIndex job, const Campaign& campaign, Scheduler& scheduler) {
  for (const auto& record : campaign.records_of(job)) {
    if (!record.outcome || !std::holds_alternative<Lost>(*record.outcome)) continue;
    const auto started = campaign.claimant(job, record.attempt);
    if (!started) return tl::make_unexpected(started.error());
    if (!*started) continue;
    const auto id = scheduler.adopt(campaign.submission_name(job, record.attempt), **started);
    if (auto cleared = clear_away(id, scheduler); !cleared) return cleared;
  }
  return {};
}

}  // namespace scalegen
