#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/scaling/ladder.hpp"
#include "analysis/tables/imported_table.hpp"
#include "core/advice.hpp"
#include "core/assertion.hpp"
#include "core/plan.hpp"

namespace scalegen::report {

/// All that a report says besides its tables: the sweep or the file, its metric, rounds and rules.
struct ReportHead {
  std::string title{};  // one line: what was measured, where and how
  std::string name{};
  std::string cluster{};
  std::string workload{};
  bool own_program = false;
  bool batch_is_stated = false;  // by the sweep file alone: neither does the program get it, nor say it
  Start start = Start::each_rank;
  std::string dataset{};        // as in the plan: a name or a folder
  std::string source{};         // the run directory, or the imported file
  std::string directory_id{};   // also of its copies; empty: it has none
  std::string bundle_digest{};  // SHA-256 of the list of its files' sums; empty: it is no bundle
  std::string directory{};      // where its files are now, as of a bundle that was unpacked; empty: imported
  std::string commit{};         // of the program, as git described it where runs started; empty: unknown
  bool imported = false;
  std::vector<std::string> columns_not_read{};  // of an imported table
  std::vector<OpenColumn> open_columns{};       // those of them of which nobody knows what they mean
  ReadingRemarks reading{};                     // of an imported table
  std::vector<published::Doubt> doubts{};       // of its derived columns
  bool plan_is_edited = false;
  std::vector<std::string> ignored{};              // what an older scalegen planned with: "`climb:`"
  std::vector<Scaling> scalings{Scaling::strong};  // of its tables
  bool scaling_is_assumed = false;                 // of an imported table, if nobody said it
  Baseline baseline{};
  int rounds = 1;  // of each rung
  stats::Rounds rounds_are = stats::Rounds::paired;
  std::vector<int> rounds_before{};  // how many there were each time that rounds were added
  std::vector<int> later_rounds{};   // that hold only what was added later, and its baseline
  std::int64_t seed = 0;
  std::vector<std::string> axes{};
  Metric metric{};                        // what the values are
  std::vector<MetricPattern> further{};   // what else the program prints
  std::vector<MetricPattern> computed{};  // what else follows from its event lines
  Advice advise = default_advice();       // the rule of the verdicts
  std::vector<Assertion> assertions{};
  bool is_scheduled = false;  // by Slurm: jobs ask for resources, and are billed
  bool shares_nodes = false;  // rungs ran one after another in one allocation
};

/// The word for the values of a rung: "round", or "run" if their rounds are unknown.
inline std::string word_for_round(const ReportHead& head) {
  return head.rounds_are == stats::Rounds::paired ? "round" : "run";
}

}  // namespace scalegen::report
