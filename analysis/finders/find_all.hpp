#pragma once
#include "analysis/scaling/report_head.hpp"
#include "analysis/scaling/speedup.hpp"
#include "analysis/trust/finding.hpp"

namespace scalegen {

/// All reasons to doubt what was measured or to read it with care. Each point of the tables gets those that
/// concern it. Claims of rungs that did no work are taken away: they say nothing, and share no error level.
Findings find_all(std::vector<ScalingTable>& tables, const report::ReportHead& head);

}  // namespace scalegen
