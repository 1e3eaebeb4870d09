#pragma once

#include <filesystem>
#include <optional>

#include "workloads/train/data/samples.hpp"

namespace scalegen::train {

/// The training and the test samples of a folder with the four idx files of the MNIST database (28 x 28
/// images of ten classes), plain or gzipped, or nothing if it has none of them. Throws BadInput that names
/// the file, what was expected and what was found; some of the four files are a mistake, too: a broken
/// download must not change what is trained on.
std::optional<TrainAndTest> read_idx_set(const std::filesystem::path& folder);

/// Its files, as messages name them: "'train-images-idx3-ubyte', ...".
std::string idx_file_names();

}  // namespace scalegen::train
