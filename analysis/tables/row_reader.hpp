#pragma once
#include <string>
#include <vector>

#include "analysis/tables/imported_table.hpp"

namespace scalegen {

/// The rows for which COLUMN=VALUE holds, for each of `where`.
Result<std::vector<CsvLine>> rows_where(const std::string& file, const CsvLine& header,
                                        std::vector<CsvLine> rows, const std::vector<std::string>& where);

/// Takes away the rows of Slurm's job steps (101.batch, 101.0) whose job has a row of its own; says how many.
int leave_out_steps(const CsvLine& header, std::vector<CsvLine>& rows);

/// Puts what a column of states or exit codes says of a run that failed, or goes on, in the place of its
/// figures: TIMEOUT. So does a column of any name that has such words alone. Takes columns of which all words
/// are known out of `columns`.
void put_failures_for_figures(const CsvLine& header, std::vector<CsvLine>& rows, TableColumns& columns);

/// Takes away the rows that have neither a size nor a figure, and sums without a size; says how many.
int leave_out_empty_rows(std::vector<CsvLine>& rows, const TableColumns& columns, Comma comma);

/// Reads rung, round and figure of each row into `table`, with its unit and what was remarkable; `splits`
/// gets the columns that divide a size (Sizes::splits).
Result<void> read_rows(const std::string& file, const CsvLine& header, const std::vector<CsvLine>& rows,
                       const TableColumns& columns, const ReadingOptions& options, Comma comma,
                       ImportedTable& table, std::vector<std::size_t>& splits);

/// Decides what the columns mean that are neither size nor figure, and puts it into the rows of the table: as
/// axes, which make tables of their own, or as conditions; what is left is open or not read. `splits` divide
/// a size (Sizes::splits).
void judge_other_columns(const CsvLine& header, const std::vector<CsvLine>& rows,
                         const std::vector<std::size_t>& splits, const std::vector<std::size_t>& others,
                         ImportedTable& table);

}  // namespace scalegen
