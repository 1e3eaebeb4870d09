// The loop with a scheduler whose jobs need no watcher: they wait, go on without the tool, and end in ways
// that no file tells.
#include <gmock/gmock.h>

#include "core/json.hpp"
#include "tests/runner/sweep_fixture.hpp"

namespace scalegen {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;

const JobStatus kWaiting{.state = JobState::waiting, .reason = "Priority"};

class SweepUnderSlurm : public SweepFixture {
 protected:
  SweepUnderSlurm() : SweepFixture(plan_of({"a"})) { scheduler_.keeps_jobs = true; }

  std::string verdict() {
    const auto all = verdicts();
    return all.empty() ? "" : all.front();
  }
  /// Sets what the scheduler says of the job's end; before that the script leaves its files.
  void job_ends(
      const std::string& attempt, std::optional<Outcome> abnormal_outcome,
      const std::function<void()>& files = [] {}) {
    scheduler_.script["a/" + attempt] = [abnormal_outcome, files] {
      files();
      return JobStatus{.state = JobState::ended, .abnormal_outcome = abnormal_outcome};
    };
  }
  /// Keeps what the sweep tells beside the ends of runs.
  void listen() {
    observer_.report = [&](const Progress& progress) {
      if (progress.notice) told_.push_back(describe(*progress.notice));
    };
  }
  std::vector<std::string> events() const {
    std::vector<std::string> events;
    std::istringstream text(read_file(directory_.get().journal()).value());
    for (std::string line; std::getline(text, line);)
      events.push_back(text_field(parse_json(line).value(), "event").value_or("head"));
    return events;
  }

  std::vector<std::string> told_;
};

TEST_F(SweepUnderSlurm, TakesUpAJobThatAnEarlierToolHandedOver) {
  scheduler_.script["a/1"] = [] { return kWaiting; };
  stop_after(3);
  EXPECT_TRUE(sweep()->interrupted);
  scheduler_.script.clear();
  observer_ = {};
  EXPECT_EQ(verdict(), "1 completed");
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1"));
}

TEST_F(SweepUnderSlurm, LeavesAtOnceWhenItIsToldToDuringALook) {
  bool stop = false;
  scheduler_.script["a/1"] = [&] {
    stop = true;
    return kWaiting;
  };
  observer_.wants_stop = [&] { return stop; };
  const auto begun = clock_.now();
  EXPECT_TRUE(sweep()->interrupted);
  EXPECT_EQ(clock_.now(), begun);
}

TEST_F(SweepUnderSlurm, LooksForWhatTheSchedulerMayHaveGotWithoutAnAnswer) {
  scheduler_.not_now = 1;
  stop_after(3);
  EXPECT_TRUE(sweep()->interrupted);
  observer_ = {};
  scheduler_.known_by_name["a-1"] = "a/1";
  EXPECT_EQ(verdict(), "1 completed");
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "find a-1"));
}

TEST_F(SweepUnderSlurm, FindsByItsNameAJobWhoseIdWasNotWrittenDown) {
  directory_.write_journal("{\"event\":\"submitting\",\"job\":\"a\",\"attempt\":\"1\"}\n");
  scheduler_.known_by_name["a-1"] = "a/1";
  EXPECT_EQ(verdict(), "1 completed");
  EXPECT_THAT(scheduler_.calls, ElementsAre("find a-1"));
}

// The script that claimed it does not say its cluster.
TEST_F(SweepUnderSlurm, TellsTheSchedulerOfTheIdOfARunningJob) {
  ASSERT_TRUE(write_file(directory_.get().journal(),
                         "{\"scalegen_journal\":2,\"campaign\":\"c\"}\n"
                         "{\"event\":\"submitted\",\"job\":\"a\",\"attempt\":\"1\",\"id\":\"42;b\"}\n"));
  directory_.start("a", "1", process_elsewhere());
  EXPECT_EQ(verdict(), "1 completed");
  EXPECT_THAT(scheduler_.remembered, testing::ElementsAre(std::pair("42;b", "a-1")));
}

TEST_F(SweepUnderSlurm, HandsOverAgainWhatTheSchedulerNeverGot) {
  directory_.write_journal("{\"event\":\"submitting\",\"job\":\"a\",\"attempt\":\"1\"}\n");
  EXPECT_EQ(verdict(), "1 completed");
  EXPECT_THAT(scheduler_.calls, ElementsAre("find a-1", "submit a/1"));
}

