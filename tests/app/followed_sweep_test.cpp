// The steps of a command that follows a sweep, as they are when nobody is asked.
#include "app/followed_sweep.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "core/plan_file.hpp"
#include "runner/max_in_flight.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/run_lock.hpp"
#include "tests/runner/fake_scheduler.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class FollowedSweeps : public testing::Test {
 protected:
  FollowedSweeps() {
    plan_.head.scheduler = SchedulerKind::slurm;
    plan_.head.own_program = true;
    plan_.head.baseline = "1cpu";
    plan_.head.metrics = {{.name = "throughput", .regex = "loss (.*)", .unit = "images/s"}};
    scheduler_.keeps_jobs = true;
    scheduler_.max_in_flight = 10;
  }

  FollowedSweep with(SubmitOptions options = {}) {
    return {directory_.get(), plan_, scheduler_, clock_, std::move(options)};
  }
  SweepEnd follow(SubmitOptions options = {}) {
    SweepObserver observer;
    observer.look_at_trial = [&](const RunRecord& trial, std::size_t left) {
      trials_.push_back(trial.run.id + " before " + std::to_string(left));
      return "";
    };
    const auto end = follow_once(with(std::move(options)), observer);
    EXPECT_TRUE(end) << render(end.error());
    return end.value_or(SweepEnd{});
  }
  Conclusion conclusion() {
    const auto records = outcomes(plan_, directory_.get(), {.now = clock_.now()}).value();
    auto concluded = conclude(with(), records);
    EXPECT_TRUE(concluded) << render(concluded.error());
    return *std::move(concluded);
  }
  void fail(const std::string& run) {
    directory_.start(run, "1", dead_process());
    directory_.write(run, "1", "err", "no such file\n");
    directory_.exit(run, "1", 1);
  }
  void all_go_on() {
    for (const auto& run : plan_.runs) scheduler_.script[run.id + "/1"] = [] { return kActive; };
  }

  Directory directory_;
  Plan plan_ = plan_of({"1cpu-r1", "2cpu-r1", "4cpu-r1"});
  FakeScheduler scheduler_{directory_};
  FakeClock clock_;
  std::vector<std::string> trials_;
};

using Limits = FollowedSweeps;
using Outlooks = FollowedSweeps;
using Conclusions = FollowedSweeps;

TEST_F(FollowedSweeps, SayTheLoadThatIsInTheWayOfAnAnswer) {
  const auto load = [&](int ticks, int own) {
    directory_.write("1cpu-r1", "1", "node.n1.txt",
                     fmt::format("begin time=100\ncpu0 0 0 0 0 0 0 0 0 0 0\nscript ticks=0\n"
                                 "end time=110\ncpu0 {} 0 0 0 0 0 0 0 0 0\nscript ticks={}\n",
                                 ticks, own));
    return load_in_the_way(with());
  };
  EXPECT_EQ(load_in_the_way(with()), "") << "nothing has run";
  follow();
  EXPECT_EQ(load_in_the_way(with()), "") << "nothing was recorded";
  EXPECT_EQ(load(1000, 980), "");
  EXPECT_EQ(load(1000, 170), "1cpu: other programs used 83 % of its cores' time");
  EXPECT_EQ(load(15, 0), "") << "too short: it saw none";
}

TEST_F(FollowedSweeps, StopAtATrialWithoutAFigure) {
  plan_.head.metrics.front().regex = "nowhere (.*)";
  const auto end = follow();
  ASSERT_TRUE(end.stop);
  EXPECT_EQ(end.stop->kind, SweepStop::Kind::trial_unmeasured);
  EXPECT_THAT(trials_, IsEmpty());
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 1cpu-r1/1"));
}

TEST_F(FollowedSweeps, AreLeftWhenAllIsSubmitted) {
  all_go_on();
  const auto end = follow({.detach = true});
  EXPECT_TRUE(end.interrupted);
  EXPECT_THAT(end.submitted,
              ElementsAre(SubmittedJob{"1cpu-r1", {"1cpu-r1/1"}}, SubmittedJob{"2cpu-r1", {"2cpu-r1/1"}},
                          SubmittedJob{"4cpu-r1", {"4cpu-r1/1"}}));
}

