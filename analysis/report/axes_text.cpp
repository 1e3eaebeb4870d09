#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/document/texts.hpp"
#include "analysis/report/condition_text.hpp"
#include "analysis/report/sections.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "analysis/verdict/choices.hpp"
#include "analysis/verdict/hourly_price.hpp"
#include "core/plan_file.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using verdict::Choice;
using verdict::Slower;
using Positions = std::vector<std::size_t>;  // of tables

constexpr std::size_t kFew = 3;        // combinations that a sentence names
constexpr std::size_t kMostSizes = 5;  // that have a sentence of their own

// "values of learning_rate", "combinations of optimizer and schedule"
std::string what_differs(const Report& report) {
  const auto& axes = report.head.axes;
  if (axes.size() == 1) return "values of " + axes.front();
  return fmt::format("combinations of {}", fmt::join(axes, ", "));
}

std::string name_of(const Report& report, std::size_t t) { return axes_text(report.tables[t].axes); }

// "cpus per task 8, 16": behind the first the name of an only axis is not said again.
std::string names_of(const Report& report, const Positions& tables) {
  Texts names;
  for (const auto t : tables)
    names.push_back(report.head.axes.size() == 1 && !names.empty()
                        ? axis_text(report.tables[t], report.head.axes.front())
                        : name_of(report, t));
  return fmt::format("{}", fmt::join(names, report.head.axes.size() == 1 ? ", " : "; "));
}

std::string where(const Report& report, const Positions& some, std::size_t all) {
  if (some.size() == all) return fmt::format("at each of {} {}", all, what_differs(report));
  if (some.size() <= kFew) return "at " + names_of(report, some);
  return fmt::format("at {} of {} {}", some.size(), all, what_differs(report));
}

// ": efficiency 89.3 to 90.6 %, the largest rung of at least 70 %"
std::string efficiencies(const Report& report, const Positions& tables) {
  const auto& rule = report.head.advise;
  if (!rule.efficiency) return "";
  std::set<double> all;
  for (const auto t : tables)
    if (const auto& e = report.tables[t].points[*answer_of(report.verdicts[t])].efficiency)
      all.insert(100 * e->centre);
  if (all.empty()) return "";
  const auto least = three_digits(*all.begin()), most = three_digits(*all.rbegin());
  return fmt::format(": efficiency {}{} %", least == most ? "" : least + " to ", most) +
         (is_of_efficiency_alone(rule) ? ", the " + rung_of_rule(rule) : "");
}

std::string advice_at(const Report& report, const Positions& tables, std::size_t all) {
  const auto place = where(report, tables, all);
  const auto& verdict = report.verdicts[tables.front()];
  const auto& table = report.tables[tables.front()];
  if (!verdict.advised && verdict.unproven)
    return fmt::format("{} {}{}, {}.", table.points[*verdict.unproven].rung, place,
                       efficiencies(report, tables), lack_of_proof(report.head, table, *verdict.unproven));
  if (!verdict.advised) {
    const bool is_one_reason =
        std::ranges::all_of(tables, [&](auto t) { return report.verdicts[t].none == verdict.none; });
    return fmt::format("No rung can be advised {}: {}.", place,
                       is_one_reason ? verdict.none : "JSON says why of each");
  }
  const auto& point = table.points[*verdict.advised];
  if (!point.is_baseline)
    return fmt::format("Ask for {} {}{}.", point.rung, place, efficiencies(report, tables));
  const bool is_open =
      std::ranges::any_of(tables, [&](auto t) { return report.verdicts[t].open.has_value(); });
  return is_open
             ? fmt::format("Ask for no more than {}, the baseline, {}, until more is known.", point.rung,
                           place)
             : fmt::format("Ask for {}, the baseline, {}: no larger rung meets the rule.", point.rung, place);
}

std::string scaling_prefix(const ScalingTable& table) {
  return table.is_one_of_two ? to_text(table.scaling) + ": " : "";
}

using Group = std::vector<const Slower*>;

// "12 % [9, 15] longer", "2.5x [2.4, 2.6] as long"
std::string longer_text(stats::Estimate times) {
  if (times.centre >= 2) return factor_text(times) + " as long";
  times.centre -= 1;
  if (times.interval) times.interval->low -= 1, times.interval->high -= 1;
  return efficiency_text(times) + " longer";
}

std::string short_name(const Report& report, const Slower& other) {
  const auto& axes = report.head.axes;
  return axes.size() == 1 ? axis_text(report.tables[other.table], axes.front())
                          : name_of(report, other.table);
}

// "31 of them 3.2 to 12 % longer"
std::string slower_range_text(const Group& group) {
  const auto [least, most] =
      std::ranges::minmax_element(group, {}, [](const auto* other) { return other->times.centre; });
  return fmt::format("{} {} to {} longer", group.size(), percent((*least)->times.centre - 1),
                     percent((*most)->times.centre - 1));
}

