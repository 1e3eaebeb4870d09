#pragma once
#include <functional>
#include <string>

#include "generator/plan/findings.hpp"
#include "generator/plan/parameter_grid.hpp"

namespace scalegen::plan {

/// Whether the LibTorch of the runs computes in this precision on a CPU.
using ComputesOnCpu = std::function<bool(const std::string& precision)>;

/// Reports what scalegen-train would refuse after the job has waited in the queue: settings that mean nothing
/// beside the others (recipe::kDependencies), and a precision that the CPU or the GPU of a rung does not
/// have, as far as the profile names the GPU.
void check_settings(const ParameterGrid& grid, const ComputesOnCpu& computes_on_cpu, Findings& findings);

}  // namespace scalegen::plan
