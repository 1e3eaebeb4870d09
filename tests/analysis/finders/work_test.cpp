// Reports about ranks that did not work together, and about start-up.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <numeric>

#include "analysis/report/formats.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/set_setting.hpp"

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
    run.files["node.n1.txt"] = node_log(met ? ranks + 1 : 0);
    run.out = fmt::format("cannot find 2 GPUs. Exiting\nscalegen: end of {}\n", run.record.run.id);
  }
  return sweep;
}

/// 20 s of one core, of which others used a half.
constexpr auto kHalfOfOthers =
    "begin 1763719200\nload 0.10 0.20 0.30 1/99 7\ncpu0 0 0 0 0 0 0 0 0 0 0\nscript 5\n"
    "end 1763719220\nload 1.50 0.20 0.30 1/99 7\ncpu0 2000 0 0 0 0 0 0 0 0 0\nscript 1005\n";

const std::string kAlone =
    "its ranks opened no process group at $MASTER_PORT: unless they met elsewhere, each "
    "worked alone; its last line is 'cannot find 2 GPUs. Exiting'";

TEST(Work, SayThatABatchIsInNoCommand) {
  auto sweep = program_that_met(true);
  sweep.head.batch_is_stated = true;
  for (auto& run : sweep.runs) {
    set(run.record.run.settings, "global_batch", std::int64_t{512});
    set(run.record.run.settings, "precision", "fp32");
  }
  auto report = sweep.report();
  EXPECT_THAT(report.warnings,
              ElementsAre("global_batch is in no command: this is strong scaling only if the program itself "
                          "keeps one batch at all sizes; else write {global_batch} or {per_rank_batch} where "
                          "the program takes it"));
  EXPECT_THAT(report.head.title,
              HasSubstr("strong scaling, global batch 512, as the sweep file states, fp32"));
  EXPECT_EQ(ladder_title(report, Scaling::strong),
            "strong scaling, global batch 512, as the sweep file states");

  sweep.head.scalings = {Scaling::weak};
  for (auto& run : sweep.runs) {
    set(run.record.run.settings, "per_rank_batch", std::int64_t{32});
    set(run.record.run.settings, "global_batch", std::int64_t{32} * world_size(run.record.run.rung));
    set(run.record.run.settings, "samples", std::int64_t{6400});
  }
  report = sweep.report();
  EXPECT_THAT(report.warnings, Not(Contains(HasSubstr("is in no command"))));
  EXPECT_THAT(report.head.title, HasSubstr("weak scaling, batch 32 per rank, as the sweep file states"));
}

TEST(Work, BelieveAProgramThatSaysItsSamples) {
  auto sweep = program_that_met(true);
  sweep.head.batch_is_stated = true;
  for (auto& run : sweep.runs) run.writes_events = true;
  const auto report = sweep.report();
  EXPECT_THAT(report.warnings, IsEmpty());
  EXPECT_THAT(report.head.title, HasSubstr("strong scaling, global batch 512, fp32"));
}

TEST(Work, NameRungsWhoseRanksNeverMet) {
  const auto report = program_that_met(false).report();
  EXPECT_THAT(report.warnings, ElementsAre("2cpu, 4cpu *: " + kAlone));
  EXPECT_THAT(render_terminal(report), HasSubstr("2.28x *  "));
  EXPECT_THAT(render_json(report), HasSubstr("\"ranks_met\": false"));
  EXPECT_THAT(program_that_met(true).report().warnings, IsEmpty());
}

// A program may take it from the environment.
TEST(Work, BelieveNoProgramThatSaysItsWorldSize) {
  auto sweep = program_that_met(false);
  for (auto& run : sweep.runs) run.writes_events = true;
  EXPECT_THAT(sweep.report().warnings, Contains(HasSubstr("opened no process group")));
}

