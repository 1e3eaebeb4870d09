#include "analysis/report/edited_scripts.hpp"

#include <fmt/format.h>

#include "analysis/report/each_point.hpp"
#include "analysis/report/words.hpp"

namespace scalegen {
namespace {

std::vector<const Measurement*> edited_runs(const ScalingPoint& point) {
  std::vector<const Measurement*> runs;
  for (const auto& run : point.runs)
    if (run.value && run.is_edited) runs.push_back(&run);
  return runs;
}

// Of several rounds, which.
std::string in_rounds(const ScalingPoint& point, const std::vector<const Measurement*>& edited) {
  if (point.runs.size() == 1) return "";
  std::vector<int> rounds;
  for (const auto* run : edited) rounds.push_back(run->round);
  return " in " + numbered_rounds(rounds);
}

}  // namespace

bool is_edited(const ScalingPoint& point) { return !edited_runs(point).empty(); }

std::vector<std::string> edited_script_warnings_of(const Report& report) {
  std::vector<std::string> warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    const auto edited = edited_runs(point);
    if (edited.empty()) return;
    const auto& first = *edited.front();
    warnings.push_back(
        fmt::format("{} *: its script was edited by hand{}: what ran is runs/{}/{}/edited.sbatch",
                    point_name(table, point.rung), in_rounds(point, edited), first.run, first.attempt));
  });
  return warnings;
}

}  // namespace scalegen
