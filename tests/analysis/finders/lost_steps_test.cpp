// Steps in which nothing was learned: their loss was no number, or fp16 skipped them.
#include <gmock/gmock.h>

#include "analysis/trust/finding.hpp"
#include "core/json.hpp"
#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen::finders {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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

TEST(LostSteps, AreTheLastOnesWithoutALoss) {
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
}

TEST(LostSteps, AreNotThoseOfATrainerThatWritesNoLossOrOneNowAndThen) {
  EXPECT_THAT(with_losses([](int) { return false; }).report().warnings, IsEmpty());
  EXPECT_THAT(with_losses([](int step) { return step % 7 == 1; }).report().warnings, IsEmpty());
}

TEST(LostSteps, AreThoseThatFp16SkippedIfTheyAreMany) {
  const auto learning = [](int) { return true; };
  EXPECT_THAT(with_losses(learning, kSteps / 4).report().warnings, IsEmpty());
  EXPECT_THAT(
      with_losses(learning, kSteps / 4 + 1).report().warnings,
      ElementsAre(
          "2cpu * in rounds 1 and 2: 11 of 40 steps of 2cpu-r1 were skipped, as their gradients "
          "overflowed in fp16: such steps taught it nothing, and may take less time than others; lower "
          "learning_rate, or set warmup_steps or clip_norm"));
}

TEST(LostSteps, AreToldOnce) {
  EXPECT_EQ(with_losses([](int step) { return step <= 3; }, kSteps).report().warnings.size(), 1);
}

}  // namespace
}  // namespace scalegen::finders
