#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/models/fit.hpp"
#include "analysis/models/measured_sizes.hpp"
#include "analysis/models/prediction.hpp"

namespace scalegen::models {

/// A prediction, never a measurement, as a report prints it.
struct Prediction {
  NamedSize at{};
  std::optional<stats::Estimate> value{};    // in the metric's unit
  std::optional<stats::Estimate> speedup{};  // over the baseline
  std::optional<stats::Estimate> efficiency{};
  double log_time = 0;
};

/// The size whose measurement says most about `target` for its price.
struct NextSize {
  NamedSize at{};
  NamedSize target{};
  double width_left = 1;  // of the interval for the target, in logarithms, over the width now
};

/// What larger sizes of one ladder would give.
struct LadderOutlook {
  MeasuredSizes measured{};
  Choice choice{};
  std::vector<Prediction> predictions{};  // none below three sizes
  std::optional<NextSize> next{};
  std::string only_across_nodes{};  // the largest rung, if no other is on several nodes
};

/// Predicts the doublings up to `target`, and chooses what to measure next. Rungs that do not say their nodes
/// are taken to fill them, if another rung or `target` says how many workers a node has.
LadderOutlook outlook_of(MeasuredSizes measured, const NamedSize& target);

/// Predicts twice the largest size, and chooses what to measure next for four times that size.
LadderOutlook outlook_of(MeasuredSizes measured);

/// What the chosen law says of a size, measured or not.
Prediction by_law(const LadderOutlook& outlook, const NamedSize& at);

/// The outlooks of a table's ladders, one for each kind of device that has enough sizes.
std::vector<LadderOutlook> outlooks_of(const ScalingTable& table, Quantity quantity);

/// The doublings of the smallest measured size below `target` that were not measured: of these the one that
/// removes the largest share of the width for each worker x second. Nullopt if none removes a tenth.
std::optional<NextSize> next_size(const Outlook& outlook, const MeasuredSizes& measured,
                                  const NamedSize& target);

}  // namespace scalegen::models
