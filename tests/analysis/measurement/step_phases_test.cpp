// The phases of steps, and how ranks differ in them, as a log tells.
#include "analysis/measurement/step_phases.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

StepPhases phases_of(std::string_view text) {
  const auto log = read_event_excerpt(text);
  return step_phases(log, {.steps = static_cast<std::int64_t>(log.steps.size()),
                           .seconds = 1.0 * static_cast<double>(log.steps.size()),
                           .median_step_seconds = 1});
}

TEST(StepPhases, KeepsThePhasesOfStepsThatTheRanksDoNotSay) {
  const auto phases = phases_of(R"({"event": "start", "world_size": 2}
{"event": "step", "step": 1, "seconds": 1, "samples": 8, "phases": {"data": 0.1, "backward": 0.5, "communication": 0.3}}
{"event": "step", "step": 2, "seconds": 1, "samples": 8, "phases": {"data": 0.1, "backward": 0.5, "communication": 0.3}}
{"event": "ranks", "ranks": [{"rank": 0, "steps": 2, "seconds": 2, "phases": {"communication": 0.6}}, {"rank": 1, "steps": 2, "seconds": 2, "phases": {"communication": 0.2}}]}
)");
  EXPECT_TRUE(phases.refused.empty());
  EXPECT_DOUBLE_EQ(*phases.per_step[Phase::data], 0.1);
  EXPECT_DOUBLE_EQ(*phases.per_step[Phase::backward], 0.5);
  EXPECT_DOUBLE_EQ(*phases.per_step[Phase::communication], 0.1);  // of rank 1, which waits for nobody
  EXPECT_DOUBLE_EQ(*phases.imbalance, 0.1);
}

TEST(StepPhases, TakesPhasesFromRanksWhereStepsHaveNone) {
  const auto phases = phases_of(R"({"event": "start", "world_size": 2}
{"event": "step", "step": 1, "seconds": 1, "samples": 8}
{"event": "ranks", "ranks": [{"rank": 0, "steps": 4, "seconds": 4, "phases": {"data": 0.4}}, {"rank": 1, "steps": 4, "seconds": 4, "phases": {"data": 0.8}}]}
)");
  EXPECT_DOUBLE_EQ(*phases.per_step[Phase::data], 0.15);
  EXPECT_FALSE(phases.per_step[Phase::backward]);
  EXPECT_FALSE(phases.imbalance);
}

}  // namespace
}  // namespace scalegen
