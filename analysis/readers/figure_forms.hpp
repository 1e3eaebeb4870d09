#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "core/plan.hpp"

namespace scalegen {

/// The kinds of figures that logs have, the best first. A time of a run is one only if it is printed once.
enum class FigureKind { total_rate, rate, step_rate, time_of_part, time_of_run };

/// A pattern for a figure of which a log says the unit.
struct FigureForm {
  FigureKind kind{};
  MetricPattern pattern{};
  std::string needs{};  // a text that the log must have somewhere, such as the head of a table
};

/// Calls `visit` with the form of each figure in a line.
void for_each_figure_in(std::string_view line, const std::function<void(const FigureForm&)>& visit);

/// True if the text before a number says that it is of a validation or a test.
bool is_of_validation(std::string_view before);

}  // namespace scalegen
