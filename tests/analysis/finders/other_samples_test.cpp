// The samples that step lines say are those of all ranks.
#include <gmock/gmock.h>

#include "core/json.hpp"
#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen::finders {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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

TEST(OtherSamples, AllowMicroSteps) {
  EXPECT_THAT(saying([](int) { return 128; }, 4).report().warnings, IsEmpty());
  EXPECT_THAT(saying([](int) { return 512; }, 4).report().warnings, IsEmpty());
  EXPECT_THAT(
      saying([](int ranks) { return 128 / ranks; }, 4).report().warnings,
      ElementsAre(
          "2cpu *: step lines say 64 samples a step, and the global batch is 512: 'samples' are those "
          "of all ranks, of an optimizer step or of each of its micro-steps",
          "4cpu *: step lines say 32 samples a step, and the global batch is 512: 'samples' are those "
          "of all ranks, of an optimizer step or of each of its micro-steps"));
}

TEST(OtherSamples, SayNothingIfTheBatchIsUnknown) {
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
