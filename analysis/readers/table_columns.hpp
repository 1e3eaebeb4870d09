#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/measurement/metric.hpp"
#include "analysis/readers/csv.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// A column that says a condition of its run, such as precision.
struct ConditionColumn {
  std::size_t position = 0;
  std::string key{};  // as conditions are called elsewhere: global_batch
};

/// The meaning of the columns of a table, by position.
struct TableColumns {
  std::size_t count = 2;
  std::size_t rung = 0;
  std::string
      counted{};  // what a number in the rung's column counts: gpus, ranks, nodes, cores; may be empty
  std::size_t value = 1;
  std::string value_name = "seconds";  // as the table calls it
  Quantity quantity = Quantity::time;
  std::string unit = "s";
  std::optional<std::size_t> round{};
  std::vector<ConditionColumn> conditions{};
  std::vector<std::size_t> not_read{};  // the other columns that have a name
};

/// True if a line names columns: no field of it is a number, and the first is no rung such as 2gpu.
bool is_header(const CsvLine& line);

/// True if a column of this line has a name that says the rung: the sign of a header among comments.
bool names_a_rung(const CsvLine& line);

/// Reads the names of columns, in any order and any case: one for the rung (rung, gpus, ranks, nodes, cores),
/// one for the figure (a time such as "time (ms)" or a rate such as tokens_per_s), perhaps a round and
/// conditions. Others are not read.
Result<TableColumns> columns_of_header(const std::string& file, const CsvLine& header);

/// The columns of a table without names: rung,seconds. Returns an error for any other number of fields.
Result<TableColumns> columns_without_header(const std::string& file, const CsvLine& first);

}  // namespace scalegen
