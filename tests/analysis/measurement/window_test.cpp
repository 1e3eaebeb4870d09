#include "analysis/measurement/window.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

std::vector<double> steps(std::size_t slow, double slow_seconds, std::size_t all) {
  std::vector<double> seconds(all, 0.1);
  std::fill_n(seconds.begin(), slow, slow_seconds);
  return seconds;
}

std::string why_not(const TrainerLog& log) {
  const auto window = measured_window(log);
  return window ? "measured" : window.error().front().message;
}

TEST(WarmUp, LeavesOutTheBatchesOfASlowBeginningOrTheFewStepsOfOneAndHalfAtMost) {
  EXPECT_EQ(warm_up_steps(steps(0, 0, 40)), 0);
  EXPECT_EQ(warm_up_steps(steps(3, 0.5, 40)), 5);
  EXPECT_EQ(warm_up_steps(steps(7, 0.5, 40)), 10);
  EXPECT_EQ(warm_up_steps(steps(30, 0.5, 40)), 0);  // slowness for most of a run is not warm-up
  EXPECT_EQ(warm_up_steps(steps(22, 0.5, 40)), 20);
  EXPECT_EQ(warm_up_steps(steps(1, 0.5, 4)), 1);
  EXPECT_EQ(warm_up_steps(steps(2, 0.5, 19)), 2);
  EXPECT_EQ(warm_up_steps(steps(1, 0.5, 2)), 1);
  EXPECT_EQ(warm_up_steps({0.5}), 0);
  EXPECT_EQ(warm_up_steps({}), 0);
}

TEST(WarmUp, IsNeverFasterThanTheRest) {
  EXPECT_EQ(warm_up_steps(steps(10, 0.05, 40)), 0);
  EXPECT_EQ(warm_up_steps(steps(3, 0.05, 12)), 0);
  auto mixed = steps(5, 0.5, 40);  // slow, fast, and the rest
  for (std::size_t i = 5; i < 10; ++i) mixed[i] -= 0.05;
  EXPECT_EQ(warm_up_steps(mixed), 5);
}

TEST(WarmUp, IsFoundByARuleThatIsCalledByItsName) {
  EXPECT_EQ(warm_up_rule(20, 40), "MSER-5, at most half");
  EXPECT_EQ(warm_up_rule(12, 19), "MSER over single values, at most half");
  EXPECT_EQ(warm_up_rule(13, 26), "MSER-5, over single values where they are fewer than 20, at most half");
}

TEST(Throughput, DividesTheSamplesAfterWarmUpByTheSumOfTheirSteps) {
  const auto log = read_event_log(SCALEGEN_TESTS_DIR "/contracts/metrics.jsonl").value();
  const auto window = measured_window(*log).value();
  EXPECT_EQ(window.warm_up_steps, 1);
  EXPECT_EQ(window.steps, 3);
  EXPECT_EQ(window.samples, 1536);
  EXPECT_DOUBLE_EQ(window.seconds, 0.6);
  EXPECT_DOUBLE_EQ(samples_per_second(window), 2560);
  EXPECT_DOUBLE_EQ(window.span->start, 1763719200.5);
  EXPECT_DOUBLE_EQ(window.span->end, 1763719201.1);
}

TEST(Throughput, DoesNotCountTheTimeBetweenStepsAndHasNoSpanWithoutStamps) {
  const TrainerLog log{
      .steps = {{.time = 1, .seconds = 1, .samples = 8}, {.time = 60, .seconds = 1, .samples = 8}}};
  EXPECT_EQ(samples_per_second(measured_window(log).value()), 8);
  EXPECT_FALSE(measured_window({.steps = {{.seconds = 1, .samples = 8}}}).value().span);
}

/// Steps of `seconds`, whose stamps lie `apart` and are written to `digit`; after every tenth one a pause of
/// 3 s.
std::optional<double> timed_share_of(double seconds, double apart, double digit = 1e-6,
                                     std::vector<TrainerEval> evals = {}) {
  TrainerLog log{.epoch = 4, .evals = std::move(evals)};
  double time = 1763719200.123456;
  for (int i = 0; i < 40; ++i) {
    time += apart + (i % 10 == 0 ? 3 : 0);
    log.steps.push_back({.time = digit * std::round(time / digit), .seconds = seconds, .samples = 8});
  }
  return measured_window(log).value().timed_share;
}

