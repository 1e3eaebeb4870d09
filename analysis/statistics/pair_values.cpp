#include "analysis/statistics/pair_values.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>

namespace scalegen::stats {
namespace {

// Doubles as integers of the same order: neighbours differ by 1. The function is its own inverse on the bits.
std::int64_t in_order(std::int64_t bits) {
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}
std::int64_t position_of(double value) { return in_order(std::bit_cast<std::int64_t>(value)); }
double value_at(std::int64_t position) { return std::bit_cast<double>(in_order(position)); }

}  // namespace

PairValues PairValues::differences(std::vector<double> a, const std::vector<double>& b) {
  auto columns = b;
  std::ranges::sort(a);
  std::ranges::sort(columns, std::greater<>());
  return {Kind::difference, std::move(a), std::move(columns)};
}

PairValues PairValues::means_of_two(std::vector<double> values) {
  std::ranges::sort(values);
  return {Kind::mean, values, values};
}

std::size_t PairValues::size() const {
  return kind_ == Kind::mean ? rows_.size() * (rows_.size() + 1) / 2 : rows_.size() * columns_.size();
}

double PairValues::value(std::size_t row, std::size_t column) const {
  return kind_ == Kind::mean ? (rows_[row] + columns_[column]) / 2 : rows_[row] - columns_[column];
}

// One walk along the border between values up to the limit and those above: it only ever goes down and left.
// Of a pair and its mirror image, the means count the one whose column is not before its row.
std::size_t PairValues::count_up_to(double limit) const {
  std::size_t count = 0;
  auto columns = columns_.size();
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    while (columns > 0 && value(row, columns - 1) > limit) --columns;
    const auto left_out = kind_ == Kind::mean ? row : 0;
    if (columns <= left_out) break;
    count += columns - left_out;
  }
  return count;
}

// Bisects the doubles, not the real numbers: after at most 64 counts the value itself is left.
double PairValues::nth(std::size_t n) const {
  auto low = position_of(value(0, 0));
  auto high = position_of(value(rows_.size() - 1, columns_.size() - 1));
  while (low < high) {
    const auto middle = std::midpoint(low, high);
    if (count_up_to(value_at(middle)) > n)
      high = middle;
    else
      low = middle + 1;
  }
  return value_at(low);
}

double PairValues::median() const {
  const auto upper = nth(size() / 2);
  return size() % 2 == 1 ? upper : (nth(size() / 2 - 1) + upper) / 2;
}

}  // namespace scalegen::stats
