#include "cli/progress_line.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

using std::chrono::seconds;

Progress first_run() {
  return {.runs_total = 6, .jobs_running = 1, .current_job = "1cpu-r1", .elapsed = seconds(12)};
}

TEST(UnderWay, SaysHowFarTheFirstRunIsAndThenTheSweep) {
  EXPECT_EQ(under_way(first_run(), std::nullopt), "[1/6] 1cpu-r1 · 12 s");
  EXPECT_EQ(under_way(first_run(), StepProgress{25, 40, seconds(7)}),
            "[1/6] 1cpu-r1 · 12 s · step 25 of 40 · about 7 s left of it");
  EXPECT_EQ(under_way(first_run(), StepProgress{25}), "[1/6] 1cpu-r1 · 12 s · step 25");
  // Once a run has completed, it says what the sweep takes.
  auto progress = first_run();
  progress.remaining = seconds(42);
  EXPECT_EQ(under_way(progress, StepProgress{25, 40, seconds(7)}),
            "[1/6] 1cpu-r1 · 12 s · step 25 of 40 · about 42 s left");
}

}  // namespace
}  // namespace scalegen
