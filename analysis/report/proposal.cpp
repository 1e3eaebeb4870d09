#include "analysis/report/proposal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/cost/next_time.hpp"
#include "analysis/cost/rung_cost.hpp"
#include "analysis/document/texts.hpp"
#include "analysis/report/sections.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "analysis/verdict/hourly_price.hpp"
#include "core/advice.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using document::Bullets;
using document::Heading;
using document::Paragraph;
using Blocks = std::vector<document::Block>;

void add_missing(Blocks& blocks, const Texts& missing) {
  if (!missing.empty())
    blocks.emplace_back(Paragraph{fmt::format("To be added by you: {}.", fmt::join(missing, "; "))});
}

// One paragraph of their sentences, and what they lack.
void add_facts(Blocks& blocks, const std::string& heading, const Texts& names, const Report& report,
               const RunFiles& files) {
  std::string text;
  Texts missing;
  for (const auto& name : names) {
    if (const auto sentences = fact_of(name, report, files); !sentences.empty())
      text += (text.empty() ? "" : " ") + sentences;
    if (auto lack = to_add(name, report, files); !lack.empty()) missing.push_back(std::move(lack));
  }
  if (text.empty() && missing.empty()) return;
  blocks.emplace_back(Heading{heading});
  if (!text.empty()) blocks.emplace_back(Paragraph{text});
  add_missing(blocks, missing);
}

Texts missing_measurements(const Report& report) {
  const auto has_value = [](const auto& point) { return point.typical.has_value(); };
  if (!any_point(report.tables, has_value)) return {"a measurement (no run has a figure)"};
  Texts missing;
  if (any_point(report.tables, [](const auto& point) { return has_one_run(point); }))
    missing.emplace_back("a second run of each size (one alone cannot be told from chance)");
  if (const auto rungs = rungs_without_nodes(report); !rungs.empty())
    missing.push_back(
        fmt::format("the number of nodes of {} (the table does not say it)", join_truncated(rungs)));
  return missing;
}

void add_scaling(Blocks& blocks, const Report& report, const document::Figure& chart) {
  blocks.emplace_back(Heading{"Scaling"});
  for (const auto& table : report.tables)
    if (auto sizes = proposal_table(report, table); !sizes.rows.empty())
      blocks.emplace_back(std::move(sizes));
  if (!chart.chart.empty()) blocks.emplace_back(chart);
  add_missing(blocks, missing_measurements(report));
}

// The report speaks to the applicant, the section to who decides.
std::string as_applicant(std::string sentence) {
  constexpr std::string_view kToApplicant = "Ask for ";
  const auto at = sentence.find(kToApplicant);
  const bool is_begin = at == 0 || (at != std::string::npos && at >= 2 && sentence.substr(at - 2, 2) == ": ");
  if (is_begin) sentence.replace(at, kToApplicant.size(), "We ask for ");
  if (const auto proof = sentence.find("; run again to prove it"); proof != std::string::npos)
    sentence.replace(proof, std::string::npos, ".");
  return sentence;
}

// A run of the rung that is asked for. Nobody is billed for a machine of one's own.
std::string price_text(const Report& report, std::size_t t) {
  const auto& table = report.tables[t];
  const auto answer = verdict::answer_of(report.verdicts[t]);
  if (!answer || !report.head.is_scheduled) return "";
  const auto& point = table.points[*answer];
  const auto cost = rung_costs(table, report.head.metric)[*answer];
  if (!cost || !cost->run_hours) return "";
  const auto price = [&](const stats::Estimate& hours) {
    return fmt::format("{} {}", estimate_text(stats::scaled(hours, verdict::hourly_price(point))),
                       verdict::price_unit(point));
  };
  auto text = fmt::format("A run of {} as it was measured takes {}", point_name(table, point.rung),
                          price(*cost->run_hours));
  if (cost->epoch_hours)
    text += fmt::format(", and the training steps of an epoch {}", price(*cost->epoch_hours));
  return text + ".";
}

// By what the jobs used; empty if they asked for no more.
std::string requests_text(const Report& report) {
  const auto next = next_time(report.tables);
  if (!report.head.is_scheduled) return "";
  Texts needs;
  if (const auto& limit = next.time_limit)
    needs.push_back(fmt::format("{} (the longest run, of {}, took {})", duration_text(limit->enough),
                                limit->rung, duration_text(limit->longest)));
  if (const auto& memory = next.memory)
    needs.push_back(fmt::format("{} of memory on a node ({} held at most {})",
                                memory_in_words(memory->enough_mib), memory->rung,
                                memory_in_words(memory->peak_mib)));
  return needs.empty() ? "" : fmt::format("A job as measured needs {}.", fmt::join(needs, " and "));
}

void add_request(Blocks& blocks, const Report& report) {
  Texts texts;
  for (const auto& sentence : verdict_sentences(report)) texts.push_back(as_applicant(sentence));
  if (!texts.empty() && !rule_lines(report).empty())
    texts.push_back(fmt::format("The rule is {}, met with the whole interval.", to_text(report.head.advise)));
  for (std::size_t t = 0; t < report.verdicts.size(); ++t) texts.push_back(price_text(report, t));
  texts.push_back(requests_text(report));
  std::erase(texts, "");
  blocks.emplace_back(Heading{"What is asked for"});
  if (!texts.empty()) blocks.emplace_back(Bullets{std::move(texts)});
  add_missing(blocks,
              {"what the runs are for, how many there are and how long each is (runs x the price of a run "
               "is what to ask for)"});
}

}  // namespace

document::Document proposal_of(const Report& report, const RunFiles& files, const document::Figure& chart) {
  document::Document document{.title = subject_of(report)};
  auto& blocks = document.blocks;
  add_facts(blocks, "Machine", {"machine"}, report, files);
  add_facts(blocks, "Program", {"program", "software", "problem", "precision"}, report, files);
  add_scaling(blocks, report, chart);
  add_facts(blocks, "Method",
            {"mechanism", "rounds", "window", "included", "baseline", "intervals", "memory", "placement"},
            report, files);
  add_request(blocks, report);
  if (!report.warnings.empty()) {
    blocks.emplace_back(Heading{"Warnings"});
    blocks.emplace_back(Bullets{report.warnings});
  }
  return document;
}

}  // namespace scalegen::report