// Programs multiply the rate of a rank by the world size.
TEST(Work, BelieveNoPrintedRateOfRanksThatNeverMet) {
  auto sweep = program_that_met(false);
  sweep.head.metrics = {{.name = "throughput", .regex = "throughput: (\\S+)", .unit = "images/s"}};
  for (auto& run : sweep.runs)
    run.out = fmt::format("throughput: {}\n", 1000.5 * world_size(run.record.run.rung));
  for (const auto start : {Start::each_rank, Start::each_node}) {
    sweep.head.start = start;
    for (auto& run : sweep.runs)  // torchrun itself has one connection
      run.files["node.n1.txt"] = node_log(start == Start::each_node ? 1 : 0);
    const auto report = sweep.report();
    ASSERT_GE(report.warnings.size(), 2U);
    EXPECT_THAT(report.warnings[0], HasSubstr("2cpu *: its ranks opened no process group"));
    EXPECT_THAT(report.warnings[1], HasSubstr("4cpu *: its ranks opened no process group"));
    EXPECT_THAT(verdict_lines(report),
                Contains(HasSubstr("2cpu is open, since it has a star: its ranks opened no process group")));
  }
}

TEST(Work, AskNoRanksToMeetThatShareNothingOrThatALauncherStarted) {
  auto sweep = program_that_met(false);
  sweep.head.scalings = {Scaling::throughput};
  EXPECT_THAT(sweep.report().warnings, Not(Contains(HasSubstr("process group"))));
  sweep = program_that_met(false);
  sweep.head.start = Start::once;
  EXPECT_THAT(sweep.report().warnings, Not(Contains(HasSubstr("process group"))));
  sweep = program_that_met(false);
  for (auto& run : sweep.runs)
    for (auto& task : run.tasks) task.is_of_mpi = true;
  EXPECT_THAT(sweep.report().warnings, Not(Contains(HasSubstr("process group"))));
}

// What a person can mend comes before the noise, wherever it is, and before what else may differ.
TEST(Work, SayFirstThatRanksNeverMet) {
  auto sweep = program_that_met(false);
  sweep.run("1cpu-r1").files["node.n1.txt"] = kHalfOfOthers;
  for (const auto* const run : {"1cpu-r1", "2cpu-r1"}) sweep.run(run).files["edited.sbatch"] = "# edited\n";
  const auto report = sweep.report();
  ASSERT_GE(report.warnings.size(), 3U);
  EXPECT_EQ(report.warnings[0], "2cpu, 4cpu *: " + kAlone);
  EXPECT_EQ(reason_of(*value_star(report.tables.front().points[1])), "its ranks opened no process group");
  EXPECT_EQ(
      verdict_lines(report).front(),
      "No rung can be advised: no rung is shown to meet the rule; 2cpu is open, since it has a star: its "
      "ranks opened no process group.");
}

/// In exit.json each command begins at 1763719200 and takes 5 s more than its steps: 27 s of one rank.
TEST(Work, SayHowMuchOfAWallTimeIsStartUp) {
  auto sweep = program_that_met(true);
  sweep.run("1cpu-r1").files["meeting.txt"] = "1 1763719203.5 1763719203\n";
  sweep.run("4cpu-r1").files["meeting.txt"] = "2 1763719208.5 1763719207.5\nnonsense\n";
  const auto report = sweep.report();
  EXPECT_THAT(report::notes_and_method(report),
              Contains("start-up, until ranks met: at least 3.00 s of 27.8 s in 1cpu, at least 7.50 s of "
                       "12.2 s in 4cpu"));
  EXPECT_THAT(
      report.warnings,
      ElementsAre("4cpu *: most of its wall time is start-up: at least 7.50 s of 12.2 s passed before its "
                  "ranks met; let it train longer, or name the figure that it prints with 'metrics:'"));
}

/// Each run of the program took so long by wall time.
MadeUpSweep program_that_took(const std::string& seconds, const std::string& out) {
  MadeUpSweep sweep(2);
  sweep.use_own_program();
  for (auto& run : sweep.runs) {
    run.exited =
        fmt::format(R"({{"status": 0, "launched": 1763719200, "finished": {}}})", "17637192" + seconds);
    run.out = out;
  }
  return sweep;
}

