#pragma once
#include <string>
#include <vector>

#include "app/sweep_spec.hpp"
#include "core/plan.hpp"
#include "generator/plan/price.hpp"
#include "runner/slurm/sbatch.hpp"

namespace scalegen {

/// "26.0 core-hours and 3.50 GPU-hours", and the site's own units where it has some.
std::string price_text(const plan::Price& price);

/// Empty: the run has no such setting.
std::string setting_text(const Run& run, const std::string& name);

/// Runs that differ in their round alone.
struct RunKind {
  const Run* first = nullptr;
  int runs = 0;
};

/// The kinds of runs of a plan: those on CPUs first, and the smaller before the larger.
std::vector<RunKind> kinds_of(const Plan& plan);

/// A table with a line for each kind. `starts`, where it is not empty, says of each when Slurm would start
/// it.
std::string plan_table(const Plan& plan, const std::vector<RunKind>& kinds,
                       const std::vector<std::string>& starts);

/// Asks Slurm about these jobs of the plan, with the very scripts that would be submitted. An error where a
/// script cannot be written; what Slurm says of each is a result of its own.
Result<std::vector<Result<slurm::ExpectedStart>>> expected_starts(const SweepSpec& spec, const Plan& plan,
                                                                  const std::vector<Job>& jobs);

}  // namespace scalegen
