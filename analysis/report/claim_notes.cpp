#include "analysis/report/claim_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/report/each_point.hpp"
#include "analysis/report/words.hpp"
#include "analysis/statistics/claims.hpp"

namespace scalegen {
namespace {

std::string claim_text(const std::string& name, const Claim& claim, std::size_t claims) {
  const auto& interval = *claim.ratio.interval;
  const bool excluded_alone = interval.low > 1 || interval.high < 1;
  const auto among = excluded_alone ? fmt::format(" among {} claims", claims) : "";
  if (claim.against != "ideal")
    return fmt::format("{} is not distinguishable from {}{}: {}", name, claim.against, among,
                       speedup_text(claim.ratio));
  auto text = fmt::format("{} is not distinguishable from ideal{}: efficiency {}", name, among,
                          ratio_text(claim.ratio));
  if (interval.low < 1)
    text += fmt::format("; a loss up to {:.2g} % is not excluded", 100 * (1 - interval.low));
  return text;
}

std::size_t claims_in(const Report& report) {
  std::size_t count = 0;
  for_each_point(report, [&](const auto&, const auto& point) { count += point.claims.size(); });
  return count;
}

// The most rounds that any table needs to tell a loss of 5 % from none.
int rounds_for_five_percent(const Report& report) {
  int rounds = 0;
  for (const auto& table : report.tables)
    if (table.noise && table.points.size() > 1)
      rounds = std::max(rounds, rounds_needed(*table.noise, table.points.size(), -std::log(0.95)));
  return rounds;
}

}  // namespace

std::vector<std::string> claim_notes_of(const Report& report) {
  std::vector<std::string> notes;
  bool loss_open = false;
  const auto claims = claims_in(report);
  for_each_point(report, [&](const auto& table, const auto& point) {
    for (const auto& claim : point.claims) {
      if (holds(claim)) continue;
      notes.push_back(claim_text(point_name(table, point.rung), claim, claims));
      loss_open = loss_open || (claim.against == "ideal" && claim.ratio.interval->low < 0.95);
    }
  });
  const auto rounds = rounds_for_five_percent(report);
  if (loss_open && rounds > report.head.rounds)
    notes.push_back(fmt::format("to tell a loss of 5 % from none, with a power of 80 %: {}{} rounds", rounds,
                                rounds == kMostRounds ? " or more" : ""));
  return notes;
}

}  // namespace scalegen
