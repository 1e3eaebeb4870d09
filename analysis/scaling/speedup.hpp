#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/scaling/comparability.hpp"
#include "analysis/scaling/ladder.hpp"
#include "analysis/statistics/intervals.hpp"
#include "analysis/statistics/two_way_model.hpp"

namespace scalegen {

/// That a ratio is not 1: true of a report only if it survives Holm over all that is claimed there.
struct Claim {
  std::string against{};    // "ideal", or the name of the rung before
  stats::Estimate ratio{};  // the efficiency, or the speed-up over the rung before
  double p = 1;             // of this claim alone
  double p_in_report = 1;
  bool operator==(const Claim&) const = default;
};

inline bool is_significant(const Claim& claim) { return claim.p_in_report < 0.05; }

/// One rung of a ladder, and what it is worth compared with the baseline.
struct ScalingPoint {
  std::string rung{};
  RungShape shape{};
  bool is_baseline = false;
  std::vector<Measurement> runs{};           // every one, the failed ones too
  std::optional<stats::Estimate> typical{};  // the median of the values
  std::optional<stats::Estimate> speedup{};  // the ratio of typical times for the same work
  std::optional<stats::Estimate>
      efficiency{};  // the speed-up by the ratio of ranks; between devices of one kind
  std::vector<Difference> differences{};
  std::string no_speedup{};  // why there is none though there are values
  std::vector<Claim> claims{};
  bool operator==(const ScalingPoint&) const = default;
};

/// A ladder, scaled.
struct ScalingTable {
  Settings axes{};
  std::optional<stats::Noise> noise{};
  std::vector<ScalingPoint> points{};
  std::string no_speedups{};  // why there are none at all
};

/// Divides each rung by the baseline, round by round. Whether a claim holds depends on all that are made
/// beside it: that is judged afterwards, by adjust_claims over all tables of a report.
ScalingTable scale(const Ladder& ladder, const Metric& metric, Scaling scaling, const std::string& baseline);

void adjust_claims(std::vector<ScalingTable>& tables);

}  // namespace scalegen
