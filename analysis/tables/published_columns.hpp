#pragma once
#include <vector>

#include "analysis/tables/imported_table.hpp"

namespace scalegen {

/// The doubts about the speedups and efficiencies that a table says of itself, whichever its settings:
/// another row of the file may be their baseline.
std::vector<published::Doubt> doubts_of_published(const CsvLine& header, const std::vector<CsvLine>& rows,
                                                  const TableColumns& columns, Comma comma,
                                                  const ImportedTable& table);

}  // namespace scalegen
