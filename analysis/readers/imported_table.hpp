#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "analysis/measurement/metric.hpp"
#include "analysis/readers/splitting_column.hpp"
#include "core/diagnostics.hpp"
#include "core/setting.hpp"

namespace scalegen {

struct ImportedRow {
  std::string rung{};
  int round = 1;
  double value = 0;  // above 0
  Settings conditions{};
  bool is_without_gpu = false;  // 0 in a column of GPUs: on how many cores is not said
  bool operator==(const ImportedRow&) const = default;
};

/// A table of runs that were measured elsewhere: rung,seconds or rung,images_per_s.
struct ImportedTable {
  Quantity quantity = Quantity::time;
  std::string unit = "s";
  std::vector<ImportedRow> rows{};
  std::vector<std::string> not_read{};  // names of further columns
  std::vector<SplittingColumn>
      splitting{};  // of these and of conditions those that tell runs of one rung apart
  bool operator==(const ImportedTable&) const = default;
};

/// Reads a table whose fields are separated by commas, semicolons or tabs. Its first line names the columns
/// (columns_of_header), also behind a #; without one they are rung,seconds. Several lines of one rung are its
/// rounds, numbered by the column `round` or, without one, in their order; 1gpu and "1 GPU" are one rung.
/// Blank lines and other lines that begin with # are skipped. Reports all mistakes of the rows at once.
Result<ImportedTable> read_table(const std::string& file, std::string_view text);

}  // namespace scalegen
