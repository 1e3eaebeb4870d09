#include "analysis/report/placement_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/report/placement_text.hpp"
#include "analysis/report/recorded_runs.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

std::string as_asked_text(int measured, int recorded, int as_asked) {
  if (as_asked == measured)
    return measured == 1 ? "as asked" : fmt::format("as asked in all {} runs", measured);
  auto text = fmt::format("as asked in {} of {}", as_asked, counted(recorded, "run"));
  if (recorded < measured) text += fmt::format(", not recorded in {}", measured - recorded);
  return text;
}

std::string transports_text(const Report& report) {
  RungsAlike groups;
  for_each_recorded_run(report, [&](const auto& name, const auto& run) {
    const auto& transports = run.placement.nccl_transports;
    if (!transports.empty()) add_rung(groups, fmt::format("{}", fmt::join(transports, " and ")), name);
  });
  if (groups.empty()) return "";
  return "; NCCL over " + (groups.size() == 1 ? groups.begin()->first : rungs_alike_text(groups, " in "));
}

int measured_runs(const Report& report) {
  int count = 0;
  for_each_point(report, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) count += run.value ? 1 : 0;
  });
  return count;
}

}  // namespace

std::vector<std::string> placement_notes_of(const Report& report) {
  int recorded = 0;
  int as_asked = 0;
  std::set<std::string> nodes;
  for_each_recorded_run(report, [&](const auto&, const auto& run) {
    ++recorded;
    as_asked += run.placement.differences.empty() ? 1 : 0;
    nodes.merge(nodes_of(run.placement));
  });
  if (recorded == 0) return {};
  return {fmt::format("placement: {}; {}{}", as_asked_text(measured_runs(report), recorded, as_asked),
                      nodes_text(nodes), transports_text(report))};
}

std::vector<std::string> placement_warnings_of(const Report& report) {
  std::vector<std::string> warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    if (is_misplaced(point))
      warnings.push_back(
          fmt::format("{} *: not placed as asked: {}", point_name(table, point.rung), placement_text(point)));
  });
  return warnings;
}

}  // namespace scalegen
