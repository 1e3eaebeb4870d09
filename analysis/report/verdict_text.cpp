#include "analysis/report/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "analysis/document/texts.hpp"
#include "analysis/report/condition_text.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "analysis/verdict/hourly_price.hpp"
#include "core/plan_file.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using verdict::Condition;
using verdict::JudgedRung;
using verdict::Judgement;
using verdict::Verdict;

/// Writes the sentences of one verdict.
class Sentences {
 public:
  Sentences(const Report& report, const ScalingTable& table, const Verdict& verdict)
      : head_(report.head), table_(table), verdict_(verdict), rule_(report.head.advise) {}

  [[nodiscard]] std::string advice() const {
    if (!verdict_.advised) return verdict_.unproven ? unproven() : no_advice();
    const auto advised = *verdict_.advised;
    if (table_.points[advised].is_baseline) return baseline_advice();
    return fmt::format("Ask for {}: {}, the {}{}.", rung(advised), figures_of(verdict_.rungs[advised], rule_),
                       rung_of_rule(rule_), of_the_same_size(advised));
  }

  [[nodiscard]] std::string neighbours() const {
    std::string text;
    if (const auto& step = verdict_.from_smaller)
      text = fmt::format("It is {}", step_text(*step, rung(step->from), "its", true));
    if (const auto& step = verdict_.to_larger)
      text += fmt::format("{}{} {}", text.empty() ? "" : "; ", rung(step->to),
                          step_text(*step, text.empty() ? rung(step->from) : "that", "the", false));
    return text.empty() ? "" : text + ".";
  }

  // Beside an advised rung.
  [[nodiscard]] std::string also_unproven() const {
    return verdict_.advised && verdict_.unproven ? unproven() : "";
  }

  [[nodiscard]] std::string open() const {
    if (const auto& found = verdict_.open) return is_said_above(*found) ? "" : open_text(*found);
    const auto answer = answer_of(verdict_);
    if (!answer || (verdict_.advised && verdict_.unproven)) return "";
    if (verdict_.is_largest)
      return fmt::format("Not known: whether more than {} meets the rule{}.", rung(*answer),
                         next_size(table_.points[*answer]));
    return closed();
  }

 private:
  // "4gpu: 84.7 %, one run each; run again to prove it: add a second run of each size."
  [[nodiscard]] std::string unproven() const {
    const auto k = *verdict_.unproven;
    const auto& judged = verdict_.rungs[k];
    return fmt::format("{}: {}, {}.", rung(k),
                       is_of_efficiency_alone(rule_) ? efficiency_text(*judged.conditions.front().value)
                                                     : figures_of(judged, rule_),
                       lack_of_proof(head_, table_, k));
  }

  // "; rounds on 8 GPUs may tell"; empty where the size is not known.
  [[nodiscard]] std::string next_size(const ScalingPoint& point) const {
    const auto& shape = point.shape;
    if (!shape.nodes && !shape.ranks) return "";
    const bool by_nodes = shape.nodes.value_or(1) > 1 || !shape.ranks;
    const auto twice = by_nodes ? counted(std::int64_t{2} * *shape.nodes, "node")
                                : counted_workers(point, std::int64_t{2} * *shape.ranks);
    return fmt::format("; {}s on {} may tell", word_for_round(head_), twice);
  }

  // "; 2x4gpu, of the same size, has efficiency 87.2 % [86.9, 87.5]": the faster one is advised, whether that
  // can be told or not.
  [[nodiscard]] std::string of_the_same_size(std::size_t advised) const {
    std::string text;
    for (std::size_t k = 0; k < table_.points.size(); ++k)
      if (k != advised && size_ratio(table_.points[k].shape, table_.points[advised].shape) == 1.0)
        if (const auto values = figures_of(verdict_.rungs[k], rule_); !values.empty())
          text += fmt::format("; {}, of the same size, has {}", rung(k), values);
    return text;
  }

  // No other rung is advised, and none is open: the first larger one shows it.
  [[nodiscard]] std::string closed() const {
    if (const auto met = first_larger(Judgement::met))
      return fmt::format("{} meets the rule, too, with {}; its typical cost is higher.", rung(*met),
                         figures_of(verdict_.rungs[*met], rule_));
    if (const auto missed = first_larger(Judgement::missed))
      return (first_larger(Judgement::open) ? "" : "No larger rung meets the rule: ") +
             fmt::format("{} has {}.", rung(*missed), figures_of(verdict_.rungs[*missed], rule_));
    return "";
  }

