#include "analysis/scaling/recorded_runs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen {

void add_rung(RungsByValue& groups, const std::string& what, const std::string& rung) {
  auto& rungs = groups[what];
  if (rungs.empty() || rungs.back() != rung) rungs.push_back(rung);
}

std::string grouped_text(const RungsByValue& groups, std::string_view between) {
  std::vector<std::string> texts;
  for (const auto& [what, rungs] : groups)
    texts.push_back(fmt::format("{}{}{}", what, between, join_truncated(rungs)));
  return join_truncated(texts, "; ");
}

std::string nodes_text(const std::set<std::string>& nodes) {
  constexpr std::size_t kMax = 6;
  if (nodes.size() > kMax) return counted(static_cast<int>(nodes.size()), "node");
  return fmt::format("{} {}", nodes.size() == 1 ? "node" : "nodes", fmt::join(nodes, ", "));
}

}  // namespace scalegen
