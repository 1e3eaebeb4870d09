#include <gmock/gmock.h>

#include "core/json.hpp"
#include "core/plan_file.hpp"
#include "runner/journal.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/run_lock.hpp"
#include "runner/trial.hpp"
#include "tests/runner/sweep_fixture.hpp"

namespace scalegen {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

class SweepLoop : public SweepFixture {
 protected:
  SweepLoop() : SweepFixture(plan_of({"1cpu-r1", "2cpu-r1"})) {}

  std::vector<std::string> verdicts(const SweepEnd& end) const {
    std::vector<std::string> words;
    for (const auto& record : end.records)
      words.push_back(record.run.id + " " + record.attempt + " " +
                      (record.outcome ? describe(*record.outcome) : "open"));
    return words;
  }
  void script_dies(const std::string& run, const std::string& attempt) {
    scheduler_.script[run + "/" + attempt] = [this, run, attempt] {
      directory_.start(run, attempt, dead_process());
      return kEnded;
    };
  }
  void script_exits(const std::string& run, const std::string& attempt, int status,
                    const std::string& cause = "") {
    scheduler_.script[run + "/" + attempt] = [this, run, attempt, status, cause] {
      directory_.end(run, attempt, status, cause);
      return kEnded;
    };
  }
  std::vector<std::string> events() const {
    std::vector<std::string> events;
    std::string text = read_file(directory_.get().journal()).value();
    for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1)) {
      const auto json = parse_json(text.substr(0, end)).value();
      auto words = text_field(json, "event").value_or("head");
      for (const auto* field : {"job", "run", "attempt", "id", "outcome"})
        if (const auto value = text_field(json, field)) words += " " + *value;
      events.push_back(words);
    }
    return events;
  }
};

TEST_F(SweepLoop, DoesNotBeginAPlanThatAnotherCommandHasReplaced) {
  auto other = plan_;
  other.head.replaced = 1;
  ASSERT_TRUE(write_file(directory_.get().plan_file(), write_plan(other)));
  const auto refusal = "error: '" + directory_.path().string() +
                       "' was planned again after this command began\n"
                       "      = hint: give the same command again\n";
  EXPECT_EQ(render(sweep().error()), refusal);
  ASSERT_TRUE(write_file(directory_.get().plan_file(), write_plan(plan_)));
  ASSERT_TRUE(make_folders(directory_.get().replacement()));
  EXPECT_EQ(render(sweep().error()), refusal);
  std::filesystem::remove(directory_.get().replacement());
  EXPECT_TRUE(sweep());
}

TEST_F(SweepLoop, RunsEachJobInThePlansOrderAndWritesDownWhatItDid) {
  const auto end = sweep();
  ASSERT_TRUE(end) << render(end.error());
  EXPECT_FALSE(end->interrupted);
  EXPECT_THAT(verdicts(*end), ElementsAre("1cpu-r1 1 completed", "2cpu-r1 1 completed"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 1cpu-r1/1", "submit 2cpu-r1/1"));
  EXPECT_THAT(events(), ElementsAre("head", "submitting 1cpu-r1 1", "submitted 1cpu-r1 1 1cpu-r1/1",
                                    "ended 1cpu-r1 1 completed", "submitting 2cpu-r1 1",
                                    "submitted 2cpu-r1 1 2cpu-r1/1", "ended 2cpu-r1 1 completed"));
  EXPECT_EQ(read_file(directory_.get().outcome_file("1cpu-r1")),
            "{\"attempt\":\"1\",\"started\":1763719200.0,\"outcome\":\"completed\",\"seconds\":4.0}\n");
  EXPECT_EQ(read_file_if_there(directory_.get().lock()), std::nullopt);
}

TEST_F(SweepLoop, DoesNothingWhenAllIsDone) {
  ASSERT_TRUE(sweep());
  const auto journal = read_file(directory_.get().journal());
  scheduler_.calls.clear();
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 1 completed", "2cpu-r1 1 completed"));
  EXPECT_THAT(scheduler_.calls, IsEmpty());
  EXPECT_EQ(read_file(directory_.get().journal()), journal);
}

TEST_F(SweepLoop, GivesTheSchedulerAsManyJobsAsItTakes) {
  plan_ = plan_of({"a", "b", "c"});
  scheduler_.max_in_flight = 2;
  int looks = 0;
  scheduler_.script["a/1"] = [&] {
    if (++looks < 3) return kActive;
    EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "submit b/1", "submit c/1"));
    directory_.complete("a", "1");
    return kEnded;
  };
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("a 1 completed", "b 1 completed", "c 1 completed"));
}

