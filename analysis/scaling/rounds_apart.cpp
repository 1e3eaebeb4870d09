#include "analysis/scaling/rounds_apart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/attempt_files.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;

double seconds_of_round(const Ladder& ladder, int round) {
  double seconds = 0;
  for (const auto& rung : ladder.rungs)
    for (const auto& run : rung.runs)
      if (run.round == round) seconds += run.held_seconds.value_or(0);
  return seconds;
}

std::string text_of(const Texts& runs, double seconds) {
  return fmt::format(
      "{} {} tried again, up to {} after the other run of the round had ended: the machine may have changed "
      "since; 'scalegen resume --again {}' measures a round again",
      join_truncated(runs), runs.size() == 1 ? "was" : "were",
      duration_text(std::chrono::seconds(static_cast<std::int64_t>(seconds))), runs.front());
}

}  // namespace

bool was_tried_again(const Measurement& run) {
  return attempt_number(run.attempt) > 1 && run.put_aside.empty() && run.replaced.empty();
}

std::optional<Difference> difference_in_time(const Ladder& ladder, std::size_t reference, std::size_t here) {
  Texts late;
  double most = 0;
  for (const auto& one : ladder.rungs[reference].runs)
    for (const auto& other : ladder.rungs[here].runs) {
      if (one.round != other.round || !one.value || !other.value || !one.begun || !other.begun) continue;
      const auto [earlier, later] =
          one.begun < other.begun ? std::pair(&one, &other) : std::pair(&other, &one);
      const double seconds = *later->begun - *earlier->begun - earlier->held_seconds.value_or(0);
      if (!was_tried_again(*later) || seconds <= seconds_of_round(ladder, one.round)) continue;
      late.push_back(later->run);
      most = std::max(most, seconds);
    }
  if (late.empty()) return std::nullopt;
  return Difference{
      .key = "time of a round", .here = text_of(late, most), .consequence = Consequence::starred};
}

}  // namespace scalegen
