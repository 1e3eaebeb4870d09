#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/tables/cells.hpp"
#include "analysis/tables/heads.hpp"
#include "analysis/tables/sizes.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// A column of times or rates.
struct FigureColumn {
  std::size_t position = 0;
  std::string name{};
  FigureHead head{};        // with the unit that the cells have, if they have one
  bool has_units = false;   // some cells say theirs
  bool needs_unit = false;  // and the head does not
  bool operator==(const FigureColumn&) const = default;
};

/// The meaning of the columns of a table.
struct TableColumns {
  std::optional<std::size_t> rung{};  // a column of names such as 2x4gpu
  std::vector<SizeColumn> sizes{};
  std::vector<FigureColumn> figures{};  // the first is read
  std::optional<std::size_t> round{};
  std::vector<std::size_t> others{};
};

/// A person's answers to what a table does not say itself.
struct ReadingOptions {
  std::string figure{};              // the column of the times or rates; empty: the first
  std::optional<CountedOf> sizes{};  // what gpus, tasks or cores beside nodes count
  std::vector<std::string> where{};  // COLUMN=VALUE: only these rows
  bool operator==(const ReadingOptions&) const = default;
};

/// Reads what the columns say, in any order, from their heads and their cells.
Result<TableColumns> columns_of(const std::string& file, const CsvLine& header,
                                const std::vector<CsvLine>& rows, Comma comma, const ReadingOptions& options);

/// The columns of a table without names: rung,seconds. Returns an error for any other number of cells.
Result<TableColumns> columns_without_header(const std::string& file, const std::vector<CsvLine>& rows);

}  // namespace scalegen
