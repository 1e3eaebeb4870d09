#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

/// A whole text that is one finite decimal number, such as 73.48 or 1e3; a plus sign is allowed.
std::optional<double> parse_number(std::string_view text);

/// A whole text that is one number from 0 on, such as 12.
std::optional<int> parse_count(std::string_view text);

/// A number as programs print it: what parse_number reads (73.48, 1e3), and commas between thousands where
/// they stand before every three digits of the whole part (1,234.5). Any other comma may be that of a
/// decimal, and is refused.
std::optional<double> parse_printed_number(std::string_view text);

/// One field of a line of comma separated values: without its quotes and the blanks around it.
struct CsvField {
  std::string text{};
  int column = 1;  // where it stands, in characters from 1
  bool operator==(const CsvField&) const = default;
};

struct CsvLine {
  int number = 1;
  std::string text{};
  std::vector<CsvField> fields{};
  bool whole = true;  // not the last one, cut off before its end of line
};

/// Commas within double quotes belong to the field, and two double quotes there stand for one. Blank lines
/// are left out, and so is a byte order mark.
std::vector<CsvLine> read_csv(std::string_view text);

/// An error at a field.
Diagnostic csv_error(const std::string& file, const CsvLine& line, const CsvField& field, std::string message,
                     std::string hint);

}  // namespace scalegen