TEST_F(SweepLoop, GoesOnAfterAFailureAndDoesNotRepeatIt) {
  script_exits("1cpu-r1", "1", 7);
  script_exits("2cpu-r1", "1", 124, "time_limit");
  const std::vector<std::string> wanted{"1cpu-r1 1 failed: exit status 7",
                                        "2cpu-r1 1 timed out after 10 min (time_limit: 10m)"};
  EXPECT_EQ(verdicts(sweep().value()), wanted);
  EXPECT_EQ(verdicts(sweep().value()), wanted);
  EXPECT_EQ(scheduler_.calls.size(), 2U);
}

TEST_F(SweepLoop, RepeatsFailuresOnceWhereItIsToldTo) {
  script_exits("1cpu-r1", "1", 7);
  script_exits("1cpu-r1", "2", 7);
  script_exits("2cpu-r1", "1", 124, "time_limit");
  ASSERT_TRUE(sweep());
  scheduler_.calls.clear();
  options_.retry_failed = true;
  EXPECT_THAT(verdicts(sweep().value()),
              ElementsAre("1cpu-r1 2 failed: exit status 7", "2cpu-r1 2 completed"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 1cpu-r1/2", "submit 2cpu-r1/2"));
}

TEST_F(SweepLoop, RepeatsALostRunAtOnceAndClearsAwayWhatItLeft) {
  script_dies("1cpu-r1", "1");
  observer_.report = [](const Progress& progress) {
    EXPECT_EQ(progress.notice, std::nullopt);
  };  // it costs nothing
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 2 completed", "2cpu-r1 1 completed"));
  EXPECT_THAT(scheduler_.calls,
              ElementsAre("submit 1cpu-r1/1", "cancel 1cpu-r1/1", "submit 1cpu-r1/2", "submit 2cpu-r1/1"));
  EXPECT_THAT(events(), testing::Contains("ended 1cpu-r1 1 lost"));
}

TEST_F(SweepLoop, GivesUpARunThatIsLostAgainAndAgain) {
  for (const auto* attempt : {"1", "2", "3", "4"}) script_dies("1cpu-r1", attempt);
  EXPECT_THAT(verdicts(sweep().value()),
              ElementsAre("1cpu-r1 3 lost: its script ended without an exit.json", "2cpu-r1 1 completed"));
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 5 completed", "2cpu-r1 1 completed"));
}

TEST_F(SweepLoop, RepeatsACancelledRunOnlyWhenItIsCalledAgain) {
  script_exits("1cpu-r1", "1", 143, "TERM");
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 1 cancelled", "2cpu-r1 1 completed"));
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 2 completed", "2cpu-r1 1 completed"));
}

TEST_F(SweepLoop, AdoptsALivingScriptBeforeItStartsAnother) {
  directory_.start("2cpu-r1", "1", this_process());
  int looks = 0;
  scheduler_.script["2cpu-r1/1"] = [&] {
    if (++looks < 3) return kActive;
    directory_.complete("2cpu-r1", "1");
    return kEnded;
  };
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 1 completed", "2cpu-r1 1 completed"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("adopt 2cpu-r1/1", "submit 1cpu-r1/1"));
}

TEST_F(SweepLoop, AdoptsWhoeverWasFirstWhereItsOwnScriptLeaves) {
  int looks = 0;
  scheduler_.script["1cpu-r1/1"] = [&] {
    if (++looks == 1) directory_.start("1cpu-r1", "1", this_process());
    if (looks == 3) directory_.complete("1cpu-r1", "1");
    return JobStatus{.state = JobState::ended, .exit_status = 75};
  };
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 1 completed", "2cpu-r1 1 completed"));
  EXPECT_THAT(scheduler_.calls,
              ElementsAre("submit 1cpu-r1/1", "adopt 1cpu-r1/1", "adopt 1cpu-r1/1", "submit 2cpu-r1/1"));
}

TEST_F(SweepLoop, SeesWhatHappenedToAJobWhileItWaited) {
  scheduler_.script["1cpu-r1/1"] = [&] {
    directory_.complete("2cpu-r1", "hand");
    directory_.complete("1cpu-r1", "1");
    return kEnded;
  };
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 1 completed", "2cpu-r1 hand completed"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 1cpu-r1/1"));
  EXPECT_THAT(events(), testing::Contains("ended 2cpu-r1 hand completed"));
}

