#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/conditions/comparability.hpp"
#include "analysis/published/printed_cell.hpp"
#include "analysis/readers/metric.hpp"
#include "core/setting.hpp"

namespace scalegen::published {

/// A time or a rate as a table prints it.
struct Measured {
  double value = 0;       // 0: none
  double last_digit = 1;  // what one there is worth, in the unit of the value: see last_digit()
};

struct Row {
  int line = 1;
  std::string rung{};
  std::map<std::string, double> sizes{};  // all that are said: gpus 8, nodes 2
  std::vector<Measured> measured{};       // for each column of times or rates
  Settings conditions{};                  // with both batches, as complete_batches leaves them
  std::vector<std::string> cells{};       // for each derived column
};

struct MeasuredColumn {
  std::string name{};
  Quantity quantity = Quantity::time;
};

/// All rows of a file, those of other settings too: they may be the baseline.
struct Table {
  std::vector<MeasuredColumn> measured{};
  std::vector<std::string> derived{};   // heads that kind_of knows
  std::optional<bool> decimal_comma{};  // as far as the file tells
  std::vector<Row> rows{};
};

/// A figure of a derived column that is not what it says, or a column that nothing explains.
struct Doubt {
  enum class Why { wrong, unexplained, unlike };  // unlike: its run and the baseline are two experiments
  Why why = Why::wrong;
  int line = 0;
  std::string column{};
  std::string text{};                // the figure as printed
  std::vector<std::string> right{};  // "2.87x by its own 'time (s)'"
  std::string baseline{};            // its rung
  std::string counts_as = "1";       // what stands for the baseline
  std::vector<Difference> differences{};
  bool operator==(const Doubt&) const = default;
};

/// Finds for each derived column the baseline and the rule of its author: those that leave the fewest figures
/// unexplained, of several the simplest. Rounding and truncation explain a figure, and so does all that the
/// last digits of the measured ones leave open. A rule that explains less than half, or one of several, is
/// chance.
std::vector<Doubt> doubts_of(const Table& table);

/// "line 4: Speedup 2.4 is 2.2 by its own 'images/s', with 1gpu as 1"
std::string sentence(const Doubt& doubt);

}  // namespace scalegen::published
