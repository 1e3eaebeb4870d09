#include "analysis/report/method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/document/texts.hpp"
#include "analysis/scaling/figure_text.hpp"

namespace scalegen::report {
namespace {

// Coverages from ranks are sums of binomials and never have these values.
bool is_pooled(double coverage) { return coverage == 0.95 || coverage == 0.90; }

std::string coverage_text(double coverage, stats::Rounds rounds) {
  if (!is_pooled(coverage)) return percent(coverage) + ", from ranks";
  if (rounds == stats::Rounds::independent)
    return percent(coverage) + ", from two independent samples (Welch's t)";
  return fmt::format("{}, pooled over rungs and rounds (at least {} if rungs differ in noise)",
                     percent(coverage), percent(2 * coverage - 1));
}

}  // namespace

std::vector<std::string> coverages_of(const Report& report) {
  std::vector<std::string> coverages;
  for_each_comparison(report.tables, [&](const auto&, const auto& point) {
    if (!point.speedup || !point.speedup->interval) return;
    add_once(coverages, coverage_text(point.speedup->interval->coverage, report.head.rounds_are));
  });
  return coverages;
}

WarmUpText warm_up_text(const Report& report) {
  std::set<std::int64_t> left_out;
  std::set<std::int64_t> all;
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) {
      if (!run.value || !run.window) continue;
      left_out.insert(run.window->warm_up_steps);
      all.insert(run.window->warm_up_steps + run.window->steps);
    }
  });
  if (all.empty()) return {};
  return {fmt::format("{} of {} steps", range_text(left_out), range_text(all)),
          warm_up_rule(*all.begin(), *all.rbegin())};
}

}  // namespace scalegen::report
