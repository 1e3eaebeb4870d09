#include "analysis/report/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/document/texts.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "analysis/statistics/multiple_testing.hpp"
#include "analysis/statistics/outlook.hpp"
#include "core/text.hpp"

namespace scalegen::report {
namespace {

constexpr std::size_t kMaxClaims = 8;  // a ladder of 200 rungs has 300 that do not hold
constexpr double kNoLoss = 0.9995;     // a loss of less than 0.05 % is none

// With two digits of what is left to 100 %: "97.5 %", "99.79 %".
std::string level_text(double tail) {
  int decimals = 1;
  for (auto left = 100 * tail; left < 1; left *= 10) ++decimals;
  auto text = fmt::format("{:.{}f}", 100 * (1 - tail), decimals);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text + " %";
}

// "4.1 %", "93 %"; "100 %" rather than "1e+02 %".
std::string loss_text(double loss) { return fmt::format("{:.{}g} %", 100 * loss, loss < 0.995 ? 2 : 3); }

std::string claim_text(const std::string& name, const Claim& claim) {
  const bool of_ideal = claim.against == "ideal";
  const auto begin = fmt::format("{} is not distinguishable from {}: ", name, claim.against);
  const auto level = level_text(claim.tail);
  if (!claim.in_report)
    return begin + fmt::format("ranks of so few rounds cannot support any claim at {}; {} rounds can", level,
                               stats::rounds_for_ranks(claim.tail));
  const stats::Estimate ratio{claim.ratio.centre, claim.in_report};
  if (!of_ideal) return begin + fmt::format("{} at {}", speedup_text(ratio), level);
  auto text = begin + fmt::format("efficiency {} at {}", ratio_text(ratio), level);
  if (claim.in_report->low < kNoLoss)
    text += fmt::format("; a loss up to {} is not excluded", loss_text(1 - claim.in_report->low));
  return text;
}

// "2cpu from 1cpu (1.12x [0.99, 1.36])": the interval of the table may exclude 1, that of the claim does not.
std::string open_claim_text(const std::string& name, const Claim& claim) {
  const stats::Estimate ratio{claim.ratio.centre, claim.in_report};
  const auto text = claim.against == "ideal" ? efficiency_text(ratio, 1) : factor_text(ratio, 1);
  return fmt::format("{} from {} ({})", name, claim.against, claim.in_report ? text : "too few rounds");
}

struct ClaimCounts {
  std::size_t all = 0;
  std::size_t open = 0;  // those that do not hold
};

ClaimCounts claims_in(const Report& report) {
  ClaimCounts count;
  for_each_comparison(report.tables, [&](const auto&, const auto& point) {
    for (const auto& claim : point.claims) {
      ++count.all;
      if (!is_significant(claim)) ++count.open;
    }
  });
  return count;
}

// How the level of the intervals beside claims follows from their number.
Texts claim_level_notes(const ClaimCounts& claims) {
  if (claims.all < 2 || claims.open == 0) return {};
  const auto tail = stats::kClaimLevel / static_cast<double>(claims.open);
  return {
      fmt::format("claims: {} of {} hold together at 5 % (Holm's procedure); beside each of the others "
                  "stands its interval at {}, 100 % - 5 %/{}, which is never narrower than the table's",
                  claims.all - claims.open, claims.all, level_text(tail), claims.open)};
}

// The largest number of rounds that any table needs to tell a loss of 5 % from none.
int rounds_for_five_percent(const Report& report, double tail) {
  int rounds = 0;
  for (const auto& table : report.tables)
    if (table.noise && table.points.size() > 1)
      rounds =
          std::max(rounds, stats::rounds_needed(stats::outlook_of_ratio(*table.noise, report.head.rounds_are),
                                                -std::log(0.95), tail, stats::kOwnTail));
  return rounds;
}

// Of a claim against ideal scaling that leaves a loss of 5 % open.
std::optional<double> tail_of_open_loss(const Report& report) {
  std::optional<double> tail;
  for_each_comparison(report.tables, [&](const auto&, const auto& point) {
    for (const auto& claim : point.claims)
      if (!is_significant(claim) && claim.against == "ideal" && claim.in_report &&
          claim.in_report->low < 0.95)
        tail = claim.tail;
  });
  return tail;
}

std::string counted_rounds(const Report& report, int rounds) {
  return fmt::format("{}{} {}s", rounds, rounds == stats::kMaxRounds ? " or more" : "",
                     word_for_round(report.head));
}

}  // namespace

Texts claim_notes(const Report& report) {
  Texts notes;
  std::size_t open = 0;
  for_each_comparison(report.tables, [&](const auto& table, const auto& point) {
    for (const auto& claim : point.claims)
      if (!is_significant(claim) && ++open <= kMaxClaims)
        notes.push_back(claim_text(point_name(table, point.rung), claim));
  });
  if (open > kMaxClaims)
    notes.push_back(fmt::format("{} more rungs or steps are not distinguishable; JSON has each claim",
                                open - kMaxClaims));
  append(notes, claim_level_notes(claims_in(report)));
  if (const auto tail = tail_of_open_loss(report))
    if (const auto rounds = rounds_for_five_percent(report, *tail); rounds > report.head.rounds)
      notes.push_back(fmt::format("to tell a loss of 5 % from none at {}, with a power of 80 %: {}",
                                  level_text(*tail), counted_rounds(report, rounds)));
  return notes;
}

Texts open_claim_notes(const Report& report) {
  Texts pairs;
  for_each_comparison(report.tables, [&](const auto& table, const auto& point) {
    for (const auto& claim : point.claims)
      if (!is_significant(claim)) pairs.push_back(open_claim_text(point_name(table, point.rung), claim));
  });
  if (pairs.empty()) return {};
  auto text = "not distinguishable: " + join_truncated(pairs);
  if (const auto tail = tail_of_open_loss(report))
    if (const auto rounds = rounds_for_five_percent(report, *tail); rounds > report.head.rounds)
      text += fmt::format("; {} would tell a loss of 5 %", counted_rounds(report, rounds));
  return {text};
}

}  // namespace scalegen::report
