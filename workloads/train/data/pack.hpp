#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

#include "workloads/recipe.hpp"

namespace scalegen::train {

/// Makes the two files of a Tiny-ImageNet folder (tiny-imagenet-200, with `train/` and `val/` as unzipped)
/// that scalegen-train reads: 110,000 JPEGs would be decoded by each rank of each run otherwise. Classes are
/// numbered in the order of their names, as torchvision's ImageFolder does. Prints what it has made.
///
/// Throws BadInput that names the image that is missing, damaged, or not of 64 x 64 pixels.
void pack_tiny_imagenet(const std::filesystem::path& folder);

/// The image channel by channel and row by row, grey ones as three equal channels. Throws BadInput for a file
/// that is missing, damaged or of another shape, and in builds without libjpeg.
std::vector<uint8_t> decode_jpeg(const std::filesystem::path& path, const recipe::Shape& shape);

}  // namespace scalegen::train
