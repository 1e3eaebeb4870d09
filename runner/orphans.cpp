#include "runner/orphans.hpp"

#include "core/try.hpp"

namespace scalegen {

Result<void> clear_away(const std::string& id, Scheduler& scheduler) {
  TRY_ASSIGN(const auto status, scheduler.query({id}));
  if (status.front().state == JobState::unknown) return {};
  return scheduler.cancel({id});
}

Result<void> clear_away_lost(JobIndex job, const Campaign& campaign, Scheduler& scheduler) {
  for (const auto& record : campaign.records_of(job)) {
    if (!record.outcome || !std::holds_alternative<Lost>(*record.outcome)) continue;
    TRY_ASSIGN(const auto started, campaign.claimant(job, record.attempt));
    if (!started) continue;
    const auto id = scheduler.adopt(campaign.submission_name(job, record.attempt), *started);
    TRY(clear_away(id, scheduler));
  }
  return {};
}

}  // namespace scalegen