// "4 takes 12 % [9, 15] longer; not distinguishable: 16 (0.4 % [-1, 2] longer)"
std::string others_text(const Report& report, const Choice& choice) {
  Group slower, open;
  for (const auto& other : choice.others) (is_told(other) ? slower : open).push_back(&other);
  Texts texts, names;
  if (slower.size() <= kFew)
    for (const auto* const other : slower)
      texts.push_back(fmt::format("{} takes {}", short_name(report, *other), longer_text(other->times)));
  else
    texts.push_back("others take longer: " + slower_range_text(slower));
  if (open.size() <= kFew)
    for (const auto* const other : open)
      names.push_back(fmt::format("{} ({})", short_name(report, *other),
                                  longer_text({other->times.centre, other->in_report})));
  else
    names.push_back(slower_range_text(open));
  if (!open.empty()) texts.push_back(fmt::format("not distinguishable: {}", fmt::join(names, ", ")));
  const auto uncertain = choice.starred.size();
  if (uncertain > 0)
    texts.push_back("not judged, since uncertain: " +
                    (uncertain > kFew ? std::to_string(uncertain) : names_of(report, choice.starred)));
  return fmt::format("{}", fmt::join(texts, "; "));
}

/// A run's figures that a person weighs against each other.
struct Weighed {
  std::string name{};  // "optimizer adam at 2gpu"
  double accuracy = 0;
  double least = 0;  // of its rounds
  double most = 0;
  std::optional<double> price{};  // of its training loop
  std::string unit{};
};

// None if one of them has one run or a star: nothing is said of all then.
std::vector<Weighed> weighed(const Report& report) {
  std::vector<Weighed> all;
  bool are_certain = true;
  for_each_point(report.tables, [&](const auto& table, const auto& point) {
    std::multiset<double> rounds;
    for (const auto& run : point.runs)
      if (const auto* const figure = run.value ? find_figure(run.further, kAccuracy) : nullptr;
          figure && figure->value)
        rounds.insert(*figure->value);
    const auto accuracy = further_figure(point, kAccuracy);
    if (rounds.empty() || !accuracy) return;
    are_certain = are_certain && rounds.size() > 1 && value_star(point) == nullptr;
    const auto seconds = loop_seconds(point);
    const auto hourly = verdict::hourly_price(point);
    all.push_back({.name = axes_text(table.axes) + " at " + point.rung,
                   .accuracy = *accuracy,
                   .least = *rounds.begin(),
                   .most = *rounds.rbegin(),
                   .price = seconds && hourly > 0 ? std::optional(*seconds * hourly / 3600) : std::nullopt,
                   .unit = verdict::price_unit(point)});
  });
  if (!are_certain) all.clear();
  return all;
}

}  // namespace

Texts advice_over_tables(const Report& report, const Positions& tables) {
  Texts texts;
  for (const auto scaling : report.head.scalings) {
    std::map<std::string, Positions> by_answer;
    std::size_t all = 0;
    for (const auto t : tables)
      if (const auto& table = report.tables[t]; table.scaling == scaling) {
        const auto& [advised, unproven] = std::tie(report.verdicts[t].advised, report.verdicts[t].unproven);
        by_answer[advised    ? table.points[*advised].rung
                  : unproven ? "?" + table.points[*unproven].rung
                             : ""]
            .push_back(t);
        ++all;
      }
    std::vector<Positions> groups;
    for (const auto& [answer, group] : by_answer) groups.push_back(group);
    std::ranges::stable_sort(groups, std::greater(), &Positions::size);
    for (const auto& group : groups)
      texts.push_back(scaling_prefix(report.tables[group.front()]) + advice_at(report, group, all));
  }
  return texts;
}

Texts choice_sentences(const Report& report) {
  Texts texts, untold;
  for (const auto& choice : report.choices) {
    const bool has_intervals =
        std::ranges::any_of(choice.others, [](const auto& o) { return o.times.interval.has_value(); });
    if (!has_intervals) continue;
    const auto name = scaling_prefix(report.tables[choice.fastest]) + choice.rung;
    if (std::ranges::none_of(choice.others, verdict::is_told))
      untold.push_back(name);
    else
      texts.push_back(fmt::format("At {} {} is fastest{}; {}.", name, name_of(report, choice.fastest),
                                  choice.starred.empty() ? "" : " of those that are certain",
                                  others_text(report, choice)));
  }
  if (texts.size() > kMostSizes) {
    const auto more = texts.size() - kMostSizes;
    texts.erase(texts.begin(), texts.end() - kMostSizes);  // larger rungs are dearer
    texts.push_back(
        fmt::format("At {} smaller rungs some are slower than the fastest, too; JSON has all.", more));
  }
  if (!untold.empty())
    texts.push_back(fmt::format("At {} none of the {} is distinguishable from the fastest.",
                                join_truncated(untold), what_differs(report)));
  return texts;
}

Texts accuracy_sentences(const Report& report) {
  if (report.head.axes.empty() || report.tables.size() < 2) return {};
  const auto all = weighed(report);
  if (all.size() < 2) return {};
  const auto& best = *std::ranges::max_element(all, {}, &Weighed::accuracy);
  std::size_t alike = 0;  // their rounds reach its own
  const Weighed* cheapest = nullptr;
  for (const auto& one : all) {
    if (one.most < best.least) continue;
    ++alike;
    if (one.price && one.unit == best.unit && (!cheapest || *one.price < *cheapest->price)) cheapest = &one;
  }
  auto text = alike == all.size() ? std::string("No combination is shown to be more accurate than another")
                                  : fmt::format("Most accurate: {}, {:.3g}", best.name, best.accuracy);
  if (cheapest != nullptr && best.price)
    text +=
        fmt::format("; cheapest{}: {}, {} {}",
                    alike == all.size() ? "" : fmt::format(" of those whose rounds reach {:.3g}", best.least),
                    cheapest->name, value_text(*cheapest->price, Quantity::rate), cheapest->unit);
  return {text + "."};
}

}  // namespace scalegen::report
