#include "runner/step_progress.hpp"

#include <fmt/format.h>

#include "tests/runner/stand_ins.hpp"

namespace scalegen {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr int kBegun = 1'763'719'200;

/// A run with a limit of ten minutes that began at kBegun.
class HowFar : public testing::Test {
 protected:
  HowFar() { directory_.start("a", "1", dead_process(), kBegun); }

  /// Steps first to last, of `length` seconds each, the first of which begins so many seconds after the run.
  static std::string steps(int begin, int first, int last, int length) {
    std::string lines;
    for (int step = first; step <= last; ++step)
      lines += fmt::format("{{\"event\":\"step\",\"step\":{},\"time\":{}.5,\"seconds\":{}}}\n", step,
                           kBegun + begin + (step - first + 1) * length, length);
    return lines;
  }
  [[nodiscard]] std::optional<StepsReached> after(const std::string& lines,
                                                  Settings settings = {{"steps", 40}}) const {
    directory_.write("a", "1", "metrics.jsonl", lines);
    return progress_at_timeout(run(std::move(settings)), folder());
  }
  static scalegen::Run run(Settings settings = {}) {
    auto run = plan_of({"a"}).runs[0];
    run.settings = std::move(settings);
    return run;
  }
  [[nodiscard]] AttemptFolder folder() const { return directory_.get().attempt("a", "1"); }

