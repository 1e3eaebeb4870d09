#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/comparison/comparison.hpp"

namespace scalegen::comparison {

using PointPair = std::pair<const ScalingPoint*, const ScalingPoint*>;

/// Tables of one scaling and of the same values of their axes. An axis of one that is no axis of the other
/// has to be a condition of all of its runs.
struct TablePair {
  const ScalingTable* a = nullptr;
  const ScalingTable* b = nullptr;
};
std::vector<TablePair> matched_tables(const report::Report& a, const report::Report& b);

/// The measured rungs of two tables that correspond, each at most once, in A's order.
/// - size and energy: as many ranks on one kind of device, of several those on as many nodes; rungs of
/// unknown
///   ranks by nodes, else by name;
/// - nodes: the largest rungs on so many nodes with one kind of device;
/// - cost: the same price an hour, in a unit that both have.
std::vector<PointPair> matched_points(const ScalingTable& a, const ScalingTable& b, At at,
                                      bool on_one_cluster);

/// The prices of an hour of two rungs.
struct CommonPrice {
  std::string unit{};
  double a = 0;
  double b = 0;
};

/// In a unit that both have. A site's own counts on one cluster alone; a GPU does not compare with cores.
std::optional<CommonPrice> common_price(const ScalingPoint& a, const ScalingPoint& b, bool on_one_cluster);

/// The conditions of a rung's first measured run; empty if it has none.
Settings conditions_of(const ScalingPoint& point);

/// Adds what differs between two rungs to what is known to; `name` is that of the pair.
void add_unlike(std::vector<Unlike>& unlike, Scaling scaling, const ScalingPoint& a, const ScalingPoint& b,
                const std::string& name);

/// What differs between two sweeps as a whole: their names, clusters, programs, sources of figures.
std::vector<Unlike> unlike_sweeps(const Side& a, const Side& b);

/// Why a value of one rung does not stand for as much work as one of the other: only of figures that do not
/// count the work themselves, such as s and it/s. Empty if it does, as far as the conditions say.
std::string unlike_work(const Metric& metric, Scaling scaling, const ScalingPoint& a, const ScalingPoint& b);

}  // namespace scalegen::comparison
