#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

/// A time in place of what a log prints: MLPerf's from run_start to run_stop, that of Slurm's accounts, or
/// that of seff's lines in the log.
enum class LogTime { none, mlperf, sacct, seff };

struct LogTableOptions {
  std::vector<std::string> patterns{};  // one: logs/run_{gpus}gpu_{round}.out
  LogTime time = LogTime::none;
  std::string metrics{};  // as `report --metrics`; empty: what the first log proposes
};

/// A table that `report` reads, and what became of each file.
struct LogTable {
  std::string csv{};
  std::vector<std::string> notes{};
};

/// Makes a table of old logs, a row of each that has the figure. Words in braces in the pattern become
/// columns, and one of them has to say the size. Returns an error if no log has the figure.
Result<LogTable> table_of_logs(const LogTableOptions& options);

}  // namespace scalegen
