#include "analysis/panels/parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/document/texts.hpp"
#include "analysis/report/condition_text.hpp"
#include "analysis/report/sections.hpp"

namespace scalegen::panels {
namespace {

using report::Report;
using verdict::Judgement;

// "2x4gpu (1.54x [1.51, 1.57])", since the rule before it says of what it is; of an open one with the reason.
std::string judged_text(const ScalingPoint& point, const verdict::JudgedRung& judged, const Advice& rule) {
  Texts figures;
  for (const auto& condition : judged.conditions) {
    if (!condition.value) continue;
    figures.push_back(report::figure_text(condition, rule) + report::applied_limit(condition, rule));
    if (condition.judgement == Judgement::open)
      figures.push_back(condition.why_open.empty() ? "not distinguishable from the limit"
                                                   : condition.why_open);
  }
  return figures.empty() ? point.rung : fmt::format("{} ({})", point.rung, fmt::join(figures, ", "));
}

// The smallest rung meets a rule of doublings by nothing that was measured.
Texts rungs_that(Judgement judgement, const ScalingTable& table, const verdict::Verdict& verdict,
                 const Advice& rule) {
  Texts rungs;
  for (std::size_t k = 0; k < verdict.rungs.size(); ++k) {
    const auto& judged = verdict.rungs[k];
    if (judged.judgement != judgement || table.points[k].is_baseline || !table.points[k].typical) continue;
    if (judgement != Judgement::met || judged.conditions.front().value)
      rungs.push_back(judged_text(table.points[k], judged, rule));
  }
  return rungs;
}

std::string sentence_on(const Report& report, std::size_t t) {
  const auto& table = report.tables[t];
  const auto name = table_name(table);
  std::string text;
  const auto add = [&](const char* words, Judgement judgement) {
    const auto rungs = rungs_that(judgement, table, report.verdicts[t], report.head.advise);
    if (!rungs.empty())
      text += fmt::format("{}{} {}", text.empty() ? "" : "; ", words, fmt::join(rungs, ", "));
  };
  add("met by", Judgement::met);
  add("missed by", Judgement::missed);
  add("open:", Judgement::open);
  return text.empty() ? "" : fmt::format("{}{}.", name.empty() ? "" : name + ": ", text);
}

// The report speaks to the author, the document to the panel.
std::string as_authors(std::string sentence) {
  constexpr std::string_view kToAuthor = "Ask for ";
  const auto at = sentence.find(kToAuthor);
  const bool is_begin = at == 0 || (at != std::string::npos && sentence.substr(at - 2, 2) == ": ");
  if (is_begin) sentence.replace(at, kToAuthor.size(), "We ask for ");
  return sentence;
}

}  // namespace

Texts rule_verdict(const Panel& panel, const Report& report) {
  Texts texts{fmt::format("{}: {}, with the whole interval.", panel.rule ? "The rule" : "Our own rule",
                          to_text(report.head.advise))};
  for (std::size_t t = 0; t < report.verdicts.size(); ++t)
    if (auto text = sentence_on(report, t); !text.empty()) texts.push_back(std::move(text));
  for (const auto& sentence : report::verdict_sentences(report)) texts.push_back(as_authors(sentence));
  return texts;
}

}  // namespace scalegen::panels
