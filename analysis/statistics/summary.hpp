#pragma once
#include <algorithm>
#include <limits>
#include <optional>

namespace scalegen::stats {

/// Describes values without keeping them: how many there are, their sum and their range.
struct Summary {
  double count = 0;
  double sum = 0;
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();

  void add(const Summary& other) {
    count += other.count;
    sum += other.sum;
    least = std::min(least, other.least);
    most = std::max(most, other.most);
  }
  void add(const std::optional<double>& value) {
    if (value) add(Summary{1, *value, *value, *value});
  }
  [[nodiscard]] std::optional<double> mean() const {
    return count == 0 ? std::nullopt : std::optional(sum / count);
  }
  [[nodiscard]] std::optional<double> largest() const {
    return count == 0 ? std::nullopt : std::optional(most);
  }
};

}  // namespace scalegen::stats
