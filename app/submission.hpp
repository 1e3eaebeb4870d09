#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/sweep_spec.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "generator/plan/price.hpp"
#include "runner/run_status.hpp"

namespace scalegen {

/// Options for submitting the jobs of a run directory and waiting for them.
struct SubmitOptions {
  std::optional<int> max_in_flight{};  // most jobs in Slurm's queue at a time; none: the last limit given
  bool retry_failed = false;
  std::vector<std::string> again{};  // runs that failed, or completed without a figure
  bool as_arrays = false;            // submit jobs with equal requests as one job array
  bool exclude_slow = false;         // leave out the nodes that the report names as slow
  bool no_trial = false;             // submit all at once, without looking at one run first
  bool detach = false;               // return when all jobs are submitted
  bool yes = false;                  // ask no questions
  bool verbose = false;              // the report at the end says how it was measured, too
  bool json = false;                 // print that report as JSON
  bool agreed = false;               // not an option: the user has seen the price and said yes
  std::optional<double> max_gpu_hours{};
};

// Checks made before a run directory is written, so that a refusal leaves nothing behind.

/// Returns an error if the jobs are for Slurm and this machine has no sbatch.
Result<void> check_sbatch(const Profile& profile, const SweepSource& source);

/// Returns an error if the profile's scalegen-train does not exist yet: jobs would wait in the queue only to
/// fail. A program named by the user is not checked, since it may be visible on the nodes only.
Result<void> check_program(const SweepSpec& spec, const SweepSource& source);

/// Returns an error if the site requires an account and none was given: Slurm would refuse each job.
Result<void> check_account(const SweepSpec& spec, const plan::PlannedSweep& planned);

/// Returns an error if a bundled example was taken because the file does not exist, and nobody can be asked
/// whether that was intended: in a wrong folder it would spend an allocation.
Result<void> check_example_intended(const SweepSpec& spec, const SweepSource& source, bool may_ask);

/// Returns an error if the user wants to leave (--detach) and the jobs would end with scalegen.
Result<void> check_can_detach(bool keeps_jobs, bool detach);

/// The runs that a command will submit, and the most that their jobs can cost.
struct SubmissionCost {
  std::ptrdiff_t runs = 0;
  plan::Price price{};
  bool operator==(const SubmissionCost&) const = default;
};

/// The cost of what is not with the scheduler yet. A job is charged as a whole, even for one of its runs.
SubmissionCost submission_cost(const Plan& plan, const std::vector<RunStatus>& statuses, bool retry_failed);

/// The cost of a new plan: nothing of it is submitted yet.
SubmissionCost submission_cost(const Plan& plan);

/// "6 runs to submit, at most 26.0 core-hours and 3.50 GPU-hours"
std::string cost_text(const SubmissionCost& cost);

/// Returns an error if the submission may cost more than --max-gpu-hours allows.
Result<void> check_gpu_hours(const SubmissionCost& cost, std::optional<double> max_gpu_hours);

}  // namespace scalegen
