#pragma once
#include <optional>
#include <vector>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"
#include "runner/run_status.hpp"
#include "runner/scheduler.hpp"
#include "runner/sweep.hpp"

namespace scalegen {

struct SweepEnd {
  bool interrupted = false;
  std::optional<SweepStop> stop{};        // if it stopped by itself
  std::vector<RunRecord> records{};       // in the plan's order
  std::vector<std::string> held_back{};   // runs that did not start, since their first round failed
  Progress progress{};                    // at the end
  std::vector<SubmittedJob> submitted{};  // if it was interrupted: those that the scheduler still has
  bool operator==(const SweepEnd&) const = default;
};

/// Runs what is left of a plan, and waits for it. May be killed at any moment: the same call again adopts
/// what lives, repeats what was lost, and measures no run twice. An error if it could not go on; what had
/// ended until then stands, and the same call again continues.
Result<SweepEnd> run_sweep(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                           Clock& clock, const SweepOptions& options = {},
                           const SweepObserver& observer = {});

}  // namespace scalegen
