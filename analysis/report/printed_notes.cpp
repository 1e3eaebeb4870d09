#include "analysis/report/notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "analysis/document/texts.hpp"
#include "analysis/readers/reservoir_sample.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "core/plan_file.hpp"
#include "core/text.hpp"

namespace scalegen::report {
namespace {

using Figures = std::vector<PrintedFigure>;

Figures printed_figures(const Report& report) {
  Figures figures;
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs)
      if (run.value && run.printed) figures.push_back(*run.printed);
  });
  return figures;
}

// "40", "5 to 20"
std::string range_of(const Figures& figures, std::int64_t PrintedFigure::*member) {
  const auto [least, most] = std::ranges::minmax_element(
      figures, [&](const auto& a, const auto& b) { return a.*member < b.*member; });
  return (*least).*member == (*most).*member ? fmt::format("{}", (*least).*member)
                                             : fmt::format("{} to {}", (*least).*member, (*most).*member);
}

bool have_one_match(const Figures& figures) {
  return std::ranges::all_of(figures, [](const auto& f) { return f.matches == 1; });
}

// Runs with few matches have the last one where the others have the median.
MetricUse use_of(const Figures& figures) {
  for (const auto& figure : figures)
    if (figure.use != MetricUse::last) return figure.use;
  return MetricUse::last;
}

bool are_few_for_warm_up(const PrintedFigure& figure) {
  return figure.matches < static_cast<std::int64_t>(kFewForWarmUp);
}

std::string left_out_text(const Figures& figures, const MetricPattern& pattern) {
  if (pattern.skip) return fmt::format("; 'skip: {}' left the first out", *pattern.skip);
  if (use_of(figures) == MetricUse::sum) return "";
  const auto [least, most] = std::ranges::minmax_element(
      figures, [](const auto& a, const auto& b) { return a.matches < b.matches; });
  if (most->left_out == 0 && are_few_for_warm_up(*most))
    return fmt::format("; warm-up: none left out of fewer than {}", kFewForWarmUp);
  return fmt::format(
      "; warm-up: {} of them left out ({}{})", range_of(figures, &PrintedFigure::left_out),
      warm_up_rule(std::max<std::int64_t>(least->matches, kFewForWarmUp), most->matches),
      are_few_for_warm_up(*least) ? fmt::format(", none of fewer than {}", kFewForWarmUp) : "");
}

// Behind `source`: which matches count.
std::string values_text(const Figures& figures, const MetricPattern& pattern, const std::string& source) {
  if (figures.empty()) return source;
  if (have_one_match(figures)) return source + ", one match in each run";
  const auto use = use_of(figures);
  const auto text =
      fmt::format("{}, the {} of {} matches in each run", source,
                  use == MetricUse::last ? "last" : to_text(use), range_of(figures, &PrintedFigure::matches));
  if (use == MetricUse::last) return text;
  return text + left_out_text(figures, pattern) + (use == MetricUse::median ? "; prices take the mean" : "");
}

std::string times_text(double factor) { return value_text(factor, Quantity::rate); }

// The last match counted once; a value that is far from it needs an explanation.
Texts last_match_notes(const Figures& figures) {
  std::vector<double> factors;
  for (const auto& figure : figures)
    if (figure.use != MetricUse::last && figure.last > 0) factors.push_back(figure.last / figure.value);
  if (factors.empty()) return {};
  const auto [least, most] = std::ranges::minmax_element(factors);
  const auto range = fmt::format(" ({} to {})", times_text(*least), times_text(*most));
  return {fmt::format("the last match of a run is {} times its value{}", times_text(stats::median(factors)),
                      times_text(*least) == times_text(*most) ? "" : range)};
}

// So that a person sees what was read.
Texts line_notes(const Figures& figures) {
  if (figures.empty()) return {};
  const auto& first = figures.front();
  return {fmt::format("the last line read from the first run: '{}'", first.excerpt)};
}

Texts sample_notes(const Figures& figures) {
  std::int64_t one_in = 1;
  for (const auto& figure : figures) one_in = std::max(one_in, figure.one_in);
  if (one_in == 1 || use_of(figures) == MetricUse::last || use_of(figures) == MetricUse::sum) return {};
  return {fmt::format("of more than {} matches of a run one in up to {} counts, drawn at random", kMostValues,
                      one_in)};
}

Texts further_source_notes(const std::vector<MetricPattern>& metrics) {
  Texts names;
  for (const auto& metric : metrics)
    names.push_back(fmt::format("{} (use: {})", metric.name, to_text(metric.use)));
  if (names.empty()) return {};
  return {fmt::format("beside the speed, as printed by the program: {}; a rung has the median of its runs",
                      fmt::join(names, ", "))};
}

std::string epochs_text(bool are_known) {
  return are_known
             ? "each rank prints one an epoch, and the median of an epoch's counts"
             : "each rank prints one an epoch, in an order that does not tell which: these runs are in no "
               "chart over epochs; let one rank alone print, or the regex match its lines";
}

Texts notes_on(const Report& report, const MetricPattern& metric) {
  Texts runs;
  std::string why;
  std::set<std::int64_t> counts;
  std::set<bool> folded;  // whether the epochs of runs whose ranks each print are known
  for_each_point(report.tables, [&](const auto&, const ScalingPoint& point) {
    for (const auto& run : point.runs) {
      const auto* const figure = find_figure(run.further, metric.name);
      if (figure == nullptr) continue;
      if (!figure->value) {
        if (runs.empty()) why = figure->missing;
        runs.push_back(run.run);
      } else if (metric.use == MetricUse::each_epoch) {
        counts.insert(figure->matches);
        if (std::ssize(figure->epochs) != figure->matches) folded.insert(!figure->epochs.empty());
      }
    }
  });
  Texts notes;
  if (!runs.empty())
    notes.push_back(fmt::format("{}: not known of {}: {}", metric.name, join_truncated(runs), why));
  for (const bool are_known : folded)
    notes.push_back(fmt::format("{}: {}", metric.name, epochs_text(are_known)));
  if (folded.empty() && counts.size() > 1)
    notes.push_back(fmt::format("{}: {} to {} matches in a run, each taken for an epoch", metric.name,
                                *counts.begin(), *counts.rbegin()));
  return notes;
}

}  // namespace

Texts printed_notes(const Report& report) {
  if (report.head.metric.source != MetricSource::printed) return {};
  const auto figures = printed_figures(report);
  return joined({last_match_notes(figures), sample_notes(figures), line_notes(figures)});
}

std::string printed_values_note(const Report& report) {
  const auto& pattern = *report.head.metric.pattern;
  return values_text(printed_figures(report), pattern,
                     fmt::format("values: {} as printed by the program", pattern.name));
}

std::string printed_values_sentence(const Report& report) {
  const auto& pattern = report.head.metric.pattern;
  if (!pattern) return "";
  const auto source =
      fmt::format("Figures are the '{}' that the program prints, in {}", pattern->name, pattern->unit);
  return values_text(printed_figures(report), *pattern, source) + ".";
}

Texts further_notes(const Report& report) {
  auto notes = further_source_notes(report.head.further);
  for (const auto& metric : report.head.further) append(notes, notes_on(report, metric));
  for (const auto& metric : report.head.computed) append(notes, notes_on(report, metric));
  return notes;
}

}  // namespace scalegen::report
