#pragma once
#include <vector>

#include "analysis/tables/columns.hpp"

namespace scalegen {

/// Puts what a column of states or exit codes says of a run that failed, or has not ended, in the place of
/// its figures: TIMEOUT. So does a column of another name that has such words alone. Columns of which each
/// word is known are no more among the others.
void put_failures_for_figures(const CsvLine& header, std::vector<CsvLine>& rows, TableColumns& columns);

}  // namespace scalegen
