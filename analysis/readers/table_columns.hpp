#pragma once
#include <optional>
#include <string>

#include "analysis/quantity.hpp"
#include "analysis/readers/csv.hpp"

namespace scalegen {

/// Which field of a line is what.
struct TableColumns {
  std::size_t count = 2;
  std::size_t rung = 0;
  std::size_t value = 1;
  std::optional<std::size_t> round{};
  std::string value_name = "seconds";
  Quantity quantity = Quantity::time;
  std::string unit = "s";
};

/// Whether a line names columns: none of its fields is a number.
bool is_header(const CsvLine& line);

/// Columns by their names in any order: rung, one of seconds, images_per_s and samples_per_s, perhaps round.
Result<TableColumns> columns_of_header(const std::string& file, const CsvLine& header);

/// Columns of a table without a header: rung,seconds[,round].
TableColumns usual_columns(const CsvLine& first);

}  // namespace scalegen
