#pragma once

#include <cstdint>

#include "workloads/train/dataset.hpp"

namespace scalegen::train {

/// Drawn digits, the same on every machine: of varying place, width and brightness, on a noisy ground.
/// There are `train_samples` to train on and a sixth of that, at least 10, to test, drawn from other random
/// numbers.
Dataset synthetic_digits(int64_t train_samples);

}  // namespace scalegen::train
