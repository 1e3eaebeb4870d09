#include "analysis/comparison/matching.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string_view>

#include "analysis/conditions/work.hpp"
#include "analysis/verdict/hourly_price.hpp"
#include "core/budget.hpp"
#include "core/metric_unit.hpp"

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

void add(std::vector<Unlike>& unlike, Unlike found) {
  const auto known = std::ranges::find_if(
      unlike, [&](const Unlike& u) { return u.key == found.key && u.a == found.a && u.b == found.b; });
  if (known == unlike.end()) return unlike.push_back(std::move(found));
  known->changes_work = known->changes_work || found.changes_work;
  known->pairs.insert(known->pairs.end(), found.pairs.begin(), found.pairs.end());
}

// As reports judge it. Rungs of throughput do different work in one sweep; between two sweeps they should
// not.
bool changes_work(Scaling scaling, const std::string& key, const Settings& a, const Settings& b) {
  const auto is_starred = [&](Scaling judged) {
    const auto found = differences(judged, a, b);
    return std::ranges::any_of(
        found, [&](const Difference& d) { return d.key == key && d.consequence != Consequence::note; });
  };
  if (scaling != Scaling::throughput) return is_starred(scaling);
  return is_starred(Scaling::strong) || is_starred(Scaling::weak);
}

// A single rank needs no backend, and the batch that a ladder does not keep follows from the one it keeps.
bool follows(Scaling scaling, const std::string& key, const Value& a, const Value& b) {
  if (key == "backend") return a == Value("none") || b == Value("none");
  return scaling == Scaling::weak ? key == "global_batch"
                                  : scaling == Scaling::strong && key == "per_rank_batch";
}

std::string version_of(const report::Report& report) {
  std::string version;
  for_each_measured_run(report.tables, [&](const auto&, const Measurement& run) {
    if (version.empty() && run.start && run.start->version) version = *run.start->version;
  });
  return version;
}

std::string figure_of(const Metric& metric) { return metric.pattern ? metric.pattern->regex : ""; }

std::string in_words(std::string_view what, double a, double b) {
  return fmt::format("{} in A and {} in B {}", std::llround(a), std::llround(b), what);
}

// A time of a whole run stands for its steps, samples and epochs.
std::string unlike_work_of_a_run(const ScalingPoint& a, const ScalingPoint& b) {
  const auto here = conditions_of(a);
  const auto there = conditions_of(b);
  const auto samples = samples_per_run(a.shape, here);
  const auto other = samples_per_run(b.shape, there);
  if (samples && other) return *samples == *other ? "" : in_words("samples a run", *samples, *other);
  for (const char* key : {"steps", "samples", "epochs", "global_batch", "dataset"}) {
    const auto* const value = find(here, key);
    const auto* const there_value = find(there, key);
    if (value != nullptr && there_value != nullptr && *value != *there_value)
      return fmt::format("{} is {} in A and {} in B", key, to_text(*value), to_text(*there_value));
  }
  return "";
}

std::string unlike_steps(const Metric& metric, const ScalingPoint& a, const ScalingPoint& b) {
  const auto size = [&](const ScalingPoint& point) -> std::optional<double> {
    const auto conditions = conditions_of(point);
    const auto samples = samples_per_step(point.shape, conditions);
    const auto micro_steps = counted_steps(metric, conditions);
    return samples && micro_steps ? std::optional(*samples / *micro_steps) : std::nullopt;
  };
  const auto here = size(a);
  const auto there = size(b);
  if (!here || !there || *here == *there) return "";
  return in_words("samples a step", *here, *there);
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
  if (at == At::nodes)
    return pairs_by(largest_on_its_nodes(here), largest_on_its_nodes(there), {on_same_nodes});
  if (at == At::cost) return pairs_by(here, there, {is_alike, costs_the_same});
  return pairs_by(here, there, {have_same_size_and_nodes, have_same_size});
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

Settings conditions_of(const ScalingPoint& point) {
  const auto first = std::ranges::find_if(point.runs, [](const auto& r) { return r.value.has_value(); });
  return first == point.runs.end() ? Settings() : first->conditions;
}

void add_unlike(std::vector<Unlike>& unlike, Scaling scaling, const ScalingPoint& a, const ScalingPoint& b,
                const std::string& name) {
  const auto here = conditions_of(a);
  const auto there = conditions_of(b);
  for (const auto& condition : here) {
    const auto* const other = find(there, condition.name);
    if (other == nullptr || *other == condition.value ||
        follows(scaling, condition.name, condition.value, *other))
      continue;
    add(unlike, {.key = condition.name,
                 .a = to_text(condition.value),
                 .b = to_text(*other),
                 .changes_work = changes_work(scaling, condition.name, here, there),
                 .pairs = {name}});
  }
}

std::vector<Unlike> unlike_sweeps(const Side& a, const Side& b) {
  const auto& head = a.report.head;
  const auto& other = b.report.head;
  std::vector<Unlike> unlike{
      {.key = "sweep", .a = head.name, .b = other.name},
      {.key = "cluster", .a = head.cluster, .b = other.cluster},
      {.key = "program", .a = head.workload, .b = other.workload, .changes_work = true},
      {.key = "commit", .a = a.commit, .b = b.commit},
      {.key = "version", .a = version_of(a.report), .b = version_of(b.report)},
      {.key = "figures from",
       .a = to_text(head.metric.source),
       .b = to_text(other.metric.source),
       .changes_work = true},
      {.key = "pattern", .a = figure_of(head.metric), .b = figure_of(other.metric), .changes_work = true}};
  std::erase_if(unlike, [](const Unlike& u) { return u.a == u.b || u.a.empty() || u.b.empty(); });
  return unlike;
}

std::string unlike_work(const Metric& metric, Scaling scaling, const ScalingPoint& a, const ScalingPoint& b) {
  const auto unit = parse_unit(metric.unit);
  const bool counts_work = metric.quantity == Quantity::rate && !unit.per_step;
  if (counts_work) return "";
  if (unit.per_epoch) return "";  // the data set tells, and has a star
  auto why = unit.per_step ? unlike_steps(metric, a, b) : unlike_work_of_a_run(a, b);
  if (scaling == Scaling::weak && a.shape.ranks != b.shape.ranks)
    why = "in weak scaling the work grows with the ranks, and these differ";
  return why.empty() ? "" : "a value stands for other work: " + why;
}

}  // namespace scalegen::comparison
