#include "analysis/scaling/rounds_apart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/document/texts.hpp"
#include "core/attempt_files.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

double seconds_of_round(const Ladder& ladder, int round) {
  double seconds = 0;
  for (const auto& rung : ladder.rungs)
    for (const auto& run : rung.runs)
      if (run.round == round) seconds += run.held_seconds.value_or(0);
  return seconds;
}

// Also before its round was measured again: the other rounds had waited for it.
bool was_tried_again(const Measurement& run) {
  if (!run.replaced.empty()) return std::any_of(run.replaced.begin(), run.replaced.end(), was_tried_again);
  return attempt_number(run.attempt) > 1 && run.put_aside.empty();
}

/// True if a run of its rung had failed before: it was tried again, or held back until that one was.
bool was_delayed(const Ladder& ladder, const Measurement& run) {
  return std::ranges::any_of(ladder.rungs, [&](const auto& rung) {
    const auto is_it = [&](const Measurement& other) { return other.run == run.run; };
    return run.replaced.empty() && std::ranges::any_of(rung.runs, is_it) &&
           std::ranges::any_of(rung.runs, was_tried_again);
  });
}

std::string text_of(const Texts& runs, double seconds) {
  return fmt::format(
      "{} ran after a failure, up to {} after the other run of the round had ended: the machine may have "
      "changed since; 'scalegen sweep DIR --again {}' measures a round again",
      join_truncated(runs), duration_text(std::chrono::seconds(static_cast<std::int64_t>(seconds))),
      runs.front());
}

}  // namespace

std::optional<double> seconds_apart(const Ladder& ladder, const Measurement& one, const Measurement& other) {
  if (!one.value || !other.value || !one.begun || !other.begun) return std::nullopt;
  const auto& earlier = one.begun < other.begun ? one : other;
  const auto& later = one.begun < other.begun ? other : one;
  const double seconds = *later.begun - *earlier.begun - earlier.held_seconds.value_or(0);
  const bool is_apart = was_delayed(ladder, later) && seconds > seconds_of_round(ladder, one.round);
  return is_apart ? std::optional(seconds) : std::nullopt;
}

std::optional<Difference> difference_in_time(const Ladder& ladder, std::size_t reference, std::size_t here) {
  Texts late;
  double most = 0;
  for (const auto& one : ladder.rungs[reference].runs)
    for (const auto& other : ladder.rungs[here].runs) {
      if (one.round != other.round) continue;
      const auto seconds = seconds_apart(ladder, one, other);
      if (!seconds) continue;
      late.push_back(one.begun < other.begun ? other.run : one.run);
      most = std::max(most, *seconds);
    }
  if (late.empty()) return std::nullopt;
  return Difference{.key = "time of a round", .here = text_of(late, most), .consequence = Consequence::star};
}

}  // namespace scalegen
