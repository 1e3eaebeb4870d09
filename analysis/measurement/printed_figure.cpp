#include "analysis/measurement/printed_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "analysis/measurement/window.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

using Values = std::vector<double>;

/// The number of times that a sequence goes up and down.
struct Changes {
  int up = 0;
  int down = 0;
};

Changes changes_of(const Values& values) {
  Changes changes;
  for (std::size_t i = 1; i < values.size(); ++i) {
    changes.up += values[i] > values[i - 1] ? 1 : 0;
    changes.down += values[i] < values[i - 1] ? 1 : 0;
  }
  return changes;
}

constexpr int kManyChanges = 8;            // values that scatter go nowhere in one direction so often
constexpr int kOnesInOtherDirection = 10;  // at most one in so many: a total may restart in each epoch
constexpr double kGrowth = 1.5;            // of a time, in fewer changes

bool is_in_one_direction(int most, int others) { return most >= 2 && others * kOnesInOtherDirection <= most; }

// A rate that grows in few matches warms up; a time that does so is a total.
bool are_so_far(const Values& values, bool are_times) {
  const auto [up, down] = changes_of(values);
  if (up + down >= kManyChanges) return is_in_one_direction(std::max(up, down), std::min(up, down));
  return are_times && is_in_one_direction(up, down) && values.back() >= kGrowth * values.front();
}

// Start-up, which is in the total alone, makes it larger; rounding may make it smaller.
bool is_sum_of_others(double last, double sum) { return last >= 0.95 * (sum - last); }

Totals totals_in(const PrintedMatches& matches, bool are_times) {
  const auto& values = matches.values;
  if (std::ssize(values) < kFewMatches || !matches.last) return Totals::none;
  if (are_so_far(values, are_times)) return Totals::so_far;
  return are_times && is_sum_of_others(*matches.last, matches.sum) ? Totals::at_the_end : Totals::none;
}

Values step_times(const Values& values, bool are_times) {
  if (are_times) return values;
  Values times;
  for (const auto rate : values) times.push_back(1 / rate);
  return times;
}

MetricUse use_of(const PrintedMatches& matches, const MetricPattern& pattern) {
  if (pattern.use != MetricUse::automatic) return pattern.use;
  if (pattern.skip) return MetricUse::median;
  return matches.count < kFewMatches ? MetricUse::last : MetricUse::median;
}

Result<PrintedFigure> figure_of_last(PrintedFigure figure, const PrintedMatches& matches) {
  TRY_ASSIGN(figure.value, matches.last);
  return figure;
}

Result<PrintedFigure> figure_of_sum(PrintedFigure figure, const PrintedMatches& matches) {
  if (!matches.no_number.empty()) return failure(matches.no_number);
  figure.value = matches.sum;
  figure.left_out = matches.passed;
  return figure;
}

constexpr double kAgreement = 1.5;  // a factor

// The median, but of an even number of values the lower one of the two in the middle, since half way between
// two clusters there may be no value at all.
double middle_of(Values values) {
  const auto middle = values.begin() + (std::ssize(values) - 1) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// One slow match in three, a warm-up or an evaluation, leaves a middle that two of them agree on.
std::optional<Spread> spread_of(const Values& values) {
  const auto middle = middle_of(values);
  const auto agree = std::ranges::count_if(
      values, [&](double value) { return value <= kAgreement * middle && middle <= kAgreement * value; });
  if (3 * agree >= 2 * std::ssize(values)) return std::nullopt;
  const auto [least, most] = std::ranges::minmax_element(values);
  return Spread{*least, *most};
}

constexpr double kSame = 1.1;  // the factor between kinds up to which it does not matter which one counts

std::vector<MatchKind> differing_kinds(const std::vector<MatchKind>& kinds) {
  const auto [least, most] =
      std::ranges::minmax_element(kinds, [](const auto& a, const auto& b) { return a.median < b.median; });
  return kinds.size() > 1 && most->median > kSame * least->median ? kinds : std::vector<MatchKind>{};
}

Values values_from(std::size_t first, const Values& all) {
  return {all.begin() + static_cast<std::ptrdiff_t>(first), all.end()};
}

// A last one that is much the slowest has the evaluation at the end of the run in it.
double mean_of_steady(Values times) {
  if (times.size() > 2 && times.back() > kAgreement * *std::max_element(times.begin(), times.end() - 1))
    times.pop_back();
  return stats::mean(times);
}

// A median or a mean: of rates the harmonic one, as each match is for the same work.
Result<PrintedFigure> figure_of_steady(PrintedFigure figure, const PrintedMatches& matches,
                                       const MetricPattern& pattern) {
  if (!matches.no_value.empty())
    return failure(matches.no_value +
                   (matches.last ? "; with 'use: last' in 'metrics:' only the last match counts" : ""));
  const bool are_times = !pattern.higher_is_better;
  const auto times = step_times(matches.values, are_times);
  const auto warm_up = pattern.skip ? 0 : warm_up_steps(times);
  const auto left_out = times.size() < kFewForWarmUp ? 0 : warm_up;
  const auto values = values_from(left_out, matches.values);
  figure.left_out = matches.passed + static_cast<std::int64_t>(left_out) * matches.one_in;
  const double mean = figure.use == MetricUse::mean ? stats::mean(values_from(left_out, times))
                                                    : mean_of_steady(values_from(warm_up, times));
  figure.mean = are_times ? mean : 1 / mean;
  if (!std::isfinite(*figure.mean) || *figure.mean <= 0)
    return failure(fmt::format("the matches of {} in {} have no mean", pattern.name, matches.file));
  figure.value = figure.use == MetricUse::mean ? *figure.mean : stats::median(values);
  if (pattern.use == MetricUse::automatic && figure.totals == Totals::none) figure.spread = spread_of(values);
  return figure;
}

// Why no match is left that could count.
std::string nothing_left(const PrintedMatches& matches, const MetricPattern& pattern) {
  if (!matches.last) return matches.last.error().front().message;
  return fmt::format("'skip: {}' leaves out all matches of {} in {}, of which there are {}",
                     pattern.skip.value_or(0), pattern.name, matches.file, matches.count);
}

}  // namespace

Result<PrintedFigure> printed_figure(const PrintedMatches& matches, const MetricPattern& pattern) {
  PrintedFigure figure{.use = use_of(matches, pattern),
                       .matches = matches.count,
                       .last = matches.last.value_or(0),
                       .totals = totals_in(matches, !pattern.higher_is_better),
                       .file = matches.file,
                       .line = matches.last_line,
                       .text = matches.last_text,
                       .one_in = matches.one_in,
                       .excerpt = matches.last_excerpt};
  if (pattern.use == MetricUse::automatic) figure.kinds = differing_kinds(matches.kinds);
  if (figure.use == MetricUse::last) return figure_of_last(std::move(figure), matches);
  if (matches.values.empty()) return failure(nothing_left(matches, pattern));
  if (figure.use == MetricUse::sum) return figure_of_sum(std::move(figure), matches);
  return figure_of_steady(std::move(figure), matches, pattern);
}

PrintedFigure with_last_match(PrintedFigure figure) {
  figure.use = MetricUse::last;
  figure.value = figure.last;
  figure.left_out = 0;
  figure.spread.reset();
  figure.mean.reset();
  return figure;
}

}  // namespace scalegen
