#include <gmock/gmock.h>

#include "analysis/trust/finding.hpp"
#include "core/json.hpp"
#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen::finders {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// What a device does is at most what its maker says of it, or somebody says something wrong.

/// 1, 2 and 4 ranks of 1024 samples/s each, whose device has so high a peak, and takes 1 TFLOP for a sample.
MadeUpSweep with_peak(double tflops) {
  MadeUpSweep sweep(2);
  for (auto& made : sweep.runs) {
    const auto ranks = world_size(made.record.run.rung);
    made.metrics = json_line({{"event", "start"},
                              {"world_size", ranks},
                              {"flops_per_sample", 1e12},
                              {"peak_tflops", tflops}}) +
                   "\n";
    for (int i = 1; i <= 40; ++i)
      made.metrics +=
          json_line({{"event", "step"}, {"step", i}, {"seconds", 0.5 / ranks}, {"samples", 512}}) + "\n";
  }
  return sweep;
}

TEST(BeyondPeak, IsSaidOfEachRungAndHasNoShare) {
  const auto report = with_peak(1000).report();
  EXPECT_THAT(
      report.warnings,
      ElementsAre("1cpu, 2cpu, 4cpu: 1024 TFLOP/s a device are more than the peak of 1000 TFLOP/s: correct "
                  "'peak_tflops', or the trainer's flops_per_sample"));
  const auto& run = report.tables.front().points.front().runs.front();
  EXPECT_EQ(find_figure(run.further, "TFLOP/s/device")->value, 1024);
  EXPECT_EQ(find_figure(run.further, "MFU")->value, std::nullopt);
  const auto below = with_peak(2048).report();
  EXPECT_THAT(below.warnings, IsEmpty());
  EXPECT_EQ(find_figure(below.tables.front().points.front().runs.front().further, "MFU")->value, 0.5);
}

// Event lines whose times cannot all be true.

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

