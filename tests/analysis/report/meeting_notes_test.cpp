// What a report says about ranks that did not work together, and about start-up.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <numeric>

#include "analysis/report/json.hpp"
#include "analysis/report/table.hpp"
#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen::report {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kTable = "  sl  local_address rem_address   st\n";

/// node.n1.txt without or with a connection of each rank to port 21001.
std::string node_log(int connections) {
  auto text = fmt::format("begin 1763719200\nport 21001\n{}end 1763719220\nport 21001\n{}", kTable, kTable);
  for (int i = 0; i < connections; ++i)
    text += fmt::format("   {}: 0100007F:CAB{} 0100007F:5209 06 00000000:00000000\n", i, i);
  return text;
}

/// A user's own program whose ranks of one round did or did not meet.
MadeUpSweep program_that_met(bool met) {
  MadeUpSweep sweep(1);
  sweep.use_own_program();
  for (auto& run : sweep.runs) {
    const int ranks = world_size(run.record.run.rung);
    run.files["node.n1.txt"] = node_log(met ? ranks : 0);
    run.out = fmt::format("cannot find 2 GPUs. Exiting\nscalegen: end of {}\n", run.record.run.id);
  }
  return sweep;
}

const std::string kAlone =
    "its ranks opened no process group at $MASTER_PORT: unless they met elsewhere, each "
    "worked alone; its last line is 'cannot find 2 GPUs. Exiting'";

TEST(MeetingNotes, SayNothingOfRanksThatMet) {
  EXPECT_THAT(program_that_met(true).report().warnings, IsEmpty());
}

TEST(MeetingNotes, NameRungsWhoseRanksNeverMet) {
  const auto report = program_that_met(false).report();
  EXPECT_THAT(report.warnings, ElementsAre("2cpu *: " + kAlone, "4cpu *: " + kAlone));
  EXPECT_THAT(render_terminal(report), HasSubstr("2.28x *  "));
  EXPECT_THAT(render_json(report), HasSubstr("\"ranks_met\": false"));
}

TEST(MeetingNotes, BelieveAProgramThatSaysItsWorldSize) {
  auto sweep = program_that_met(false);
  for (auto& run : sweep.runs) run.writes_events = true;
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

TEST(MeetingNotes, BelieveAPrintedRateThatGrowsWithTheRanks) {
  auto sweep = program_that_met(false);
  sweep.head.metrics = {{.name = "throughput", .regex = "throughput: (\\S+)", .unit = "images/s"}};
  for (auto& run : sweep.runs)
    run.out = fmt::format("throughput: {}\n", 1000.5 * world_size(run.record.run.rung));
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
  for (auto& run : sweep.runs)
    run.out = fmt::format("throughput: {}\n", 1000.5 - world_size(run.record.run.rung));
  EXPECT_THAT(sweep.report().warnings, ElementsAre(HasSubstr("2cpu *: its ranks opened no process group"),
                                                   HasSubstr("4cpu *: its ranks opened no process group")));
}

/// In exit.json each command begins at 1763719200 and takes 5 s more than its steps: 27 s of one rank.
TEST(MeetingNotes, SayHowMuchOfAWallTimeIsStartUp) {
  auto sweep = program_that_met(true);
  sweep.run("1cpu-r1").files["meeting.txt"] = "1 1763719203.5 1763719203\n";
  sweep.run("4cpu-r1").files["meeting.txt"] = "1 1763719208.5 1763719207.5\nnonsense\n";
  const auto report = sweep.report();
  EXPECT_THAT(report.notes,
              Contains("start-up, until ranks met: at least 3.00 s of 27.8 s in 1cpu, at least 7.50 s of "
                       "12.2 s in 4cpu"));
  EXPECT_THAT(
      report.warnings,
      ElementsAre("4cpu *: most of its wall time is start-up: at least 7.50 s of 12.2 s passed before its "
                  "ranks met; let it train longer, or name the figure that it prints with 'metrics:'"));
}

TEST(MeetingNotes, QuoteAProgramThatWasSoonOver) {
  auto sweep = program_that_met(true);
  auto& run = sweep.run("4cpu-r1");
  run.exited = R"({"status": 0, "launched": 1763719200, "finished": 1763719201.5})";
  EXPECT_THAT(sweep.report().notes,
              Contains("over in less than 5 s, most of which may be start-up: 4cpu (its last "
                       "line is 'cannot find 2 GPUs. Exiting')"));
  run.out = "scalegen: end of 4cpu-r1\n";
  EXPECT_THAT(sweep.report().notes,
              Contains("over in less than 5 s, most of which may be start-up: 4cpu (it printed nothing)"));
}

TEST(MeetingNotes, AskWhetherEachRankDoesAllOfTheWork) {
  auto sweep = program_that_met(true);
  const auto slowest = sweep.run("1cpu-r1").exited;
  for (auto& run : sweep.runs) run.exited = slowest;
  EXPECT_THAT(sweep.report().warnings,
              ElementsAre("no larger rung is faster than 1cpu: does each rank do all of the work? A "
                          "DistributedSampler, say, gives each its share"));
  sweep.head.metrics = {{.name = "throughput", .regex = "throughput: (\\S+)", .unit = "images/s"}};
  for (auto& run : sweep.runs) run.out = "throughput: 1000.5\n";
  EXPECT_THAT(
      sweep.report().warnings,
      ElementsAre("no larger rung has more images/s than 1cpu: is this the rate of one rank? Then write the "
                  "unit as images/s/rank"));
  sweep.head.scaling = Scaling::throughput;
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

}  // namespace
}  // namespace scalegen::report
