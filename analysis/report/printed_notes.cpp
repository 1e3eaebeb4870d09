#include "analysis/report/printed_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "analysis/readers/value_sample.hpp"
#include "analysis/report/numbers.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "core/plan_file.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using Texts = std::vector<std::string>;
using Figures = std::vector<PrintedFigure>;

Figures figures_of(const Report& report) {
  Figures figures;
  for_each_point(report, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs)
      if (run.value && run.printed) figures.push_back(*run.printed);
  });
  return figures;
}

// "40", "5 to 20"
std::string range_of(const Figures& figures, std::int64_t PrintedFigure::*member) {
  const auto [least, most] = std::minmax_element(
      figures.begin(), figures.end(), [&](const auto& a, const auto& b) { return a.*member < b.*member; });
  return (*least).*member == (*most).*member ? fmt::format("{}", (*least).*member)
                                             : fmt::format("{} to {}", (*least).*member, (*most).*member);
}

bool have_one_match(const Figures& figures) {
  return std::all_of(figures.begin(), figures.end(), [](const auto& f) { return f.matches == 1; });
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
  const auto [least, most] = std::minmax_element(
      figures.begin(), figures.end(), [](const auto& a, const auto& b) { return a.matches < b.matches; });
  if (most->left_out == 0 && are_few_for_warm_up(*most))
    return fmt::format("; warm-up: none left out of fewer than {}", kFewForWarmUp);
  return fmt::format(
      "; warm-up: {} of them left out (MSER-5, at most half{})", range_of(figures, &PrintedFigure::left_out),
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
  return use == MetricUse::last ? text : text + left_out_text(figures, pattern);
}

std::string factor_text(double factor) { return value_text(factor, Quantity::rate); }

// The last match counted once; a value that is far from it needs an explanation.
Texts last_match_notes(const Figures& figures) {
  std::vector<double> factors;
  for (const auto& figure : figures)
    if (figure.use != MetricUse::last && figure.last > 0) factors.push_back(figure.last / figure.value);
  if (factors.empty()) return {};
  const auto [least, most] = std::minmax_element(factors.begin(), factors.end());
  const auto range = fmt::format(" ({} to {})", factor_text(*least), factor_text(*most));
  return {fmt::format("the last match of a run is {} times its value{}", factor_text(stats::median(factors)),
                      factor_text(*least) == factor_text(*most) ? "" : range)};
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

std::string_view looks(Totals totals) {
  return totals == Totals::so_far
             ? "the matches of a run only grow or only fall, as a total or a mean so far does"
             : "the last match of a run is as large as all others together, as a total is";
}

}  // namespace

Texts printed_notes(const Report& report) {
  if (report.head.metric.source != MetricSource::printed) return {};
  const auto figures = figures_of(report);
  const auto& pattern = *report.head.metric.pattern;
  Texts notes{
      values_text(figures, pattern, fmt::format("values: {} as printed by the program", pattern.name))};
  for (const auto& more : {last_match_notes(figures), sample_notes(figures), line_notes(figures)})
    notes.insert(notes.end(), more.begin(), more.end());
  return notes;
}

std::string printed_values_sentence(const Report& report) {
  const auto& pattern = report.head.metric.pattern;
  if (!pattern) return "";
  const auto source =
      fmt::format("Figures are the '{}' that the program prints, in {}", pattern->name, pattern->unit);
  return values_text(figures_of(report), *pattern, source) + ".";
}

Texts totals_warnings(const Report& report) {
  const auto& pattern = report.head.metric.pattern;
  if (!pattern || pattern->use != MetricUse::automatic || pattern->skip) return {};
  const auto figures = figures_of(report);
  const auto is_total = [](const auto& figure) { return figure.totals != Totals::none; };
  const auto first = std::find_if(figures.begin(), figures.end(), is_total);
  if (first == figures.end()) return {};
  if (first->use == MetricUse::last)
    return {
        fmt::format("{}: {}: only the last one counts; write 'use: last' into 'metrics:' if that is right, "
                    "else 'use: median'",
                    pattern->name, looks(first->totals))};
  return {
      fmt::format("{}: in {} of {}, {}, and not in others: the median counts in all; write 'use: median' "
                  "into 'metrics:' if that is right, else 'use: last'",
                  pattern->name, std::count_if(figures.begin(), figures.end(), is_total),
                  counted(std::ssize(figures), "run"), looks(first->totals))};
}

}  // namespace scalegen::report
