#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/scaling/speedup.hpp"
#include "core/metric_unit.hpp"

namespace scalegen::verdict {

/// A combination of the axes beside the fastest one at the same rung.
struct Slower {
  std::size_t table = 0;
  stats::Estimate times{};  // how many times as long it takes: above 1
  double p_in_report = 1;   // of as long a time, by Holm over all pairs of combinations at all rungs
  std::optional<stats::Interval> in_report{};  // contains 1 unless it is told; absent: none can be told
  bool operator==(const Slower&) const = default;
};

/// The combinations of the axes at one rung of one kind of scaling.
struct Choice {
  std::string rung{};
  std::size_t fastest = 0;             // a position among the tables, as all here
  std::vector<Slower> others{};        // in the order of the tables
  std::vector<std::size_t> starred{};  // whose value has a star, or one run: they decide nothing
  bool operator==(const Choice&) const = default;
};

/// The rung of a table by its name; nullptr if it was not measured.
const ScalingPoint* measured_point(const ScalingTable& table, const std::string& rung);

inline bool is_told(const Slower& other) { return other.p_in_report < stats::kClaimLevel; }

/// The fastest combination at each rung that at least two tables of one scaling measured, and whether others
/// are told from it. The rounds of tables are paired as those of a ladder are, since they ran beside each
/// other. Which one is the fastest is chosen by the same values, so that Holm's procedure counts all pairs,
/// not only those with it. No choice is made among times of unlike work.
std::vector<Choice> choices_in(const std::vector<ScalingTable>& tables, const Metric& metric,
                               stats::Rounds rounds);

}  // namespace scalegen::verdict
