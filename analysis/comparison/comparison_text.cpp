#include "analysis/comparison/comparison_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "analysis/document/column.hpp"
#include "analysis/document/texts.hpp"
#include "analysis/report/condition_text.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {

using comparison::At;
using comparison::Comparison;
using comparison::Pair;
using comparison::RungFigures;
using comparison::Unlike;
using comparison::WorkCost;
using document::Cell;
using document::figure_cell;
using document::figure_of;
using document::text_of;

namespace {

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

// "from 0.8 % slower to 1.1 % faster"
std::string from_to_text(const stats::Interval& interval, bool of_energy) {
  return fmt::format("from {} to {}", end_text(interval.low, of_energy), end_text(interval.high, of_energy));
}

// "4.2 % [2.9, 5.6] faster", "3.10x [2.9, 3.3] as fast" from a factor of two on; of energy "less" and "more".
// The ratio of speeds says which: above 1 is faster.
std::string difference_text(const stats::Estimate& ratio, bool of_energy) {
  const auto words = words_of(of_energy);
  const auto& interval = ratio.interval;
  if (!interval) return end_text(ratio.centre, of_energy);
  const bool crosses = interval->low <= 1 && interval->high >= 1;
  if (crosses) return from_to_text(*interval, of_energy);
  if (ratio.centre >= kManyTimes || ratio.centre <= 1 / kManyTimes)
    return fmt::format("{} {}", factor_text(ratio), words.comparative);
  const auto low = digits(percent_of(interval->low, of_energy));
  const auto high = digits(percent_of(interval->high, of_energy));
  const bool is_above = ratio.centre > 1;
  return fmt::format("{} % [{}, {}] {}", digits(percent_of(ratio.centre, of_energy)), is_above ? low : high,
                     is_above ? high : low, is_above ? words.above : words.below);
}

// "no difference shown: from 0.8 % slower to 1.1 % faster at 97.5 %": with the interval at the level 1 -
// tail, which contains 1; nullopt if ranks cannot give one.
std::string no_difference_text(const std::optional<stats::Interval>& interval, double tail, bool of_energy) {
  if (!interval) return "no difference shown: ranks of so few rounds cannot show one";
  return fmt::format("no difference shown: {} at {}", from_to_text(*interval, of_energy), percent(1 - tail));
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

document::Table unlike_table(const Comparison& comparison) {
  return document::table_of<Unlike>(
      comparison.unlike, {{"what differs",
                           [](const Unlike& unlike) {
                             return Cell{.text = with_spaces(unlike.key), .is_starred = unlike.changes_work};
                           }},
                          {"A", text_of(&Unlike::a), true, ""},
                          {"B", text_of(&Unlike::b), true, ""},
                          {"at", [](const Unlike& unlike) {
                             return Cell{unlike.pairs.empty() ? "all" : join_truncated(unlike.pairs)};
                           }}});
}

std::string energy_text(const stats::Estimate& kwh) { return estimate_text({kwh.centre}); }

Cell difference_cell(const Pair& pair, bool energy) {
  if (!pair.ratio) return {};
  return {.text = is_shown(pair) || !pair.ratio->interval
                      ? difference_text(*pair.ratio, energy)
                      : no_difference_text(pair.adjusted, pair.tail, energy),
          .is_starred = pair.is_starred};
}

document::Table pair_table(const Comparison& comparison) {
  const bool energy = of_energy(comparison);
  const auto unit = energy ? "kWh" : comparison.a.metric.unit;
  const auto text = energy ? energy_text : estimate_text;
  return document::table_of<Pair>(
      comparison.pairs,
      {{"rung", text_of(&Pair::name)},
       {"A " + unit, [=](const Pair& pair) { return figure_cell(pair.a.typical, text); }},
       {"B " + unit, [=](const Pair& pair) { return figure_cell(pair.b.typical, text); }},
       {"rounds",
        [](const Pair& pair) {
          return Cell{fmt::format("{} and {}", pair.a.logs.size(), pair.b.logs.size())};
        }},
       {"B against A", [=](const Pair& pair) { return difference_cell(pair, energy); }, true}});
}

// Of a rung against its own baseline.
document::Column<Pair> side_column(const char* name, RungFigures Pair::*side,
                                   std::optional<stats::Estimate> RungFigures::*figure,
                                   std::string (*text)(const stats::Estimate&)) {
  return {name,
          [=](const Pair& pair) {
            return figure_cell((pair.*side).*figure, text, (pair.*side).is_speedup_starred);
          },
          true};
}

document::Table speedup_table(const Comparison& comparison) {
  auto pairs = comparison.pairs;
  std::erase_if(pairs, [](const Pair& pair) { return !pair.speedups; });
  return document::table_of<Pair>(
      pairs, {{"rung", text_of(&Pair::name)},
              side_column("speedup A", &Pair::a, &RungFigures::speedup, factor_text),
              side_column("speedup B", &Pair::b, &RungFigures::speedup, factor_text),
              {"B over A", figure_of(&Pair::speedups, ratio_text)},
              side_column("efficiency A", &Pair::a, &RungFigures::efficiency, efficiency_text),
              side_column("efficiency B", &Pair::b, &RungFigures::efficiency, efficiency_text),
              {"B over A", figure_of(&Pair::efficiencies, ratio_text), true}});
}

Cell costs_cell(const WorkCost& cost) {
  if (!cost.ratio) return {};
  const auto ratio = stats::inverse(*cost.ratio);
  return {.text = ratio_text(ratio) + " times as much in B", .figure = ratio};
}

document::Table cost_table(const Comparison& comparison) {
  return document::table_of<WorkCost>(
      comparison.costs,
      {{"rung",
        [](const WorkCost& cost) {
          const bool are_two = !cost.a.empty() && !cost.b.empty() && cost.a != cost.b;
          return Cell{are_two ? cost.a + " and " + cost.b : cost.a.empty() ? cost.b : cost.a};
        }},
       {"A", figure_of(&WorkCost::cost_a, estimate_text), true},
       {"B", figure_of(&WorkCost::cost_b, estimate_text), true},
       {"unit", text_of(&WorkCost::unit), true, ""},
       {"costs", costs_cell, true}});
}

std::string matched_text(At at) {
  if (at == At::nodes) return "rungs: the largest of each sweep on as many nodes";
  if (at == At::cost) return "rungs: those of the same price an hour";
  return at == At::energy
             ? "rungs: those of as many ranks; the energy of their GPUs for a million samples, or for a run"
             : "rungs: those of as many ranks on one kind of device";
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

Texts verdict_sentences(const Comparison& comparison) {
  Texts parts;
  const auto shown = shown_texts(comparison);
  if (!shown.empty())
    parts.push_back(fmt::format("B {} {}", of_energy(comparison) ? "takes" : "is", fmt::join(shown, ", ")));
  append(parts, unshown_texts(comparison));
  append(parts, untested_texts(comparison));
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
  add(blocks, {.table = unlike_table(comparison)});
  add(blocks, {.table = pair_table(comparison)});
  if (!of_energy(comparison)) add(blocks, {.table = speedup_table(comparison)});
  add(blocks, {.title = comparison.work + " cost", .table = cost_table(comparison)});
  add(blocks, {.lines = notes_of(comparison)});
  return document;
}

}  // namespace scalegen::report
