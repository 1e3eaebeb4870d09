#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/readers/printed_metric.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// The pattern of the matches of a run if each is not a figure of its own: totals so far or running means,
/// which go in one direction, or a total behind its parts.
enum class Totals { none, so_far, at_the_end };

/// Values too few of which agree with their median: it could as well have been another of them.
struct Spread {
  double least = 0;
  double most = 0;
  bool operator==(const Spread&) const = default;
};

/// The figure of a run, made from what its program printed.
struct PrintedFigure {
  double value = 0;                 // above 0
  MetricUse use = MetricUse::last;  // never automatic
  std::int64_t matches = 1;
  std::int64_t left_out = 0;  // the first ones, as warm-up
  double last = 0;            // the last match; 0 if it is no number
  Totals totals = Totals::none;
  std::string file{};  // out or err
  std::int64_t line = 1;
  std::string text{};              // the last match as printed
  std::int64_t one_in = 1;         // above 1: there were so many matches that one of each `one_in` was kept
  std::string excerpt{};           // the line of the last match, for a message
  std::vector<MatchKind> kinds{};  // if nobody said how matches count, and these differ in value; else empty
  std::optional<Spread> spread{};  // if nobody said so, and the matches that count do not agree
  std::optional<double> mean{};    // what costs; of rates harmonic, as each match is for the same work
  bool operator==(const PrintedFigure&) const = default;
};

/// Fewer matches than this have no steady part: the last one counts.
constexpr std::int64_t kFewMatches = 3;

/// Fewer matches than this keep their warm-up: a rule for it could as well leave out the training before a
/// test. One slow match among them does not change a median.
constexpr std::size_t kFewForWarmUp = 8;

/// Makes the figure as the pattern says. By default it is the median of what follows warm-up, and of few
/// matches the last. Warm-up is as long as for event lines; matches before the first number belong to it. The
/// mean beside a median is also without that of few matches, which a median bears, and without a last match
/// that is much the slowest.
/// Returns an error if a match that counts is not a number above 0, or if 'skip' leaves nothing.
Result<PrintedFigure> printed_figure(const PrintedMatches& matches, const MetricPattern& pattern);

/// The same matches with the last one as the figure, which must be a number.
PrintedFigure with_last_match(PrintedFigure figure);

}  // namespace scalegen
