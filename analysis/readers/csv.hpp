#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

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
Diagnostic csv_mistake(const std::string& file, const CsvLine& line, const CsvField& field,
                       std::string message, std::string hint);

}  // namespace scalegen