TEST(Work, SayThatRunsAreTooShort) {
  auto sweep = program_that_took("09.5", "");
  sweep.run("1cpu-r1").exited = R"({"status": 0, "launched": 1763719200, "finished": 1763719230})";
  sweep.run("1cpu-r2").exited = R"({"status": 0, "launched": 1763719200, "finished": 1763719231})";
  for (const auto* id : {"1cpu-r1", "1cpu-r2", "4cpu-r1", "4cpu-r2"})
    sweep.run(id).out = "cannot find 2 GPUs. Exiting\n";
  sweep.run("2cpu-r2").exited = R"({"status": 0, "launched": 1763719200, "finished": 1763719230})";
  const auto report = sweep.report();
  EXPECT_THAT(
      report.warnings,
      ElementsAre("too short to tell anything about training: 2cpu * (9.50 s; it printed nothing), "
                  "4cpu * (at most 9.50 s; its last line is 'cannot find 2 GPUs. Exiting'): of a wall "
                  "time below 10 s, without what other programs took, most may be start-up; make the runs "
                  "longer, with more epochs, say, or name the figure that the program prints with "
                  "'metrics:'"));
  EXPECT_THAT(report::notes_and_method(report), Not(Contains(HasSubstr("distinguishable"))));
  EXPECT_THAT(render_terminal(report), HasSubstr("4cpu     9.5  3.21x ["));
  // Each takes 15 s, in half of which others used its core.
  sweep = program_that_took("15", "Exiting\n");
  EXPECT_THAT(sweep.report().warnings, Not(Contains(HasSubstr("too short to tell"))));
  for (auto& run : sweep.runs) run.files["node.n1.txt"] = kHalfOfOthers;
  EXPECT_THAT(sweep.report().warnings,
              Contains(HasSubstr("1cpu * (at most 15.0 s, of which 50 % were others'; its last line is "
                                 "'Exiting')")));
}

TEST(Work, SayThatNothingShowsWorkOfASilentProgram) {
  const auto report = program_that_took("40", "").report();
  const std::string kSilent =
      " *: ended with status 0 after at most 40.0 s and printed nothing: nothing shows that it did any work";
  EXPECT_THAT(report.warnings, ElementsAre("1cpu, 2cpu, 4cpu" + kSilent));
  EXPECT_THAT(report::notes_and_method(report), Not(Contains(HasSubstr("distinguishable"))));
  EXPECT_THAT(render_terminal(report), HasSubstr("1 (baseline) *"));
  EXPECT_THAT(program_that_took("61", "").report().warnings,
              ElementsAre(HasSubstr("no larger rung is more than 5 % faster than 1cpu")));
}

// The claims of 2cpu, whose ranks never met, are none; nor is that of 4cpu against it. One is left.
TEST(Work, CountNoClaimsOfRungsThatDidNoWork) {
  MadeUpSweep sweep(2);
  sweep.use_own_program();
  for (auto& run : sweep.runs)
    run.files["node.n1.txt"] =
        node_log(run.record.run.rung.name == "2cpu" ? 0 : world_size(run.record.run.rung));
  const auto report = sweep.report();
  const auto& points = report.tables.front().points;
  EXPECT_THAT(points[1].claims, IsEmpty());
  ASSERT_EQ(points[2].claims.size(), 1U);
  EXPECT_EQ(points[2].claims.front().against, "ideal");
  EXPECT_EQ(points[2].claims.front().p_in_report, points[2].claims.front().p);
}