TEST(Contradictions, AreNoneInWhatTrainersWriteNorOfMoreEpochsThanSteps) {
  EXPECT_THAT(warnings_of({}), IsEmpty());
  EXPECT_THAT(warnings_of({.of_one_stamp = 10}), IsEmpty());
  EXPECT_THAT(warnings_of({.of_one_stamp = 20}), IsEmpty());
  // Each step may have an evaluation then, and 2 * 5e18 is no number of steps.
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

// Steps in which nothing was learned: their loss was no number, or fp16 skipped them.

constexpr int kSteps = 40;

/// 1, 2 and 4 ranks in two rounds, of which those of two ranks have a loss in the steps of which `has_loss`
/// is true, and end with so many skipped ones.
MadeUpSweep with_losses(const std::function<bool(int step)>& has_loss, int skipped = 0) {
  MadeUpSweep sweep(2);
  for (auto& made : sweep.runs) {
    const auto ranks = world_size(made.record.run.rung);
    for (int i = 1; i <= kSteps; ++i) {
      Json step{{"event", "step"}, {"step", i}, {"seconds", 0.5 / ranks}, {"samples", 512}};
      if (ranks != 2 || has_loss(i)) step["loss"] = 1.5;
      made.metrics += json_line(step) + "\n";
    }
    made.metrics += json_line({{"event", "end"}, {"skipped_steps", ranks == 2 ? skipped : 0}}) + "\n";
  }
  return sweep;
}

TEST(LostSteps, AreTheLastOnesWithoutALossUnlessItWritesNoneOrOneNowAndThen) {
  const auto report = with_losses([](int step) { return step <= 3; }).report();
  EXPECT_THAT(
      report.warnings,
      ElementsAre("2cpu * in rounds 1 and 2: no loss in the last 37 of 40 steps of 2cpu-r1, as one that "
                  "is no number cannot be written: such steps taught it nothing, and may take less time "
                  "than others; lower learning_rate, or set warmup_steps or clip_norm"));
  const auto& point = report.tables.front().points[1];
  ASSERT_NE(star_of(point.findings, Concerns::value), nullptr);
  EXPECT_EQ(reason_of(*star_of(point.findings, Concerns::value)),
            "no loss in the last 37 of 40 steps of 2cpu-r1, as one that is no number cannot be written");
  EXPECT_EQ(star_of(report.tables.front().points[2].findings, Concerns::value), nullptr);
  EXPECT_THAT(with_losses([](int) { return false; }).report().warnings, IsEmpty());
  EXPECT_THAT(with_losses([](int step) { return step % 7 == 1; }).report().warnings, IsEmpty());
}

TEST(LostSteps, AreThoseThatFp16SkippedIfTheyAreManyAndToldOnce) {
  const auto learning = [](int) { return true; };
  EXPECT_THAT(with_losses(learning, kSteps / 4).report().warnings, IsEmpty());
  EXPECT_THAT(
      with_losses(learning, kSteps / 4 + 1).report().warnings,
      ElementsAre(
          "2cpu * in rounds 1 and 2: 11 of 40 steps of 2cpu-r1 were skipped, as their gradients "
          "overflowed in fp16: such steps taught it nothing, and may take less time than others; lower "
          "learning_rate, or set warmup_steps or clip_norm"));
  EXPECT_EQ(with_losses([](int step) { return step <= 3; }, kSteps).report().warnings.size(), 1);
}

// The samples that step lines say are those of all ranks.

/// 1, 2 and 4 ranks with a global batch of 512, whose steps say so many samples.
MadeUpSweep saying(const std::function<int(int ranks)>& samples, int accumulate = 1) {
  MadeUpSweep sweep(2);
  for (auto& made : sweep.runs) {
    auto& run = made.record.run;
    const auto ranks = world_size(run.rung);
    if (accumulate > 1) {
      Settings settings = *run.settings;
      set(settings, "accumulate", std::int64_t{accumulate});
      run.settings = settings;
    }
    made.metrics = json_line({{"event", "start"}, {"world_size", ranks}, {"global_batch", 512}}) + "\n";
    for (int i = 1; i <= 40; ++i)
      made.metrics +=
          json_line({{"event", "step"}, {"step", i}, {"seconds", 0.5 / ranks}, {"samples", samples(ranks)}}) +
          "\n";
  }
  return sweep;
}

TEST(OtherSamples, NameRungsWhoseStepsHaveThoseOfOneRank) {
  const auto report = saying([](int ranks) { return 512 / ranks; }).report();
  EXPECT_THAT(report.warnings, ElementsAre("2cpu *: step lines say 256 samples a step, and the "
                                           "global batch is 512: 'samples' are those of all "
                                           "ranks",
                                           "4cpu *: step lines say 128 samples a step, and the "
                                           "global batch is 512: 'samples' are those of all "
                                           "ranks"));
  EXPECT_FALSE(report.verdicts.front().advised == std::optional<std::size_t>(2));
}

TEST(OtherSamples, AllowMicroStepsAndAnUnknownBatch) {
  EXPECT_THAT(saying([](int) { return 128; }, 4).report().warnings, IsEmpty());
  EXPECT_THAT(saying([](int) { return 512; }, 4).report().warnings, IsEmpty());
  EXPECT_THAT(
      saying([](int ranks) { return 128 / ranks; }, 4).report().warnings,
      ElementsAre(
          "2cpu *: step lines say 64 samples a step, and the global batch is 512: 'samples' are those "
          "of all ranks, of an optimizer step or of each of its micro-steps",
          "4cpu *: step lines say 32 samples a step, and the global batch is 512: 'samples' are those "
          "of all ranks, of an optimizer step or of each of its micro-steps"));
  auto sweep = saying([](int ranks) { return 512 / ranks; });
  for (auto& made : sweep.runs) made.metrics.erase(0, made.metrics.find('\n') + 1);
  for (auto& made : sweep.runs) {
    Settings settings = *made.record.run.settings;
    std::erase_if(settings, [](const auto& s) { return s.name == "global_batch"; });
    made.record.run.settings = settings;
  }
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

}  // namespace
}  // namespace scalegen::finders
