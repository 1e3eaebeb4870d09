#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

#include "workloads/train/data/samples.hpp"
#include "workloads/train/options.hpp"

namespace scalegen::train {

/// The set that the options ask for: whole, or BadInput that says where it was looked for and how to get it.
/// `auto` is the first set that is there and fits the model, else a synthetic one.
Dataset load_dataset(const Options& options);

/// A set in CIFAR's binary form: files of records, each a label and an image, red, green and blue row by row.
/// CIFAR-100's have a coarse label before the fine one, which counts. Tiny-ImageNet is packed into this form.
///
/// Returns the training and the test samples of the folder, its files plain or gzipped, or nothing if it has
/// none of them. Throws BadInput that names the file, what was expected and what was found; some of the files
/// are a mistake, too.
std::optional<TrainAndTest> read_record_set(const recipe::DataSet& set, const std::filesystem::path& folder);

/// Images that the model can learn to tell apart, the same on every machine: drawn digits of varying place,
/// width and brightness on a noisy ground for 28 x 28 images of ten classes, else patches of colour, a
/// pattern for each class. There are `train_samples` to train on, by default 60000 or what 256 MiB hold, and
/// a sixth of that, at least 10, to test, drawn from other random numbers.
Dataset synthetic_set(const recipe::Model& model, std::optional<int64_t> train_samples);

}  // namespace scalegen::train
