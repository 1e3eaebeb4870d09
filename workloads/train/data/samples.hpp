#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "workloads/recipe.hpp"

namespace scalegen::train {

/// Images one after the other, a byte a value, channel by channel and row by row, and the class of each from
/// 0. Or a text, of which a sample is `sequence` tokens in a row and the one behind them: a model tells the
/// next token of each.
struct Samples {
  std::vector<uint8_t> images{};
  std::vector<int16_t> labels{};
  std::vector<uint16_t> tokens{};
  int64_t sequence = 0;

  int64_t size() const {
    if (sequence == 0) return static_cast<int64_t>(labels.size());
    return (std::max<int64_t>(1, static_cast<int64_t>(tokens.size())) - 1) / sequence;
  }
  bool operator==(const Samples&) const = default;
};

struct TrainAndTest {
  Samples train;
  Samples test;

  bool operator==(const TrainAndTest&) const = default;
};

/// Tells two sets apart, as where one node's copy is another version. Depends on the order of the bytes, and
/// is not made to withstand anybody.
uint64_t checksum(const TrainAndTest& samples);

/// `mean` and `deviation` are those of each channel, on a scale of 0 to 1, which batches have taken out.
struct Dataset {
  std::string name;
  recipe::Shape shape;
  int64_t classes = 10;
  std::array<double, 3> mean{};
  std::array<double, 3> deviation{1, 1, 1};
  TrainAndTest samples{};

  bool operator==(const Dataset&) const = default;
};

}  // namespace scalegen::train
