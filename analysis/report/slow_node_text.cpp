#include <fmt/format.h>

#include "analysis/document/texts.hpp"
#include "analysis/report/json_values.hpp"
#include "analysis/report/sections.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

std::string doubt_of(const losses::SlowNode& s) {
  if (s.may_be_its_ranks) return ", or its ranks are, which never changed: nothing tells";
  return s.hosts.size() == 1 ? "" : ", and which of them it is, nothing tells";
}

std::string evidence_of(const losses::SlowNode& s) {
  if (s.runs > 0)
    return fmt::format("its own work takes {:.1f} % longer than others', the most in {} of {}",
                       100 * s.excess, s.slower, counted(s.runs, "run"));
  return fmt::format(
      "runs with it take {:.1f} % longer than those of the same rung without it, and are slower in {} of {}",
      100 * s.excess, s.slower, counted(s.rounds, "round"));
}

}  // namespace

std::string slow_node_text(const losses::SlowNode& s) {
  return fmt::format("{}node {} is slow{}; {} (p {:.2g} for {} looked at)",
                     s.device.empty() ? "" : s.device + " of ", join_truncated(s.hosts, " or "), doubt_of(s),
                     evidence_of(s), s.p, s.looked_at);
}

Json slow_nodes_json(const Report& report) {
  Json all = Json::array();
  for (const auto& s : report.slow_nodes) {
    Json json{{"hosts", s.hosts}, {"excess", s.excess}, {"slower_in", s.slower}};
    put_text(json, "device", s.device);
    if (s.may_be_its_ranks) json["may_be_its_ranks"] = true;
    json[s.runs > 0 ? "runs" : "rounds"] = s.runs > 0 ? s.runs : s.rounds;
    json["p"] = s.p;
    json["looked_at"] = s.looked_at;
    all.push_back(std::move(json));
  }
  return all;
}

}  // namespace scalegen::report
