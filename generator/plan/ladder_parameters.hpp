#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/derived_parameters.hpp"

namespace scalegen::plan {

/// The parameters of a sweep as one of its ladders has them. The batch of the sweep file is kept by one kind
/// of scaling as it is written. In the other's ladder stands the batch that it keeps, which follows from the
/// written one on the baseline: 512 on 4 ranks are 128 a rank.
struct LadderParameters {
  Scaling scaling = Scaling::strong;
  ResolvedParameters written{};
  std::vector<std::size_t> order{};  // of the formulas
  bool is_named = false;             // the weak ladder of two: its runs have its name
  ResolvedParameters evaluated{};    // with the batch that the ladder keeps
  std::vector<std::size_t> order_evaluated{};
  std::optional<ResolvedRung> baseline{};  // none: the batch is kept as it is written
};

LadderParameters as_written(const ResolvedParameters& parameters, const std::vector<std::size_t>& order,
                            Scaling scaling, bool is_named = false);

/// The ladder of the other kind of scaling.
LadderParameters with_batch_of(const ResolvedRung& baseline, const ResolvedParameters& parameters,
                               const std::vector<std::size_t>& order, const Workload& workload,
                               Findings& findings);

/// The values of all parameters at one point on one rung, as evaluate_derived() gives them.
PointValues values_of(const LadderParameters& ladder, const ResolvedRung& rung, const GridPoint& point);

}  // namespace scalegen::plan