TEST_F(SweepUnderSlurm, TriesAgainLaterWhereTheSchedulerIsOutOfReach) {
  scheduler_.not_now = 5;
  std::vector<bool> answers;
  observer_.report = [&](const Progress& progress) { answers.push_back(progress.scheduler_answers); };
  EXPECT_EQ(verdict(), "1 completed");
  EXPECT_EQ(scheduler_.calls.size(), 6U);
  EXPECT_EQ(std::count(answers.begin(), answers.end(), false), 5);
  EXPECT_THAT(events(), ElementsAre("head", "submitting", "unanswered", "submitting", "unanswered",
                                    "submitting", "unanswered", "submitting", "unanswered", "submitting",
                                    "unanswered", "submitting", "submitted", "ended"));
}

TEST_F(SweepUnderSlurm, DoesNotSayThatTheSchedulerIsSilentWhereItTakesNoMoreNow) {
  scheduler_.not_now = 2;
  scheduler_.room_for_tasks = 1;  // what it gave no id for it does not have
  std::vector<bool> answers;
  observer_.report = [&](const Progress& progress) { answers.push_back(progress.scheduler_answers); };
  EXPECT_EQ(verdict(), "1 completed");
  EXPECT_EQ(scheduler_.calls.size(), 3U);
  EXPECT_THAT(answers, testing::Each(true));
}

TEST_F(SweepUnderSlurm, SaysHowManyWaitAndWhy) {
  plan_ = plan_of({"a", "b", "c"});
  scheduler_.max_in_flight = 2;
  for (const auto* job : {"a/1", "b/1"}) scheduler_.script[job] = [] { return kWaiting; };
  std::vector<Progress> reports;
  observer_.report = [&](const Progress& progress) { reports.push_back(progress); };
  stop_after(4);
  EXPECT_TRUE(sweep()->interrupted);
  EXPECT_EQ(reports.back(),
            (Progress{.runs_total = 3, .jobs_queued = 2, .jobs_pending = 1, .queue_reason = "Priority"}));
}

TEST_F(SweepUnderSlurm, HandsOverAsManyAtATimeAsAPersonWantsMeanwhile) {
  plan_ = plan_of({"a", "b", "c"});
  scheduler_.max_in_flight = 100;
  for (const auto* job : {"a/1", "b/1", "c/1"}) scheduler_.script[job] = [] { return kWaiting; };
  int most = 1;
  observer_.max_in_flight = [&] { return most; };
  std::vector<std::size_t> queued;
  observer_.report = [&](const Progress& progress) {
    queued.push_back(progress.jobs_queued);
    if (queued.size() == 4) most = 2;
  };
  stop_after(10);
  EXPECT_TRUE(sweep()->interrupted);
  EXPECT_EQ(queued.front(), 1U);
  EXPECT_EQ(queued[3], 1U);
  EXPECT_EQ(queued.back(), 2U);
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "submit b/1"));
}

TEST_F(SweepUnderSlurm, SaysWhatKeepsItFromSubmitting) {
  plan_ = plan_of({"a", "b", "c"});
  scheduler_.max_in_flight = 100;
  for (const auto* job : {"a/1", "b/1", "c/1"}) scheduler_.script[job] = [] { return kWaiting; };
  observer_.max_in_flight = [] { return 1; };
  Progress last;
  observer_.report = [&](const Progress& progress) { last = progress; };
  stop_after(6);
  const auto end = sweep();
  EXPECT_TRUE(end->interrupted);
  EXPECT_EQ(last, (Progress{.runs_total = 3,
                            .jobs_queued = 1,
                            .jobs_pending = 2,
                            .why_pending = "at most 1 job at a time",
                            .queue_reason = "Priority"}));
  EXPECT_EQ(end->progress, last);
  scheduler_.max_in_flight = 3;
  scheduler_.not_now = 5;
  scheduler_.room_for_tasks = 1;
  scheduler_.limit = "AssocMaxSubmitJobLimit";
  observer_.max_in_flight = [] { return 100; };
  stop_after(3);
  EXPECT_TRUE(sweep()->interrupted);
  EXPECT_EQ(last.why_pending, "AssocMaxSubmitJobLimit");
  EXPECT_EQ(last.scheduler_answers, true);
}

