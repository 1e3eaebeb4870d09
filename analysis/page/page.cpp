#include "analysis/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/charts/charts.hpp"
#include "analysis/charts/drawings.hpp"
#include "analysis/document/html.hpp"
#include "analysis/report/facts.hpp"
#include "analysis/report/notes.hpp"
#include "analysis/report/sections.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "core/version.hpp"
#include "core/xml_text.hpp"

namespace scalegen::page {
namespace {

using charts::Chart;
using document::element;
using document::folded;
using document::list;
using document::paragraph;
using document::preformatted;
using document::prose;
using document::table;
using report::Report;

constexpr std::size_t kMostRuns = 2000;  // of each table

// Calls visit(table, point, run) for the first kMostRuns that the test holds for.
template <class Test, class Visit>
void for_each_run(const Report& report, const Test& test, const Visit& visit) {
  std::size_t count = 0;
  for_each_point(report.tables, [&](const ScalingTable& table, const ScalingPoint& point) {
    for (const auto& run : point.runs)
      if (test(run) && ++count <= kMostRuns) visit(table, point, run);
  });
}

std::string seconds_text(const std::optional<double>& seconds) {
  return seconds ? three_digits(*seconds) : "-";
}

std::string value_cell(const Measurement& run, Quantity quantity) {
  return run.value ? value_text(*run.value, quantity) : "-";
}

bool is_missing(const Measurement& run) { return !run.value; }

template <class Texts>
std::string joined(const Texts& texts) {
  return texts.empty() ? "-" : join_truncated({texts.begin(), texts.end()});
}

std::vector<std::string> cores_of(const Placement& placement) {
  std::vector<std::string> cores;
  for (const auto& task : placement.tasks)
    if (!task.cores.empty()) cores.push_back(task.core_list);
  return cores;
}

std::vector<std::string> gpus_of(const Placement& placement) {
  std::map<std::string, int> counts;
  for (const auto& gpu : placement.gpus) ++counts[gpu.name];
  std::vector<std::string> texts;
  for (const auto& [name, count] : counts) texts.push_back(fmt::format("{}x {}", count, name));
  return texts;
}

/// All runs with their figures: at most kMostRuns, of more rungs' first ones.
TextTable run_table(const Report& report) {
  const auto quantity = report.head.metric.quantity;
  TextTable cells{.header = {"run", "round", report.head.metric.unit, "held s", "job", "about it"}};
  for_each_run(
      report, [](const Measurement&) { return true; },
      [&](const ScalingTable&, const ScalingPoint& point, const Measurement& run) {
        cells.rows.push_back({run.run.empty() ? point.rung : run.run, std::to_string(run.round),
                              value_cell(run, quantity), seconds_text(run.held_seconds),
                              run.job.empty() ? "-" : run.job, run.unmeasured});
      });
  return cells;
}

/// The runs without a figure that should have one, why, and what would help.
TextTable unmeasured_table(const Report& report) {
  TextTable cells{.header = {"run", "why it has no figure, and what would help"}};
  for_each_run(report, is_missing,
               [&](const ScalingTable& table, const ScalingPoint& point, const Measurement& run) {
                 const auto name = run.run.empty() ? point_name(table, point.rung) : run.run;
                 cells.rows.push_back({name, run.unmeasured});
               });
  return cells;
}

/// Where each measured run was: nodes, cores and GPUs of its ranks, as they recorded it.
TextTable placement_table(const Report& report) {
  TextTable cells{.header = {"run", "as asked", "nodes", "cores of ranks", "GPUs"}};
  for_each_run(
      report, [](const Measurement& run) { return run.value && is_recorded(run.placement); },
      [&](const ScalingTable&, const ScalingPoint&, const Measurement& run) {
        const auto& placement = run.placement;
        cells.rows.push_back({run.run, is_as_asked(placement) ? "yes" : joined(placement.differences),
                              joined(nodes_of(placement)), joined(cores_of(placement)),
                              joined(gpus_of(placement))});
      });
  return cells;
}

/// True if the tables leave runs out.
bool has_more_runs(const Report& report) {
  std::size_t count = 0;
  for_each_point(report.tables, [&](const auto&, const auto& point) { count += point.runs.size(); });
  return count > kMostRuns;
}

// Nothing is loaded, and of scripts only the one of this text runs: sort.js.
constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src "
    "'sha256-8ZpTxEeKTvhE/118Fh0bNOhKDOWjAjzb9vuUPvWQy9k='";

std::string_view embedded(std::string_view name) {
  for (const auto& file : embedded_page())
    if (file.name == name) return file.text;
  return "";
}

struct Part {
  std::string id{};
  std::string title{};
  std::string inner{};  // empty: the page has no such part
};

// Of the measured tables: "good" if each advises a rung beyond its baseline, "none" if none advises any, else
// "open". The first sentence says the same in words.
std::string kind_of_answer(const Report& report) {
  std::set<std::string> kinds;
  for (std::size_t t = 0; t < report.verdicts.size(); ++t) {
    const auto& points = report.tables[t].points;
    const auto& [advised, unproven] = std::tie(report.verdicts[t].advised, report.verdicts[t].unproven);
    if (std::ranges::any_of(points, [](const auto& point) { return point.typical.has_value(); }))
      kinds.insert(!advised ? (unproven ? "open" : "none") : points[*advised].is_baseline ? "open" : "good");
  }
  return kinds.size() == 1 ? *kinds.begin() : "open";
}

std::string verdict_block(const Report& report) {
  const auto sentences = report::verdict_sentences(report);
  if (sentences.empty()) return "";
  std::string inner;
  for (const auto& sentence : sentences) inner += paragraph(sentence);
  for (const auto& rule : report::rule_lines(report)) inner += "<p class=\"rule\">" + prose(rule) + "</p>\n";
  return fmt::format("<section class=\"verdict {}\" aria-label=\"Answer\">\n{}</section>\n",
                     kind_of_answer(report), inner);
}

std::string measured_block(const Report& report) {
  const auto text = report::measured_text(report);
  return text.empty() ? "" : "<p class=\"note\">" + escaped_xml(with_capital(text)) + "</p>\n";
}

std::string warning_block(const Report& report) {
  if (report.warnings.empty()) return "";
  return "<section class=\"warnings\" aria-label=\"Warnings\">\n" + element("h3", "Warnings") +
         list(report.warnings) + "</section>\n";
}

// Details are folded: charts are nearer to the answer.
std::string part_of_results(const document::Section& section) {
  if (section.table.rows.empty()) return "";
  const auto title = section.title.empty() ? "Each rung" : with_capital(section.title);
  const auto rows = table(section.table, title);
  if (section.table.is_detail) return folded(title, rows);
  return (section.title.empty() ? "" : element("h3", escaped_xml(title))) + rows;
}

Part table_part(const Report& report) {
  auto sections = report::ladder_sections(report);
  sections.insert(sections.begin(), report::choice_section(report));
  std::string inner;
  for (const auto& section : sections) inner += part_of_results(section);
  if (const auto missing = unmeasured_table(report).rows.size(); missing > 0)
    inner += fmt::format(
        "<p class=\"note\"><a href=\"#missing\">{} without a figure</a>: why, and what would help.</p>\n",
        counted(static_cast<std::int64_t>(missing), "run"));
  return {"results", "Results", inner + warning_block(report)};
}

std::string figure_of(const Chart& chart) {
  std::string inner = element("figcaption", escaped_xml(chart.title)) + charts::svg_element(chart);
  for (const auto& note : chart.notes) inner += "<p class=\"note\">" + escaped_xml(note) + "</p>\n";
  inner += folded("The values", table(charts::chart_table(chart), chart.title + ": values"));
  return fmt::format("<figure id=\"{}\">\n{}</figure>\n", chart.id, inner);
}

Part chart_part(const Report& report, const PageFiles& files) {
  const auto all = charts::charts_of(report, files.timelines);
  std::string figures;
  for (const auto& chart : all) figures += figure_of(chart);
  if (figures.empty()) return {};
  return {"charts", "Charts",
          "<p class=\"note\">Bars are intervals, small dots single rounds.</p>\n<div class=\"charts\">\n" +
              figures + "</div>\n"};
}

Part unmeasured_part(const Report& report) {
  const auto cells = unmeasured_table(report);
  return {"missing", "Runs without a figure",
          cells.rows.empty() ? "" : table(cells, "Runs without a figure")};
}

std::string facts_of(const std::vector<std::string>& names, const Report& report, const PageFiles& files) {
  std::string text;
  for (const auto& name : names) {
    const auto fact = report::fact_of(name, report, files.of_runs);
    if (!fact.empty()) text += (text.empty() ? "" : " ") + fact;
  }
  return text.empty() ? "" : paragraph(text);
}

// Notes that the facts say in sentences are not printed again below them.
Part method_part(const Report& report, const PageFiles& files) {
  std::vector<std::string> told{"rounds",    "window",    "included", "baseline",
                                "intervals", "mechanism", "placement"};
  std::erase_if(told, [&](const auto& name) { return report::fact_of(name, report, files.of_runs).empty(); });
  return {"method", "How it was measured",
          facts_of({"program", "software", "machine", "precision", "problem", "memory"}, report, files) +
              facts_of(told, report, files) + list(report::notes_of(report, told)) +
              list(report::method_of(report, told))};
}

Part run_part(const Report& report) {
  std::string inner;
  if (has_more_runs(report))
    inner = paragraph(fmt::format("The first {} runs; 'scalegen report --format json' has all.", kMostRuns));
  inner += folded("All runs", table(run_table(report), "All runs"));
  const auto placement = placement_table(report);
  if (!placement.rows.empty()) inner += folded("Placement", table(placement, "Placement"));
  return {"runs", "Runs", inner};
}

Part file_part(const PageFiles& files) {
  std::string inner;
  for (const auto& file : files.files) inner += folded(file.title, preformatted(file.text));
  return {"files", "Files", inner};
}

std::vector<Part> parts_of(const Report& report, const PageFiles& files) {
  std::vector<Part> parts{table_part(report), chart_part(report, files)};
  int number = 0;
  for (const auto& section : report::sections_of(report)) {
    auto inner = section.table.rows.empty() ? "" : table(section.table, section.title);
    parts.push_back({fmt::format("section-{}", ++number), with_capital(section.title),
                     inner + list(section.lines) + list(section.details)});
  }
  for (auto& part : {unmeasured_part(report), method_part(report, files), run_part(report), file_part(files)})
    parts.push_back(part);
  std::erase_if(parts, [](const Part& part) { return part.inner.empty(); });
  return parts;
}

// "Cost (medians of the completed runs)" is long for a link.
std::string short_title(const std::string& title) {
  return title.substr(0, std::min(title.find(':'), title.find(" (")));
}

std::string contents_of(const std::vector<Part>& parts) {
  std::string items;
  for (const auto& part : parts)
    items += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", part.id, escaped_xml(short_title(part.title)));
  return "<nav aria-label=\"Contents\">" + element("ul", items) + "</nav>\n";
}

std::string head_of(const std::string& title) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"generator\" content=\"scalegen {}\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n",
      kPolicy, kVersion, escaped_xml(title), embedded("page.css"));
}

std::string end_of_page() {
  return "</main>\n<script>" + std::string(embedded("sort.js")) + "</script>\n</body>\n</html>\n";
}

}  // namespace

std::string render_html(const Report& report, const PageFiles& files) {
  const auto parts = parts_of(report, files);
  std::string page = head_of(report.head.title) +
                     "<body>\n<a class=\"skip\" href=\"#results\">Skip to the results</a>\n<header>\n" +
                     element("h1", escaped_xml(report.head.title)) + measured_block(report) +
                     verdict_block(report) + contents_of(parts) + "</header>\n<main>\n";
  for (const auto& part : parts)
    page += fmt::format("<section id=\"{}\">\n{}{}</section>\n", part.id,
                        element("h2", escaped_xml(part.title)), part.inner);
  return page + end_of_page();
}

std::string render_html(const document::Document& document) {
  const auto title = document.title.empty() ? "scalegen" : document.title;
  return head_of(title) + "<body>\n<header>\n" + element("h1", escaped_xml(title)) + "</header>\n<main>\n" +
         document::html_of(document.blocks) + end_of_page();
}

}  // namespace scalegen::page
