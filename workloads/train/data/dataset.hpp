#pragma once

#include "workloads/train/data/samples.hpp"
#include "workloads/train/options.hpp"

namespace scalegen::train {

/// The set that the options ask for: whole, or BadInput that says where it was looked for and how to get it.
/// `auto` is the first set that is there and fits the model, else a synthetic one.
Dataset load_dataset(const Options& options);

}  // namespace scalegen::train
