#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

/// Parses a text that is one finite decimal number, such as 73.48 or 1e3; a plus sign is allowed.
std::optional<double> parse_number(std::string_view text);

/// Parses a text that is one integer from 0 on, such as 12.
std::optional<int> parse_count(std::string_view text);

/// Parses a number as programs print it: everything that parse_number reads (73.48, 1e3), and commas between
/// groups of three digits of the integer part (1,234.5). Any other comma may be a decimal one; returns
/// nullopt for it.
std::optional<double> parse_printed_number(std::string_view text);

/// One field of a line of separated values, without its quotes and the blanks around it.
struct CsvField {
  std::string text{};
  int column = 1;  // of its first character, from 1
  bool operator==(const CsvField&) const = default;
};

struct CsvLine {
  int number = 1;
  std::string text{};
  std::vector<CsvField> fields{};
  bool whole = true;  // false if it is the last line and has no line break: it may be cut off
};

/// The text in a column; empty if the line ends before it.
const std::string& text_at(const CsvLine& line, std::size_t column);

/// Separators within double quotes belong to the field, and two double quotes there stand for one. Blank
/// lines and a byte order mark are skipped.
std::vector<CsvLine> read_csv(std::string_view text, char separator = ',');

/// An error at a field.
Diagnostic csv_error(const std::string& file, const CsvLine& line, const CsvField& field, std::string message,
                     std::string hint);

}  // namespace scalegen