TEST_F(FollowedSweeps, CountWhatFailedBeforeUnlessItRunsAgain) {
  fail("1cpu-r1");
  EXPECT_EQ(failed_before(with()).value(), 0);  // the trial is it
  EXPECT_EQ(failed_before(with({.no_trial = true})).value(), 1);
  EXPECT_EQ(failed_before(with({.retry_failed = true, .no_trial = true})).value(), 0);
  for (const auto* run : {"2cpu-r1", "4cpu-r1"}) directory_.complete(run, "1");
  EXPECT_EQ(failed_before(with()).value(), 1);
}

TEST_F(Limits, AreKeptByWhoSubmits) {
  all_go_on();
  EXPECT_EQ(pass_on_limit(with(), 2).value(), std::nullopt);
  EXPECT_TRUE(follow({.detach = true}).interrupted);
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 1cpu-r1/1", "submit 2cpu-r1/1"));
}

TEST_F(Limits, ArePassedOnToWhoFollowsTheSweep) {
  const auto lock = Lock::take(directory_.get().lock(), clock_);
  EXPECT_EQ(pass_on_limit(with(), 2).value(), this_process());
  EXPECT_EQ(read_max_in_flight(directory_.get()), 2);
}

TEST_F(Outlooks, SayWhatIsToBeDone) {
  const auto outlook = outlook_of(with()).value();
  EXPECT_EQ(outlook.cost.runs, 3);
  EXPECT_FALSE(outlook.nothing_is_left);
  EXPECT_FALSE(outlook.lacks_trial);
  EXPECT_TRUE(outlook_of(with({.detach = true})).value().lacks_trial);
  EXPECT_FALSE(outlook_of(with({.no_trial = true, .detach = true})).value().lacks_trial);
}

TEST_F(Outlooks, SayThatNothingIsLeftOnceOutcomesArePersisted) {
  for (const auto& run : plan_.runs) directory_.complete(run.id, "1");
  EXPECT_FALSE(outlook_of(with()).value().nothing_is_left);
  follow();
  EXPECT_TRUE(outlook_of(with()).value().nothing_is_left);
  ASSERT_TRUE(write_file(directory_.get().lock(), ""));
  EXPECT_FALSE(outlook_of(with()).value().nothing_is_left);
}

TEST_F(Conclusions, AreGoodIfAllRunsHaveFigures) {
  ASSERT_TRUE(write_file(directory_.get().plan_file(), write_plan(plan_)));
  for (const auto& job : plan_.jobs) directory_.write_script(job.id, "");
  for (const auto& run : plan_.runs) directory_.complete(run.id, "1");
  const auto end = conclusion();
  EXPECT_TRUE(end.is_well) << end.report.head.source;
  EXPECT_THAT(end.failed, IsEmpty());
  ASSERT_TRUE(end.page) << render(end.page.error());
  EXPECT_TRUE(read_file(directory_.get().page())->starts_with("<!doctype html>"));
}

TEST_F(Conclusions, NameWhatFailedAndItsOutput) {
  directory_.complete("1cpu-r1", "1");
  for (const auto* run : {"2cpu-r1", "4cpu-r1"}) fail(run);
  const auto end = conclusion();
  EXPECT_FALSE(end.is_well);
  ASSERT_EQ(end.failed.size(), 2U);
  EXPECT_EQ(end.for_retry, 2);
  EXPECT_EQ(output_of(end.failed.front(), directory_.get()), directory_.get().attempt("2cpu-r1", "1").err());
}

TEST_F(Conclusions, CountWithoutAPageToo) {
  for (const auto& run : plan_.runs) directory_.complete(run.id, "1");
  ASSERT_TRUE(make_folders(directory_.get().page()));
  const auto end = conclusion();
  EXPECT_TRUE(end.is_well);
  EXPECT_FALSE(end.page);
}

}  // namespace
}  // namespace scalegen
