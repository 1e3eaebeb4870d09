#include "analysis/comparison/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "analysis/comparison/matching.hpp"
#include "analysis/conditions/work.hpp"
#include "analysis/cost/rung_cost.hpp"
#include "analysis/scaling/time_of_work.hpp"
#include "analysis/statistics/multiple_testing.hpp"
#include "analysis/statistics/two_samples.hpp"
#include "core/metric_unit.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"

namespace scalegen::comparison {
namespace {

constexpr double kHour = 3600;
constexpr double kMillion = 1e6;

/// A matched rung while its pair is made.
struct Matched {
  const Side& side;
  const ScalingTable& table;
  const ScalingPoint& point;
};

std::string quantity_text(Quantity quantity) { return quantity == Quantity::rate ? "rate" : "time"; }

Result<void> check_same_figures(const Metric& a, const Metric& b) {
  if (a.quantity == b.quantity && a.unit == b.unit) return {};
  return failure(fmt::format("A has a {} in {} and B a {} in {}: figures of two kinds do not compare",
                             quantity_text(a.quantity), a.unit, quantity_text(b.quantity), b.unit),
                 "compare sweeps with the same 'metrics:', or tables with the same columns");
}

std::vector<std::string> measured_rungs(const report::Report& report) {
  std::vector<std::string> names;
  for_each_point(report.tables, [&](const ScalingTable& table, const ScalingPoint& point) {
    if (point.typical) names.push_back(point_name(table, point.rung));
  });
  return names;
}

Result<void> check_measured(const report::Report& report, std::string_view side) {
  if (!measured_rungs(report).empty()) return {};
  return failure(fmt::format("{} has no measured rung: '{}'", side, report.head.source),
                 "'scalegen report' says why");
}

// To compare a run with itself shows nothing, and rounds in common are no independent ones.
Result<void> check_no_copy(const report::Report& a, const report::Report& b) {
  const auto of_a = report::identities_of(a);
  const auto of_b = report::identities_of(b);
  const auto common =
      std::count_if(of_b.begin(), of_b.end(), [&](const auto& run) { return of_a.contains(run); });
  if (common == 0) return {};
  return failure(fmt::format("A and B have {} in common, as a directory and its copy do",
                             counted(common, "measured run")),
                 "measure once more, into a new directory: scalegen sweep FILE -o NEW_FOLDER");
}

// The largest rung on as many nodes may be one that does not say them.
Result<void> check_nodes(const report::Report& report, std::string_view side) {
  const auto unknown = report::rungs_without_nodes(report);
  if (unknown.empty()) return {};
  return failure(
      fmt::format("{} does not say on how many nodes its rungs are: {}", side, join_truncated(unknown)),
      "add a column 'nodes' to the table, or compare with --at size");
}

std::string in_common(At at) {
  if (at == At::nodes) return "on as many nodes";
  return at == At::cost ? "of the same price an hour" : "of the same size";
}

tl::unexpected<Diagnostics> nothing_in_common(const Side& a, const Side& b, At at) {
  const auto hint = at == At::size ? "--at nodes or --at cost compares rungs of other sizes"
                                   : "--at size compares rungs with as many ranks";
  return failure(
      fmt::format("A and B have no rung {} in common: A has {}; B has {}", in_common(at),
                  join_truncated(measured_rungs(a.report)), join_truncated(measured_rungs(b.report))),
      hint);
}

double value_of(const Measurement& run) { return *run.value; }

// The logarithms of the time of equal work, one of each run with a value: by that, or by mean_of.
std::vector<double> log_times(const Matched& matched, double (*by)(const Measurement&)) {
  const auto& metric = matched.side.report.head.metric;
  const double counts_for = multiplicity(metric, matched.point.shape);
  std::vector<double> logs;
  for (const auto& run : matched.point.runs)
    if (run.value)
      logs.push_back(metric.quantity == Quantity::time ? std::log(by(run)) : -std::log(by(run) * counts_for));
  return logs;
}

// The same of energy: of a sample if all runs of both tell it, else of the whole command.
using Joules = std::optional<double> (*)(const ScalingPoint&, const Measurement&);

std::vector<double> log_joules(const ScalingPoint& point, Joules joules) {
  std::vector<double> logs;
  for (const auto& run : point.runs)
    if (const auto energy = joules(point, run); energy && *energy > 0) logs.push_back(std::log(*energy));
  return logs;
}

RungFigures figures_of(const Matched& matched) {
  const auto& point = matched.point;
  return {.rung = point.rung,
          .table = table_name(matched.table),
          .typical = *point.typical,
          .speedup = point.is_baseline ? std::nullopt : point.speedup,
          .efficiency = point.is_baseline ? std::nullopt : point.efficiency,
          .is_marked = value_star(point) != nullptr,
          .is_speedup_starred = speedup_star(matched.table, point) != nullptr};
}

std::string name_of(const Matched& a, const Matched& b) {
  const auto rung = a.point.rung == b.point.rung ? a.point.rung : a.point.rung + " and " + b.point.rung;
  const auto& names = a.table.axes.size() >= b.table.axes.size() ? a.table : b.table;
  const auto table = table_name(names);
  return table.empty() ? rung : rung + " (" + table + ")";
}

std::string why_no_interval(std::size_t a, std::size_t b) {
  if (a > 1 && b > 1) return "values do not scatter";
  if (a == 1 && b == 1) return "one round each";
  return a == 1 ? "one round in A" : "one round in B";
}

void set_ratio(Pair& pair, std::vector<double> a, std::vector<double> b) {
  pair.ratio = stats::ratio_of_independent(a, b);
  pair.p = stats::p_of_independent(a, b);
  if (!pair.ratio->interval) pair.no_interval = why_no_interval(a.size(), b.size());
  pair.a.logs = std::move(a);
  pair.b.logs = std::move(b);
}

stats::Estimate typical_energy(const std::vector<double>& log_joules, double scale) {
  return {.centre = std::exp(stats::median(log_joules)) * scale / kJoulesOfKwh};
}

void compare_energies(const Matched& a, const Matched& b, Pair& pair) {
  for (const auto& [joules, scale] :
       {std::pair(&joules_of_a_sample, kMillion), std::pair(&joules_of_the_command, 1.0)}) {
    auto here = log_joules(a.point, joules);
    auto there = log_joules(b.point, joules);
    if (here.empty() || there.empty()) continue;
    pair.a.typical = typical_energy(here, scale);
    pair.b.typical = typical_energy(there, scale);
    return set_ratio(pair, std::move(here), std::move(there));
  }
  pair.no_ratio = "the energy is not known on both sides";
}

void compare_speeds(const Matched& a, const Matched& b, Pair& pair) {
  pair.no_ratio = unlike_work(a.side.report.head.metric, a.table.scaling, a.point, b.point);
  if (pair.no_ratio.empty()) set_ratio(pair, log_times(a, value_of), log_times(b, value_of));
}

void compare_speedups(Pair& pair) {
  if (pair.a.speedup && pair.b.speedup)
    pair.speedups = stats::ratio_of_estimates(*pair.b.speedup, *pair.a.speedup);
  if (pair.a.efficiency && pair.b.efficiency)
    pair.efficiencies = stats::ratio_of_estimates(*pair.b.efficiency, *pair.a.efficiency);
}

// Speedups compare only if they are relative to rungs of one size.
std::string why_no_speedups(const ScalingTable& a, const ScalingTable& b) {
  const auto baseline = position_of_baseline(a);
  const auto other = position_of_baseline(b);
  if (!baseline || !other) return "";
  const auto points = matched_points(a, b, At::size, true);
  const PointPair baselines(&a.points[*baseline], &b.points[*other]);
  if (std::ranges::find(points, baselines) != points.end()) return "";
  return fmt::format("the baseline is {} in A and {} in B", a.points[*baseline].rung, b.points[*other].rung);
}

bool is_starred(const Comparison& comparison, const Pair& pair) {
  const auto is_of_the_pair = [&](const Unlike& u) {
    return u.changes_work && (u.pairs.empty() || std::ranges::find(u.pairs, pair.name) != u.pairs.end());
  };
  return pair.a.is_marked || pair.b.is_marked || std::ranges::any_of(comparison.unlike, is_of_the_pair);
}

void add_unknown(Comparison& comparison, Scaling scaling, const ScalingPoint& point) {
  for (auto& key : missing_conditions(scaling, conditions_of(point)))
    if (std::ranges::find(comparison.unknown, key) == comparison.unknown.end())
      comparison.unknown.push_back(std::move(key));
}

void add_pairs(const Side& a, const Side& b, const TablePair& tables, Comparison& comparison) {
  const bool on_one_cluster = comparison.a.cluster == comparison.b.cluster;
  const auto points = matched_points(*tables.a, *tables.b, comparison.at, on_one_cluster);
  auto no_speedups = why_no_speedups(*tables.a, *tables.b);
  for (const auto& [here, there] : points) {
    const Matched of_a{a, *tables.a, *here};
    const Matched of_b{b, *tables.b, *there};
    Pair pair{.name = name_of(of_a, of_b), .a = figures_of(of_a), .b = figures_of(of_b)};
    if (comparison.at == At::energy)
      compare_energies(of_a, of_b, pair);
    else
      compare_speeds(of_a, of_b, pair);
    if (no_speedups.empty()) compare_speedups(pair);
    add_unlike(comparison.unlike, tables.a->scaling, *here, *there, pair.name);
    add_unknown(comparison, tables.a->scaling, *here);
    add_unknown(comparison, tables.a->scaling, *there);
    comparison.pairs.push_back(std::move(pair));
  }
  if (comparison.no_speedups.empty()) comparison.no_speedups = std::move(no_speedups);
}

// Of the energy no figure is shown that is not energy.
Result<void> keep_known_energies(Comparison& comparison) {
  if (comparison.at != At::energy) return {};
  std::erase_if(comparison.pairs, [](const Pair& pair) { return !pair.ratio; });
  if (!comparison.pairs.empty()) return {};
  return failure("the energy of no rung is known on both sides",
                 "it is if the monitor saw each GPU of a run and no other (docs/statistics.md, \"Costs\")");
}

// What tells the tables of a report from each other: "strong scaling, precision bf16".
std::string tables_text(const report::Report& report) {
  std::vector<std::string> names;
  for (const auto& table : report.tables) {
    auto name = to_text(table.scaling) + (table.scaling == Scaling::throughput ? "" : " scaling");
    for (const auto& axis : table.axes) name += fmt::format(", {} {}", axis.name, to_text(axis.value));
    names.push_back(std::move(name));
  }
  return join_truncated(names, "; ");
}

tl::unexpected<Diagnostics> no_table_in_common(const report::Report& a, const report::Report& b) {
  return failure(
      fmt::format("A and B have no ladder in common: A has {}; B has {}", tables_text(a), tables_text(b)),
      "compare sweeps that scale alike and share the value of an axis");
}

// The measured rungs of a side that stand in no pair, by their names in its report.
std::vector<std::string> unpaired(const report::Report& report, const std::vector<Pair>& pairs,
                                  RungFigures Pair::*side) {
  std::vector<std::string> names;
  for_each_comparison(report.tables, [&](const ScalingTable& table, const ScalingPoint& point) {
    const auto name = point_name(table, point.rung);
    const bool is_paired = std::ranges::any_of(pairs, [&](const Pair& pair) {
      return (pair.*side).rung == point.rung && (pair.*side).table == table_name(table);
    });
    if (point.typical && !is_paired) names.push_back(name);
  });
  return names;
}

void add_rungs_of_one_side(const Side& a, const Side& b, Comparison& comparison) {
  comparison.only_a = unpaired(a.report, comparison.pairs, &Pair::a);
  comparison.only_b = unpaired(b.report, comparison.pairs, &Pair::b);
}

// A condition that differs in all pairs does so as a whole.
void shorten(Comparison& comparison) {
  for (auto& unlike : comparison.unlike)
    if (unlike.pairs.size() == comparison.pairs.size()) unlike.pairs.clear();
}

// The hours in which a rung does 10^6 of what its rate counts, or one of what its time is of.
std::optional<stats::Estimate> hours_of_work(const ScalingPoint& point, const Metric& metric) {
  if (!point.mean) return std::nullopt;
  if (metric.quantity == Quantity::rate) {
    if (counted_things(metric).empty()) return std::nullopt;
    return stats::scaled(verdict::time_of_counted(point, *point.mean, metric, kMillion), 1 / kHour);
  }
  const auto seconds = seconds_in(metric.unit);
  return seconds ? std::optional(stats::scaled(*point.mean, *seconds / kHour)) : std::nullopt;
}

std::string work_name(const Metric& metric) {
  if (metric.quantity == Quantity::rate) return "a million " + counted_things(metric);
  const auto slash = metric.unit.find('/');
  return slash == std::string::npos ? "a run" : "a " + metric.unit.substr(slash + 1);
}

WorkCost cost_of_work(const Comparison& comparison, const Matched& a, const Matched& b) {
  WorkCost cost{.a = a.point.rung, .b = b.point.rung};
  const auto price = common_price(a.point, b.point, comparison.a.cluster == comparison.b.cluster);
  const auto hours_a = hours_of_work(a.point, comparison.a.metric);
  const auto hours_b = hours_of_work(b.point, comparison.a.metric);
  if (!price || !hours_a || !hours_b) return cost;
  cost.unit = price->unit;
  cost.cost_a = stats::scaled(*hours_a, price->a);
  cost.cost_b = stats::scaled(*hours_b, price->b);
  const auto speed = stats::ratio_of_independent(log_times(a, mean_of), log_times(b, mean_of));
  cost.ratio = stats::scaled(speed, price->a / price->b);
  return cost;
}

// A rung of which the other side has none of its size: in the unit in which it is paid.
WorkCost cost_of_work(const ScalingPoint& point, const Metric& metric, bool is_of_a) {
  WorkCost cost;
  (is_of_a ? cost.a : cost.b) = point.rung;
  const auto price = common_price(point, point, false);
  const auto hours = hours_of_work(point, metric);
  if (!price || !hours) return cost;
  cost.unit = price->unit;
  (is_of_a ? cost.cost_a : cost.cost_b) = stats::scaled(*hours, price->a);
  return cost;
}

void add_costs(const Side& a, const Side& b, const TablePair& tables, Comparison& comparison) {
  const auto& metric = comparison.a.metric;
  std::set<const ScalingPoint*> paired;
  for (const auto& [here, there] : matched_points(*tables.a, *tables.b, At::size, true)) {
    if (unlike_work(metric, tables.a->scaling, *here, *there).empty())
      comparison.costs.push_back(cost_of_work(comparison, {a, *tables.a, *here}, {b, *tables.b, *there}));
    paired.insert({here, there});
  }
  for (const auto* table : {tables.a, tables.b})
    for (const auto& point : table->points)
      if (point.typical && !paired.contains(&point))
        comparison.costs.push_back(cost_of_work(point, metric, table == tables.a));
  std::erase_if(comparison.costs, [](const WorkCost& cost) { return !cost.cost_a && !cost.cost_b; });
}

void adjust(std::vector<Pair>& pairs) {
  std::vector<double> p;
  std::vector<Pair*> claims;
  for (auto& pair : pairs)
    if (pair.ratio && pair.ratio->interval) {
      claims.push_back(&pair);
      p.push_back(pair.p);
    }
  const auto adjusted = stats::holm(p);
  const auto tail = stats::first_open_tail(adjusted);
  for (std::size_t i = 0; i < claims.size(); ++i) {
    claims[i]->p_adjusted = adjusted[i];
    claims[i]->tail = tail;
    claims[i]->adjusted = stats::interval_of_independent(claims[i]->a.logs, claims[i]->b.logs, tail);
  }
}

}  // namespace

bool is_shown(const Pair& pair) { return pair.ratio && pair.p_adjusted < stats::kClaimLevel; }

Result<Comparison> compare(const Side& a, const Side& b, At at) {
  TRY(check_measured(a.report, "A"));
  TRY(check_measured(b.report, "B"));
  TRY(check_no_copy(a.report, b.report));
  TRY(check_same_figures(a.report.head.metric, b.report.head.metric));
  if (at == At::nodes) TRY(check_nodes(a.report, "A"));
  if (at == At::nodes) TRY(check_nodes(b.report, "B"));
  Comparison comparison{.at = at,
                        .a = a.report.head,
                        .b = b.report.head,
                        .unlike = unlike_sweeps(a, b),
                        .warnings_a = a.report.warnings.size(),
                        .warnings_b = b.report.warnings.size()};
  const auto tables = matched_tables(a.report, b.report);
  if (tables.empty()) return no_table_in_common(a.report, b.report);
  for (const auto& pair : tables) {
    add_pairs(a, b, pair, comparison);
    if (at == At::cost) add_costs(a, b, pair, comparison);
  }
  if (comparison.pairs.empty() && comparison.costs.empty()) return nothing_in_common(a, b, at);
  TRY(keep_known_energies(comparison));
  if (at == At::cost) comparison.work = work_name(comparison.a.metric);
  add_rungs_of_one_side(a, b, comparison);
  for (auto& pair : comparison.pairs) pair.is_starred = is_starred(comparison, pair);
  shorten(comparison);
  adjust(comparison.pairs);
  return comparison;
}

}  // namespace scalegen::comparison
