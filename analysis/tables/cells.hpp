#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/readers/csv.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// The meaning of commas in numbers: 1,234.5 or 134,4.
enum class Comma { thousands, decimal };

/// Reads what the commas of a file mean from its numbers: sizes are whole. Returns an error that names the
/// cell if nothing tells (1,234), or if numbers contradict each other.
Result<Comma> comma_of(const std::string& file, const CsvLine& header, const std::vector<CsvLine>& rows);

/// The meaning of a cell.
struct Cell {
  std::optional<double> number{};  // nullopt: no figure, such as OOM or -
  std::string unit{};              // behind the number: s, ms, %, x, images/s; "s" of a clock time
  bool is_approximate = false;     // ~850
  bool operator==(const Cell&) const = default;
};

/// Reads a cell: a number, perhaps with a unit (299.5 ms, 92.9%, 1.97x, 12.3k tokens/s), a deviation or a
/// remark behind it (134.4 ± 1.2, 102 % (superlinear)), or a clock time (1:02:03, 3m25.1s), in seconds. A
/// text without a digit, or with a bound (>3600), has no number. Returns nullopt if there are digits that
/// make no number.
std::optional<Cell> read_cell(std::string_view text, Comma comma);

}  // namespace scalegen
