#pragma once

#include <cstdint>

#include "workloads/train/options.hpp"

namespace scalegen::train {

/// The learning rate of a step: a line upwards over the first `warmup_steps`, times the schedule's factor.
///
/// The factor follows the epoch (from 1), as the tutorials' call of scheduler.step() after each epoch does:
/// torch.optim's StepLR, ExponentialLR, or CosineAnnealingLR to 0. `step` is from 1.
double learning_rate(const Learning& learning, int64_t step, int64_t epoch);

}  // namespace scalegen::train
