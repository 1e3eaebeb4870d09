#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/document/texts.hpp"
#include "analysis/finders/finders.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

// Matches of a run that may be figures of several things, unless 'use:' settles it.

namespace scalegen::finders {
namespace {

bool has_kinds(const PrintedFigure& figure) { return !figure.kinds.empty(); }

// Values of different kinds differ anyway.
bool has_spread(const PrintedFigure& figure) { return figure.spread && figure.kinds.empty(); }

/// The rungs with doubtful runs, and the first of these runs.
struct DoubtfulRungs {
  Texts names{};
  PrintedFigure first{};
};

template <class Is>
DoubtfulRungs doubtful_rungs(const Measured& measured, const Is& is) {
  DoubtfulRungs rungs;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const auto runs = runs_that(point, [&](const auto& run) { return run.printed && is(*run.printed); });
    if (runs.empty()) return;
    if (rungs.names.empty()) rungs.first = *runs.front()->printed;
    rungs.names.push_back(point_name(table, point.rung));
  });
  return rungs;
}

bool contains(const Texts& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

// The word of the first kind that no other kind has and that stands nearest to its number.
std::string word_of_first(const std::vector<MatchKind>& kinds) {
  const auto& words = kinds.front().words;
  const auto found = std::find_if(words.rbegin(), words.rend(), [&](const auto& word) {
    return std::none_of(kinds.begin() + 1, kinds.end(),
                        [&](const auto& kind) { return contains(kind.words, word); });
  });
  return found == words.rend() ? "" : *found;
}

// A pattern that matches one kind alone, if it can be had by writing a word before that of the sweep.
std::string example(const std::vector<MatchKind>& kinds, const std::string& regex) {
  const auto word = word_of_first(kinds);
  const bool is_prefixable = regex.find_first_of("|^") == std::string::npos;
  if (word.empty() || !is_prefixable || regex.find(word) != std::string::npos) return "";
  return fmt::format(", as in '{}.*?{}'", word, regex);
}

std::string quoted_lines(const std::vector<MatchKind>& kinds) {
  constexpr std::size_t kMostQuoted = 3;
  Texts lines;
  for (const auto& kind : kinds)  // several matches may be in one line
    if (auto line = '\'' + kind.line + '\''; !contains(lines, line)) lines.push_back(std::move(line));
  const auto others = lines.size() - std::min(lines.size(), kMostQuoted);
  lines.resize(lines.size() - others);
  return fmt::format("{}{}", fmt::join(lines, ", "), others == 0 ? "" : fmt::format(" and {} more", others));
}

void add_kinds(const Measured& measured, const MetricPattern& pattern, Findings& findings) {
  auto [names, first] = doubtful_rungs(measured, has_kinds);
  if (names.empty()) return;
  findings.push_back({.kind = FindingKind::kinds_of_matches,
                      .rungs = std::move(names),
                      .facts = {{"metric", pattern.name},
                                {"lines", quoted_lines(first.kinds)},
                                {"use", first.use == MetricUse::last ? "last" : "median"},
                                {"example", example(first.kinds, pattern.regex)}}});
}

void add_spread(const Measured& measured, const MetricPattern& pattern, Findings& findings) {
  auto [names, first] = doubtful_rungs(measured, has_spread);
  if (names.empty()) return;
  const auto text = [&](double value) { return value_text(value, measured.head.metric.quantity); };
  findings.push_back({.kind = FindingKind::spread_of_matches,
                      .rungs = std::move(names),
                      .facts = {{"metric", pattern.name},
                                {"matches", fmt::format("{}", first.matches)},
                                {"least", text(first.spread->least)},
                                {"most", text(first.spread->most)},
                                {"unit", pattern.unit}}});
}

// Runs of a rung that stop after a time have a few matches more or less than each other.
void add_numbers(const Measured& measured, const MetricPattern& pattern, Findings& findings) {
  constexpr double kAlike = 0.9;
  Texts differing;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const auto printed = runs_that(point, [](const auto& run) { return run.printed.has_value(); });
    if (printed.empty()) return;
    const auto matches = [](const auto* run) { return static_cast<double>(run->printed->matches); };
    const auto& least = **std::ranges::min_element(printed, {}, matches);
    const auto& most = **std::ranges::max_element(printed, {}, matches);
    if (matches(&least) >= kAlike * matches(&most)) return;
    differing.push_back(fmt::format("{} ({} in {}, {} in {})", point_name(table, point.rung),
                                    least.printed->matches, least.run, most.printed->matches, most.run));
  });
  if (!differing.empty())
    findings.push_back({.kind = FindingKind::number_of_matches,
                        .facts = {{"metric", pattern.name}, {"runs", join_truncated(differing)}}});
}

std::string_view looks(Totals totals) {
  return totals == Totals::so_far
             ? "the matches of a run only grow or only fall, as a total or a mean so far does"
             : "the last match of a run is as large as all others together, as a total is";
}

}  // namespace

Findings totals(const Measured& measured) {
  const auto& pattern = measured.head.metric.pattern;
  if (!pattern || pattern->use != MetricUse::automatic || pattern->skip) return {};
  std::vector<const PrintedFigure*> figures;
  for_each_measured_run(measured.tables, [&](const auto&, const Measurement& run) {
    if (run.printed) figures.push_back(&*run.printed);
  });
  const auto is_total = [](const auto* figure) { return figure->totals != Totals::none; };
  const auto first = std::ranges::find_if(figures, is_total);
  if (first == figures.end()) return {};
  const auto what = looks((*first)->totals);
  const auto text =
      (*first)->use == MetricUse::last
          ? fmt::format(
                "{}: only the last one counts; write 'use: last' into 'metrics:' if that is right, else "
                "'use: median'",
                what)
          : fmt::format(
                "in {} of {}, {}, and not in others: the median counts in all; write 'use: median' into "
                "'metrics:' if that is right, else 'use: last'",
                std::ranges::count_if(figures, is_total), counted(std::ssize(figures), "run"), what);
  return {{.kind = FindingKind::totals, .facts = {{"metric", pattern->name}, {"looks", text}}}};
}

Findings doubtful_matches(const Measured& measured) {
  const auto& metric = measured.head.metric;
  if (!metric.pattern) return {};
  Findings findings;
  add_kinds(measured, *metric.pattern, findings);
  add_spread(measured, *metric.pattern, findings);
  add_numbers(measured, *metric.pattern, findings);
  // Work of 1,000 steps would be priced as 1,000 runs, or a run as one step.
  if (metric.is_of_a_part)
    findings.push_back({.kind = FindingKind::figure_of_a_part,
                        .facts = {{"metric", metric.pattern->name}, {"unit", metric.pattern->unit}}});
  return findings;
}

}  // namespace scalegen::finders