// As far as anybody knows: an outage changes no job's phase.
TEST_F(SweepUnderSlurm, CountsJobsInAnOutageAsBeforeIt) {
  plan_ = plan_of({"a", "b"});
  scheduler_.max_in_flight = 2;
  bool is_away = false;
  const auto unless_away = [&](const JobStatus& status) {
    return is_away ? JobStatus{.complaint = "error: Unable to contact slurm controller"} : status;
  };
  scheduler_.script["a/1"] = [&] {
    directory_.start("a", "1", process_elsewhere(), 1'763'719'190);
    return unless_away(kActive);
  };
  scheduler_.script["b/1"] = [&] { return unless_away(kWaiting); };
  std::vector<Progress> reports;
  observer_.report = [&](const Progress& progress) {
    reports.push_back(progress);
    is_away = reports.size() >= 3;
  };
  stop_after(6);
  EXPECT_TRUE(sweep()->interrupted);
  const Progress before{.runs_total = 2,
                        .jobs_running = 1,
                        .jobs_queued = 1,
                        .queue_reason = "Priority",
                        .current_job = "a",
                        .current_attempt = "1",
                        .elapsed = seconds(10)};
  EXPECT_EQ(reports[2], before);
  auto during = before;
  during.queue_reason = "";
  during.scheduler_answers = false;
  during.scheduler_complaint = "error: Unable to contact slurm controller";
  during.elapsed = seconds(11);
  EXPECT_EQ(reports[3], during);
}

// Slurm says so now and then of a script that was killed.
TEST_F(SweepUnderSlurm, BelievesAClaimBeforeTheWordThatItsScriptWasNotLaunched) {
  for (const auto* id : {"a/1", "a/2", "a/3"}) scheduler_.places[id] = {.nodes = "n1", .end = "FAILED"};
  for (const auto* attempt : {"1", "2", "3"})
    job_ends(attempt, Failed{0, "Slurm could not start its script"},
             [&, attempt] { directory_.start("a", attempt, process_elsewhere()); });
  EXPECT_EQ(verdict(), "3 lost: its job ended without an exit.json");
  EXPECT_THAT(scheduler_.calls, testing::Contains("submit a/3"));
}

TEST_F(SweepUnderSlurm, BelievesThatADeadlineWasOver) {
  scheduler_.places["a/1"] = {.nodes = "n1", .end = "DEADLINE"};
  job_ends("1", Failed{0, "the deadline of its job was over"},
           [&] { directory_.start("a", "1", process_elsewhere()); });
  EXPECT_EQ(verdict(), "1 failed: exit status 0: the deadline of its job was over");
}

TEST_F(SweepUnderSlurm, ReadsTheFilesOfAPersonsRunUntilTheySayWhichJobItIs) {
  directory_.start("a", "slurm-7", process_elsewhere());
  scheduler_.unrecorded = 4;
  int looks = 0;
  scheduler_.script["a-slurm/7"] = [&] {
    if (++looks == 3) directory_.complete("a", "slurm-7");
    return looks < 3 ? kActive : kEnded;
  };
  EXPECT_EQ(verdict(), "slurm-7 completed");
  EXPECT_EQ(looks, 3);
  EXPECT_THAT(scheduler_.calls, testing::Not(testing::Contains("submit a/1")));
}

TEST_F(SweepUnderSlurm, NamesTheLineOfASetUpThatEndedItsScript) {
  scheduler_.places["a/1"] = {.nodes = "n1", .end = "FAILED"};
  job_ends("1", std::nullopt, [&] {
    directory_.start("a", "1", process_elsewhere());
    directory_.write("a", "1", "setup_line.txt", "kill -9 $$\n");
  });
  EXPECT_EQ(verdict(), "1 failed: its set-up ended its script at or after: kill -9 $$");
}

TEST_F(SweepUnderSlurm, HandsOverAgainInTheirOrderWhatTheSchedulerLost) {
  plan_ = plan_of({"a", "b", "c"});
  scheduler_.max_in_flight = 3;
  for (const auto* job : {"a/1", "b/1", "c/1"})
    scheduler_.script[job] = [&, looks = 0, job = std::string(job)]() mutable {
      if (++looks <= 2) return kEnded;  // when it is polled, and before it is cancelled
      directory_.complete(job.substr(0, 1), "1");
      return kEnded;
    };
  ASSERT_TRUE(sweep());
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "submit b/1", "submit c/1", "submit a/1",
                                            "submit b/1", "submit c/1"));
}

