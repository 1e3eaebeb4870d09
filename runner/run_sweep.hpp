#pragma once
#include <functional>
#include <limits>
#include <vector>

#include "core/clock.hpp"
#include "core/run_record.hpp"
#include "runner/progress.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

struct SweepOptions {
  bool retry_failed = false;  // those that failed, timed out or ran out of memory too, once
  bool as_arrays = false;     // jobs that ask for the same are handed over together
};

/// How the sweep is seen, held back and stopped from outside. All are called at every turn of the loop.
struct SweepObserver {
  std::function<void(const Progress&)> report = [](const Progress&) {};
  std::function<bool()> wants_stop = [] { return false; };
  std::function<int()> jobs_at_a_time = [] { return std::numeric_limits<int>::max(); };
};

struct SweepEnd {
  bool interrupted = false;
  std::vector<RunRecord> records{};  // in the plan's order
  bool operator==(const SweepEnd&) const = default;
};

/// Runs what the plan has not yet seen through, and waits for it. May be killed at any moment: the same call
/// again adopts what lives, repeats what was lost, and measures no run twice. An error where it could not go
/// on; what had ended until then stands, and the same call again continues.
Result<SweepEnd> run_sweep(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                           Clock& clock, const SweepOptions& options = {},
                           const SweepObserver& observer = {});

}  // namespace scalegen
