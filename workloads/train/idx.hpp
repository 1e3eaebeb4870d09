#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace scalegen::train {

/// Reads a file of 28 x 28 images in the idx format of the MNIST database, plain or gzipped: a byte a pixel,
/// row by row. Throws BadInput that names the file, what was expected and what was found.
std::vector<uint8_t> read_idx_images(const std::filesystem::path& path);

/// Reads a file of labels from 0 to 9, likewise.
std::vector<uint8_t> read_idx_labels(const std::filesystem::path& path);

}  // namespace scalegen::train
