#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "workloads/recipe.hpp"

namespace scalegen::train {

/// The image channel by channel and row by row, grey ones as three equal channels. Throws BadInput for a file
/// that is missing, damaged or of another shape, and in builds without libjpeg.
std::vector<uint8_t> decode_jpeg(const std::filesystem::path& path, const recipe::Shape& shape);

}  // namespace scalegen::train
