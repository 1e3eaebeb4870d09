#pragma once
#include <deque>
#include <vector>

#include "runner/active_job.hpp"
#include "runner/progress.hpp"

namespace scalegen {

/// As the jobs stand now; what is left of the time, and what has just ended, is for the caller to add.
Progress progress_of(const std::vector<ActiveJob>& active, const std::deque<JobIndex>& to_begin,
                     const Campaign& campaign, std::chrono::system_clock::time_point now);

}  // namespace scalegen
