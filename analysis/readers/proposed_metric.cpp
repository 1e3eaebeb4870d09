#include "analysis/readers/proposed_metric.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <set>

#include "analysis/readers/figure_forms.hpp"
#include "analysis/readers/printed_metric.hpp"
#include "core/event_log.hpp"
#include "core/files.hpp"
#include "core/number_pattern.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

constexpr std::uintmax_t kPart = std::uintmax_t{2} << 20U;  // bytes, of each end of a huge log
constexpr std::size_t kLongestLine = std::size_t{1} << 16U;
constexpr std::size_t kMostForms = 200;  // beyond it the words are free text
constexpr std::size_t kMostTried = 20;
constexpr std::size_t kMostLikely = 3;

Result<void> for_each_line_of_ends(const std::filesystem::path& log,
                                   const std::function<void(const PrintedLine&)>& visit) {
  std::error_code none;
  const auto size = std::filesystem::file_size(log, none);
  std::uintmax_t begin = 0;
  return for_each_line(log, [&](const PrintedLine& line) {
    if (begin < kPart || begin + line.text.size() + kPart > size)
      visit({line.number, line.text.substr(0, kLongestLine)});
    begin += line.text.size() + 1;
  });
}

FoundText found_text(std::string_view line, std::size_t begin, std::size_t size) {
  return {line.substr(0, begin), line.substr(begin, size), line.substr(begin + size)};
}

/// The forms in a log, the best first: of a kind those with more matches.
Result<std::vector<FigureForm>> forms_in(const std::filesystem::path& log) {
  std::vector<std::pair<FigureForm, std::int64_t>> counted;
  TRY(for_each_line_of_ends(log, [&](const PrintedLine& line) {
    for_each_figure_in(line.text, [&](const FigureForm& form) {
      const auto same = std::ranges::find_if(
          counted, [&](const auto& other) { return other.first.pattern == form.pattern; });
      if (same != counted.end())
        ++same->second;
      else if (counted.size() < kMostForms)
        counted.emplace_back(form, 1);
    });
  }));
  std::ranges::stable_sort(counted, [](const auto& a, const auto& b) {
    return a.first.kind != b.first.kind ? a.first.kind < b.first.kind : a.second > b.second;
  });
  std::vector<FigureForm> forms;
  for (auto& [form, count] : counted) forms.push_back(std::move(form));
  return forms;
}

// No metric if a match is no figure, or one of something else.
Result<std::optional<ProposedMetric>> checked(const std::filesystem::path& log, const FigureForm& form) {
  const auto regex = NumberPattern::compile(form.pattern.regex).value();
  ProposedMetric proposed{.pattern = form.pattern};
  bool is_sure = true;
  bool has_what_it_needs = form.needs.empty();
  TRY(for_each_line_of_ends(log, [&](const PrintedLine& line) {
    has_what_it_needs = has_what_it_needs || line.text.find(form.needs) != std::string_view::npos;
    regex.for_each_in(line.text, [&](const NumberPattern::Group& group) {
      const auto found = found_text(line.text, group.begin, group.size);
      is_sure = is_sure && !is_of_validation(found.before) && read_found_number(found, form.pattern);
      if (++proposed.matches == 1) proposed.line = {line.number, excerpt_of(found)};
    });
  }));
  const bool is_whole = form.kind != FigureKind::time_of_run || proposed.matches == 1;
  return is_sure && is_whole && has_what_it_needs ? std::optional(std::move(proposed)) : std::nullopt;
}

// By words that speed has beside a number, then those that time has; lines differ not only in their numbers.
Result<std::vector<LineOfLog>> likely_lines(const std::filesystem::path& log) {
  static const std::array<re2::RE2, 2> kWords{
      re2::RE2("(?i)((?:throughput|\\bspeed\\b|performance|per[ _]?sec|/s(?:ec)?\\b)[^0-9]{0,20}[0-9]|"
               "[0-9] ?(?:[a-z]+/s(?:ec)?\\b|m?s/it))"),
      re2::RE2("(?i)((?:\\btime\\b|elapsed|duration|took)[^0-9]{0,20}[0-9]|[0-9] ?(?:ms|sec))")};
  std::vector<LineOfLog> lines;
  std::set<std::string> families;
  for (const auto& words : kWords)
    TRY(for_each_line_of_ends(log, [&](const PrintedLine& line) {
      re2::StringPiece match;
      const re2::StringPiece text(line.text.data(), line.text.size());
      if (lines.size() == kMostLikely || !re2::RE2::PartialMatch(text, words, &match)) return;
      const auto found =
          found_text(line.text, static_cast<std::size_t>(match.data() - text.data()), match.size());
      if (is_of_validation(found.before)) return;
      if (families.insert(family_of(at_most(line.text, 400))).second)
        lines.push_back({line.number, excerpt_of(found)});
    }));
  return lines;
}

}  // namespace

Result<MetricProposal> propose_metric(const std::filesystem::path& log) {
  TRY_ASSIGN(const auto beginning, read_beginning(log, kLongestLine));
  const auto events = read_event_excerpt(beginning);
  if (events.start || !events.steps.empty()) return MetricProposal{.has_event_lines = true};
  TRY_ASSIGN(const auto forms, forms_in(log));
  for (std::size_t i = 0; i < std::min(forms.size(), kMostTried); ++i) {
    TRY_ASSIGN(auto metric, checked(log, forms[i]));
    if (metric) return MetricProposal{.metric = std::move(metric)};
  }
  TRY_ASSIGN(auto likely, likely_lines(log));
  return MetricProposal{.likely = std::move(likely)};
}

std::string metrics_line(const MetricPattern& pattern) {
  std::string regex;
  for (const char c : pattern.regex) regex += c == '\'' ? "''" : std::string(1, c);
  return fmt::format("metrics: {{{}: {{regex: '{}', unit: {}}}}}", pattern.name, regex, pattern.unit);
}

std::string metrics_option(const MetricPattern& pattern) {
  return fmt::format("{}={},{}", pattern.name, pattern.regex, pattern.unit);
}

}  // namespace scalegen
