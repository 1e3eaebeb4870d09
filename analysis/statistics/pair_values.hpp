#pragma once
#include <cstddef>
#include <vector>

namespace scalegen::stats {

/// One value for each pair of observations. They are counted, never written down: two samples of 100,000
/// have 10,000,000,000 differences.
class PairValues {
 public:
  /// a - b for each value of the one and each of the other.
  static PairValues differences(std::vector<double> a, const std::vector<double>& b);

  /// Walsh averages: the mean of each two values, and of each value with itself.
  static PairValues means_of_two(std::vector<double> values);

  [[nodiscard]] std::size_t size() const;

  /// The value that n of them precede in sorted order.
  [[nodiscard]] double nth(std::size_t n) const;

  [[nodiscard]] double median() const;

 private:
  enum class Kind { difference, mean };

  PairValues(Kind kind, std::vector<double> rows, std::vector<double> columns)
      : kind_(kind), rows_(std::move(rows)), columns_(std::move(columns)) {}

  [[nodiscard]] double value(std::size_t row, std::size_t column) const;
  [[nodiscard]] std::size_t count_up_to(double limit) const;

  // Sorted so that values rise along each row and each column.
  Kind kind_;
  std::vector<double> rows_;
  std::vector<double> columns_;
};

}  // namespace scalegen::stats
