#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/readers/csv.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// The lines of a table, whatever separates their cells: its header, if it has one, and its rows.
struct TableText {
  std::optional<CsvLine> header{};
  std::vector<CsvLine> rows{};
  int replaced_bytes = 0;   // that were not UTF-8
  int tables_left_out = 0;  // of a text with several
};

/// Takes a table apart: cells between commas, semicolons, tabs, the bars of Markdown or blanks. UTF-16 is
/// known by its mark; bytes that are not UTF-8 become U+FFFD. Rules, comments, empty cells at the end of a
/// line and Markdown's marks in cells are left out. Of several Markdown tables the only one with sizes and
/// figures is taken; returns an error if there are several of them.
Result<TableText> table_text(const std::string& file, std::string_view text);

}  // namespace scalegen
