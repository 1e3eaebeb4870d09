#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "analysis/measurement/measurement_cache.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"
#include "core/run_selection.hpp"
#include "runner/run_status.hpp"

namespace scalegen {

/// Decides by select_runs() whether each run of a plan is to be started, from the files of the runs; of those
/// that `cache` has they are not read. Empty if the plan measures all of it: all of its runs are needed.
Result<std::vector<RunSelection>> select_runs_in(const RunDirectory& directory, const Plan& plan,
                                                 const std::vector<RunRecord>& records,
                                                 MeasurementCache& cache);

/// Decides whether a run of a shared job is to be started by the job's script, now that its turn has come. It
/// does not wait for other jobs, whose runs might show that it is not needed; but if a run of its own job has
/// to be tried again, which no job can that has begun, it is for the next job, and so is a run that is to
/// confirm what other jobs have not measured yet. An error if there is no such run.
Result<RunSelection> select_in_turn(const RunDirectory& directory, const Plan& plan, const std::string& run,
                                    std::chrono::system_clock::time_point now);

/// A run that has a figure, and is to be measured once more.
struct OnceMore {
  RunRecord run{};
  std::string why{};
};

/// First runs that were slow (scaling/slow_first), of rungs of which no run is left to start. From the files
/// alone, like select_runs_in(). There is one record at least.
std::vector<OnceMore> runs_once_more(const RunDirectory& directory, const Plan& plan,
                                     const std::vector<RunRecord>& records);

/// Says in each record that has not begun why it is not needed, if it is not.
Result<void> mark_not_needed(const RunDirectory& directory, const Plan& plan,
                             std::vector<RunRecord>& records);
Result<void> mark_not_needed(const RunDirectory& directory, const Plan& plan, std::vector<RunStatus>& runs);

}  // namespace scalegen
