#include "analysis/scaling/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/conditions/work.hpp"
#include "core/metric_unit.hpp"

namespace scalegen {
namespace {

using Batches = std::vector<std::optional<double>>;

Batches global_batches(const Ladder& ladder) {
  Batches batches;
  for (const auto& rung : ladder.rungs)
    batches.push_back(samples_per_step(rung.shape, rung.runs.front().conditions));
  return batches;
}

Batches batches_of_ranks(const Ladder& ladder) {
  auto batches = global_batches(ladder);
  for (std::size_t k = 0; k < batches.size(); ++k) {
    const auto& rung = ladder.rungs[k];
    const auto sharers = batch_sharers(rung.shape, rung.runs.front().conditions);
    if (batches[k]) batches[k] = sharers ? std::optional(*batches[k] / *sharers) : std::nullopt;
  }
  return batches;
}

// The number of rungs that have the most common batch.
std::ptrdiff_t most_alike(const Batches& batches) {
  std::ptrdiff_t most = 0;
  for (const auto& batch : batches)
    if (batch) most = std::max(most, std::ranges::count(batches, batch));
  return most;
}

}  // namespace

bool looks_weak(const Ladder& ladder, const Metric& metric) {
  const auto unit = parse_unit(metric.unit);
  const bool tells = metric.quantity == Quantity::rate || unit.per_step || unit.per_epoch;
  return tells && most_alike(batches_of_ranks(ladder)) > most_alike(global_batches(ladder));
}

Result<void> check_work_of_weak_scaling(const Ladder& ladder) {
  const bool are_nodes =
      std::ranges::none_of(ladder.rungs, [](const auto& rung) { return rung.shape.ranks.has_value(); });
  for (const auto& rung : ladder.rungs)
    if (!(are_nodes ? rung.shape.nodes : rung.shape.ranks))
      return failure(
          fmt::format("weak scaling needs the ranks of each rung, and '{}' does not say them", rung.name),
          "write the rung as 4gpu, 2x4gpu or 8ranks");
  return {};
}

}  // namespace scalegen
