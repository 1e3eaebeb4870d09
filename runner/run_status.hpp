#pragma once
#include <set>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// A run, and where its job is with the scheduler.
struct Standing {
  RunRecord record{};
  std::string id{};  // of a job that may not have ended; empty: the scheduler has none
  JobStatus status{};
  bool operator==(const Standing&) const = default;
};

inline bool is_with_scheduler(const Standing& standing) {
  return !standing.id.empty() && standing.status.state != JobState::ended;
}

/// Of each run, in the plan's order, from its files, the journal and one question to the scheduler. Needs
/// neither lock nor write permission.
Result<std::vector<Standing>> standings(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                                        Clock& clock);

/// Writes down of runs whose jobs were just cancelled that they are, where they left no other word, or that
/// they did not come to begin: Slurm's accounts may say for some time that they run or wait. Takes the
/// directory's lock.
Result<void> conclude_cancelled(const RunDirectory& directory, const Plan& plan,
                                const std::set<std::string>& runs, Clock& clock);

}  // namespace scalegen
