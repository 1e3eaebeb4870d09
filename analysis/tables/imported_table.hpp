#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/published/derived_columns.hpp"
#include "analysis/readers/metric.hpp"
#include "analysis/tables/columns.hpp"
#include "analysis/tables/sizes.hpp"
#include "core/diagnostics.hpp"
#include "core/rung.hpp"
#include "core/setting.hpp"

namespace scalegen {

struct ImportedRow {
  std::string rung{};
  RungShape shape{};
  int round = 1;
  std::optional<double> value{};  // above 0; nullopt: the run has no figure
  std::string no_value{};         // what stands in its place: OOM
  Settings conditions{};
  Settings axes{};  // the settings whose values make tables of their own
  bool operator==(const ImportedRow&) const = default;
};

/// A column in which rows of one rung differ, and nobody knows what that means: they may be no rounds of one
/// thing.
struct OpenColumn {
  std::string name{};
  std::vector<std::string> values{};
  std::vector<std::string> rungs{};
  bool operator==(const OpenColumn&) const = default;
};

/// Remarks on the reading of a table that leaves something open.
struct ReadingRemarks {
  std::vector<TotalColumn> totals{};
  std::string figure{};  // that was read, if there are others
  std::vector<std::string> other_figures{};
  bool has_approximate_figures = false;  // ~850
  int replaced_bytes = 0;                // that were not UTF-8
  int steps_left_out = 0;                // lines of jobs' steps
  int lines_left_out = 0;                // with neither size nor figure
  int tables_left_out = 0;               // of the file
  bool operator==(const ReadingRemarks&) const = default;
};

/// A table of runs that were measured elsewhere: gpus,seconds or nodes,images_per_s.
struct ImportedTable {
  Quantity quantity = Quantity::time;
  std::string unit = "s";
  bool has_rounds = true;  // false: no column says which rows ran together
  std::vector<ImportedRow> rows{};
  std::vector<std::string> not_read{};  // names of further columns
  std::vector<OpenColumn> open{};
  std::vector<published::Doubt> doubts{};  // of speedups and efficiencies that stand in the table
  ReadingRemarks remarks{};
  bool operator==(const ImportedTable&) const = default;
};

/// The most tables into which settings divide a file.
inline constexpr std::size_t kMostTables = 24;

/// Reads a table in any form that table_text() knows. Its first line names the columns; without one they are
/// rung,seconds. Settings that differ within a rung make tables of their own, at most kMostTables. 1gpu and
/// "1 GPU" are one rung. Reports all mistakes of the rows at once.
Result<ImportedTable> read_table(const std::string& file, std::string_view text,
                                 const ReadingOptions& options = {});

}  // namespace scalegen
