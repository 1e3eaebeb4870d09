#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"

namespace scalegen {

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

}  // namespace scalegen
