#pragma once
#include <cstddef>
#include <vector>

#include "generator/plan/choices.hpp"

namespace scalegen {

/// Counts through the values of all choices, the last one first. Those of one axis turn together.
class Odometer {
 public:
  explicit Odometer(const std::vector<Choice>& choices);

  /// Which of its values the choice has now.
  [[nodiscard]] std::size_t row(std::size_t choice) const { return wheels_[wheel_of_[choice]].row; }

  /// False where it is at its begin again.
  bool advance();

  /// How many positions there are, or nothing where there are more than `most`.
  [[nodiscard]] std::optional<std::size_t> positions(std::size_t most) const;

 private:
  struct Wheel {
    std::size_t size = 0;
    std::size_t row = 0;
  };
  std::vector<Wheel> wheels_;
  std::vector<std::size_t> wheel_of_;  // by choice
};

}  // namespace scalegen
