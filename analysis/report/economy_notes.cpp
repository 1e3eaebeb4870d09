#include "analysis/report/economy_notes.hpp"

#include <fmt/format.h>

#include "analysis/scaling/figure_text.hpp"
#include "analysis/verdict/interval_width.hpp"

namespace scalegen::report {
namespace {

// By `bench/coverage`: docs/statistics.md has its table.
constexpr auto kSimulatedCoverage =
    "simulated coverage of such intervals: 93 to 96 %, also if rungs differ much in noise";

bool is_still_running(const Report& report) {
  return any_point(report.tables, [](const auto& point) {
    return std::ranges::any_of(point.runs, [](const auto& run) {
      return run.unmeasured == "not started" || run.unmeasured == "running";
    });
  });
}

std::string how_wide(const ScalingTable& table) {
  const auto widest = widest_half_width(table);
  return widest ? fmt::format("the widest interval reaches {} to either side", percent(*widest))
                : "a rung has no interval";
}

}  // namespace

std::vector<std::string> economy_notes(const Report& report) {
  std::vector<std::string> notes;
  const auto& head = report.head;
  if (head.until && !is_still_running(report))
    for (const auto& table : report.tables) {
      const auto widest = widest_half_width(table);
      const bool is_reached = widest && *widest <= head.until->half_width;
      if (!is_reached)
        notes.push_back(fmt::format("'{}' was not reached: {}{}; {}", to_text(*head.until), how_wide(table),
                                    report.tables.size() == 1 ? "" : " in " + point_name(table, "a table"),
                                    kSimulatedCoverage));
    }
  for (const auto& reason : head.not_needed)
    notes.push_back(reason.starts_with("rounds ended") ? fmt::format("{}; {}", reason, kSimulatedCoverage)
                                                       : reason);
  return notes;
}

}  // namespace scalegen::report
