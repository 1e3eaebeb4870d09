#pragma once

#include <filesystem>
#include <optional>

#include "workloads/train/data/samples.hpp"

namespace scalegen::train {

/// A set in CIFAR's binary form: files of records, each a label and an image, red, green and blue row by row.
/// CIFAR-100's have a coarse label before the fine one, which counts. Tiny-ImageNet is packed into this form.
///
/// Returns the training and the test samples of the folder, its files plain or gzipped, or nothing if it has
/// none of them. Throws BadInput that names the file, what was expected and what was found; some of the files
/// are a mistake, too.
std::optional<TrainAndTest> read_record_set(const recipe::DataSet& set, const std::filesystem::path& folder);

}  // namespace scalegen::train
