// Event lines whose times cannot all be true.
#include <gmock/gmock.h>

#include "core/json.hpp"
#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen::finders {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// One run of 40 steps of 0.5 s, as scalegen-train writes it, with an evaluation after step 20.
struct Lines {
  double step_factor = 1;   // of `seconds` of steps, as if they were edited
  double loop_factor = 1;   // of `seconds` of the end
  double stamp_factor = 1;  // of the times between stamps
  int steps_at_end = 40;
  int of_one_stamp = 1;  // steps whose lines are written together
  std::int64_t last_epoch = 2;

  [[nodiscard]] std::string text() const {
    std::string text = json_line({{"event", "start"}, {"world_size", 2}, {"global_batch", 512}}) + "\n";
    for (int i = 1; i <= 40; ++i) {
      const int stamped = (i + of_one_stamp - 1) / of_one_stamp * of_one_stamp;
      text += json_line({{"event", "step"},
                         {"step", i},
                         {"epoch", i <= 20 ? 1 : last_epoch},
                         {"time", 1763719200 + stamp_factor * (0.27 * stamped + (i > 20 ? 7 : 0))},
                         {"seconds", step_factor * (0.27 + i % 3 * 0.001 - 0.001)},
                         {"samples", 512}}) +
              "\n";
    }
    return text +
           json_line({{"event", "end"},
                      {"steps", steps_at_end},
                      {"samples", 40 * 512},
                      {"seconds", loop_factor * 40 * 0.27}}) +
           "\n";
  }
};

std::vector<std::string> warnings_of(const Lines& lines, bool own_program = false) {
  MadeUpSweep sweep(3);
  if (own_program) {
    for (auto& made : sweep.runs) made.writes_events = true;
    sweep.head.own_program = true;
  }
  sweep.run("2cpu-r2").metrics = lines.text();
  auto warnings = sweep.report().warnings;  // an edited round differs from others, too, and a warning says it
  std::erase_if(warnings,
                [](const auto& text) { return text.find("its rounds differ") != std::string::npos; });
  return warnings;
}

std::string contradicts(const std::string& why) {
  return "2cpu * in round 2: metrics.jsonl of 2cpu-r2 contradicts itself: " + why + ": was it edited?";
}

TEST(Contradictions, AreNoneInWhatTrainersWrite) {
  EXPECT_THAT(warnings_of({}), IsEmpty());
  EXPECT_THAT(warnings_of({.of_one_stamp = 10}), IsEmpty());
  EXPECT_THAT(warnings_of({.of_one_stamp = 20}), IsEmpty());
}

// Each step may have an evaluation then, and 2 * 5e18 is no number of steps.
TEST(Contradictions, AreNoneOfMoreEpochsThanSteps) {
  for (const std::int64_t epoch : {21L, 5'000'000'000'000'000'000L})
    EXPECT_THAT(warnings_of({.step_factor = 0.8, .loop_factor = 0.8, .last_epoch = epoch}), IsEmpty())
        << epoch;
}

TEST(Contradictions, AreThoseOfStepsWithTheLoop) {
  EXPECT_THAT(warnings_of({.step_factor = 0.97, .stamp_factor = 0.97}),
              ElementsAre(contradicts("its steps take 10.48 s, and its loop 10.8 s")));
  EXPECT_THAT(warnings_of({.step_factor = 1.2, .stamp_factor = 1.2}),
              ElementsAre(contradicts("its steps take 12.96 s, and its loop 10.8 s")));
  EXPECT_THAT(warnings_of({.steps_at_end = 44}),
              ElementsAre(contradicts("it has 40 steps, and says 44 at its end")));
}

// A loop of whole seconds may be a second longer; one of 10.8 s is not.
TEST(Contradictions, AllowForTheDigitsOfTheLoop) {
  EXPECT_THAT(warnings_of({.step_factor = 1.07, .loop_factor = 11 / 10.8, .stamp_factor = 1.07}, true),
              IsEmpty());
  EXPECT_THAT(warnings_of({.step_factor = 1.05, .stamp_factor = 1.05}, true),
              ElementsAre(contradicts("its steps take 11.34 s, and its loop 10.8 s")));
  EXPECT_THAT(warnings_of({.step_factor = 2.4, .loop_factor = 2.4}, true),
              ElementsAre(contradicts(
                  "its steps after the first take 25.27 s, and are 17.53 s apart by their times")));
}

TEST(Contradictions, AreThoseOfStepsOfAnotherRun) {
  MadeUpSweep sweep(3);
  sweep.run("2cpu-r2").exited =
      json_line({{"status", 0}, {"launched", 1763719300}, {"finished", 1763719330}});
  EXPECT_THAT(sweep.report().warnings,
              ElementsAre(testing::StartsWith(
                  "2cpu * in round 2: metrics.jsonl of 2cpu-r2 contradicts itself: its steps ended 8")));
}

TEST(Contradictions, AreThoseOfStepsWithTheirStamps) {
  EXPECT_THAT(warnings_of({.step_factor = 0.8, .loop_factor = 0.8}),
              ElementsAre(contradicts(
                  "its steps after the first take 8.424 s, and are 17.53 s apart by their times")));
  EXPECT_THAT(warnings_of({.step_factor = 3, .loop_factor = 3}),
              ElementsAre(contradicts(
                  "its steps after the first take 31.59 s, and are 17.53 s apart by their times")));
}

// Of another trainer nobody knows what its loop has beside its steps.
TEST(Contradictions, OfAnOwnTrainerAreThoseOfLongerStepsAlone) {
  EXPECT_THAT(warnings_of({.step_factor = 0.8, .steps_at_end = 44}, true), IsEmpty());
  EXPECT_THAT(warnings_of({.step_factor = 1.2}, true),
              ElementsAre(contradicts("its steps take 12.96 s, and its loop 10.8 s")));
}

}  // namespace
}  // namespace scalegen::finders
