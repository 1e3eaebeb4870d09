#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/comparability.hpp"
#include "analysis/ladder.hpp"
#include "analysis/statistics/estimate.hpp"
#include "analysis/statistics/noise.hpp"

namespace scalegen {

/// That a ratio is not what it is compared with: true of a table only if it survives Holm over all claims
/// there.
struct Claim {
  std::string against{};  // "ideal", or the name of the rung before
  Estimate ratio{};       // efficiency, or the speed-up over the rung before: 1 is no difference
  double p = 1;           // of this claim alone
  double p_in_table = 1;  // Holm's
  bool operator==(const Claim&) const = default;
};

inline bool holds(const Claim& claim) { return claim.p_in_table < 0.05; }

/// One rung of a ladder, and what it is worth compared with the baseline.
struct ScalingPoint {
  std::string rung{};
  RungShape shape{};
  bool is_baseline = false;
  std::vector<Measurement> runs{};       // every one, the failed ones too
  std::optional<Estimate> typical{};     // samples/s, or seconds
  std::optional<Estimate> speedup{};     // ratio of typical times to do the same work
  std::optional<Estimate> efficiency{};  // speedup by the ratio of ranks; only between devices of one kind
  std::string no_speedup{};              // why there is none though there is a value
  std::vector<Difference> differences{};
  std::vector<Claim> claims{};
  bool operator==(const ScalingPoint&) const = default;
};

/// A ladder, scaled.
struct ScalingTable {
  Settings axes{};
  std::optional<Noise> noise{};
  std::vector<ScalingPoint> points{};
};

/// How far a figure can be trusted depends on all that is claimed beside it, so Holm's adjustment is made
/// afterwards, over all tables of a report: adjust_claims.
ScalingTable scale(const Ladder& ladder, Quantity quantity, Scaling scaling, const std::string& baseline);

void adjust_claims(std::vector<ScalingTable>& tables);

}  // namespace scalegen