TEST_F(SweepLoop, AdoptsAScriptThatBeganWhileItsJobWaited) {
  scheduler_.script["1cpu-r1/1"] = [&] {
    directory_.start("2cpu-r1", "hand", this_process());
    directory_.complete("1cpu-r1", "1");
    return kEnded;
  };
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 1 completed", "2cpu-r1 hand completed"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 1cpu-r1/1", "adopt 2cpu-r1/hand"));
}

TEST_F(SweepLoop, WaitsForAScriptElsewhereUntilItsTimeLimitIsLongOver) {
  directory_.start("1cpu-r1", "1", process_elsewhere());
  scheduler_.script["1cpu-r1/1"] = [] { return JobStatus{.state = JobState::unknown}; };
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 2 completed", "2cpu-r1 1 completed"));
  EXPECT_EQ(unix_seconds(clock_.now()), 1'763'719'200 + 20 * 60);
  EXPECT_THAT(scheduler_.calls, testing::Not(testing::Contains("cancel 1cpu-r1/1")));
}

TEST_F(SweepLoop, StopsWhereAScriptDoesNotEvenBegin) {
  scheduler_.script["1cpu-r1/1"] = [] {
    return JobStatus{.state = JobState::ended, .exit_status = 127, .last_line = "srun: command not found"};
  };
  EXPECT_EQ(render(sweep().error()),
            "error: the script of job '1cpu-r1' ended with status 127 before it began its run\n"
            "      = note: srun: command not found\n"
            "      = hint: fix the error above, then run the same command: it continues\n");
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 1cpu-r1/1", "cancel 1cpu-r1/1", "submit 1cpu-r1/1",
                                            "cancel 1cpu-r1/1", "submit 1cpu-r1/1", "cancel 1cpu-r1/1"));
  scheduler_.script.clear();
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 1 completed", "2cpu-r1 1 completed"));
}

TEST_F(SweepLoop, StopsWhereTheSchedulerRefuses) {
  scheduler_.on_submit = [] { return failure("cannot start bash"); };
  EXPECT_EQ(render(sweep().error()), "error: cannot start bash\n");
  EXPECT_THAT(events(), ElementsAre("head", "submitting 1cpu-r1 1", "deferred 1cpu-r1 1", "interrupted"));
  EXPECT_EQ(read_file_if_there(directory_.get().lock()), std::nullopt);
}

