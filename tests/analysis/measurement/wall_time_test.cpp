#include "analysis/measurement/wall_time.hpp"

#include <gmock/gmock.h>

#include "core/files.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::Contains;
using testing::HasSubstr;

std::string outcome(const std::string& exit_json) {
  const TemporaryFolder folder;
  const AttemptFolder attempt{folder.path()};
  EXPECT_TRUE(write_file(attempt.exited(), exit_json));
  const auto span = command_span(attempt);
  return span ? std::to_string(seconds(*span)) : span.error().front().message;
}

TEST(CommandSpan, IsFromTheLaunchOfTheCommandToItsEndIfTheScriptSawBoth) {
  constexpr auto kUnseen = "exit.json does not say when the command began and ended";
  constexpr auto kSetBack = "in exit.json the command ends before it begins: a clock was changed";
  for (const auto& [json, expected] : std::vector<std::pair<std::string, std::string>>{
           {R"({"status": 0, "time": 1763719300.9, "cause": "", "launched": 1763719200.25, )"
            R"("finished": 1763719300.5})",
            "100.250000"},
           {R"({"status": 0, "launched": 1763719200.25, "finished": null})", kUnseen},
           {R"({"status": 0, "launched": null, "finished": 1763719200.25})", kUnseen},
           {R"({"status": 0, "launched": "1", "finished": "2"})", kUnseen},
           {R"({"status": 0})", kUnseen},
           {"{", kUnseen},
           {R"({"launched": 5.5, "finished": 5.5})", kSetBack},
           {R"({"launched": 5.5, "finished": 4})", kSetBack},
           {R"({"launched": 0, "finished": 1763719300.5})",
            "exit.json has a time of 0 s since 1970, which no clock that is set shows"},
           {R"({"launched": 1763719300.5, "finished": 1763719300500})",
            "exit.json has a time of 1763719300500 s since 1970, which no clock that is set shows"}})
    EXPECT_EQ(outcome(json), expected) << json;
}

TEST(CommandSpan, IsNoneWhereAClockThatNobodySetsSaysSomethingElse) {
  const auto of = [](const std::string& finished, const std::string& ran) {
    return outcome(R"({"launched": 1763719200.5, "finished": )" + finished + R"(, "ran": )" + ran + "}");
  };
  EXPECT_EQ(of("1763722804.5", "4.01"),
            "the clock of its node was put forward by 3600 s while the command ran, for 4.01 s");
  EXPECT_EQ(of("1763719202.5", "4.01"),
            "the clock of its node was put back by 2.01 s while the command ran, for 4.01 s");
  EXPECT_EQ(of("1763719198.5", "4.01"),
            "the clock of its node was put back by 6.01 s while the command ran, for 4.01 s");
  EXPECT_EQ(of("1763719204.5", "4.01"), "4.000000");
  EXPECT_EQ(of("1763719205.3", "4.01, \"apart\": 0.31"), "4.800000");
  EXPECT_EQ(of("1763719205.3", "4.01, \"apart\": 0.28"),
            "the clock of its node was put forward by 0.79 s while the command ran, for 4.01 s");
}

TEST(CommandSpan, NeedsAnExitFile) {
  const auto span = command_span({"/nowhere"});
  ASSERT_FALSE(span);
  EXPECT_EQ(render(span.error()), "error: cannot read '/nowhere/exit.json': No such file or directory\n");
}

/// An attempt under Slurm whose script saw its command run for 20 s: a rank on each of the nodes n1 and n2.
class WallTimeOfRanks : public testing::Test {
 protected:
  WallTimeOfRanks() {
    head_.scheduler = SchedulerKind::slurm;
    write("exit.json", R"({"status": 0, "launched": 1763719200, "finished": 1763719220})");
  }
  void write(const std::string& name, const std::string& text) {
    EXPECT_TRUE(write_file(folder_.path() / name, text));
  }
  // The first begins 7 s after srun, the second a quarter of a second later, and ends first.
  void write_ranks(const std::string& second = "begun=1763719207.25 ended=1763719217.25") {
    write("place.n1.txt", "task rank=0 cores=0 gpus=\nran begun=1763719207 ended=1763719217.5\n");
    write("place.n2.txt", "task rank=1 cores=0 gpus=\nran " + second + "\n");
  }
  void write_clocks(const std::string& second = "1763719199.53") {
    write("clocks.txt",
          "clock node=n1 time=1763719199.52 asked=1763719199.5 heard=1763719199.53\n"
          "clock node=n2 time=" +
              second + " asked=1763719199.5 heard=1763719199.54\n");
  }
  WallTime found() { return found_or_error().value_or(WallTime{}); }
  Result<WallTime> found_or_error() { return wall_time(run_, head_, list_attempt(folder_.path())); }
  std::string error() {
    const auto result = found_or_error();
    return result ? "" : result.error().front().message;
  }

  TemporaryFolder folder_;
  scalegen::Run run_{.id = "2x1cpu-r1", .rung = {.name = "2x1cpu", .nodes = 2}};
  PlanHead head_;
};

constexpr TimeSpan kCommand{1763719200, 1763719220};
constexpr TimeSpan kRanks{1763719207.25, 1763719217.5};

