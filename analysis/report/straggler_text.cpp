#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/document/texts.hpp"
#include "analysis/report/json_values.hpp"
#include "analysis/report/sections.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

std::string place_of(const losses::Straggler& s) {
  return s.device.empty() ? "node " + s.host : fmt::format("{} of node {}", s.device, s.host);
}

std::string cause_text(losses::Straggler::Kind kind) {
  switch (kind) {
    case losses::Straggler::Kind::node:
      return "node";
    case losses::Straggler::Kind::gpu:
      return "gpu";
    case losses::Straggler::Kind::rank:
      return "rank";
    case losses::Straggler::Kind::rank_or_place:
      return "rank or place";
  }
  return "";
}

std::string slow_text(const losses::Straggler& s) {
  switch (s.kind) {
    case losses::Straggler::Kind::node:
      return fmt::format("node {} is slow, whichever ranks are there", s.host);
    case losses::Straggler::Kind::gpu:
      return fmt::format("{} is slow, whichever rank uses it", place_of(s));
    case losses::Straggler::Kind::rank:
      return fmt::format("rank {} is slow wherever it is: the program gives it more to do", *s.rank);
    case losses::Straggler::Kind::rank_or_place:
      return s.rank
                 ? fmt::format("rank {} is slow, and always was on {}: which of them it is, nothing tells",
                               *s.rank, place_of(s))
                 : fmt::format(
                       "node {} is slow, and always had the same ranks: which of them it is, nothing tells",
                       s.host);
  }
  return "";
}

// "thermal slowdown in 90 % of samples (others 2 %)"
Texts throttling_texts(const std::vector<losses::Throttling>& all) {
  Texts texts;
  for (const auto& of : all)
    texts.push_back(fmt::format("{} in {:.0f} % of samples (others {:.0f} %)", to_text(of.slowdown),
                                100 * of.here, 100 * of.elsewhere));
  return texts;
}

}  // namespace

std::string straggler_text(const losses::Straggler& s) {
  auto text = fmt::format(
      "{}; its own work takes {:.1f} % longer than others', the most in {} of {} (p {:.2g} for {} looked at)",
      slow_text(s), 100 * s.excess, s.slowest, counted(s.runs, "run"), s.p, s.looked_at);
  if (s.clock_mhz)
    text += fmt::format("; its GPUs had lower clocks: {} MHz, others in the same runs {} MHz",
                        three_digits(*s.clock_mhz), three_digits(*s.other_clocks_mhz));
  if (!s.throttling.empty())
    text += fmt::format("; its GPUs were throttled: {}", fmt::join(throttling_texts(s.throttling), ", "));
  return text;
}

Json stragglers_json(const Report& report) {
  Json all = Json::array();
  for (const auto& s : report.stragglers) {
    Json json = Json::object();
    json["cause"] = cause_text(s.kind);
    put(json, "rank", s.rank);
    put_text(json, "host", s.host);
    put_text(json, "device", s.device);
    json["excess"] = s.excess;
    json["slowest_in"] = s.slowest;
    json["runs"] = s.runs;
    json["p"] = s.p;
    json["looked_at"] = s.looked_at;
    put(json, "sm_clock_mhz", s.clock_mhz);
    put(json, "sm_clock_mhz_elsewhere", s.other_clocks_mhz);
    for (const auto& of : s.throttling)
      json["throttling"].push_back(
          {{"by", to_text(of.slowdown)}, {"share", of.here}, {"share_elsewhere", of.elsewhere}});
    all.push_back(std::move(json));
  }
  return all;
}

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
