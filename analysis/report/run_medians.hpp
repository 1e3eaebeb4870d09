#pragma once
#include "analysis/speedup.hpp"

namespace scalegen {

// What stands beside the figures, for information: medians over the measured runs of a rung.

std::optional<double> loop_seconds(const ScalingPoint& point);
std::optional<double> accuracy(const ScalingPoint& point);

/// Over all GPUs and runs. Nothing of runs in which the monitor saw other GPUs than those of the run.
GpuUsage gpus_of(const ScalingPoint& point);

/// Whether as many GPUs were seen as the run has ranks: on a shared node the monitor may see its neighbours'
/// too.
bool saw_its_own_gpus(const ScalingPoint& point, const Measurement& run);

}  // namespace scalegen
