#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// A column of a table that is not read, in which the rows of one rung differ as different settings do: their
/// rows are no rounds of one thing.
struct SplittingColumn {
  std::string name{};
  std::vector<std::string> values{};  // in the order of the table
  bool operator==(const SplittingColumn&) const = default;
};

/// Judges a column by what stands in it, row by row, and by its name. The values of a setting come back: the
/// same numbers at several rungs, or a word in several rows. What was measured, or names a run, differs in
/// each row; seeds, dates, hosts, losses and the like do not count, whatever stands there. Returns nullopt if
/// the column is none that splits rungs.
std::optional<SplittingColumn> splitting_column(const std::string& name,
                                                const std::vector<std::string_view>& rungs,
                                                const std::vector<std::string>& texts);

}  // namespace scalegen
