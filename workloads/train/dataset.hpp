#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/train/options.hpp"

namespace scalegen::train {

constexpr int64_t kImageSide = 28;
constexpr int64_t kImagePixels = kImageSide * kImageSide;

/// Images of 28 x 28 bytes one after the other, and the class from 0 to 9 of each.
struct Samples {
  std::vector<uint8_t> images;
  std::vector<uint8_t> labels;

  int64_t size() const { return static_cast<int64_t>(labels.size()); }
  bool operator==(const Samples&) const = default;
};

struct Dataset {
  std::string name;
  Samples train;
  Samples test;

  bool operator==(const Dataset&) const = default;
};

/// The set that the options ask for: whole, or BadInput. A folder that has some of the four files but not all
/// is a mistake, even where `auto` could go on to another set: a broken download must not change what is
/// trained on.
Dataset load_dataset(const Options& options);

}  // namespace scalegen::train
