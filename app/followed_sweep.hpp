#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/report/report.hpp"
#include "app/once_more.hpp"
#include "app/submission.hpp"
#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/process.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"
#include "runner/scheduler.hpp"
#include "runner/sweep_runner.hpp"

namespace scalegen {

/// A sweep that a command follows to its end, and how. A command takes the steps below in their order, and
/// asks a person between them.
struct FollowedSweep {
  const RunDirectory& directory;
  const Plan& plan;
  Scheduler& scheduler;
  Clock& clock;
  SubmitOptions options{};
  std::vector<std::string> excluded_nodes{};
};

/// enter_allocation() for what may run: what is not completed, and what is to be measured once more.
Result<void> go_to_its_allocation(const FollowedSweep& sweep);

/// The number of runs that failed in an earlier call and would not run again now, though a person may have
/// corrected the program since. 0 if there is to be a trial, which tries again in any case.
Result<std::ptrdiff_t> failed_before(const FollowedSweep& sweep);

/// Records the new limit of jobs. Returns the process that follows the sweep already, if one does: it keeps
/// to the limit.
Result<std::optional<ProcessIdentity>> pass_on_limit(const FollowedSweep& sweep, int most);

/// The work that is left, before anything is submitted.
struct Outlook {
  std::vector<RunRecord> records{};
  SubmissionCost cost{};
  bool lacks_trial = false;      // it would begin with one, and nobody waits for it
  bool nothing_is_left = false;  // nor does anybody work here
};
Result<Outlook> outlook_of(const FollowedSweep& sweep);

/// run_sweep(), with a trial if there is to be one. With --detach it is interrupted as soon as no more can be
/// submitted. Of a trial the observer learns only if it has a figure.
Result<SweepEnd> follow_once(const FollowedSweep& sweep, const SweepObserver& observer);

/// The load that makes figures of the runs so far uncertain: "1cpu: other programs used 83 % of its cores'
/// time". Empty if there was none.
std::string load_in_the_way(const FollowedSweep& sweep);

/// First runs that were slow begin again: the sweep is to be followed once more.
Result<std::vector<OnceMore>> put_slow_firsts_aside(const FollowedSweep& sweep, const SweepEnd& end);

/// The file in which a person reads more about an attempt.
std::filesystem::path output_of(const RunRecord& record, const RunDirectory& directory);

/// The result of a sweep.
struct Conclusion {
  report::Report report{};
  Result<void> page{};  // an error if page() of the run directory could not be written: the figures count
  std::vector<RunRecord> failed{};  // unless a person cancelled them
  std::ptrdiff_t for_retry = 0;     // that run again with --again failed
  bool is_well = false;             // nothing is missing, and no assertion fails
};
Result<Conclusion> conclude(const FollowedSweep& sweep, const std::vector<RunRecord>& records);

}  // namespace scalegen
