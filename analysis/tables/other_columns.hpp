#pragma once
#include <vector>

#include "analysis/tables/imported_table.hpp"

namespace scalegen {

/// Decides what the columns mean that are neither size nor figure, and puts it into the rows of the table: as
/// axes, which make tables of their own, or as conditions; what is left is open or not read. `splits` divide
/// a size (Sizes::splits).
void judge_other_columns(const CsvLine& header, const std::vector<CsvLine>& rows,
                         const std::vector<std::size_t>& splits, const std::vector<std::size_t>& others,
                         ImportedTable& table);

}  // namespace scalegen