  [[nodiscard]] std::optional<std::size_t> first_larger(Judgement judgement) const {
    for (std::size_t k = *answer_of(verdict_) + 1; k < verdict_.rungs.size(); ++k)
      if (verdict_.rungs[k].judgement == judgement) return k;
    return std::nullopt;
  }

  [[nodiscard]] std::string rung(std::size_t k) const { return table_.points[k].rung; }

  [[nodiscard]] std::string no_advice() const {
    return fmt::format("No rung can be advised: {}{}{}.", verdict_.none, closest_miss(), doubt());
  }

  // The rung of which the worst condition is missed by the smallest factor.
  [[nodiscard]] std::string closest_miss() const {
    std::optional<std::size_t> closest;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < verdict_.rungs.size(); ++k) {
      if (verdict_.rungs[k].judgement != Judgement::missed) continue;
      double worst = 0;
      for (const auto& condition : verdict_.rungs[k].conditions)
        if (condition.judgement == Judgement::missed && condition.value)
          worst = std::max(worst, std::abs(std::log(condition.value->centre / condition.limit)));
      if (worst > 0 && worst < least) closest = k, least = worst;
    }
    return closest ? fmt::format("; {} comes closest with {}", rung(*closest),
                                 figures_of(verdict_.rungs[*closest], rule_))
                   : "";
  }

  // The first sentence says why a star keeps a rung open, if none but the baseline is advised.
  [[nodiscard]] bool is_said_above(const verdict::OpenRung& open) const {
    const auto& points = table_.points;
    return open.condition.is_doubted && !points[open.point].is_baseline &&
           (verdict_.advised ? points[*verdict_.advised].is_baseline : !verdict_.unproven);
  }

  // "; 4gpu is open, since it has a star: its script was edited by hand".
  [[nodiscard]] std::string doubt() const {
    if (!verdict_.open || !verdict_.open->condition.is_doubted) return "";
    return fmt::format("; {} is open, since {}", rung(verdict_.open->point),
                       verdict_.open->condition.why_open);
  }

  [[nodiscard]] std::string baseline_advice() const {
    const auto name = rung(*verdict_.advised);
    if (verdict_.open || (verdict_.unproven && !first_larger(Judgement::met)))
      return fmt::format(
          "Ask for no more than {}, the baseline, until more is known: no larger rung is shown "
          "to meet the rule{}.",
          name, doubt());
    if (first_larger(Judgement::met))
      return fmt::format("Ask for {}, the baseline: {}, the cheapest rung that meets the rule.", name,
                         figures_of(verdict_.rungs[*verdict_.advised], rule_));
    return fmt::format("Ask for {}, the baseline: no larger rung {}.", name,
                       verdict_.is_largest             ? "was measured"
                       : first_larger(Judgement::open) ? "is shown to meet the rule"
                                                       : "meets the rule");
  }

  // "1.72x [1.71, 1.74] as fast as 2gpu at 1.16x [1.15, 1.17] its GPU-hours"
  [[nodiscard]] std::string step_text(const verdict::RungStep& step, const std::string& other,
                                      const std::string& whose, bool is_here) const {
    const auto& interval = step.speedup.interval;
    const bool is_even = interval && interval->low <= 1 && interval->high >= 1;
    std::string text;
    if (is_even)
      text = fmt::format("{}not distinguishable from {} in speed, {}", is_here ? "" : "is ", other,
                         factor_text(step.speedup));
    else
      text = fmt::format("{}{} as fast{}", is_here ? "" : "is ", factor_text(step.speedup),
                         is_here ? " as " + other : "");
    if (!step.cost) return text;
    return text + fmt::format(" at {} {} {}", factor_text(*step.cost), whose,
                              verdict::price_unit(table_.points[step.to]));
  }

  [[nodiscard]] std::string open_text(const verdict::OpenRung& open) const {
    const auto name = rung(open.point);
    const auto& condition = open.condition;
    auto text = fmt::format("Not known: whether {} meets {}", name, limit_text(condition, rule_));
    if (condition.value) text += fmt::format(" ({}{})", value_text(condition, rule_), own_scatter(condition));
    if (table_.points[open.point].is_baseline && condition.kind == Condition::Kind::efficiency)
      return fmt::format(
          "Not known: the efficiency of any rung{}: {}.",
          condition.why_open == table_.no_speedups ? "" : ", since all are compared with " + name,
          condition.why_open);
    if (!condition.why_open.empty()) return text + fmt::format(": {}.", condition.why_open);
    if (!open.more_rounds) return text + ": its figure is too close to tell.";
    text += fmt::format("; about {} more {}{}{} would tell", *open.more_rounds, word_for_round(head_),
                        *open.more_rounds == 1 ? "" : "s",
                        open.beside == open.point ? "" : fmt::format(" of it and {}", rung(open.beside)));
    if (open.price)
      text += fmt::format(" ({} {})", estimate_text({*open.price}),
                          verdict::price_unit(table_.points[open.point]));
    return text + ".";
  }

  // What keeps a condition open although its interval does not contain the limit.
  [[nodiscard]] std::string own_scatter(Condition condition) const {
    if (!condition.value->interval || !condition.why_open.empty()) return "";
    auto& interval = *condition.value->interval;
    if (interval.low < condition.limit && condition.limit <= interval.high) return "";
    interval = cautious(interval);
    return fmt::format(", and by its own scatter alone {}", value_text(condition, rule_));
  }

  const ReportHead& head_;
  const ScalingTable& table_;
  const Verdict& verdict_;
  const Advice& rule_;
};