  Directory directory_;
};

TEST_F(HowFar, IsTheLastStepAndTheTimeThatAllWouldTakeAtThisRate) {
  // 30 s to begin with, 40 steps of 19 s, and a tenth of that in the air: 14 min 29 s
  EXPECT_EQ(after(steps(30, 1, 30, 19)), (StepsReached{30, seconds(600), 40, minutes(15)}));
  // A start that took long counts once.
  EXPECT_EQ(after(steps(500, 1, 10, 10)), (StepsReached{10, seconds(600), 40, minutes(17)}));
}

TEST_F(HowFar, CountsTheStepsOfEpochs) {
  const std::string start = R"({"event":"start","train_samples":1000,"global_batch":512})"
                            "\n";
  EXPECT_EQ(after(start + steps(0, 1, 30, 20), {{"epochs", 20}}),
            (StepsReached{30, seconds(600), 40, minutes(15)}));
  EXPECT_EQ(after(steps(0, 1, 30, 20), {{"epochs", 20}}), (StepsReached{30, seconds(600)}));
}

TEST_F(HowFar, SaysNoTimeWhereItWasNotTheLimitThatWasMissing) {
  EXPECT_EQ(after(steps(0, 1, 30, 2)), (StepsReached{30, seconds(60), 40}));    // then it hung
  EXPECT_EQ(after(steps(0, 1, 40, 15)), (StepsReached{40, seconds(600), 40}));  // an evaluation, say
  EXPECT_EQ(after(steps(0, 1, 30, 20), {}), (StepsReached{30, seconds(600)}));
}

TEST_F(HowFar, ReadsWhatIsTornAndWhatIsLong) {
  EXPECT_EQ(after(steps(0, 1, 30, 20) + R"({"event":"step","step":31,"ti)"),
            (StepsReached{30, seconds(600), 40, minutes(15)}));
  const auto many = steps(0, 1, 30'000, 1);
  ASSERT_GT(many.size(), 1'048'576U);
  EXPECT_EQ(after(many, {{"steps", 40'000}})->step, 30'000);
}

TEST_F(HowFar, IsNothingWithoutStepsThatCanBeRead) {
  for (const auto* lines : {"", "epoch 1\n", R"({"event":"step","step":4,"seconds":2,"samples":512})",
                            R"({"event":"step","step":4,"time":1.5,"seconds":2})"})
    EXPECT_EQ(after(lines), std::nullopt) << lines;
}

TEST_F(HowFar, IsARunningRunByItsStepsOrItsSeconds) {
  const auto now = [&](Settings settings, const std::string& lines) {
    directory_.write("a", "1", "metrics.jsonl", lines);
    return progress_now(run(std::move(settings)), folder());
  };
  EXPECT_EQ(now({{"steps", 40}}, steps(30, 1, 30, 19)), (StepProgress{30, 40, seconds(190)}));
  EXPECT_EQ(now({{"seconds", 400}}, steps(30, 1, 15, 20)), (StepProgress{15, std::nullopt, seconds(100)}));
  EXPECT_EQ(now({{"seconds", 300.5}}, steps(30, 1, 15, 20)), (StepProgress{15, std::nullopt, seconds(0)}));
  EXPECT_EQ(now({}, steps(30, 1, 15, 20)), (StepProgress{15})) << "nobody said how many there are";
  EXPECT_EQ(now({{"steps", 40}}, "epoch 1\n"), std::nullopt);
}

TEST_F(HowFar, IsSaidOfWhatTimedOutOnceAndForAll) {
  directory_.write("a", "1", "metrics.jsonl", steps(0, 1, 30, 20));
  const StepsReached reached{30, seconds(600)};
  EXPECT_EQ(with_details(TimedOut{minutes(10)}, run(), folder()), Outcome(TimedOut{minutes(10), reached}));
  EXPECT_EQ(with_details(TimedOut{minutes(10), StepsReached{7}}, run(), folder()),
            Outcome(TimedOut{minutes(10), StepsReached{7}}));
  EXPECT_EQ(with_details(Cancelled{}, run(), folder()), Outcome(Cancelled{}));
}

// A person shortened its job's limit, or runs that share a job used up its time.
TEST_F(HowFar, InTimeIsSaidIfSlurmEndedIt) {
  directory_.start("a", "1", dead_process());
  EXPECT_EQ(with_details(TimedOut{minutes(60)}, run(), folder()),
            Outcome(TimedOut{minutes(60), std::nullopt, minutes(60)}));
  directory_.exit("a", "1", 143, "TERM", 1'763'719'275.4);
  EXPECT_EQ(with_details(TimedOut{minutes(60)}, run(), folder()),
            Outcome(TimedOut{minutes(60), std::nullopt, seconds(75)}));
  directory_.exit("a", "1", 124, "time_limit", 1'763'719'275.4);
  EXPECT_EQ(with_details(TimedOut{minutes(60)}, run(), folder()), Outcome(TimedOut{minutes(60)}));
}

// Slurm counts in minutes: a limit of 30 s is a minute's.
TEST_F(HowFar, TheLimitOfThePlanIsSaidIfThatOfTheJobWasShorter) {
  directory_.exit("a", "1", 143, "TERM", 1'763'719'261);
  auto late = TimedOut{minutes(1), std::nullopt, seconds(61), minutes(10)};
  EXPECT_EQ(with_details(TimedOut{minutes(1)}, run(), folder()), Outcome(late));
  auto short_run = run();
  short_run.resources.time_limit = seconds(30);
  late.planned.reset();
  EXPECT_EQ(with_details(TimedOut{minutes(1)}, short_run, folder()), Outcome(late));
  EXPECT_EQ(with_details(TimedOut{}, run(), folder()),
            Outcome(TimedOut{seconds(0), std::nullopt, seconds(61)}));
}

TEST_F(HowFar, IsOfMemoryWhatItsPlanAskedForUnlessSlurmSaysMore) {
  auto asking = run();
  EXPECT_EQ(with_details(OutOfMemory{}, asking, folder()), Outcome(OutOfMemory{}));
  asking.resources.memory_mib_per_node = 50;
  EXPECT_EQ(with_details(OutOfMemory{{}, 49}, asking, folder()), Outcome(OutOfMemory{50, 49}));
  EXPECT_EQ(with_details(OutOfMemory{60, 49}, asking, folder()), Outcome(OutOfMemory{60, 49}));
}

}  // namespace
}  // namespace scalegen