TEST_F(SweepUnderSlurm, SubmitsAtOnceWhatWasCancelledInTheQueueBeforeItBegan) {
  const JobStatus cancelled{.state = JobState::ended, .abnormal_outcome = Cancelled{}};
  scheduler_.script["a/1"] = [] { return kWaiting; };
  stop_after(3);
  EXPECT_TRUE(sweep()->interrupted);
  observer_ = {};
  scheduler_.script["a/1"] = [&, looks = 0]() mutable {
    if (++looks <= 3) return cancelled;  // when it is observed, polled, and before it is cancelled
    directory_.complete("a", "1");
    return kEnded;
  };
  EXPECT_EQ(verdict(), "1 completed");
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "submit a/1"));
}

TEST_F(SweepUnderSlurm, CountsOneByOneTheRunsThatEndedWhileNobodyFollowed) {
  plan_ = plan_of({"a", "b", "c"});
  for (const auto* run : {"a", "b"}) directory_.complete(run, "1");
  std::vector<std::size_t> done;
  observer_.report = [&](const Progress& progress) {
    if (progress.ended) done.push_back(progress.runs_done);
  };
  ASSERT_TRUE(sweep());
  EXPECT_THAT(done, ElementsAre(1, 2, 3));
}

TEST_F(SweepUnderSlurm, WaitsForNoFilesOfAJobThatWasCancelledBeforeItHadANode) {
  scheduler_.lag = seconds(75);
  scheduler_.places["a/1"] = {.end = "CANCELLED"};
  job_ends("1", Cancelled{});
  const auto begin = clock_.now();
  EXPECT_EQ(verdict(), " open");
  EXPECT_EQ(clock_.now(), begin);
  scheduler_.places["b/1"] = {.nodes = "n1", .end = "CANCELLED"};
  plan_ = plan_of({"b"});
  scheduler_.script["b/1"] = scheduler_.script["a/1"];
  EXPECT_EQ(verdict(), " open");
  EXPECT_GE(clock_.now() - begin, seconds(75));
}

// slurmctld may lose its last state, and give an id again.
TEST_F(SweepUnderSlurm, IsNotMisledByAnIdThatIsGivenTwice) {
  plan_ = plan_of({"a", "b"});
  scheduler_.max_in_flight = 2;
  scheduler_.given_ids["a/1"] = scheduler_.given_ids["b/1"] = "7";
  int looks = 0;
  scheduler_.script["7"] = [&] {
    if (++looks <= 3) return kWaiting;
    for (const auto* run : {"a", "b"}) directory_.complete(run, "1");
    return kEnded;
  };
  ASSERT_TRUE(sweep());
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "submit b/1", "submit a/1"));
}

TEST_F(SweepUnderSlurm, CountsWhatTheSchedulerKnowsBeyondTheFiles) {
  job_ends("1", OutOfMemory{}, [&] {
    directory_.start("a", "1", process_elsewhere());
    directory_.exit("a", "1", 137);
  });
  EXPECT_EQ(verdict(), "1 out of memory; ask for more with 'memory:'");
  EXPECT_EQ(verdict(), "1 out of memory; ask for more with 'memory:'");
}

// The scheduler is still writing it down, or does not answer.
TEST_F(SweepUnderSlurm, FollowsToItsEndWhatEndedWhileNobodyLooked) {
  directory_.complete("a", "1");
  int looks = 0;
  scheduler_.script["a/1"] = [&] {
    if (++looks < 5) return JobStatus{.state = looks < 3 ? JobState::unknown : JobState::active};
    return JobStatus{.state = JobState::ended, .abnormal_outcome = OutOfMemory{}};
  };
  EXPECT_EQ(verdict(), "1 out of memory; ask for more with 'memory:'");
  EXPECT_EQ(looks, 5);
}

TEST_F(SweepUnderSlurm, FollowsAJobThatWasPutBackIntoTheQueueAfterItsRunHadEnded) {
  directory_.end("a", "1", 143, "TERM");
  int looks = 0;
  scheduler_.script["a/1"] = [&] {
    if (++looks < 3) return kWaiting;
    return JobStatus{.state = JobState::ended,
                     .abnormal_outcome = Lost{"Slurm put its job back into the queue"}};
  };
  EXPECT_EQ(verdict(), "2 completed");
  EXPECT_EQ(looks, 3);
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/2"));
}

TEST_F(SweepUnderSlurm, RepeatsWhereANodeFailedAndAvoidsThatNode) {
  job_ends("1", NodeFailed{"n3"}, [&] { directory_.start("a", "1", process_elsewhere()); });
  EXPECT_EQ(verdict(), "2 completed");
  EXPECT_THAT(scheduler_.calls, testing::Contains("submit a/2 not on n3"));
}

