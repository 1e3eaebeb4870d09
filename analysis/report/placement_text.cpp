#include "analysis/report/placement_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "analysis/report/words.hpp"

namespace scalegen {
namespace {

/// Which rounds have the same differences.
std::map<std::string, std::vector<int>> misplaced_rounds(const ScalingPoint& point) {
  std::map<std::string, std::vector<int>> rounds;
  for (const auto& run : point.runs)
    if (run.value && !run.placement.differences.empty())
      rounds[fmt::format("{}", fmt::join(run.placement.differences, "; "))].push_back(run.round);
  return rounds;
}

std::string misplaced_text(const ScalingPoint& point) {
  const auto misplaced = misplaced_rounds(point);
  std::vector<std::string> texts;
  for (const auto& [differences, rounds] : misplaced)
    texts.push_back(point.runs.size() == 1 ? differences
                                           : fmt::format("{}: {}", numbered_rounds(rounds), differences));
  return fmt::format("{}", fmt::join(texts, "; "));
}

}  // namespace

bool is_misplaced(const ScalingPoint& point) { return !misplaced_rounds(point).empty(); }

std::string placement_text(const ScalingPoint& point) {
  if (is_misplaced(point)) return misplaced_text(point);
  bool measured = false;
  bool recorded = true;
  for (const auto& run : point.runs) {
    measured = measured || run.value;
    recorded = recorded && (!run.value || is_recorded(run.placement));
  }
  if (!measured) return "";
  return recorded ? "as asked" : "not recorded";
}

}  // namespace scalegen
