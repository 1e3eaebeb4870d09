#include "analysis/report/going_on_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scalegen::report {

std::vector<std::string> going_on_warnings(const Report& report) {
  std::vector<std::string> warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    const auto found =
        std::ranges::find_if(point.runs, [](const auto& run) { return run.value && !run.went_on.empty(); });
    if (found == point.runs.end()) return;
    warnings.push_back(fmt::format(
        "{}: when the command of {} had returned, '{}' went on and was ended: its figure may not be of the "
        "whole work; start it in the foreground",
        point_name(table, point.rung), found->run, found->went_on.front()));
  });
  return warnings;
}

}  // namespace scalegen::report
