#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

/// The meaning of a column that is neither size nor figure, and in which rows of a table differ. What weighs
/// more comes later.
enum class Differing {
  nothing,    // the same everywhere, measured, or of a run: a loss, a seed
  condition,  // a setting of each rung, compared with that of the baseline
  open,       // unknown: the rows of a rung that differ in it may be no rounds of one thing
  apart,      // a setting: its values make tables of their own
};

/// Judges a column by its head and its cells, row by row; `rungs` has the rung of each row. An empty cell
/// says nothing.
Differing judge_column(const std::string& name, const std::vector<std::string>& rungs,
                       const std::vector<std::string>& cells);

/// The rungs in which several values stand.
std::vector<std::string> rungs_that_differ(const std::vector<std::string>& rungs,
                                           const std::vector<std::string>& cells);

/// The values of a column, each once, in the order of the table.
std::vector<std::string> distinct(const std::vector<std::string>& cells);

}  // namespace scalegen
