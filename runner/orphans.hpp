#pragma once
#include "runner/campaign.hpp"

namespace scalegen {

/// Ends what the scheduler still has of a job. What is on another host cannot be reached, and is left.
Result<void> clear_away(const std::string& id, Scheduler& scheduler);

/// The same for the job's lost attempts: a script that was killed leaves its ranks behind, and they would
/// disturb what is measured next.
Result<void> clear_away_lost(JobIndex job, const Campaign& campaign, Scheduler& scheduler);

}  // namespace scalegen
