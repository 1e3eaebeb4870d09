#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/readers/csv.hpp"

namespace scalegen {

/// The lines of a table, whatever separates their cells: its header, if it has one, and its rows.
struct TableText {
  std::optional<CsvLine> header{};
  std::vector<CsvLine> rows{};
  int replaced_bytes = 0;  // that were not UTF-8
  int further_table = 0;   // the line in which another one begins
};

/// Takes a table apart: cells between commas, semicolons, tabs, the bars of Markdown or blanks. UTF-16 is
/// known by its mark; bytes that are not UTF-8 become U+FFFD. Rules, comments, empty cells at the end of a
/// line and Markdown's marks in cells are left out. Of several Markdown tables it takes the first.
TableText table_text(std::string_view text);

}  // namespace scalegen
