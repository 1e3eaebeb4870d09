// What a device does is at most what its maker says of it, or somebody says something wrong.
#include <gmock/gmock.h>

#include "core/json.hpp"
#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen::finders {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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
}

TEST(BeyondPeak, IsNothingBelowIt) {
  const auto report = with_peak(2048).report();
  EXPECT_THAT(report.warnings, IsEmpty());
  EXPECT_EQ(find_figure(report.tables.front().points.front().runs.front().further, "MFU")->value, 0.5);
}

}  // namespace
}  // namespace scalegen::finders
