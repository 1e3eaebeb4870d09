#include "analysis/comparison/comparison_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "analysis/report/condition_text.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "analysis/statistics/multiple_testing.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {

using comparison::At;
using comparison::Comparison;
using comparison::Pair;
using comparison::RungFigures;

namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t kMaxInVerdict = 8;
constexpr double kManyTimes = 2;  // from here on a factor reads better than a percentage

constexpr double kNothing = 0.0005;  // less than the last digit of a percentage

/// The words for a ratio above 1 and below.
struct Words {
  const char* above;
  const char* below;
  const char* comparative;  // of a factor
};

Words words_of(bool of_energy) {
  return of_energy ? Words{"less energy", "more energy", "as much work for its energy"}
                   : Words{"faster", "slower", "as fast"};
}

// Of energy a ratio of 1.25 is 20 % less; of speed it is 25 % faster.
double percent_of(double ratio, bool of_energy) {
  return of_energy ? 100 * (1 - 1 / ratio) : 100 * (ratio - 1);
}

std::string digits(double percent) {
  const double size = std::abs(percent);
  if (size < 0.05) return "0.0";
  return size < 10 ? fmt::format("{:.1f}", size) : three_digits(size);
}

// "0.8 % slower"
std::string end_text(double ratio, bool of_energy) {
  const auto words = words_of(of_energy);
  if (std::abs(ratio - 1) < kNothing) return of_energy ? "the same energy" : "the same speed";
  if (ratio >= kManyTimes || ratio <= 1 / kManyTimes)
    return fmt::format("{}x {}", digits(ratio), words.comparative);
  return fmt::format("{} % {}", digits(percent_of(ratio, of_energy)), ratio < 1 ? words.below : words.above);
}

bool of_energy(const Comparison& comparison) { return comparison.at == At::energy; }

Texts limited(Texts texts, const char* what) {
  if (texts.size() <= kMaxInVerdict) return texts;
  const auto more = texts.size() - kMaxInVerdict;
  texts.resize(kMaxInVerdict);
  texts.push_back(fmt::format("{} more rungs {}", more, what));
  return texts;
}

std::string with_star(const Pair& pair) { return pair.name + (pair.is_starred ? " *" : ""); }

Texts shown_texts(const Comparison& comparison) {
  Texts texts;
  for (const auto& pair : comparison.pairs)
    if (is_shown(pair))
      texts.push_back(
          fmt::format("{} at {}", difference_text(*pair.ratio, of_energy(comparison)), with_star(pair)));
  return limited(std::move(texts), "differ");
}

Texts unshown_texts(const Comparison& comparison) {
  Texts texts;
  for (const auto& pair : comparison.pairs)
    if (pair.ratio && pair.ratio->interval && !is_shown(pair))
      texts.push_back(fmt::format("at {} {}", with_star(pair),
                                  no_difference_text(pair.adjusted, pair.tail, of_energy(comparison))));
  return limited(std::move(texts), "show none");
}

Texts untested_texts(const Comparison& comparison) {
  Texts texts;
  for (const auto& pair : comparison.pairs)
    if (pair.ratio && !pair.ratio->interval)
      texts.push_back(fmt::format("at {} it has no interval, and nothing is shown: {} ({})", with_star(pair),
                                  end_text(pair.ratio->centre, of_energy(comparison)), pair.no_interval));
  return limited(std::move(texts), "have no interval");
}

std::string source_of(const ReportHead& head) {
  return head.imported || head.source.empty() ? head.title : head.title + " (" + head.source + ")";
}

TextTable unlike_table(const Comparison& comparison) {
  TextTable table{.header = {"what differs", "A", "B", "at"}};
  for (const auto& unlike : comparison.unlike)
    table.rows.push_back({with_spaces(unlike.key) + (unlike.changes_work ? " *" : ""), unlike.a, unlike.b,
                          unlike.pairs.empty() ? "all" : join_truncated(unlike.pairs)});
  return table;
}

std::string value_cell(const RungFigures& figures, const Comparison& comparison) {
  if (of_energy(comparison)) return amount_text(figures.typical.centre);
  return estimate_text(figures.typical);
}

std::string difference_cell(const Comparison& comparison, const Pair& pair) {
  if (!pair.ratio) return "-";
  const bool energy = of_energy(comparison);
  const auto text = is_shown(pair) || !pair.ratio->interval
                        ? difference_text(*pair.ratio, energy)
                        : no_difference_text(pair.adjusted, pair.tail, energy);
  return text + (pair.is_starred ? " *" : "");
}

