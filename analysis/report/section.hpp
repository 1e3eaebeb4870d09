#pragma once
#include <string>
#include <vector>

#include "core/text_table.hpp"

namespace scalegen::report {

/// A part of a report below its table, such as prices: a heading, a table unless it has no rows, then lines.
/// Lines that say what the figures rest on come last.
struct Section {
  std::string title{};
  TextTable table{};
  std::vector<std::string> lines{};
};

inline bool is_empty(const Section& section) { return section.table.rows.empty() && section.lines.empty(); }

}  // namespace scalegen::report
