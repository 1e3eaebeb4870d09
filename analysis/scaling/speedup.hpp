#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/conditions/comparability.hpp"
#include "analysis/scaling/ladder.hpp"
#include "analysis/statistics/intervals.hpp"
#include "analysis/statistics/multiple_testing.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "analysis/trust/finding.hpp"

namespace scalegen {

/// The claim that a ratio is not 1. It holds in a report only if it survives Holm over all claims there.
struct Claim {
  std::string against{};    // "ideal", or the name of the rung before
  std::size_t divided = 0;  // the rung that is divided by this one: its position in the table
  double expected = 1;      // the ratio of times that is 1 here: the ideal one
  stats::Estimate ratio{};  // the efficiency, or the speed-up over the rung before
  double p = 1;             // of this claim alone
  double p_in_report = 1;  // by Holm; 1 if it cannot hold, since its interval contains 1 or its own rounds do
  double tail = 0.05;      // of the interval in the report
  std::optional<stats::Interval> in_report{};  // contains 1 unless the claim holds; absent: none can hold
  bool operator==(const Claim&) const = default;
};

inline bool is_significant(const Claim& claim) { return claim.p_in_report < stats::kClaimLevel; }

/// A rung compared with one of half its size. It needs no baseline.
struct Doubling {
  std::string from{};
  std::size_t divided = 0;  // the position of that rung in the table
  stats::Estimate speedup{};
  std::vector<Difference> differences{};
  bool operator==(const Doubling&) const = default;
};

/// One rung of a ladder compared with the baseline.
struct ScalingPoint {
  std::string rung{};
  RungShape shape{};
  bool is_baseline = false;
  bool is_shared = false;            // its runs are those of the ladder of the other scaling, too
  std::optional<Rate> rate{};        // what a job of this size costs an hour; an imported table has none
  std::optional<Rate> billed{};      // what its runs cost: more where the sweep added --exclusive
  std::optional<Resources> asked{};  // by each of its runs
  std::string command{};             // of one of its runs; an imported table has none
  std::vector<Measurement> runs{};   // all of them, failed ones too
  std::optional<stats::Estimate> typical{};  // the median of the values
  std::optional<stats::Estimate> mean{};     // the median of the runs' means: costs follow it
  std::optional<stats::Estimate> speedup{};  // the ratio of typical times for the same work
  std::optional<stats::Estimate>
      efficiency{};  // speed-up over the ratio of ranks, on the same kind of device
  std::vector<Difference> differences{};
  std::string no_speedup{};  // why it has values but no speedup
  std::optional<Doubling> doubling{};
  std::vector<Claim> claims{};
  Findings findings{};  // that concern this rung
  bool operator==(const ScalingPoint&) const = default;
};

/// Why a rung has no typical value, as the end of a sentence.
inline constexpr auto kUnmeasured = "it was not measured";

/// True if one run alone of a rung has a value: nothing tells it from chance.
bool has_one_run(const ScalingPoint& point);

/// A ladder with its speedups.
struct ScalingTable {
  Scaling scaling = Scaling::strong;
  bool is_one_of_two = false;  // the other scaling of the sweep has tables, too
  Settings axes{};
  std::optional<stats::Noise> noise{};
  std::vector<ScalingPoint> points{};
  std::string no_speedups{};      // why no rung has one
  stats::Sample of_equal_work{};  // a column for each point; empty if the work is unknown
  stats::Sample mean_times{};     // of_equal_work by the runs' means: costs follow it
};

/// The finding for which a figure of a rung has a star; nullptr if it has none. A ratio to any rung has the
/// rung's own stars, its speedup and efficiency those of the baseline, too, and a doubling those of both
/// rungs.
const Finding* value_star(const ScalingPoint& point);
const Finding* ratio_star(const ScalingPoint& point);
const Finding* speedup_star(const ScalingTable& table, const ScalingPoint& point);
const Finding* doubling_star(const ScalingTable& table, const ScalingPoint& point);

/// The rungs of all tables; one whose runs are in the ladders of both scalings is there once.
std::vector<const ScalingPoint*> points_once(const std::vector<ScalingTable>& tables);

/// The position of the baseline among the points; nullopt if the table has none.
std::optional<std::size_t> position_of_baseline(const ScalingTable& table);

/// How many times as large a rung is as another: by ranks, or by nodes where neither has ranks. Returns
/// nullopt if that is unknown, or if they are on different kinds of devices.
std::optional<double> size_ratio(const RungShape& larger, const RungShape& smaller);

/// Divides each rung by the baseline, round by round. Whether a claim holds depends on all claims of a
/// report: call adjust_claims with all of its tables afterwards.
ScalingTable scale(const Ladder& ladder, const Metric& metric, const std::string& baseline);

void adjust_claims(std::vector<ScalingTable>& tables);

}  // namespace scalegen