TEST_F(SweepUnderSlurm, WaitsForFilesThatLag) {
  scheduler_.lag = seconds(30);
  int looks = 0;
  scheduler_.script["a/1"] = [&] {
    if (++looks == 1) directory_.start("a", "1", process_elsewhere());
    if (looks == 20) directory_.complete("a", "1");
    return kEnded;
  };
  EXPECT_EQ(verdict(), "1 completed");
}

TEST_F(SweepUnderSlurm, GivesUpFilesThatNeverComeAndSaysOnceForHowLongItWaits) {
  scheduler_.lag = seconds(30);
  const auto begin = clock_.now();
  job_ends("1", std::nullopt, [&] { directory_.start("a", "1", process_elsewhere()); });
  listen();
  EXPECT_EQ(verdict(), "2 completed");
  EXPECT_GE(clock_.now() - begin, seconds(30));
  EXPECT_LT(clock_.now() - begin, seconds(40));
  EXPECT_THAT(
      told_,
      ElementsAre("a: job a/1 has ended (it left Slurm), and not all of its files are here: waiting up to "
                  "30 s",
                  "a: submitted again as job a/2, try 2 of 3: lost: its job ended without an exit.json"));
}

// NFS may show a claim or an end a minute late, other disks later.
TEST_F(SweepUnderSlurm, PaysForNoRunTwiceWhoseJobEndedWellBeforeItHasWaitedLong) {
  plan_ = plan_of({"a", "b"});
  scheduler_.max_in_flight = 2;
  scheduler_.lag = seconds(75);
  scheduler_.longest_lag = seconds(300);
  for (const auto* run : {"a", "b"})
    scheduler_.script[run + std::string("/1")] = [&, run, looks = 0]() mutable {
      if (++looks == 1 && run == std::string("a")) directory_.start(run, "1", process_elsewhere());
      if (looks == 290) directory_.complete(run, "1");
      return JobStatus{.state = JobState::ended, .exit_status = 0};
    };
  EXPECT_EQ(verdict(), "1 completed");
  std::erase(scheduler_.calls, "adopt a/1");
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "submit b/1"));
}

TEST_F(SweepUnderSlurm, PaysAgainAfterFiveMinutes) {
  scheduler_.lag = seconds(75);
  scheduler_.longest_lag = seconds(300);
  const auto begin = clock_.now();
  scheduler_.script["a/1"] = [&, looks = 0]() mutable {
    if (++looks > 302) directory_.complete("a", "1");
    return JobStatus{.state = JobState::ended, .exit_status = 0};
  };
  listen();
  EXPECT_EQ(verdict(), "1 completed");
  EXPECT_GE(clock_.now() - begin, seconds(300));
  EXPECT_THAT(told_,
              ElementsAre("a: job a/1 has ended (it left Slurm), and not all of its files are here: "
                          "waiting up to 5 min",
                          "a: submitted again as job a/1, try 2 of 3: job a/1 ended before it began its "
                          "run (it left Slurm)"));
}

TEST_F(SweepUnderSlurm, WaitsForTheEndOfAnOutputThatLags) {
  scheduler_.lag = seconds(75);
  scheduler_.places["a/1"] = {.nodes = "n1", .end = "COMPLETED"};
  int looks = 0;
  scheduler_.script["a/1"] = [&] {
    if (++looks == 1) {
      directory_.start("a", "1", process_elsewhere());
      directory_.exit("a", "1", 0);
      directory_.write("a", "1", "out", "loss 0.1\n");
    }
    if (looks == 60) directory_.complete("a", "1");
    return JobStatus{.state = JobState::ended, .exit_status = 0};
  };
  listen();
  EXPECT_EQ(verdict(), "1 completed");
  EXPECT_THAT(events(), ElementsAre("head", "submitting", "submitted", "ended"));
  EXPECT_EQ(told_,
            std::vector<std::string>{"a: job a/1 has ended (COMPLETED on n1), and not all of its files are "
                                     "here: waiting up to 1 min 15 s"});
}