TEST(Throughput, KnowsWhichShareOfTheLoopItsStepsTime) {
  EXPECT_NEAR(timed_share_of(0.3, 0.3).value(), 1, 1e-4) << "a pause is between a few steps";
  EXPECT_NEAR(timed_share_of(0.258, 0.3).value(), 0.86, 1e-4);
  EXPECT_NEAR(timed_share_of(86, 100, 1).value(), 0.86, 1e-4);
  EXPECT_EQ(timed_share_of(0.258, 0.3, 1), std::nullopt) << "stamps of whole seconds";
  EXPECT_EQ(timed_share_of(0.258, 0.3, 0.01), std::nullopt);
  EXPECT_EQ(timed_share_of(0.258, 0, 1e-6), std::nullopt) << "lines that are written together";
  EXPECT_EQ(timed_share_of(0.258, 0.3, 1e-6, std::vector<TrainerEval>(20)), std::nullopt);
}

TEST(Throughput, IsOfAnotherRunWhereNoStepIsInTheTimeOfTheCommand) {
  const TimeSpan command{.start = 1763719200, .end = 1763719210};
  const auto why = [&](double start, double end) {
    return why_of_another_run(command, {.span = TimeSpan{start, end}});
  };
  EXPECT_EQ(why(1763719180, 1763719190), "its steps ended 10 s before its command began");
  EXPECT_EQ(why(1763719213, 1763719220), "its steps began 3 s after its command had ended");
  EXPECT_EQ(why(1763719190, 1763719199.5), "") << "two clocks";
  EXPECT_EQ(why(1763719195, 1763719205), "") << "the clock of another host";
  EXPECT_EQ(why(100, 110), "") << "seconds since the machine began";
  EXPECT_EQ(why_of_another_run(command, {}), "");
}

TEST(Throughput, SaysWhyThereIsNone) {
  EXPECT_EQ(why_not({}), "no step lines");
  EXPECT_EQ(why_not({.steps = {{.samples = 8}}}), "step 1 has no 'seconds'");
  EXPECT_EQ(why_not({.steps = {{.step = 7, .seconds = 1}}}), "step 7 has no 'samples'");
  EXPECT_EQ(why_not({.steps = {{.seconds = 0, .samples = 8}}}), "step 1 took 0 s");
  EXPECT_EQ(why_not({.steps = {{.seconds = 1, .samples = 0}}}), "step 1 had 0 samples");
  EXPECT_EQ(
      why_not({.steps = {{.step = 1, .seconds = 1, .samples = 8}, {.step = 1, .seconds = 1, .samples = 8}}}),
      "step 1 follows step 1: more than one rank wrote these lines, or the run began again");
  constexpr std::int64_t kMax = std::int64_t{1} << 53;
  EXPECT_EQ(why_not({.steps = {{.seconds = 1, .samples = kMax}}}), "measured");
  EXPECT_EQ(why_not({.steps = {{.seconds = 1, .samples = kMax + 1}}}),
            "step 1 had 9007199254740993 samples: more than can be counted");
  EXPECT_EQ(why_not({.steps = {{.seconds = 1, .samples = kMax}, {.seconds = 1, .samples = 1}}}),
            "the steps up to step 2 add up to more than can be counted");
  EXPECT_EQ(why_not({.steps = {{.seconds = 1e308, .samples = 1}, {.seconds = 1e308, .samples = 1}}}),
            "the steps up to step 2 add up to more than can be counted");
  EXPECT_EQ(why_not({.steps = {{.seconds = 1e-320, .samples = 512}}}),
            "step 1 took 1e-320 s for 512 samples: not a valid rate");
}

TEST(Throughput, IsNoneOfStepsThatTookLongerThanTheCommand) {
  TrainerLog log{.steps = {{.step = 7, .seconds = 4}, {.step = 8, .seconds = 5}, {.step = 9, .seconds = 3}}};
  EXPECT_EQ(why_longer_than(12, log), "");
  EXPECT_EQ(why_longer_than(10.9, log), "");
  EXPECT_EQ(why_longer_than(10, log), "the steps up to step 9 took 12 s, and the whole command 10 s");
  log.steps[1].seconds = 1e15;
  EXPECT_EQ(why_longer_than(12, log), "step 8 took 1e+15 s, and the whole command 12 s");
}

}  // namespace
}  // namespace scalegen