TEST(Work, AskWhetherEachRankDoesAllOfTheWork) {
  auto sweep = program_that_met(true);
  const auto slowest = sweep.run("1cpu-r1").exited;
  for (auto& run : sweep.runs) run.exited = slowest;
  EXPECT_THAT(
      sweep.report().warnings,
      ElementsAre("no larger rung is more than 5 % faster than 1cpu: does each rank do all of the work?"));
  sweep.head.start = Start::each_node;
  EXPECT_THAT(
      sweep.report().warnings,
      Contains("no larger rung is more than 5 % faster than 1cpu: does each rank do all of the work? A "
               "DistributedSampler, say, gives each its share"))
      << "of torchrun";
  sweep.head.start = Start::each_rank;
  sweep.head.scalings = {Scaling::weak};
  EXPECT_THAT(sweep.report().warnings, ElementsAre(HasSubstr("no speedups: unknown samples per run")));
  for (auto& run : sweep.runs) set(run.record.run.settings, "samples", std::int64_t{120'000});
  EXPECT_THAT(sweep.report().warnings, ElementsAre(HasSubstr("does each rank do all of the work?")));
  EXPECT_THAT(render_terminal(sweep.report()), HasSubstr("1.00x         50.0 %"));
  for (auto& run : sweep.runs)
    set(run.record.run.settings, "samples", std::int64_t{120'000} * world_size(run.record.run.rung));
  EXPECT_THAT(sweep.report().warnings, IsEmpty()) << "each rank did its own";
  sweep.head.scalings = {Scaling::strong};
  sweep.head.metrics = {{.name = "throughput", .regex = "throughput: (\\S+)", .unit = "images/s"}};
  for (auto& run : sweep.runs) run.out = "throughput: 1000.5\n";
  EXPECT_THAT(
      sweep.report().warnings,
      ElementsAre("2cpu, 4cpu *: no larger rung has clearly more images/s than 1cpu: is this the rate of one "
                  "rank? Then write the unit as images/s/rank, else as 'images/s total'"));
  EXPECT_THAT(render_terminal(sweep.report()), HasSubstr("until more is known"));
  sweep.head.scalings = {Scaling::throughput};
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

// A program that prints so many figures of each rank.
MadeUpSweep program_that_prints(double of_two, double of_four, bool each_rank_prints) {
  MadeUpSweep sweep(2);
  sweep.use_own_program();
  sweep.head.metrics = {{.name = "throughput", .regex = "speed: {number}", .unit = "images/s"}};
  for (auto& run : sweep.runs) {
    const auto ranks = world_size(run.record.run.rung);
    const double speed = ranks == 1 ? 100 : ranks == 2 ? of_two : of_four;
    for (int i = 0; i < 3 * (each_rank_prints ? ranks : 1); ++i)
      run.out += fmt::format("speed: {:.3f}\n", speed * (1 + 0.001 * (i % 3) + 0.002 * run.record.run.round));
  }
  return sweep;
}

constexpr auto kOneRank = "is this the rate of one rank?";

TEST(Work, AskForTheRateOfOneRankInWeakScalingUnlessThreadsAloneGrow) {
  auto sweep = program_that_prints(98, 97, false);
  sweep.head.scalings = {Scaling::weak};
  EXPECT_THAT(sweep.report().warnings, ElementsAre(HasSubstr(kOneRank)));
  const auto points = sweep.report().tables.front().points;
  EXPECT_NE(find(points[2].findings, FindingKind::rate_of_one_rank), nullptr);
  EXPECT_EQ(ratio_star(points[0]), nullptr) << "the baseline is one rank";
  EXPECT_THAT(render_terminal(sweep.report()), HasSubstr("until more is known"));
  for (const auto* unit : {"images/s/rank", "ns/day", "TFLOP/s", "images/s total"}) {
    sweep.head.metrics.front().unit = unit;
    EXPECT_THAT(sweep.report().warnings, Not(Contains(HasSubstr(kOneRank)))) << unit;
  }
  sweep = program_that_prints(115, 110, false);
  EXPECT_THAT(sweep.report().warnings, Not(Contains(HasSubstr(kOneRank)))) << "in strong scaling it gained";
  sweep.head.scalings = {Scaling::weak};
  EXPECT_THAT(sweep.report().warnings, Contains(HasSubstr(kOneRank)));
  sweep = program_that_prints(98, 97, false);
  for (auto& run : sweep.runs) {
    auto& rung = run.record.run.rung;
    rung.threads = world_size(rung);
    rung.ranks_per_node = 1;
  }
  EXPECT_THAT(sweep.report().warnings, Not(Contains(HasSubstr(kOneRank))));
}

TEST(Work, AskForTheRateOfOneRankWhereEachPrints) {
  EXPECT_THAT(
      program_that_prints(130, 140, true).report().warnings,
      Contains(HasSubstr("than 1cpu, and the matches of a run grow with the ranks: is this the rate")));
  EXPECT_THAT(program_that_prints(130, 140, false).report().warnings, Not(Contains(HasSubstr(kOneRank))));
  EXPECT_THAT(program_that_prints(190, 360, true).report().warnings, Not(Contains(HasSubstr(kOneRank))))
      << "each prints the total";
}

}  // namespace
}  // namespace scalegen::report
