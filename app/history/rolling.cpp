#include "app/history/rolling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <utility>

#include "analysis/comparison/comparison_text.hpp"
#include "analysis/document/column.hpp"
#include "analysis/report/json_values.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "analysis/statistics/multiple_testing.hpp"
#include "app/history/changes.hpp"
#include "core/json.hpp"
#include "core/text.hpp"

namespace scalegen::history {
namespace {

using document::Cell;

/// The mean log time of this rung in the last sweeps before, the latest first. Without a figure it has no
/// settings that could differ.
std::vector<double> earlier_means(const History& history, const IndexedSweep& now, const IndexedRung& rung,
                                  std::size_t most) {
  std::vector<std::pair<double, double>> means;  // by when
  for (const auto& sweep : history.sweeps) {
    if (sweep.measured >= now.measured) continue;
    for (const auto& one : sweep.rungs)
      if (key_of(sweep, one) ==
              Key{now.name, now.cluster, rung.name, rung.logs.empty() ? one.settings : rung.settings} &&
          !one.is_marked && !one.logs.empty())
        means.emplace_back(-sweep.measured, stats::mean(one.logs));
  }
  std::ranges::sort(means);
  std::vector<double> last;
  for (const auto& [when, mean] : means)
    if (last.size() < most) last.push_back(mean);
  return last;
}

/// Sets the ratio, and as p_adjusted the probability of a sweep as far from them as this one.
void judge(Rolling& rolling, const std::vector<double>& earlier) {
  const auto n = static_cast<double>(earlier.size());
  const double error = std::sqrt(stats::sample_variance(earlier) * (1 + 1 / n));
  const double faster = stats::mean(earlier) - stats::mean(rolling.rung->logs);
  if (error == 0) {
    rolling.why_open = "the earlier sweeps do not scatter";
    return;
  }
  const boost::math::students_t t(n - 1);
  const double reach = quantile(t, 0.975) * error;
  rolling.ratio = {std::exp(faster),
                   stats::Interval{std::exp(faster - reach), std::exp(faster + reach), 0.95, 0}};
  rolling.p_adjusted = 2 * cdf(complement(t, std::abs(faster) / error));
}

// Rungs that are open are no part of the family.
void adjust(std::vector<Rolling>& all) {
  std::vector<double> p;
  for (const auto& one : all)
    if (one.ratio) p.push_back(one.p_adjusted);
  const auto adjusted = stats::holm(p);
  auto next = adjusted.begin();
  for (auto& one : all) {
    if (!one.ratio) continue;
    one.p_adjusted = *next++;
    one.fails = one.ratio->centre < 1 && one.p_adjusted < stats::kClaimLevel;
  }
}

std::vector<Rolling> of_sweep(const History& history, const IndexedSweep& sweep, std::size_t most) {
  std::vector<Rolling> all;
  for (const auto& rung : sweep.rungs) {
    const auto earlier = earlier_means(history, sweep, rung, most);
    Rolling rolling{.sweep = &sweep, .rung = &rung, .earlier = earlier.size()};
    if (rung.is_marked) rolling.why_open = "it has a star in its own report";
    if (earlier.size() < kFewestEarlier)
      rolling.why_open =
          fmt::format("{} to compare with, and {} are needed",
                      counted(static_cast<std::int64_t>(earlier.size()), "earlier sweep"), kFewestEarlier);
    if (rolling.why_open.empty()) judge(rolling, earlier);
    all.push_back(std::move(rolling));
  }
  for (const auto& rung : sweep.unmeasured) {
    const auto earlier = earlier_means(history, sweep, rung, most).size();
    all.push_back(
        {.sweep = &sweep, .rung = &rung, .earlier = earlier, .why_open = "no figure", .fails = earlier > 0});
  }
  adjust(all);
  return all;
}

std::string verdict_of(const Rolling& one) {
  if (!one.ratio) return (one.fails ? "" : "open: ") + one.why_open;
  if (one.fails) return "slower";
  return one.ratio->centre > 1 && one.p_adjusted < stats::kClaimLevel ? "faster" : "as before";
}

}  // namespace

std::vector<Rolling> against_last(const History& history, const Filter& filter, std::size_t most) {
  std::map<std::pair<std::string, std::string>, const IndexedSweep*> newest;  // by name and cluster
  for (const auto* sweeps : {&history.sweeps, &history.unmeasured})
    for (const auto& sweep : *sweeps) {
      if (!filter.name.empty() && sweep.name != filter.name) continue;
      auto& found = newest[{sweep.name, sweep.cluster}];
      if (found == nullptr || sweep.measured > found->measured) found = &sweep;
    }
  std::vector<Rolling> all;
  for (const auto& [key, sweep] : newest)
    for (auto& one : of_sweep(history, *sweep, most))
      if (filter.rung.empty() || one.rung->rung == filter.rung) all.push_back(std::move(one));
  return all;
}

document::Document rolling_document(const std::vector<Rolling>& all, std::size_t most,
                                    const std::vector<std::string>& notes) {
  document::Document document;
  if (all.empty()) add(document.blocks, {.lines = {"nothing measured"}});
  document::Section section{
      .table = document::table_of<Rolling>(
          all,
          {{"measured (UTC)", [](const Rolling& one) { return Cell{day_text(one.sweep->measured)}; }},
           {"sweep", [](const Rolling& one) { return Cell{one.sweep->name}; }, true, ""},
           {"cluster", [](const Rolling& one) { return Cell{one.sweep->cluster}; }, true, ""},
           {"rung", [](const Rolling& one) { return Cell{one.rung->name}; }},
           {"figure",
            [](const Rolling& one) {
              if (one.rung->logs.empty()) return Cell{};
              return Cell{.text = estimate_text(one.rung->typical) + " " + one.sweep->unit,
                          .figure = one.rung->typical};
            }},
           {"earlier", [](const Rolling& one) { return Cell{std::to_string(one.earlier)}; }},
           {"against them",
            [](const Rolling& one) {
              return one.ratio ? Cell{report::difference_text(*one.ratio, false)} : Cell{};
            },
            true},
           {"verdict", [](const Rolling& one) { return Cell{verdict_of(one)}; }}})};
  if (!all.empty())
    section.lines.push_back(fmt::format(
        "the newest sweep of a name against its last {} of the same cluster and settings: by the speed, each "
        "sweep one value, with the interval in which a further one lies (95 %), and Holm's procedure over "
        "the judged rungs",
        most));
  for (const auto& note : notes) section.lines.push_back("note: " + note);
  add(document.blocks, section);
  return document;
}

std::string rolling_json(const std::vector<Rolling>& all, const std::vector<std::string>& notes) {
  Json json{{"scalegen_rolling", 1}, {"rungs", Json::array()}, {"notes", notes}};
  for (const auto& one : all) {
    auto rung = entry_json({one.sweep, one.rung});
    rung["earlier"] = one.earlier;
    rung["verdict"] = verdict_of(one);
    if (one.ratio) rung["ratio"] = report::estimate_json(*one.ratio);
    if (one.ratio) rung["p_adjusted"] = one.p_adjusted;
    json["rungs"].push_back(std::move(rung));
  }
  return json_page(json);
}

}  // namespace scalegen::history
