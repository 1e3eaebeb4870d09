#include <fmt/format.h>

#include <algorithm>

#include "analysis/finders/finders.hpp"
#include "analysis/scaling/distinct_values.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/text.hpp"

// Figures that work of equal amount, measured as it ran, does not explain.

namespace scalegen::finders {
namespace {

// True of an interval if the whole of it is above.
bool is_beyond_ideal(const stats::Estimate& efficiency) {
  constexpr double kSuspicious = 1.05;
  return (efficiency.interval ? efficiency.interval->low : efficiency.centre) > kSuspicious;
}

bool is_beyond_ideal(const ScalingTable& table, const ScalingPoint& point) {
  const auto baseline = position_of_baseline(table);
  return baseline && point.efficiency && is_beyond_ideal(*point.efficiency) &&
         size_ratio(point.shape, table.points[*baseline].shape).value_or(0) > 1;
}

// In weak scaling each rank keeps its work, so that no cache makes it faster.
bool is_implausible(const ScalingTable& table, const stats::Estimate& efficiency) {
  return table.scaling == Scaling::weak && efficiency.interval.has_value();
}

std::size_t compared_keys(const ScalingTable& table, const ScalingPoint& point) {
  const auto conditions = [](const ScalingPoint& p) {
    const auto run = std::ranges::find_if(p.runs, [](const auto& r) { return r.value.has_value(); });
    return run == p.runs.end() ? Settings() : run->conditions;
  };
  const auto here = conditions(point);
  const auto there = conditions(table.points[*position_of_baseline(table)]);
  return static_cast<std::size_t>(
      std::ranges::count_if(here, [&](const auto& setting) { return find(there, setting.name) != nullptr; }));
}

std::string why_not_comparable(const ScalingTable& table, const ScalingPoint& point) {
  if (auto text = differences_text(point.differences, Consequence::note, "the baseline"); !text.empty())
    return text;
  return compared_keys(table, point) == 0
             ? "no condition of both is known, so that nothing could be compared: batch, precision, program?"
             : "nothing that was compared differs";
}

/// The least and the greatest accuracy of the measured runs of a rung; nullopt if one has none.
std::optional<stats::Interval> accuracies(const ScalingPoint& point) {
  std::optional<stats::Interval> range;
  for (const auto* const run : runs_that(point, [](const auto&) { return true; })) {
    const auto* const figure = find_figure(run->further, kAccuracy);
    if (figure == nullptr || !figure->value) return std::nullopt;
    if (!range) range = {*figure->value, *figure->value};
    range = {std::min(range->low, *figure->value), std::max(range->high, *figure->value)};
  }
  return range;
}

constexpr std::size_t kRoundsWithTies = 4;  // from which on ties are told from chance

bool is_any_interval(const std::vector<ScalingTable>& tables) {
  bool any = false;
  for_each_comparison(tables, [&](const auto&, const auto& point) {
    any = any || (point.speedup && point.speedup->interval);
  });
  return any;
}

}  // namespace

Findings efficiencies_beyond_ideal(const Measured& measured) {
  Findings found;
  for_each_comparison(measured.tables, [&](const auto& table, const auto& point) {
    if (!is_beyond_ideal(table, point)) return;
    const auto name = point_name(table, point.rung);
    const auto& baseline = table.points[*position_of_baseline(table)].rung;
    Finding one{.kind = FindingKind::beyond_ideal,
                .rungs = {name},
                .facts = {{"efficiency", efficiency_text({point.efficiency->centre})},
                          {"why", why_not_comparable(table, point)},
                          {"larger", name},
                          {"baseline", baseline}}};
    if (is_implausible(table, *point.efficiency)) {
      one.kind = FindingKind::implausible;
      one.rungs.push_back(point_name(table, baseline));
    }
    found.push_back(std::move(one));
  });
  return found;
}

// Unless the same is said of the efficiency.
Findings doublings_beyond_ideal(const Measured& measured) {
  Findings found;
  for_each_comparison(measured.tables, [&](const auto& table, const auto& point) {
    if (!point.doubling || is_beyond_ideal(table, point) ||
        !is_beyond_ideal(scaled(point.doubling->speedup, 0.5)))
      return;
    found.push_back({.kind = FindingKind::doubling_beyond_ideal,
                     .rungs = {point_name(table, point.rung)},
                     .facts = {{"factor", factor_text({point.doubling->speedup.centre})},
                               {"half", point.doubling->from}}});
  });
  return found;
}

// In all rounds.
Findings lower_accuracies(const Measured& measured) {
  Findings found;
  for_each_comparison(measured.tables, [&](const auto& table, const auto& point) {
    const auto position = position_of_baseline(table);
    if (!position) return;
    const auto& baseline = table.points[*position];
    const auto here = accuracies(point);
    const auto there = accuracies(baseline);
    if (!here || !there || !(here->high < there->low - kAlikeAccuracies)) return;
    found.push_back({.kind = FindingKind::less_accurate,
                     .rungs = {point_name(table, point.rung)},
                     .facts = {{"baseline", point_name(table, baseline.rung)},
                               {"here", fmt::format("{:.3g}", here->high)},
                               {"there", fmt::format("{:.3g}", there->low)}}});
  });
  return found;
}

// Rounded values tie: an interval from them is narrower than chance, or has no width at all.
Findings missing_scatter(const Measured& measured) {
  const auto word = word_for_round(measured.head);
  Finding same{.kind = FindingKind::no_scatter};
  Finding few{.kind = FindingKind::few_values};
  std::vector<std::string> values_of_few;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const auto name = point_name(table, point.rung);
    const auto [rounds, values] = distinct_values(point);
    if (is_without_scatter(point)) {
      same.rungs.push_back(name);
    } else if (rounds >= kRoundsWithTies && 2 * values <= rounds) {
      few.rungs.push_back(name);
      values_of_few.push_back(fmt::format("{} ({} in {} {}s)", name, values, rounds, word));
    }
  });
  same.facts = {{"word", word},
                {"nothing", is_any_interval(measured.tables) ? "" : ", so nothing can be told from chance"}};
  few.facts = {{"values", join_truncated(values_of_few)}};
  Findings found;
  for (auto* one : {&same, &few})
    if (!one->rungs.empty()) found.push_back(std::move(*one));
  return found;
}

}  // namespace scalegen::finders
