#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen::published {

enum class Kind { speedup, efficiency, ideal, relative };  // relative: the head does not say what to whom

/// Reads the head of a derived column, such as "Speed-up:", "Parallel eff. (%)", "% of linear", "x" or "vs 1
/// GPU". Returns nullopt for any other and where a word is unknown: "Energy efficiency" is measured.
std::optional<Kind> kind_of(std::string_view head);

/// A figure as it stands in a cell: 92.9, one decimal, " %".
struct PrintedFigure {
  std::string text{};  // as printed, with x, % or "x slower"
  double value = 0;
  double unit = 1;  // 0.01 of a percentage
  int decimals = 0;
  bool is_slowdown = false;  // 2.63x slower
  bool operator==(const PrintedFigure&) const = default;
};

/// A ratio as the figure is printed, rounded or truncated to its decimals: "15.21x", "374.1 %".
std::string printed_like(const PrintedFigure& figure, double ratio, bool truncated = false);

/// One figure of 1.97x, **92.9%** or 1.00x (baseline), two of 0.38 (2.63x slower). None of anything else, and
/// of 1,234 where nobody knows what its comma means.
std::vector<PrintedFigure> read_cell(std::string_view cell, std::optional<bool> decimal_comma);

/// The worth of one in the last digit of a printed number: 0.01 of 42.06, 100 of 5100, 1 of 1:14:46.
double last_digit(std::string_view number);

}  // namespace scalegen::published
