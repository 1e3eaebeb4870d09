#include "generator/plan/bill_limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/plan/allocation.hpp"
#include "generator/plan/nearest_rungs.hpp"
#include "generator/plan/partition_limits.hpp"
#include "generator/plan/qos.hpp"

namespace scalegen {
namespace {

struct Limit {
  std::string whose{};
  Placed<int> most{};
};

std::vector<Limit> limits_of(const Partition& partition, const Qos* qos) {
  std::vector<Limit> limits;
  if (partition.max_units)
    limits.push_back({fmt::format("partition '{}'", partition.name), *partition.max_units});
  if (qos != nullptr && qos->max_units && qos->unit == partition.billing_unit)
    limits.push_back({fmt::format("QoS '{}'", qos->name), *qos->max_units});
  return limits;
}

int least_of(const std::vector<Limit>& limits) {
  return std::min_element(limits.begin(), limits.end(),
                          [](const Limit& a, const Limit& b) { return a.most.value < b.most.value; })
      ->most.value;
}

/// A rung of one sweep in other sizes: what each would be billed.
class Sizes {
 public:
  Sizes(const Combination& combination, Start start, const RunFrame& frame)
      : combination_(combination), step_(*combination.step), start_(start), frame_(frame) {
    combination_.step = &step_;
  }

  double units(const Rung& rung) {
    step_.rung = rung;
    return rate_of(resources_of(combination_, start_, frame_), step_).units;
  }

  /// The next smaller ones: first fewer nodes, then fewer ranks on the last.
  std::string largest_below(Rung rung, int most) {
    while (world_size(rung) > 1) {
      --(rung.nodes > 1 ? rung.nodes : rung.ranks_per_node);
      if (refusals(*step_.partition, rung).empty() && units(rung) <= most) return short_name(rung);
    }
    return "";
  }

 private:
  Combination combination_;
  Step step_;
  Start start_;
  const RunFrame& frame_;
};

void report(Diagnostic error, Diagnostics& errors) {
  if (std::find(errors.begin(), errors.end(), error) == errors.end()) errors.push_back(std::move(error));
}

}  // namespace

void check_bill(const Profile& profile, const std::string& qos, const Combination& combination, Start start,
                const RunFrame& frame, Diagnostics& errors) {
  const auto& [rung, mark, partition, cpus] = *combination.step;
  if (partition == nullptr) return;
  const auto limits = limits_of(*partition, qos_of(profile, qos, *partition, frame.time_limit));
  if (limits.empty()) return;
  Sizes sizes(combination, start, frame);
  const auto asked = sizes.units(rung);
  const auto least = least_of(limits);
  if (asked <= least) return;
  const auto near = sizes.largest_below(rung, least);
  for (const auto& [whose, most] : limits) {
    if (asked <= most.value) continue;
    report(error_at(mark,
                    fmt::format("rung '{}' asks for {:.10g} {}, and {} gives at most {}", rung.name, asked,
                                partition->billing_unit, whose, most.value),
                    near.empty() ? "" : "the nearest rung that can be had is " + near,
                    {set_by("max_units", most)}),
           errors);
  }
}

}  // namespace scalegen
