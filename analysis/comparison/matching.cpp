#include "analysis/comparison/matching.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "analysis/verdict/hourly_price.hpp"
#include "core/budget.hpp"

namespace scalegen::comparison {
namespace {

using Points = std::vector<const ScalingPoint*>;

Points measured_points(const ScalingTable& table) {
  Points points;
  for (const auto& point : table.points)
    if (point.typical) points.push_back(&point);
  return points;
}

// The value of an axis, or of a condition that all runs of the table share.
std::string value_of(const ScalingTable& table, const std::string& name) {
  const auto* const axis = find(table.axes, name);
  return axis != nullptr ? to_text(*axis) : report::common_condition({&table}, name);
}

bool have_same_axes(const ScalingTable& a, const ScalingTable& b) {
  const auto agree = [&](const Setting& axis) {
    const auto here = value_of(a, axis.name);
    return !here.empty() && here == value_of(b, axis.name);
  };
  return a.scaling == b.scaling && std::ranges::all_of(a.axes, agree) && std::ranges::all_of(b.axes, agree);
}

bool have_same_nodes(const ScalingPoint& a, const ScalingPoint& b) { return a.shape.nodes == b.shape.nodes; }

bool have_same_size(const ScalingPoint& a, const ScalingPoint& b) {
  if (a.shape.device != b.shape.device) return false;
  if (a.shape.ranks || b.shape.ranks) return a.shape.ranks == b.shape.ranks;
  return a.shape.nodes || b.shape.nodes ? have_same_nodes(a, b) : a.rung == b.rung;
}

bool is_larger(const ScalingPoint* a, const ScalingPoint* b) {
  return a->shape.ranks.value_or(0) > b->shape.ranks.value_or(0);
}

// Of each number of nodes the rung with the most ranks.
Points largest_on_its_nodes(const Points& points) {
  Points largest;
  for (const auto* point : points) {
    if (!point->shape.nodes) continue;
    const auto found = std::ranges::find_if(largest, [&](const auto* other) {
      return have_same_nodes(*point, *other) && point->shape.device == other->shape.device;
    });
    if (found == largest.end())
      largest.push_back(point);
    else if (is_larger(point, *found))
      *found = point;
  }
  return largest;
}

using Fits = std::function<bool(const ScalingPoint&, const ScalingPoint&)>;

// The first rule takes what it can, then the next one.
std::vector<PointPair> pairs_by(const Points& a, const Points& b, const std::vector<Fits>& rules) {
  std::vector<PointPair> pairs;
  std::set<const ScalingPoint*> taken;
  for (const auto& fits : rules)
    for (const auto* here : a) {
      if (taken.contains(here)) continue;
      const auto other = std::ranges::find_if(
          b, [&](const auto* there) { return !taken.contains(there) && fits(*here, *there); });
      if (other == b.end()) continue;
      pairs.emplace_back(here, *other);
      taken.insert({here, *other});
    }
  const auto position = [&](const PointPair& pair) { return std::ranges::find(a, pair.first); };
  std::ranges::sort(pairs, [&](const auto& x, const auto& y) { return position(x) < position(y); });
  return pairs;
}

bool have_same_size_and_nodes(const ScalingPoint& a, const ScalingPoint& b) {
  return have_same_size(a, b) && have_same_nodes(a, b);
}

std::optional<CommonPrice> price_in(const std::string& unit, const ScalingPoint& a, const ScalingPoint& b) {
  const auto price_a = verdict::hourly_price(a, unit);
  const auto price_b = verdict::hourly_price(b, unit);
  if (!price_a || !price_b) return std::nullopt;
  return CommonPrice{unit, *price_a, *price_b};
}

}  // namespace

std::vector<TablePair> matched_tables(const report::Report& a, const report::Report& b) {
  std::vector<TablePair> pairs;
  std::set<const ScalingTable*> taken;
  for (const auto& table : a.tables)
    for (const auto& other : b.tables)
      if (!taken.contains(&table) && !taken.contains(&other) && have_same_axes(table, other)) {
        pairs.push_back({&table, &other});
        taken.insert({&table, &other});
      }
  return pairs;
}

std::vector<PointPair> matched_points(const ScalingTable& a, const ScalingTable& b, At at,
                                      bool on_one_cluster) {
  const auto here = measured_points(a);
  const auto there = measured_points(b);
  const auto costs_the_same = [&](const ScalingPoint& x, const ScalingPoint& y) {
    constexpr double kRounding = 1e-9;
    const auto price = common_price(x, y, on_one_cluster);
    return price && std::abs(price->a / price->b - 1) < kRounding;
  };
  const auto is_alike = [&](const ScalingPoint& x, const ScalingPoint& y) {
    return have_same_size(x, y) && costs_the_same(x, y);
  };
  const auto on_same_nodes = [](const ScalingPoint& x, const ScalingPoint& y) {
    return have_same_nodes(x, y) && x.shape.device == y.shape.device;
  };
  switch (at) {
    case At::nodes:
      return pairs_by(largest_on_its_nodes(here), largest_on_its_nodes(there), {on_same_nodes});
    case At::cost:
      return pairs_by(here, there, {is_alike, costs_the_same});
    default:
      return pairs_by(here, there, {have_same_size_and_nodes, have_same_size});
  }
}

std::optional<CommonPrice> common_price(const ScalingPoint& a, const ScalingPoint& b, bool on_one_cluster) {
  if (a.shape.device != b.shape.device) return std::nullopt;
  const auto unit = verdict::price_unit(a);
  const bool is_own = a.rate && unit == a.rate->unit;
  if ((on_one_cluster || !is_own) && unit == verdict::price_unit(b))
    if (auto price = price_in(unit, a, b)) return price;
  for (const auto common : {kGpuHours, kCoreHours, kNodeHours})
    if (auto price = price_in(std::string(common), a, b)) return price;
  return std::nullopt;
}

}  // namespace scalegen::comparison
