#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/measurement/metric.hpp"
#include "analysis/readers/csv.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

struct ImportedRow {
  std::string rung{};
  int round = 1;
  double value = 0;  // above 0
  bool operator==(const ImportedRow&) const = default;
};

/// A table of somebody else's runs: rung,seconds or rung,images_per_s.
struct ImportedTable {
  Quantity quantity = Quantity::time;
  std::string unit = "s";
  std::vector<ImportedRow> rows{};
  bool operator==(const ImportedTable&) const = default;
};

/// The columns may stand in any order and without a header (rung,seconds). Several lines of one rung are its
/// rounds: by the column `round` where there is one, else in their order. Blank lines and lines that begin
/// with # are passed over.
Result<ImportedTable> read_table(const std::string& file, std::string_view text);

}  // namespace scalegen