using EstimateText = std::string (*)(const stats::Estimate&);

std::string optional_text(const std::optional<stats::Estimate>& estimate, EstimateText text) {
  return estimate ? text(*estimate) : "-";
}

// Of a rung against its own baseline.
std::string starred_text(const RungFigures& figures, const std::optional<stats::Estimate>& estimate,
                         EstimateText text) {
  return optional_text(estimate, text) + (estimate && figures.is_speedup_starred ? " *" : "");
}

TextTable pair_table(const Comparison& comparison) {
  const auto unit = of_energy(comparison) ? "kWh" : comparison.a.metric.unit;
  TextTable table{.header = {"rung", "A " + unit, "B " + unit, "rounds", "B against A"}};
  for (const auto& pair : comparison.pairs)
    table.rows.push_back({pair.name, value_cell(pair.a, comparison), value_cell(pair.b, comparison),
                          fmt::format("{} and {}", pair.a.logs.size(), pair.b.logs.size()),
                          difference_cell(comparison, pair)});
  return table;
}

TextTable speedup_table(const Comparison& comparison) {
  TextTable table{
      .header = {"rung", "speedup A", "speedup B", "B over A", "efficiency A", "efficiency B", "B over A"}};
  for (const auto& pair : comparison.pairs)
    if (pair.speedups)
      table.rows.push_back({pair.name, starred_text(pair.a, pair.a.speedup, factor_text),
                            starred_text(pair.b, pair.b.speedup, factor_text),
                            optional_text(pair.speedups, ratio_text),
                            starred_text(pair.a, pair.a.efficiency, efficiency_text),
                            starred_text(pair.b, pair.b.efficiency, efficiency_text),
                            optional_text(pair.efficiencies, ratio_text)});
  return table;
}

std::string cost_cell(const std::optional<stats::Estimate>& cost) {
  return cost ? estimate_text(*cost) : "-";
}

std::string relative_cost_text(const stats::Estimate& ratio) {
  return fmt::format("{} times as much in B", ratio_text(stats::inverse(ratio)));
}

TextTable cost_table(const Comparison& comparison) {
  TextTable table{.header = {"rung", "A", "B", "unit", "costs"}};
  for (const auto& cost : comparison.costs) {
    const auto name = cost.a.empty() || cost.b.empty() || cost.a == cost.b
                          ? (cost.a.empty() ? cost.b : cost.a)
                          : cost.a + " and " + cost.b;
    table.rows.push_back({name, cost_cell(cost.cost_a), cost_cell(cost.cost_b), cost.unit,
                          cost.ratio ? relative_cost_text(*cost.ratio) : "-"});
  }
  return table;
}

std::string matched_text(At at) {
  switch (at) {
    case At::nodes:
      return "rungs: the largest of each sweep on as many nodes";
    case At::cost:
      return "rungs: those of the same price an hour";
    case At::energy:
      return "rungs: those of as many ranks; the energy of their GPUs for 10^6 samples, or for a run";
    default:
      return "rungs: those of as many ranks on one kind of device";
  }
}

std::string interval_note(const Comparison& comparison) {
  bool by_ranks = false;
  bool by_t = false;
  for (const auto& pair : comparison.pairs) {
    if (!pair.ratio || !pair.ratio->interval) continue;
    const bool has_ranks = pair.a.logs.size() >= 6 && pair.b.logs.size() >= 6;
    (has_ranks ? by_ranks : by_t) = true;
  }
  if (!by_ranks && !by_t) return "";
  std::string how = by_t ? "ratios of geometric means with Welch's interval, 95 %" : "";
  if (by_ranks)
    how += std::string(by_t ? "; from six rounds each " : "") + "Hodges-Lehmann with rank-sum intervals";
  return "intervals: of two independent sweeps, " + how +
         "; they hold the scatter of rounds, not what else changed between the two sweeps";
}

std::size_t tested(const Comparison& comparison, bool shown) {
  return static_cast<std::size_t>(std::ranges::count_if(comparison.pairs, [&](const Pair& pair) {
    return pair.ratio && pair.ratio->interval && (!shown || is_shown(pair));
  }));
}

void add_unless_empty(Texts& notes, const std::string& before, const Texts& names) {
  if (!names.empty()) notes.push_back(before + join_truncated(names));
}

void add_warnings(Texts& notes, std::size_t count, const char* side) {
  if (count > 0)
    notes.push_back(fmt::format("the report of {} has {}: 'scalegen report' shows them", side,
                                counted(static_cast<std::int64_t>(count), "warning")));
}

