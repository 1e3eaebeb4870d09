#pragma once
#include <vector>

#include "analysis/losses/straggler.hpp"

namespace scalegen::losses {

/// Adds what the monitors saw of the GPUs of a place that is slow, beside the others in the same runs: their
/// SM clocks if they are more than 2 % lower, and each slowdown that they had in at least 10 % more of the
/// samples. Medians over runs. A run says nothing if its monitors saw GPUs that are not its own, which may be
/// idle.
void add_gpus(Straggler& straggler, const std::vector<ScalingTable>& tables);

}  // namespace scalegen::losses
