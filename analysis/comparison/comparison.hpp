#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/report/report.hpp"
#include "core/diagnostics.hpp"

namespace scalegen::comparison {

/// What the rungs that are compared have in common: ranks on one kind of device, nodes, the price of an hour.
/// Energy is compared between rungs of one size: it is measured, so that no two rungs have the same.
enum class At { size, nodes, cost, energy };

/// One side: a report, and the commit of its program as git described it where its runs started.
struct Side {
  report::Report report{};
  std::string commit{};  // empty: unknown
};

/// A rung of one side.
struct RungFigures {
  std::string rung{};
  std::string table{};         // what tells its table from others of its report
  std::vector<double> logs{};  // of the times of equal work that are compared, or of energies
  stats::Estimate typical{};   // as its report has it; of energy: kWh of 10^6 samples or of a run
  std::optional<stats::Estimate> speedup{};  // none of a baseline
  std::optional<stats::Estimate> efficiency{};
  bool is_marked = false;           // has a star in its own report, whatever it is compared with
  bool is_speedup_starred = false;  // its comparison with its own baseline has one
  bool operator==(const RungFigures&) const = default;
};

/// Two rungs that are compared.
struct Pair {
  std::string name{};  // "2gpu", "4gpu and 2x2gpu (precision bf16)"
  RungFigures a{};
  RungFigures b{};
  std::optional<stats::Estimate> ratio{};     // speed of B over that of A; energy: that of A over that of B
  std::string no_ratio{};                     // why there is none
  std::string no_interval{};                  // why it has none
  bool is_starred = false;                    // conditions differ that change the work, or a rung has a star
  std::optional<stats::Estimate> speedups{};  // B's over A's
  std::optional<stats::Estimate> efficiencies{};  // the same
  double p = 1;                                   // that the ratio is 1
  double p_adjusted = 1;                          // by Holm over all pairs
  double tail = 0.05;                             // of the next one
  std::optional<stats::Interval> adjusted{};      // contains 1 unless the difference holds
  bool operator==(const Pair&) const = default;
};

/// True if the pair differs, by Holm over all pairs of the comparison.
bool is_shown(const Pair& pair);

/// A condition that is not the same on both sides.
struct Unlike {
  std::string key{};
  std::string a{};
  std::string b{};
  bool changes_work = false;
  std::vector<std::string> pairs{};  // their names; empty: all
  bool operator==(const Unlike&) const = default;
};

/// What equal work costs on rungs of one size, or on a rung that the other side has not.
struct WorkCost {
  std::string a{};  // the rung; empty: the other side has none of its size
  std::string b{};
  std::string unit{};  // GPU-hours, core-hours, node-hours, or a site's own of two sweeps on one cluster
  std::optional<stats::Estimate> cost_a{};
  std::optional<stats::Estimate> cost_b{};
  std::optional<stats::Estimate> ratio{};  // of A's cost over B's: above 1 if B is cheaper
  bool operator==(const WorkCost&) const = default;
};

/// Two sweeps, rung by rung.
struct Comparison {
  At at = At::size;
  report::ReportHead a{};
  report::ReportHead b{};
  std::vector<Unlike> unlike{};
  std::vector<Pair> pairs{};
  std::vector<WorkCost> costs{};      // At::cost alone
  std::string work{};                 // that these are for: "a million images", "a run"
  std::vector<std::string> only_a{};  // measured rungs without a counterpart
  std::vector<std::string> only_b{};
  std::vector<std::string> unknown{};  // conditions that a side does not say
  std::size_t warnings_a = 0;          // of the reports themselves
  std::size_t warnings_b = 0;
  std::string no_speedups{};  // why speedups are not compared
};

/// Compares B with A. Returns an error if their figures are of other kinds, or if they have no rung in
/// common.
Result<Comparison> compare(const Side& a, const Side& b, At at);

}  // namespace scalegen::comparison
