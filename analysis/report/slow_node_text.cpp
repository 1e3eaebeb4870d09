#include "analysis/report/slow_node_text.hpp"

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {

std::string slow_node_text(const losses::SlowNode& s) {
  const bool is_one = s.hosts.size() == 1;
  return fmt::format(
      "runs with node {} are slow{}: they take {:.1f} % longer than those of the same rung without it, and "
      "are slower in {} of {} (p {:.2g} for {} looked at)",
      join_truncated(s.hosts, " or "), is_one ? "" : ", and which of them it is, nothing tells",
      100 * s.excess, s.slower, counted(s.rounds, "round"), s.p, counted(s.looked_at, "node"));
}

Json slow_nodes_json(const Report& report) {
  Json all = Json::array();
  for (const auto& s : report.slow_nodes)
    all.push_back({{"hosts", s.hosts},
                   {"excess", s.excess},
                   {"slower_in", s.slower},
                   {"rounds", s.rounds},
                   {"p", s.p},
                   {"looked_at", s.looked_at}});
  return all;
}

}  // namespace scalegen::report