TEST_F(SweepLoop, EndsItsOwnJobWhenAPersonStopsIt) {
  scheduler_.script["1cpu-r1/1"] = [&] {
    directory_.start("1cpu-r1", "1", this_process());
    return kActive;
  };
  int turns = 0;
  observer_.wants_stop = [&] {
    if (++turns < 4) return false;
    script_exits("1cpu-r1", "1", 143, "TERM");
    return true;
  };
  const auto end = sweep();
  ASSERT_TRUE(end) << render(end.error());
  EXPECT_TRUE(end->interrupted);
  EXPECT_THAT(verdicts(*end), ElementsAre("1cpu-r1 1 cancelled", "2cpu-r1  open"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 1cpu-r1/1", "cancel 1cpu-r1/1"));
  EXPECT_EQ(events().back(), "interrupted");
  observer_ = {};
  scheduler_.script.clear();
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 2 completed", "2cpu-r1 1 completed"));
}

// Without an exit.json, or with status 2, since bash may lose the trap of a signal.
TEST_F(SweepLoop, CountsWhatItEndsAsCancelledHoweverTheScriptLeaves) {
  for (const std::string attempt : {"1", "2"}) {
    bool is_stopped = false;
    scheduler_.script["1cpu-r1/" + attempt] = [&] {
      directory_.start("1cpu-r1", attempt, is_stopped ? dead_process() : this_process());
      return kActive;
    };
    observer_.wants_stop = [&, turns = 0]() mutable {
      if (++turns < 4) return false;
      if (attempt == "1") directory_.exit("1cpu-r1", attempt, 2);
      return is_stopped = true;
    };
    EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 " + attempt + " cancelled", "2cpu-r1  open"));
  }
}

TEST_F(SweepLoop, CountsARunThatEndsWhileAPersonStopsIt) {
  std::vector<std::string> shown;
  observer_.report = [&](const Progress& progress) {
    if (progress.ended)
      shown.push_back(progress.ended->run.id + " " + std::to_string(progress.runs_done) + "/" +
                      std::to_string(progress.runs_total));
  };
  const auto stop_at_the_end_of = [&](const std::string& run) {
    scheduler_.script[run + "/1"] = [&, run] {
      directory_.start(run, "1", this_process());
      return kActive;
    };
    observer_.wants_stop = [&, run, turns = 0]() mutable {
      if (++turns < 4) return false;
      script_exits(run, "1", 0);
      return true;
    };
  };
  stop_at_the_end_of("1cpu-r1");
  EXPECT_TRUE(sweep()->interrupted);
  stop_at_the_end_of("2cpu-r1");
  EXPECT_FALSE(sweep()->interrupted);
  EXPECT_THAT(shown, ElementsAre("1cpu-r1 1/2", "2cpu-r1 2/2"));
}

TEST_F(SweepLoop, LeavesAPersonsOwnScriptWhenItIsStopped) {
  directory_.start("1cpu-r1", "hand", this_process());
  scheduler_.script["1cpu-r1/hand"] = [] { return kActive; };
  observer_.wants_stop = [] { return true; };
  EXPECT_THAT(verdicts(sweep().value()), ElementsAre("1cpu-r1 hand open", "2cpu-r1  open"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("adopt 1cpu-r1/hand"));
}

TEST_F(SweepLoop, LeavesEverythingToWhoeverTookTheDirectoryOver) {
  const auto text = to_text(LockHolder{identity_of(::getppid()), 0});
  scheduler_.script["1cpu-r1/1"] = [&] {
    directory_.start("1cpu-r1", "1", this_process());
    EXPECT_TRUE(write_file(directory_.get().lock(), text));
    return kActive;
  };
  EXPECT_THAT(render(sweep().error()),
              testing::StartsWith("error: '" + directory_.path().string() + "' is in use: process "));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 1cpu-r1/1"));
  EXPECT_EQ(read_file(directory_.get().lock()), text);
}

TEST_F(SweepLoop, WritesDownWhatEndedWhileNobodyWatched) {
  directory_.complete("1cpu-r1", "1");
  directory_.complete("2cpu-r1", "hand");
  ASSERT_TRUE(sweep());
  EXPECT_THAT(events(), ElementsAre("head", "ended 1cpu-r1 1 completed", "ended 2cpu-r1 hand completed"));
}

TEST_F(SweepLoop, ReportsWhereItStands) {
  std::vector<Progress> reports;
  observer_.report = [&](const Progress& progress) { reports.push_back(progress); };
  int looks = 0;
  scheduler_.script["2cpu-r1/1"] = [&] {
    if (++looks < 3) return kActive;
    directory_.complete("2cpu-r1", "1");
    return kEnded;
  };
  const auto end = sweep().value();
  const Progress wanted_first{
      .runs_done = 1, .runs_total = 2, .jobs_pending = 1, .remaining = seconds(4), .ended = end.records[0]};
  const Progress wanted_second{.runs_done = 1,
                               .runs_total = 2,
                               .jobs_running = 1,
                               .current_job = "2cpu-r1",
                               .current_attempt = "1",
                               .elapsed = seconds(1),
                               .remaining = seconds(3)};
  EXPECT_THAT(reports, testing::Contains(wanted_first));
  EXPECT_THAT(reports, testing::Contains(wanted_second));
  EXPECT_EQ(reports.back(), (Progress{.runs_done = 2, .runs_total = 2, .remaining = seconds(0)}));
}

/// Two rungs of two rounds, the larger one first; the smallest one's first run is tried before all others.
class Trial : public SweepLoop {
 protected:
  Trial() {
    plan_ = plan_of({"2cpu-r1", "1cpu-r1", "1cpu-r2", "2cpu-r2"});
    for (auto& run : plan_.runs) {
      run.rung = {.name = run.id.substr(0, 4), .ranks_per_node = run.id[0] - '0'};
      run.round = run.id.back() - '0';
    }
    scheduler_.max_in_flight = 8;
    options_.trial = true;
    observer_.look_at_trial = [this](const RunRecord& trial, std::size_t left) {
      scheduler_.calls.push_back("look at " + trial.run.id + ", " + std::to_string(left) + " left");
      return fault_;
    };
  }
  std::string fault_;
};

TEST_F(Trial, OfRanksThatMeetStopsTheSweepAndIsTriedAgain) {
  script_exits("2cpu-r1", "1", 7);
  const auto end = sweep().value();
  ASSERT_TRUE(end.stop);
  EXPECT_EQ(end.stop->runs.front().run.id, "2cpu-r1");
  EXPECT_EQ(end.stop->kind, SweepStop::Kind::trial_failed);
  EXPECT_EQ(end.stop->reason, "failed: exit status 7");
  EXPECT_FALSE(end.interrupted);
  EXPECT_TRUE(begins_with_trial(plan_, end.records));
  EXPECT_THAT(scheduler_.calls,
              ElementsAre("submit 1cpu-r1/1", "look at 1cpu-r1, 3 left", "submit 2cpu-r1/1"));
  scheduler_.calls.clear();
  EXPECT_FALSE(begins_with_trial(plan_, sweep().value().records));
  EXPECT_THAT(scheduler_.calls,
              ElementsAre("look at 1cpu-r1, 3 left", "submit 2cpu-r1/2", "look at 2cpu-r1, 2 left",
                          "submit 1cpu-r2/1", "submit 2cpu-r2/1"));
}

TEST_F(Trial, IsOneWhereRanksMeetInItOrNothingIsLeft) {
  const auto ids = [&] {
    std::vector<std::string> found;
    for (const auto* run : trials_of(plan_)) found.push_back(run->id);
    return found;
  };
  EXPECT_THAT(ids(), ElementsAre("1cpu-r1", "2cpu-r1"));
  for (auto& run : plan_.runs) run.rung.ranks_per_node *= 2;
  EXPECT_THAT(ids(), ElementsAre("1cpu-r1"));
  plan_ = plan_of({"2cpu-r1", "1cpu-r1"});
  for (auto& run : plan_.runs) run.rung.ranks_per_node = run.id[0] - '0';
  EXPECT_THAT(ids(), ElementsAre("1cpu-r1"));
}

// By a call without trials: it has not waited for the first either.
TEST_F(Trial, IsNoneWhereTheSecondIsBegunBeforeTheFirst) {
  directory_.complete("2cpu-r1", "1");
  EXPECT_EQ(sweep().value().stop, std::nullopt);
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 1cpu-r1/1", "submit 1cpu-r2/1", "submit 2cpu-r2/1"));
}

TEST_F(Trial, ThatIsLostIsRepeatedBeforeAllOthers) {
  script_dies("1cpu-r1", "1");
  EXPECT_EQ(sweep().value().stop, std::nullopt);
  EXPECT_THAT(
      scheduler_.calls,
      ElementsAre("submit 1cpu-r1/1", "cancel 1cpu-r1/1", "submit 1cpu-r1/2", "look at 1cpu-r1, 3 left",
                  "submit 2cpu-r1/1", "look at 2cpu-r1, 2 left", "submit 1cpu-r2/1", "submit 2cpu-r2/1"));
}

TEST_F(Trial, IsNoneWhereARunHasCompletedOrOthersAreUnderWay) {
  directory_.end("2cpu-r2", "1", 0);
  directory_.complete("2cpu-r2", "1");
  EXPECT_EQ(sweep().value().stop, std::nullopt);
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 2cpu-r1/1", "submit 1cpu-r1/1", "submit 1cpu-r2/1"));
}

TEST_F(Trial, StartsNothingElseAlthoughArraysAreWanted) {
  options_.as_arrays = true;
  scheduler_.keeps_jobs = true;
  fault_ = "no line matches";
  const auto end = sweep().value();
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 1cpu-r1/1", "look at 1cpu-r1, 3 left"));
  EXPECT_EQ(end.progress.jobs_pending, 3U);
}

TEST_F(Trial, LeftOutARoundThatFailsForOneReasonStopsTheSweep) {
  options_.trial = false;
  scheduler_.max_in_flight = 1;
  script_exits("2cpu-r1", "1", 7);
  script_exits("1cpu-r1", "1", 7);
  const auto end = sweep().value();
  ASSERT_TRUE(end.stop);
  EXPECT_EQ(end.stop->kind, SweepStop::Kind::round_failed);
  EXPECT_EQ(end.stop->reason, "failed: exit status 7");
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 2cpu-r1/1", "submit 1cpu-r1/1"));
  // Without --again failed the same call begins no other round of what failed.
  scheduler_.calls.clear();
  EXPECT_EQ(sweep().value().stop, std::nullopt);
  EXPECT_THAT(scheduler_.calls, ElementsAre());
}

/// Two rungs of three rounds, one after the other, of which the larger one fails.
class FailedFirstRound : public Trial {
 protected:
  FailedFirstRound() {
    plan_ = plan_of({"2cpu-r1", "1cpu-r1", "1cpu-r2", "2cpu-r2", "2cpu-r3", "1cpu-r3"});
    for (auto& run : plan_.runs) run.round = run.id.back() - '0';
    options_.trial = false;
    scheduler_.max_in_flight = 1;
    script_exits("2cpu-r1", "1", 7);
  }
};

TEST_F(FailedFirstRound, IsFollowedByTheLaterOnesWhenItIsRetried) {
  EXPECT_EQ(sweep().value().held_back.size(), 2U);
  options_.retry_failed = true;
  scheduler_.calls.clear();
  EXPECT_THAT(sweep().value().held_back, ElementsAre());
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 2cpu-r1/2", "submit 2cpu-r2/1", "submit 2cpu-r3/1"));
}

TEST_F(FailedFirstRound, ThatFailsOnceMoreHoldsThemBackAgain) {
  EXPECT_EQ(sweep().value().held_back.size(), 2U);
  script_exits("2cpu-r1", "2", 7);
  options_.retry_failed = true;
  EXPECT_THAT(sweep().value().held_back, ElementsAre("2cpu-r2", "2cpu-r3"));
}

TEST_F(FailedFirstRound, IsFollowedByTheLaterOnesWhenTheirScriptIsEdited) {
  EXPECT_EQ(sweep().value().held_back.size(), 2U);
  const auto script = directory_.get().job_script("2cpu-r3");
  std::filesystem::create_directories(script.parent_path());
  ASSERT_TRUE(write_file(script, "exit 7\n"));
  std::filesystem::last_write_time(script,
                                   std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
  script_exits("2cpu-r2", "1", 7);
  scheduler_.calls.clear();
  EXPECT_THAT(sweep().value().held_back, ElementsAre("2cpu-r3"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit 2cpu-r2/1"));
}

TEST_F(FailedFirstRound, HoldsNothingBackThatIsSubmittedByThen) {
  scheduler_.max_in_flight = 6;
  EXPECT_THAT(sweep().value().held_back, ElementsAre());
  EXPECT_EQ(scheduler_.calls.size(), 6U);
}

}  // namespace
}  // namespace scalegen