Texts notes_of(const Comparison& comparison) {
  Texts notes{matched_text(comparison.at)};
  if (!of_energy(comparison))
    notes.emplace_back("faster and slower: by the speed, the inverse of the time of equal work");
  if (auto note = interval_note(comparison); !note.empty()) notes.push_back(std::move(note));
  if (const auto all = tested(comparison, false); all > 1)
    notes.push_back(fmt::format("claims: {} of {} differences hold together at 5 % (Holm's procedure)",
                                tested(comparison, true), all));
  for (const auto& pair : comparison.pairs)
    if (!pair.no_ratio.empty())
      notes.push_back(fmt::format("{} is not compared: {}", pair.name, pair.no_ratio));
  if (!comparison.no_speedups.empty())
    notes.push_back("speedups are not compared: " + comparison.no_speedups);
  add_unless_empty(notes, "only in A: ", comparison.only_a);
  add_unless_empty(notes, "only in B: ", comparison.only_b);
  Texts unknown;
  for (const auto& key : comparison.unknown) unknown.push_back(with_spaces(key));
  add_unless_empty(notes, "not said by both, so not compared: ", unknown);
  if (std::ranges::any_of(comparison.pairs, [](const Pair& p) { return p.is_starred; }))
    notes.emplace_back("* the work or the machine is not the same, or a report has a star at this rung");
  add_warnings(notes, comparison.warnings_a, "A");
  add_warnings(notes, comparison.warnings_b, "B");
  return notes;
}

}  // namespace

std::string difference_text(const stats::Estimate& ratio, bool of_energy) {
  const auto words = words_of(of_energy);
  const auto& interval = ratio.interval;
  if (!interval) return end_text(ratio.centre, of_energy);
  const bool crosses = interval->low <= 1 && interval->high >= 1;
  if (crosses) return range_text(*interval, of_energy);
  if (ratio.centre >= kManyTimes || ratio.centre <= 1 / kManyTimes)
    return fmt::format("{} {}", factor_text(ratio), words.comparative);
  const auto low = digits(percent_of(interval->low, of_energy));
  const auto high = digits(percent_of(interval->high, of_energy));
  const bool is_above = ratio.centre > 1;
  return fmt::format("{} % [{}, {}] {}", digits(percent_of(ratio.centre, of_energy)), is_above ? low : high,
                     is_above ? high : low, is_above ? words.above : words.below);
}

std::string range_text(const stats::Interval& interval, bool of_energy) {
  return fmt::format("from {} to {}", end_text(interval.low, of_energy), end_text(interval.high, of_energy));
}

std::string no_difference_text(const std::optional<stats::Interval>& interval, double tail, bool of_energy) {
  if (!interval) return "no difference shown: ranks of so few rounds cannot show one";
  return fmt::format("no difference shown: {} at {}", range_text(*interval, of_energy), percent(1 - tail));
}

Texts verdict_sentences(const Comparison& comparison) {
  Texts parts;
  const auto shown = shown_texts(comparison);
  if (!shown.empty())
    parts.push_back(fmt::format("B {} {}", of_energy(comparison) ? "takes" : "is", fmt::join(shown, ", ")));
  for (auto& text : unshown_texts(comparison)) parts.push_back(std::move(text));
  for (auto& text : untested_texts(comparison)) parts.push_back(std::move(text));
  if (parts.empty()) return {"No rung can be compared: the notes below say why."};
  auto sentence = fmt::format("{}.", fmt::join(parts, "; "));
  if (sentence.front() == 'a') sentence.front() = 'A';
  return {sentence};
}

document::Document document_of(const Comparison& comparison) {
  document::Document document{.level = 3};
  auto& blocks = document.blocks;
  add(blocks, {.lines = {"A: " + source_of(comparison.a), "B: " + source_of(comparison.b)}});
  for (const auto& sentence : verdict_sentences(comparison))
    blocks.emplace_back(document::Paragraph{sentence});
  add(blocks, {.table = document::table_of(unlike_table(comparison))});
  add(blocks, {.table = document::table_of(pair_table(comparison))});
  if (!of_energy(comparison)) add(blocks, {.table = document::table_of(speedup_table(comparison))});
  add(blocks, {.title = comparison.work + " cost", .table = document::table_of(cost_table(comparison))});
  add(blocks, {.lines = notes_of(comparison)});
  return document;
}

}  // namespace scalegen::report
