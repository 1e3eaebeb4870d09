#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::history {

/// A measured rung of a sweep, as a history shows it.
struct IndexedRung {
  std::string name{};  // "2gpu", with the values of axes where a sweep has several tables
  std::string rung{};
  std::string settings{};      // what has to be equal for two sweeps to be compared, as text
  std::vector<double> logs{};  // of the times of its values; of a rate of their inverses
  stats::Estimate typical{};
  std::optional<stats::Estimate> speedup{};
  std::optional<stats::Estimate> efficiency{};
  bool is_marked = false;           // its values have a star in its report
  bool is_speedup_starred = false;  // its speedup and efficiency have
  bool operator==(const IndexedRung&) const = default;
};

/// A run directory, as a history shows it.
struct IndexedSweep {
  std::string folder{};       // absolute
  std::string fingerprint{};  // of the files that it was read from
  double measured = 0;        // Unix seconds: when its last measured run began; without one its last run
  std::string name{};
  std::string cluster{};
  std::string program{};  // the commit, else the version that the trainer gives; empty: unknown
  std::string unit{};
  Quantity quantity = Quantity::rate;
  std::string problem{};         // why it has no rungs
  std::set<std::string> runs{};  // what tells each from all others (report::identities_of)
  std::vector<IndexedRung> rungs{};
  std::vector<IndexedRung> unmeasured{};  // needed, and without a figure: their names alone
  bool operator==(const IndexedSweep&) const = default;
};

/// Reads the report of a run directory. One that cannot be read, or of which nothing is measured, has a
/// problem.
IndexedSweep read_sweep(const std::string& folder, std::string fingerprint);

/// The same from a report.
IndexedSweep indexed(const report::Report& report, const std::string& commit);

}  // namespace scalegen::history
