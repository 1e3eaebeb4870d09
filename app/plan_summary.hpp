#pragma once
#include <string>
#include <vector>

#include "app/sweep_spec.hpp"
#include "core/plan.hpp"
#include "generator/plan/price.hpp"
#include "runner/slurm/sbatch.hpp"

namespace scalegen {

/// Runs of a plan that differ only in their round.
struct RunKind {
  const Run* first = nullptr;
  int runs = 0;
};

/// The kinds of runs of a plan: those on CPUs first, smaller rungs before larger ones. The plan must outlive
/// them.
std::vector<RunKind> kinds_of(const Plan& plan);

/// The value of a setting as text; empty if the run does not have it.
std::string setting_text(const Run& run, const std::string& name);

/// The parameters that differ between rungs and are no axis, such as results of formulas, without those that
/// a column shows anyway.
std::vector<std::string> derived_parameters(const Plan& plan);

/// Describes how runs are started: the container, the modules, what is set as Slurm would, and the launch
/// line of each kind.
std::string launch_text(const PlanHead& head, const std::vector<RunKind>& kinds);

/// "26.0 core-hours and 3.50 GPU-hours", followed by the site's own units if it has some.
std::string price_text(const plan::Price& price);

/// The jobs to ask Slurm about: all jobs if runs share them, else one for each kind.
std::vector<Job> representative_jobs(const Plan& plan, const std::vector<RunKind>& kinds);

/// Asks Slurm when it would start these jobs, with the scripts that would be submitted. Returns an error if a
/// script cannot be written; Slurm's answer, or its refusal, is a result for each job.
Result<std::vector<Result<slurm::ExpectedStart>>> expected_starts(const SweepSpec& spec, const Plan& plan,
                                                                  const std::vector<Job>& jobs);

}  // namespace scalegen
