#include "analysis/report/recorded_runs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/some_of.hpp"
#include "core/units.hpp"

namespace scalegen {

void add_rung(RungsAlike& groups, const std::string& what, const std::string& rung) {
  auto& rungs = groups[what];
  if (rungs.empty() || rungs.back() != rung) rungs.push_back(rung);
}

std::string rungs_alike_text(const RungsAlike& groups, std::string_view between) {
  std::vector<std::string> texts;
  for (const auto& [what, rungs] : groups)
    texts.push_back(fmt::format("{}{}{}", what, between, some_of(rungs)));
  return some_of(texts, "; ");
}

std::string nodes_text(const std::set<std::string>& nodes) {
  constexpr std::size_t kMost = 6;
  if (nodes.size() > kMost) return counted(static_cast<int>(nodes.size()), "node");
  return fmt::format("{} {}", nodes.size() == 1 ? "node" : "nodes", fmt::join(nodes, ", "));
}

}  // namespace scalegen
