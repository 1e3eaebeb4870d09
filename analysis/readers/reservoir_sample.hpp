#pragma once
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace scalegen {

constexpr std::size_t kMostValues = 100'000;

/// A sequence of any length in bounded memory: all of its values in their order, or of more than kMostValues
/// one of each 2, 4, 8, ... that follow each other. Which one is drawn, the same in each call, so that
/// nothing that comes back every 256 values, say, is taken always or never.
class ReservoirSample {
 public:
  void add(double value) {
    if (position_ == 0 && values_.size() == kMostValues) halve();
    if (position_ == taken_) values_.push_back(value);
    if (++position_ == one_in_) begin_block();
  }

  [[nodiscard]] const std::vector<double>& values() const { return values_; }
  [[nodiscard]] std::int64_t one_in() const { return one_in_; }

 private:
  void begin_block() {
    position_ = 0;
    taken_ = static_cast<std::int64_t>(draws_()) & (one_in_ - 1);
  }

  void halve() {
    for (std::size_t i = 0; i + 1 < values_.size(); i += 2) values_[i / 2] = values_[i + (draws_() & 1U)];
    values_.resize(values_.size() / 2);
    one_in_ *= 2;
    begin_block();
  }

  std::vector<double> values_{};
  std::int64_t one_in_ = 1;    // a power of 2
  std::int64_t position_ = 0;  // of the next value in its block
  std::int64_t taken_ = 0;     // the position in this block whose value is taken
  std::mt19937 draws_{};
};

}  // namespace scalegen
