#include "runner/outcome_of_attempt.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/attempt_files.hpp"
#include "core/bash_command.hpp"
#include "tests/runner/stand_ins.hpp"

namespace scalegen {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

const Plan kPlan = plan_of({"1cpu-r1"});
const std::chrono::system_clock::time_point kStart{seconds(1'763'719'200)};

class Outcomes : public testing::Test {
 protected:
  [[nodiscard]] RunRecord record(std::chrono::system_clock::time_point now = kStart) const {
    return outcomes(kPlan, directory_.get(), {.now = now}).value().at(0);
  }
  [[nodiscard]] RunRecord expected(const std::string& attempt, std::optional<Outcome> outcome = {},
                                   std::optional<milliseconds> elapsed = {}) const {
    return {.run = kPlan.runs[0], .attempt = attempt, .outcome = std::move(outcome), .elapsed = elapsed};
  }
  void write(const std::string& file, const std::string& text) const {
    directory_.write("1cpu-r1", "1", file, text);
  }

  Directory directory_;
};

TEST_F(Outcomes, OfARunThatNobodyClaimedAreNone) {
  EXPECT_EQ(record(), expected(""));
  ASSERT_TRUE(make_folders(directory_.get().run_folder("1cpu-r1") / ".claim.abcdef"));
  ASSERT_TRUE(write_file(directory_.get().run_folder("1cpu-r1") / "a person's note", ""));
  EXPECT_EQ(record(), expected(""));
}

TEST_F(Outcomes, FindTheEndMarkerBeforeWhatAStragglerSaid) {
  directory_.complete("1cpu-r1", "1");
  write("out", std::string(100'000, 'x') + "\nscalegen: end of 1cpu-r1\nbye\n");
  EXPECT_EQ(record(), expected("1", Completed{}, seconds(4)));
}

TEST_F(Outcomes, OfACommandThatWentOnWhereAStepOfSrunFailedAreFailed) {
  directory_.complete("1cpu-r1", "1");
  write("err", "srun: error: a1: tasks 0-1: Exited with exit code 3\n");
  EXPECT_EQ(record(), expected("1", Completed{}, seconds(4)));
  auto plan = kPlan;
  plan.runs[0].command = bash_command("srun -n 2 ./a; date");
  EXPECT_EQ(
      outcomes(plan, directory_.get(), {.now = kStart}).value().at(0).outcome,
      Outcome(Failed{0, "srun's tasks 0-1 on a1 failed within the command, which went on: exit status 3"}));
}

TEST_F(Outcomes, OfAGoodExitWithoutTheEndMarkerIsFailed) {
  directory_.complete("1cpu-r1", "1");
  write("out", "scalegen: end of 1cpu-r11\n");
  EXPECT_EQ(record(), expected("1", Failed{0, "the script left before the program had ended"}, seconds(4)));
}

TEST_F(Outcomes, OfASetUpThatEndedItsScriptAreFailedAndNameTheLine) {
  directory_.start("1cpu-r1", "1", dead_process());
  write("setup_line.txt", "kill -9 $$\n");
  EXPECT_EQ(record(), expected("1", Failed{-1, "its set-up ended its script at or after: kill -9 $$"}));
  write("setup_line.txt", "export HF_TOKEN=hf_Qwertyuiop && exit\nsecond line");
  write("exit.json",
        R"({"status": 0, "time": 1763719204, "cause": "", "launched": null, "held_by": "its set-up"})");
  EXPECT_EQ(
      record(),
      expected("1", Failed{0, "its set-up ended its script at or after: export HF_TOKEN=(left out) && exit"},
               seconds(4)));
  EXPECT_FALSE(lacks_its_end(record()));
  write("exit.json",
        R"({"status": 1, "time": 1763719204, "cause": "", "launched": null, "held_by": "its set-up"})");
  write("err", "no such venv\n");
  write("setup_line.txt", "source venv/bin/activate\n");
  EXPECT_EQ(
      record(),
      expected("1",
               Failed{1, "no such venv; its set-up ended its script at or after: source venv/bin/activate"},
               seconds(4)));
}

// Of a node that went down meanwhile nobody knows what the line would have done.
TEST_F(Outcomes, OfASetUpOnAMachineThatBootedSinceAreLost) {
  auto process = dead_process();
  process.boot_id = "another";
  directory_.start("1cpu-r1", "1", process);
  write("setup_line.txt", "module load pytorch\n");
  EXPECT_EQ(record(), expected("1", Lost{"its script ended without an exit.json"}));
}

// Their hosts cannot be asked: only what was written tells of their ends.
TEST_F(Outcomes, OfAllAttemptsCount) {
  const auto lost = [&](const char* attempt, double begun) {
    directory_.start("1cpu-r1", attempt, process_elsewhere(), begun);
    auto ended = expected(attempt, Lost{"its job ended without an exit.json"});
    EXPECT_EQ(record(), expected(attempt));
    EXPECT_TRUE(write_outcome_file(directory_.get(), ended));
    ended.is_persisted = true;
    EXPECT_EQ(record(), ended);
  };
  lost("1", 1'763'719'200);
  lost("2", 1'763'719'300);
  lost("3", 1'763'719'400);
  // One that reappears counts.
  directory_.complete("1cpu-r1", "1");
  EXPECT_EQ(record(), expected("1", Completed{}, seconds(4)));
}

TEST_F(Outcomes, OfATimeLimitSayHowFarTheRunGot) {
  directory_.end("1cpu-r1", "1", 124, "time_limit");
  write("metrics.jsonl", R"({"event":"step","step":1,"time":1763719203.5,"seconds":2})"
                         "\n");
  const TimedOut late{minutes(10), StepsReached{.step = 1, .time = seconds(3)}};
  EXPECT_EQ(record(), expected("1", late, seconds(4)));
  ASSERT_TRUE(write_outcome_file(directory_.get(), record()));
  std::filesystem::remove(directory_.get().attempt("1cpu-r1", "1").metrics());
  EXPECT_EQ(record().outcome, Outcome(late));
}

TEST_F(Outcomes, OfAnEarlierVersionAreReadAsTheyAre) {
  directory_.end("1cpu-r1", "1", 137);
  for (const auto& [text, outcome] :
       {std::pair(R"({"attempt":"1","started":1763719200,"outcome":"out_of_memory"})",
                  Outcome(OutOfMemory{})),
        std::pair(R"({"attempt":"1","started":1763719200,"outcome":"timed_out","limit_seconds":600})",
                  Outcome(TimedOut{minutes(10)}))}) {
    ASSERT_TRUE(write_file(directory_.get().outcome_file("1cpu-r1"), text));
    EXPECT_EQ(record().outcome, outcome) << text;
  }
}

TEST_F(Outcomes, OfATimeLimitAndOfASignalAreNotFailures) {
  directory_.end("1cpu-r1", "1", 124, "time_limit");
  EXPECT_EQ(record(), expected("1", TimedOut{minutes(10)}, seconds(4)));
  for (const auto* cause : {"INT", "TERM", "HUP"}) {
    directory_.exit("1cpu-r1", "1", 143, cause);
    EXPECT_EQ(record(), expected("1", Cancelled{}, seconds(4))) << cause;
  }
}

// Also where it failed: its ranks may have waited for each other too long.
TEST_F(Outcomes, OfWhatSlurmSuspendedIsNoFigure) {
  const auto exit = [&](const std::string& status, const std::string& cause) {
    write("exit.json",
          fmt::format(R"({{"status": {}, "time": 1763719264, "cause": "{}", "launched": 1763719201, )"
                      R"("finished": 1763719263, "lasted": 61.50, "ran": 60.00, "suspended": 12.10}})",
                      status, cause));
  };
  directory_.complete("1cpu-r1", "1");
  const std::chrono::milliseconds lasted(61'500);
  for (const auto* status : {"0", "1"}) {
    exit(status, "");
    EXPECT_EQ(record(), expected("1", Suspended{seconds(13)}, lasted)) << status;
  }
  exit("124", "time_limit");
  EXPECT_EQ(record(), expected("1", TimedOut{minutes(10)}, lasted));
  exit("143", "TERM");
  EXPECT_EQ(record(), expected("1", Cancelled{}, lasted));
}

TEST_F(Outcomes, OfATimeLimitSayWhatHeldTheScriptBeforeItsCommand) {
  directory_.start("1cpu-r1", "1", dead_process());
  write("exit.json", R"({"status": 124, "time": 1763719204, "cause": "time_limit", "launched": null, )"
                     R"("finished": null, "lasted": 4.00, "held_by": "its set-up"})");
  EXPECT_EQ(record(), expected("1", TimedOut{.limit = minutes(10), .held_by = "its set-up"}, seconds(4)));
}

TEST_F(Outcomes, OfASignalThatMetBashParsingAreNotFailures) {
  directory_.end("1cpu-r1", "1", 2);
  write("script.out", "job.sbatch: trap: line 2: unexpected EOF while looking for matching `)'\n");
  EXPECT_EQ(record(), expected("1", Cancelled{}, seconds(4)));
  write("script.out", "job.sbatch: line 2: unexpected EOF while looking for matching `)'\n");
  EXPECT_EQ(record(),
            expected("1", Failed{2, "job.sbatch: line 2: unexpected EOF while looking for matching `)'"},
                     seconds(4)));
}

TEST_F(Outcomes, OfAnotherExitIsFailedForTheReasonThatTheProgramGave) {
  directory_.end("1cpu-r1", "1", 7);
  EXPECT_EQ(record(), expected("1", Failed{7, ""}, seconds(4)));
  write("err", "warning: x\n  out of range \n\n");
  EXPECT_EQ(record(), expected("1", Failed{7, "out of range"}, seconds(4)));
  write(
      "err",
      "out of range\nslurmstepd: error: *** STEP 7.0 ON n1 CANCELLED ***\nsrun: error: n1: task 0: Killed\n");
  EXPECT_EQ(record(), expected("1", Failed{7, "out of range"}, seconds(4)));
  write("metrics.jsonl", "{\"event\":\"error\",\"message\":\"Traceback:\\n  a line\\nno peer\\u001b\\n\"}\n");
  EXPECT_EQ(record(), expected("1", Failed{7, "no peer?"}, seconds(4)));
  write("metrics.jsonl",
        "{\"event\":\"step\"}\n{\"event\":\"error\",\"rank\":0,\"message\":\"a peer is gone\"}\n{\"ev");
  EXPECT_EQ(record(), expected("1", Failed{7, "a peer is gone"}, seconds(4)));
  write("metrics.jsonl",
        "{\"event\":\"error\",\"rank\":2,\"message\":\"no sign of life from host 'n13'\"}\n");
  EXPECT_EQ(record(), expected("1", Failed{7, "rank 2: no sign of life from host 'n13'"}, seconds(4)));
}

TEST_F(Outcomes, OfADeadScriptWithoutAWordIsLost) {
  directory_.start("1cpu-r1", "1", dead_process());
  EXPECT_EQ(record(), expected("1", Lost{"its script ended without an exit.json"}));
  write("exit.json", "");  // a power cut
  EXPECT_EQ(record(), expected("1", Lost{"its script ended without an exit.json"}));
}

TEST_F(Outcomes, TakeAStatusThatNoProcessHasForNone) {
  for (const auto* status : {"4294967296", "256", "-1"}) {
    directory_.complete("1cpu-r1", "1");
    write("exit.json", fmt::format("{{\"status\":{},\"cause\":\"\",\"time\":1763719204}}\n", status));
    EXPECT_EQ(record(), expected("1", Lost{"its script ended without an exit.json"})) << status;
  }
}

TEST_F(Outcomes, OfAScriptElsewhereStayOpenUntilItsTimeLimitIsLongOver) {
  directory_.start("1cpu-r1", "1", process_elsewhere());
  EXPECT_EQ(record(kStart + minutes(20) - seconds(1)), expected("1"));
  EXPECT_EQ(record(kStart + minutes(20)),
            expected("1", Lost{"no exit.json from host 'elsewhere' since its time limit"}));
}

TEST_F(Outcomes, OfAScriptElsewhereStayOpenUnderALimitBeyondTheClock) {
  directory_.start("1cpu-r1", "1", process_elsewhere());
  auto plan = kPlan;
  plan.runs[0].resources.time_limit = seconds::max();
  EXPECT_EQ(outcomes(plan, directory_.get(), {.now = kStart + minutes(20)}).value().at(0).outcome,
            std::nullopt);
}

TEST_F(Outcomes, TakeTheWordOfAScriptThatEndsBetweenTwoLooks) {
  directory_.start("1cpu-r1", "1", this_process());
  const auto ends_meanwhile = [&](const Started&) {
    directory_.complete("1cpu-r1", "1");
    return Liveness::dead;
  };
  EXPECT_EQ(outcomes(kPlan, directory_.get(), {.now = kStart, .probe = ends_meanwhile}).value().at(0),
            expected("1", Completed{}, seconds(4)));
}

// The program did not run: another attempt is made, on another node.
TEST_F(Outcomes, OfANodeOnWhichSrunCouldStartNothing) {
  directory_.end("1cpu-r1", "1", 141);
  write("err",
        "srun: error: Task launch for StepId=296.0 failed on node cpu-1: Communication connection "
        "failure\nsrun: error: Application launch failed: Communication connection failure\n"
        "srun: Job step aborted\n");
  EXPECT_EQ(record(), expected("1", NodeFailed{"cpu-1"}, seconds(4)));
}

TEST_F(Outcomes, OfASrunThatSlurmDidNotAnswer) {
  directory_.end("1cpu-r1", "1", 1);
  write("err",
        "srun: error: Unable to confirm allocation for job 1: Socket timed out on send/recv operation\n"
        "srun: Check SLURM_JOB_ID environment variable. Expired or invalid job 1\n");
  EXPECT_EQ(
      record(),
      expected("1", Lost{"Slurm's controller did not answer srun: Socket timed out on send/recv operation"},
               seconds(4)));
}

TEST_F(Outcomes, AreThoseOfTheFirstCompletedAttemptThenOfALivingOneThenOfTheLast) {
  directory_.start("1cpu-r1", "9", dead_process(), 1'763'719'100);
  directory_.start("1cpu-r1", "10", dead_process(), 1'763'719'200);
  EXPECT_EQ(record(), expected("10", Lost{"its script ended without an exit.json"}));
  directory_.start("1cpu-r1", "hand", this_process(), 1'763'719'000);
  EXPECT_EQ(record(), expected("hand"));
  directory_.complete("1cpu-r1", "12", 1'763'719'400);
  directory_.complete("1cpu-r1", "11", 1'763'719'300);
  EXPECT_EQ(record(), expected("11", Completed{}, seconds(4)));
}

TEST_F(Outcomes, KeepAVerdictThatWasWrittenDown) {
  directory_.end("1cpu-r1", "1", 1);
  auto known = expected("1", NodeFailed{"cn07"}, seconds(4));
  known.is_persisted = true;
  ASSERT_TRUE(write_outcome_file(directory_.get(), known));
  EXPECT_EQ(record(), known);
  directory_.complete("1cpu-r1", "2");
  EXPECT_EQ(record(), expected("2", Completed{}, seconds(4)));
}

TEST_F(Outcomes, TakeSecondsThatNoClockCountsForUnknown) {
  directory_.complete("1cpu-r1", "1", 1'763'719'200);
  ASSERT_TRUE(write_file(directory_.get().outcome_file("1cpu-r1"),
                         R"({"attempt":"1","started":1763719200,"outcome":"completed","seconds":1e300})"));
  auto known = expected("1", Completed{});
  known.is_persisted = true;
  EXPECT_EQ(record(), known);
}

TEST_F(Outcomes, ForgetALossWhenTheRunTurnsUpAgain) {
  directory_.start("1cpu-r1", "1", process_elsewhere());
  ASSERT_TRUE(write_outcome_file(directory_.get(), expected("1", Lost{"no word"})));
  directory_.complete("1cpu-r1", "1");
  EXPECT_EQ(record(), expected("1", Completed{}, seconds(4)));
}

TEST_F(Outcomes, ForgetThatARunLeftEarlyWhenTheEndOfItsOutputTurnsUp) {
  directory_.complete("1cpu-r1", "1");
  write("out", "");
  EXPECT_TRUE(lacks_its_end(record()));
  ASSERT_TRUE(write_outcome_file(directory_.get(), record()));
  EXPECT_FALSE(lacks_its_end(record()));
  EXPECT_TRUE(record().is_persisted);
  directory_.complete("1cpu-r1", "1");
  EXPECT_EQ(record(), expected("1", Completed{}, seconds(4)));
}

TEST_F(Outcomes, ForgetAVerdictWhenAPersonRemovedItsAttempt) {
  directory_.complete("1cpu-r1", "1");
  ASSERT_TRUE(write_outcome_file(directory_.get(), record()));
  std::filesystem::remove_all(directory_.get().attempt("1cpu-r1", "1").root);
  EXPECT_EQ(record(), expected(""));
}

// A person who removes an attempt repeats it, under the same name.
TEST_F(Outcomes, ForgetAVerdictOnAnEarlierClaimOfTheSameName) {
  directory_.start("1cpu-r1", "1", dead_process(), 1'763'719'100.25);
  directory_.exit("1cpu-r1", "1", 3);
  ASSERT_TRUE(write_outcome_file(directory_.get(), record()));
  EXPECT_EQ(record().is_persisted, true);
  directory_.complete("1cpu-r1", "1", 1'763'719'200);
  EXPECT_EQ(record(), expected("1", Completed{}, seconds(4)));
  ASSERT_TRUE(write_outcome_file(directory_.get(), record()));
  directory_.complete("1cpu-r1", "1", 1'763'719'300);
  EXPECT_EQ(record(), expected("1", Completed{}, seconds(4)));  // not persisted: measured again
}

TEST_F(Outcomes, AreAnErrorWhereAFileIsThereButCannotBeRead) {
  directory_.start("1cpu-r1", "1", dead_process());
  const auto file = directory_.get().attempt("1cpu-r1", "1").exited();
  ASSERT_TRUE(make_folders(file));
  EXPECT_EQ(render(outcomes(kPlan, directory_.get(), {.now = kStart}).error()),
            "error: cannot read '" + file.string() + "': Is a directory\n");
}

// As another user, for root may write everywhere.
TEST_F(Outcomes, NeedNoWritePermission) {
  directory_.complete("1cpu-r1", "1");
  std::filesystem::permissions(directory_.path(), std::filesystem::perms{0755});
  const auto wanted = expected("1", Completed{}, seconds(4));
  const pid_t child = ::fork();
  if (child == 0) {
    const bool is_nobody = ::getuid() != 0 || ::setuid(65534) == 0;
    const bool cannot_write = !write_file(directory_.path() / "probe", "");
    ::_exit(is_nobody && (cannot_write || ::getuid() != 65534) && record() == wanted ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(NextAttempt, FollowsTheHighestNumber) {
  EXPECT_EQ(next_attempt({}), "1");
  EXPECT_EQ(next_attempt({"10", "9", "hand", "outcome"}), "11");
  EXPECT_EQ(next_attempt({"hand"}), "1");
  EXPECT_EQ(next_attempt({"2147483647"}), "2147483648");
}

}  // namespace
}  // namespace scalegen
