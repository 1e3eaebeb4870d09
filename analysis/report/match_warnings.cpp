#include "analysis/report/match_warnings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>

#include "analysis/report/numbers.hpp"
#include "core/text.hpp"

namespace scalegen::report {
namespace {

using Texts = std::vector<std::string>;
using Words = std::vector<std::string>;

bool has_kinds(const PrintedFigure& figure) { return !figure.kinds.empty(); }

// Of different kinds the values differ anyway.
bool has_spread(const PrintedFigure& figure) { return figure.spread && figure.kinds.empty(); }

/// The rungs with doubtful runs, and the first of these runs.
struct DoubtfulRungs {
  Texts names{};
  PrintedFigure first{};
};

template <class Is>
DoubtfulRungs doubtful_rungs(const Report& report, const Is& is) {
  DoubtfulRungs rungs;
  for_each_point(report, [&](const auto& table, const auto& point) {
    const auto run = std::ranges::find_if(
        point.runs, [&](const auto& r) { return r.value && r.printed && is(*r.printed); });
    if (run == point.runs.end()) return;
    if (rungs.names.empty()) rungs.first = *run->printed;
    rungs.names.push_back(point_name(table, point.rung));
  });
  return rungs;
}

bool contains(const Words& words, const std::string& word) {
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

constexpr std::size_t kMostQuoted = 3;

std::string quoted_lines(const std::vector<MatchKind>& kinds) {
  Texts lines;
  for (const auto& kind : kinds)  // several matches may be in one line
    if (auto line = '\'' + kind.line + '\''; !contains(lines, line)) lines.push_back(std::move(line));
  const auto others = lines.size() - std::min(lines.size(), kMostQuoted);
  lines.resize(lines.size() - others);
  return fmt::format("{}{}", fmt::join(lines, ", "), others == 0 ? "" : fmt::format(" and {} more", others));
}

std::string use_text(MetricUse use) { return use == MetricUse::last ? "last" : "median"; }

Texts kind_warnings(const Report& report, const MetricPattern& pattern) {
  const auto [names, first] = doubtful_rungs(report, has_kinds);
  if (names.empty()) return {};
  return {
      fmt::format("{} *: {}: the lines that match differ in words and in value: {}: the {} of all counts; "
                  "write the words of those to count into the regex in 'metrics:'{}, or 'use: last' for the "
                  "last line alone, or 'use: median' if all are meant",
                  join_truncated(names), pattern.name, quoted_lines(first.kinds), use_text(first.use),
                  example(first.kinds, pattern.regex))};
}

Texts spread_warnings(const Report& report, const MetricPattern& pattern) {
  const auto [names, first] = doubtful_rungs(report, has_spread);
  if (names.empty()) return {};
  const auto text = [&](double value) { return value_text(value, report.head.metric.quantity); };
  return {fmt::format(
      "{} *: {}: the {} matches of a run do not agree ({} to {} {}), and their median could "
      "as well be another of them: the regex matches several things, or something slowed the run: write "
      "a regex that matches one thing alone, or measure again, or write 'use: median' into "
      "'metrics:' if all of them count",
      join_truncated(names), pattern.name, first.matches, text(first.spread->least), text(first.spread->most),
      pattern.unit)};
}

// Runs of a rung that stop after a time have a few matches more or less than each other.
Texts count_warnings(const Report& report, const MetricPattern& pattern) {
  constexpr double kAlike = 0.9;
  Texts differing;
  for_each_point(report, [&](const auto& table, const auto& point) {
    auto printed = point.runs | std::views::filter([](const auto& r) { return r.value && r.printed; });
    if (printed.empty()) return;
    const auto matches = [](const auto& run) { return static_cast<double>(run.printed->matches); };
    const auto least = std::ranges::min_element(printed, {}, matches);
    const auto most = std::ranges::max_element(printed, {}, matches);
    if (matches(*least) >= kAlike * matches(*most)) return;
    differing.push_back(fmt::format("{} ({} in {}, {} in {})", point_name(table, point.rung),
                                    least->printed->matches, least->run, most->printed->matches, most->run));
  });
  if (differing.empty()) return {};
  return {
      fmt::format("{}: runs of a rung differ in the number of matches: {}: if one of them ended early, let "
                  "its command fail then; if they append to one file, write it into {{run_dir}}",
                  pattern.name, join_truncated(differing))};
}

// A campaign of 1,000 steps would be priced as 1,000 runs, or a run as one step.
Texts part_warnings(const Report& report, const MetricPattern& pattern) {
  if (!report.head.metric.is_of_a_part) return {};
  const auto& unit = pattern.unit;
  return {fmt::format(
      "{}: a run prints it many times, and '{}' does not say of what: no price, deadline or time of a run "
      "follows from it; write 'unit: {}/step' or '{}/epoch', or 'use: sum' if the matches add up to the run",
      pattern.name, unit, unit, unit)};
}

}  // namespace

bool has_doubtful_matches(const ScalingPoint& point) {
  return std::ranges::any_of(point.runs, [](const auto& run) {
    return run.value && run.printed && (has_kinds(*run.printed) || has_spread(*run.printed));
  });
}

Texts match_warnings(const Report& report) {
  const auto& pattern = report.head.metric.pattern;
  if (!pattern) return {};
  return joined({kind_warnings(report, *pattern), spread_warnings(report, *pattern),
                 count_warnings(report, *pattern), part_warnings(report, *pattern)});
}

}  // namespace scalegen::report