// "95 % ", or "90 to 95 % " where rungs have intervals of several coverages; empty without intervals.
std::string coverage_text(const std::vector<Verdict>& verdicts) {
  std::set<double> coverages;
  for (const auto& verdict : verdicts)
    for (const auto& rung : verdict.rungs)
      for (const auto& condition : rung.conditions)
        if (condition.value && condition.value->interval)
          coverages.insert(condition.value->interval->coverage);
  coverages.erase(0);  // an interval without width, that of the baseline
  if (coverages.empty()) return "";
  const auto least = percent(*coverages.begin());
  const auto most = percent(*coverages.rbegin());
  return least == most ? most + " " : fmt::format("{} to {} ", least, most);
}

std::string rule_text(const Report& report) {
  const auto& rule = report.head.advise;
  auto text =
      fmt::format("rule: the {} rung with {}, over its whole {}interval (`advise:` changes it)",
                  rule.deadline ? "cheapest" : "largest", to_text(rule), coverage_text(report.verdicts));
  const bool grows = report.head.scalings == std::vector{Scaling::weak} && rule.work &&
                     (rule.work->unit == Work::Unit::steps || rule.work->unit == Work::Unit::runs);
  if (grows) text += "; in weak scaling a step or a run of a larger rung does more work";
  if (report.head.scalings.size() > 1)
    text += "; strong is for work that stays the same, weak for work that grows with the ranks";
  return text;
}

bool is_measured(const ScalingTable& table) {
  return std::ranges::any_of(table.points, [](const auto& p) { return p.typical.has_value(); });
}

// "precision bf16: "; empty for an only table.
std::string prefix_of(const ScalingTable& table) {
  const auto name = table_name(table);
  return name.empty() ? "" : name + ": ";
}

Texts sentences_on(const Report& report, std::size_t t) {
  const Sentences sentences(report, report.tables[t], report.verdicts[t]);
  Texts texts;
  for (auto& text : {sentences.advice(), sentences.neighbours(), sentences.also_unproven(), sentences.open()})
    if (!text.empty()) texts.push_back(text);
  return texts;
}

bool has_judged(const Verdict& verdict) {
  return std::ranges::any_of(verdict.rungs,
                             [](const auto& rung) { return rung.judgement != Judgement::outside; });
}

bool advises_beyond_baseline(const Report& report) {
  for (std::size_t t = 0; t < report.verdicts.size(); ++t)
    if (const auto& advised = report.verdicts[t].advised;
        advised && !report.tables[t].points[*advised].is_baseline)
      return true;
  return false;
}

}  // namespace

Texts verdict_sentences(const Report& report) {
  std::vector<std::size_t> measured;
  for (std::size_t t = 0; t < report.verdicts.size(); ++t)
    if (is_measured(report.tables[t])) measured.push_back(t);
  if (measured.empty()) return {};
  Texts lines;
  if (has_many_tables(report))
    lines = advice_over_tables(report, measured);
  else
    for (const auto t : measured)
      for (const auto& text : sentences_on(report, t)) lines.push_back(prefix_of(report.tables[t]) + text);
  append(lines, choice_sentences(report));
  append(lines, accuracy_sentences(report));
  return lines;
}

bool is_rule_in_answer(const Report& report) {
  return is_of_efficiency_alone(report.head.advise) && report.head.scalings.size() == 1 &&
         advises_beyond_baseline(report);
}

Texts rule_lines(const Report& report) {
  const bool has_sizes = report.head.scalings != std::vector{Scaling::throughput};
  const bool has_answer = std::ranges::any_of(report.tables, is_measured);
  if (!has_answer || !(has_sizes || std::ranges::any_of(report.verdicts, has_judged))) return {};
  return {rule_text(report)};
}

}  // namespace scalegen::report