TEST_F(SweepUnderSlurm, WaitsForTheEndOfAnOutputOfARunThatNobodyFollowed) {
  scheduler_.lag = seconds(75);
  directory_.complete("a", "1");
  directory_.write("a", "1", "out", "");
  int looks = 0;
  scheduler_.script["a/1"] = [&] {
    if (++looks == 60) directory_.complete("a", "1");
    return JobStatus{.state = JobState::ended, .exit_status = 0};
  };
  EXPECT_EQ(verdict(), "1 completed");
  EXPECT_THAT(events(), ElementsAre("head", "ended"));
}

TEST_F(SweepUnderSlurm, JudgesAgainWhatItGaveUpWhenItsFilesHaveCome) {
  scheduler_.lag = seconds(75);
  job_ends("1", std::nullopt, [&] {
    directory_.start("a", "1", process_elsewhere());
    directory_.exit("a", "1", 0);
    directory_.write("a", "1", "out", "");
  });
  EXPECT_EQ(verdict(), "1 failed: exit status 0: the script left before the program had ended");
  directory_.complete("a", "1");
  scheduler_.script["a/1"] = [] { return kEnded; };
  EXPECT_EQ(verdict(), "1 completed");
  EXPECT_THAT(events(), ElementsAre("head", "submitting", "submitted", "ended", "ended"));
}

// Within the first look, and not again.
TEST_F(SweepUnderSlurm, SaysWhyAJobIsWaitedForThatMayWaitForEver) {
  plan_ = plan_of({"a", "b", "c"});
  scheduler_.max_in_flight = 3;
  for (const auto* job : {"a/1", "b/1"})
    scheduler_.script[job] = [] {
      return JobStatus{.state = JobState::waiting, .reason = "AssocGrpCPUMinutesLimit"};
    };
  scheduler_.script["c/1"] = [] { return kWaiting; };
  listen();
  stop_after(60);
  EXPECT_TRUE(sweep()->interrupted);
  EXPECT_EQ(told_, std::vector<std::string>{"a waits: AssocGrpCPUMinutesLimit: the jobs of your account have "
                                            "together used all that they may"});
}

TEST_F(SweepUnderSlurm, ConcludesNothingWhileTheSchedulerDoesNotAnswer) {
  int looks = 0;
  scheduler_.script["a/1"] = [&] {
    if (++looks == 1) directory_.complete("a", "1");
    if (looks < 9) return JobStatus{.state = JobState::unknown};
    return JobStatus{.state = JobState::ended, .abnormal_outcome = OutOfMemory{}};
  };
  EXPECT_EQ(verdict(), "1 out of memory; ask for more with 'memory:'");
}

TEST_F(SweepUnderSlurm, CountsThoseThatEndTogetherOneByOne) {
  plan_ = plan_of({"a", "b", "c"});
  scheduler_.max_in_flight = 3;
  std::vector<std::size_t> done;
  observer_.report = [&](const Progress& progress) {
    if (progress.ended) done.push_back(progress.runs_done);
  };
  EXPECT_TRUE(sweep());
  EXPECT_EQ(done, (std::vector<std::size_t>{1, 2, 3}));
}

TEST_F(SweepUnderSlurm, LeavesAJobThatAPersonCancelledInTheQueueUntilItIsCalledAgain) {
  job_ends("1", Cancelled{});
  const auto end = sweep();
  ASSERT_TRUE(end) << render(end.error());
  EXPECT_EQ(end->records.front().outcome, std::nullopt);
  EXPECT_EQ(end->progress.jobs_cancelled_in_queue, 1U);
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1"));
  scheduler_.script.clear();
  EXPECT_EQ(verdict(), "1 completed");
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "submit a/1"));
}

TEST_F(SweepUnderSlurm, StopsWhereAJobCannotBeLaunched) {
  job_ends("1", Failed{53, "JobLaunchFailure"});
  listen();
  EXPECT_EQ(render(sweep().error()),
            "error: the script of job 'a' ended (failed: exit status 53: JobLaunchFailure) before it began "
            "its run\n"
            "      = hint: fix the error above, then run the same command: it continues\n");
  const std::string why = "it left Slurm: JobLaunchFailure";
  EXPECT_THAT(
      told_,
      ElementsAre(
          "a: job a/1 could not be launched, try 1 of 3: " + why,
          "a: submitted again as job a/1, try 2 of 3: job a/1 ended before it began its run (" + why + ")",
          "a: job a/1 could not be launched, try 2 of 3: " + why,
          "a: submitted again as job a/1, try 3 of 3: job a/1 ended before it began its run (" + why + ")",
          "a: job a/1 could not be launched, try 3 of 3: " + why));
}

}  // namespace
}  // namespace scalegen
