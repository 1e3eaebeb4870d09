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
/// CIFAR-100's have a coarse label before the fine one, which counts. examples/pack_images.py packs images
/// into that of Tiny-ImageNet.
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

/// Throws BadInput where a synthetic set is more than this machine's memory.
void check_memory(int64_t count, int64_t tests, int64_t bytes_each);

/// Tokens for a model of text, in rows of `sequence`: those of the files train.bin and val.bin of the folder
/// that the options name, or synthetic ones, each of which leaves open four for the next. Throws BadInput for
/// a folder that lacks a file, or that has not so many rows of the model's tokens.
Dataset load_text(const Options& options);
Dataset synthetic_text(const recipe::Model& model, int64_t sequence, std::optional<int64_t> train_samples);

}  // namespace scalegen::train