TEST_F(WallTimeOfRanks, IsFromTheLastBeginToTheLastEnd) {
  write_ranks();
  write_clocks();
  EXPECT_EQ(found(), (WallTime{kRanks, ""}));
}

TEST_F(WallTimeOfRanks, IsUncertainWhereClocksMayDifferByMoreThanOnePercentAndNoneByMoreThanFive) {
  write_ranks();
  write_clocks("1763719199.6");
  // 0.1 s ahead at most, and the other one 0.01 s behind at most.
  EXPECT_EQ(found(),
            (WallTime{kRanks, "the clocks of its nodes may differ by 0.11 s, 1.1 % of its wall time"}));
  write_clocks("1763719200");
  EXPECT_EQ(found().doubt, "the clocks of its nodes may differ by 0.51 s, 5 % of its wall time");
  write_clocks("1763719200.02");
  EXPECT_EQ(error(), "the clocks of its nodes may differ by 0.53 s, 5.2 % of its wall time");
  write_clocks("1763719198.9");
  EXPECT_EQ(error(), "the clocks of its nodes may differ by 0.66 s, 6.4 % of its wall time");
}

TEST_F(WallTimeOfRanks, IsUncertainWhereNobodyComparedTheClocks) {
  write_ranks();
  const std::string doubt = "the clocks of its nodes were not compared";
  EXPECT_EQ(found(), (WallTime{kRanks, doubt}));
  write("clocks.txt", "clock node=n1 time=1763719199.52 asked=1763719199.5 heard=1763719199.53\n");
  EXPECT_EQ(found(), (WallTime{kRanks, doubt}));
}

TEST_F(WallTimeOfRanks, NeedsNoSecondClockOnOneNode) {
  run_.rung = {.name = "2cpu", .ranks_per_node = 2};
  write("place.n1.txt",
        "ran begun=1763719207 ended=1763719217.5\nran begun=1763719207.25 ended=1763719217.25\n");
  EXPECT_EQ(found(), (WallTime{kRanks, ""}));
}

TEST_F(WallTimeOfRanks, IsNoneUnlessAllRanksSayWhenTheyEnded) {
  write_ranks();
  write_clocks();
  write("place.n2.txt", "task rank=1 cores=0 gpus=\n");
  EXPECT_EQ(error(), "only 1 of 2 tasks say when they began and ended");
  write_ranks("begun=1763719230 ended=1763719231");
  write("place.n2.txt", "ran begun=1763719217.5 ended=1763719217\n");
  EXPECT_EQ(error(), "its last task ended before its last task began: clocks of its nodes differ");
}

TEST_F(WallTimeOfRanks, IsThatOfTheCommandOfAnOlderScriptOrOnThisMachine) {
  write("place.n1.txt", "task rank=0 cores=0 gpus=\n");
  EXPECT_EQ(found(), (WallTime{kCommand, "", true}));
  run_.rung = {.name = "1cpu"};
  EXPECT_EQ(found(), (WallTime{kCommand, ""}));
  head_.scheduler = SchedulerKind::local;
  write_ranks();
  EXPECT_EQ(found(), (WallTime{kCommand, ""}));
}

TEST_F(WallTimeOfRanks, IsUncertainWhereSrunWithinACommandWaited) {
  head_.start = Start::once;
  write("err", "loading\n");
  EXPECT_EQ(found(), (WallTime{kCommand, ""}));
  for (const std::string line :
       {"srun: Job 82 step creation temporarily disabled, retrying (Requested nodes are busy)",
        "srun: Job 82 step creation still disabled, retrying (Requested nodes are busy)",
        "srun: Step creation temporarily disabled, retrying (Requested nodes are busy)"}) {
    write("err", "loading\n" + line + "\nsrun: Step created for job 82\n");
    EXPECT_EQ(found(), (WallTime{kCommand, "srun waited before it started a step ('" + line + "')"}));
  }
}

MadeUpSweep sweep_over_nodes() {
  MadeUpSweep sweep(3);
  sweep.use_own_program();
  sweep.head.scheduler = SchedulerKind::slurm;
  return sweep;
}

TEST(WallTimeInReports, StarsASizeAndSaysWhy) {
  auto sweep = sweep_over_nodes();
  sweep.head.start = Start::once;
  sweep.run("2cpu-r2").err =
      "srun: Job 8 step creation temporarily disabled, retrying (Requested nodes are busy)\n";
  EXPECT_THAT(
      sweep.report().warnings,
      Contains("2cpu *: its wall time is uncertain in round 2: srun waited before it started a step ('srun: "
               "Job 8 step creation temporarily disabled, retrying (Requested nodes are busy)')"));
}

TEST(WallTimeInReports, SaysOnceThatOlderOnesMayIncludeWaits) {
  auto sweep = sweep_over_nodes();
  const std::string note = "wall times of several nodes, measured before 0.3, may include Slurm's waits";
  EXPECT_THAT(sweep.report().warnings, Not(Contains(HasSubstr(note))));
  for (auto& made : sweep.runs)
    if (made.record.run.rung.name == "4cpu") made.record.run.rung = {"4cpu", DeviceKind::cpu, 2, 2};
  EXPECT_THAT(sweep.report().warnings, Contains(note).Times(1));
}

}  // namespace
}  // namespace scalegen
