#pragma once

#include <cstdint>
#include <optional>

#include "workloads/train/data/samples.hpp"

namespace scalegen::train {

/// Images that the model can learn to tell apart, the same on every machine: drawn digits of varying place,
/// width and brightness on a noisy ground for 28 x 28 images of ten classes, else patches of colour, a
/// pattern for each class. There are `train_samples` to train on, by default 60000 or what 256 MiB hold, and
/// a sixth of that, at least 10, to test, drawn from other random numbers.
Dataset synthetic_set(const recipe::Model& model, std::optional<int64_t> train_samples);

}  // namespace scalegen::train
