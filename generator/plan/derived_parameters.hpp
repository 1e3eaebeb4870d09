#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "generator/plan/parameters.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen {

/// Which of the choices have formulas, in an order in which each finds what it wants. Reports those that
/// follow from each other, with the circle.
std::vector<std::size_t> formula_order(const std::vector<Choice>& choices, Diagnostics& errors);

/// Reports the names in formulas and constraints that no run has: unknown ones, and parameters that this
/// sweep leaves unset.
void check_names(const std::vector<Choice>& choices, const std::vector<Constraint>& where,
                 const Workload& workload, Diagnostics& errors);

/// What follows from a batch and the ranks: of `global_batch` the `per_rank_batch`, and the other way round.
/// Empty for all other names.
std::string_view follows_from(std::string_view parameter);

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

/// What the choice takes now.
inline const GivenValue& value_at(const std::vector<Choice>& choices, std::size_t choice,
                                  const Odometer& odometer) {
  return choices[choice].values[odometer.row(choice)];
}

/// What a rung says and, at its end, the values of all parameters there, the derived ones among them.
/// `formulas` is what formula_order said. Nothing where a formula gives no value, or one that does not fit;
/// that is reported.
std::optional<Settings> reckon_values(const Step& step, const std::vector<Choice>& choices,
                                      const std::vector<std::size_t>& formulas, const Odometer& odometer,
                                      Diagnostics& errors);

/// Reports what is wrong on one rung, unless its place has been reported for another.
void report_once(Diagnostic error, const Step& step, Diagnostics& errors);

}  // namespace scalegen
