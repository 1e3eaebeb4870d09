#pragma once
#include "analysis/report/report.hpp"
#include "core/text_table.hpp"

namespace scalegen::page {

/// All runs with their figures: at most kMostRuns, of more rungs' first ones.
TextTable run_table(const report::Report& report);

/// The runs without a figure that should have one, why, and what would help.
TextTable unmeasured_table(const report::Report& report);

/// Where each measured run was: nodes, cores and GPUs of its ranks, as they recorded it.
TextTable placement_table(const report::Report& report);

/// Of each of the tables above.
inline constexpr std::size_t kMostRuns = 2000;

/// True if the tables leave runs out.
bool has_more_runs(const report::Report& report);

}  // namespace scalegen::page
