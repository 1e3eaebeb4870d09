// Reports about a machine that did other things as well.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "analysis/report/formats.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"

namespace scalegen::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

/// node.n1.txt of 20 s, of which core 0 was busy for so many ticks, the run's own and those of others.
std::string node_log(int own, int others) {
  return fmt::format(
      "begin 1763719200\nload 0.10 0.20 0.30 1/99 7\ncpu0 0 0 0 0 0 0 0 0 0 0\nscript 5\n"
      "end 1763719220\nload 1.50 0.20 0.30 1/99 7\ncpu0 {} 0 0 {} 0 0 0 0 0 0\nscript {}\n",
      own + others, 2000 - own - others, own + 5);
}

MadeUpSweep sweep_with_load(int own, int others) {
  MadeUpSweep sweep(2);
  for (auto& run : sweep.runs) run.files["node.n1.txt"] = node_log(own, others);
  return sweep;
}

TEST(MachineNotes, SayNothingOfAQuietMachine) {
  const auto report = sweep_with_load(1900, 40).report();
  EXPECT_THAT(report.warnings, IsEmpty());
  EXPECT_THAT(render_terminal(report), Not(HasSubstr("*")));
}

TEST(MachineNotes, NameTheShareOfOthersAndStarTheRatiosToADisturbedBaseline) {
  auto sweep = sweep_with_load(1900, 0);
  sweep.run("1cpu-r2").files["node.n1.txt"] = node_log(1380, 620);
  const auto report = sweep.report();
  EXPECT_THAT(report.warnings, ElementsAre("1cpu *: other programs used 31 % of its cores' time in round 2: "
                                           "its values hold for such a load only"));
  EXPECT_THAT(render_terminal(report), HasSubstr("  1 (baseline) *  "));
  EXPECT_THAT(render_json(report), HasSubstr("\"disturbed\": true"));
  EXPECT_THAT(render_json(report), HasSubstr("\"others\": 0.31,"));
  EXPECT_THAT(render_json(report), HasSubstr("\"load_after\": 1.5"));
  const auto& points = report.tables.front().points;
  EXPECT_THAT(starred_figures(report.tables.front(), points[1]),
              ElementsAre("speedup", "efficiency", "per_doubling"));
  EXPECT_THAT(starred_figures(report.tables.front(), points[2]), ElementsAre("speedup", "efficiency"));
  const auto text = render_terminal(report);
  EXPECT_THAT(text,
              testing::ContainsRegex("\n2cpu [^*\n]*x [^*\n]* \\* [^*\n]* % [^*\n]* \\* [^*\n]* % \\*"));
  EXPECT_THAT(text, testing::ContainsRegex("\n4cpu [^*\n]*x [^*\n]* \\* [^*\n]* % [^*\n]* \\* [^*\n]*\n"));
}

/// Two GPU rungs whose runs last 30 s each, one after the other.
MadeUpSweep sweep_on_gpus() {
  MadeUpSweep sweep(0);
  double begun = 1763719200;
  for (int round = 1; round <= 2; ++round)
    for (const int gpus : {1, 2}) {
      sweep.add_run({.name = fmt::format("{}gpu", gpus), .device = DeviceKind::gpu, .ranks_per_node = gpus},
                    round, 0.5 / gpus);
      auto& run = sweep.runs.back();
      for (int gpu = 0; gpu < gpus; ++gpu) run.start.devices.push_back(fmt::format("GPU-{}", gpu));
      run.record.elapsed = std::chrono::seconds(30);
      run.files["started.json"] = fmt::format(R"({{"host": "n1", "job": "7", "time": {}}})", begun);
      begun += 30;
    }
  sweep.head.baseline = "1gpu";
  sweep.head.rounds = 2;
  return sweep;
}

TEST(MachineNotes, StarRunsThatHadAGpuAtOneTime) {
  auto sweep = sweep_on_gpus();
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
  sweep.run("2gpu-r2").files["started.json"] = R"({"host": "n1", "job": "7", "time": 1763719270})";
  EXPECT_THAT(sweep.report().warnings,
              ElementsAre("1gpu, 2gpu *: another run of the sweep had a GPU of it at the same time in round "
                          "2: its values hold for such a load only"));
  for (auto& device : sweep.run("2gpu-r2").start.devices) device += "-of-another-node";
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

const std::string kDisturbedRule =
    "disturbed runs: left out with the whole round where each size keeps 3 other rounds ({}), else their "
    "sizes "
    "are uncertain; 'scalegen sweep DIR --again RUN' measures such a round again, 'scalegen sweep DIR "
    "--rounds N' adds others";

/// Quiet, but for the runs of these names.
MadeUpSweep sweep_disturbed_in(int rounds, const std::vector<std::string>& runs) {
  MadeUpSweep sweep(rounds);
  for (auto& run : sweep.runs) run.files["node.n1.txt"] = node_log(1900, 0);
  for (const auto& run : runs) sweep.run(run).files["node.n1.txt"] = node_log(1380, 620);
  return sweep;
}

/// Why runs of these tables have no value, each once.
std::map<std::string, std::string> left_out_of(const Report& report) {
  std::map<std::string, std::string> runs;
  for (const auto& table : report.tables)
    for (const auto& point : table.points)
      for (const auto& run : point.runs)
        if (run.left_out) runs[run.run] = run.unmeasured;
  return runs;
}

constexpr auto kIsDisturbed = "left out: disturbed";
constexpr auto kIsBesideOne = "left out: another run of its round was disturbed";

TEST(MachineNotes, LeaveOutTheWholeRoundOfADisturbedRun) {
  const auto report = sweep_disturbed_in(4, {"2cpu-r2"}).report();
  EXPECT_THAT(left_out_of(report), ElementsAre(Pair("1cpu-r2", kIsBesideOne), Pair("2cpu-r2", kIsDisturbed),
                                               Pair("4cpu-r2", kIsBesideOne)));
  EXPECT_THAT(report.warnings, IsEmpty());
  EXPECT_TRUE(all_are_measured(report));
  EXPECT_THAT(report::notes_and_method(report),
              testing::Contains(fmt::format(fmt::runtime(kDisturbedRule), "2cpu-r2")));
}

TEST(MachineNotes, LeaveOutNothingWhereTooFewRoundsWouldBeLeft) {
  const auto three = sweep_disturbed_in(3, {"2cpu-r2"}).report();
  EXPECT_THAT(left_out_of(three), IsEmpty());
  EXPECT_THAT(three.warnings,
              ElementsAre("2cpu *: other programs used 31 % of its cores' time in round 2: its "
                          "values hold for such a load only"));
  EXPECT_THAT(report::notes_and_method(three),
              testing::Contains(fmt::format(fmt::runtime(kDisturbedRule), "here none")));
  // Each size alone has four others.
  const auto apart = sweep_disturbed_in(5, {"1cpu-r1", "2cpu-r2", "4cpu-r3"}).report();
  EXPECT_THAT(left_out_of(apart), IsEmpty());
  EXPECT_EQ(apart.warnings.size(), 3U);
}

// A size that was never measured, or failed in one round, hinders none of the others.
TEST(MachineNotes, LeaveOutRoundsWhereASizeHasNoValues) {
  auto sweep = sweep_disturbed_in(4, {"2cpu-r2"});
  for (const auto* run : {"4cpu-r1", "4cpu-r2", "4cpu-r3", "4cpu-r4"})
    sweep.run(run).record.outcome = Failed{.reason = "out of luck"};
  EXPECT_THAT(left_out_of(sweep.report()),
              ElementsAre(Pair("1cpu-r2", kIsBesideOne), Pair("2cpu-r2", kIsDisturbed)));
  sweep.run("1cpu-r1").record.outcome = Failed{.reason = "out of luck"};
  EXPECT_THAT(left_out_of(sweep.report()), IsEmpty()) << "of 1cpu two would be left";
}

// The baseline of both is one: what it loses, the sizes of both ladders lose.
TEST(MachineNotes, LeaveOutTheRoundInBothLadders) {
  for (const auto* const disturbed : {"4cpu-r2", "4cpu-weak-r2", "1cpu-r2"}) {
    MadeUpSweep sweep(4);
    sweep.add_weak_ladder(1.02);
    for (auto& run : sweep.runs) run.files["node.n1.txt"] = node_log(1900, 0);
    sweep.run(disturbed).files["node.n1.txt"] = node_log(1380, 620);
    const auto report = sweep.report();
    const auto runs = left_out_of(report);
    EXPECT_EQ(runs.size(), 5U) << disturbed;
    EXPECT_EQ(runs.at(disturbed), kIsDisturbed);
    EXPECT_THAT(report.warnings, IsEmpty()) << disturbed;
  }
}

/// 0.15 s of core 0, all of it the run's own.
constexpr auto kShortLog =
    "begin 1763719200\nload 0.10 0.20 0.30 1/99 7\ncpu0 0 0 0 0 0 0 0 0 0 0\nscript 5\n"
    "end 1763719200.15\nload 1.50 0.20 0.30 1/99 7\ncpu0 15 0 0 0 0 0 0 0 0 0\nscript 20\n";

MadeUpSweep sweep_of_short_runs(const std::vector<std::string>& rungs) {
  MadeUpSweep sweep(3);
  for (auto& run : sweep.runs)
    run.files["node.n1.txt"] =
        std::ranges::count(rungs, run.record.run.rung.name) > 0 ? kShortLog : node_log(1900, 0);
  return sweep;
}

TEST(MachineNotes, MakeSizesUncertainThatAreTooShortToTell) {
  const auto report = sweep_of_short_runs({"1cpu", "2cpu"}).report();
  EXPECT_THAT(report.warnings,
              ElementsAre("1cpu, 2cpu *: uncertain: in runs below 0.2 s nothing shows whether other programs "
                          "disturbed them; make the runs longer, with more steps or epochs, say"));
  EXPECT_THAT(
      verdict_lines(report),
      testing::Contains("Not known: the efficiency of any rung, since all are compared with 1cpu: it has "
                        "a star: it is too short to tell whether other programs disturbed it."));
  EXPECT_THAT(verdict_lines(sweep_of_short_runs({"4cpu"}).report()),
              testing::Contains(HasSubstr("whether 4cpu meets an efficiency of 70 % (efficiency 79.2 % "
                                          "[78.1, 80.9]): it has a star: it is too short to "
                                          "tell whether other programs disturbed it.")));
  EXPECT_THAT(sweep_of_short_runs({}).report().warnings, IsEmpty());
}

TEST(MachineNotes, AskNotForLongerRunsOnWholeNodesOrWhereNobodyKnowsThePartOfOthers) {
  auto sweep = sweep_of_short_runs({"1cpu", "2cpu", "4cpu"});
  for (auto& run : sweep.runs)
    (run.record.run.rung.ranks_per_node == 4 ? run.record.run.resources.fills_nodes
                                             : run.record.run.resources.whole_nodes) = true;
  EXPECT_THAT(sweep.report().warnings, testing::Contains(HasSubstr("below 0.2 s"))) << "on this machine";
  sweep.head.scheduler = SchedulerKind::slurm;
  EXPECT_THAT(sweep.report().warnings, Not(testing::Contains(HasSubstr("below 0.2 s"))));
  sweep = sweep_of_short_runs({"1cpu", "2cpu", "4cpu"});
  for (auto& run : sweep.runs) {
    auto& log = run.files["node.n1.txt"];
    log.erase(log.find("script 5\n"), 9);
  }
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

TEST(MachineNotes, SayWhereRoundsDifferMoreThanTheirStepsExplain) {
  MadeUpSweep sweep(3);
  for (auto& seconds : sweep.run("2cpu-r2").step_seconds) seconds *= 1.4;
  const auto report = sweep.report();
  EXPECT_THAT(
      report.warnings,
      ElementsAre("2cpu *: its rounds differ by 43 %, of which the steps within them explain 0.27 %: the "
                  "machine changed between them, and the interval holds for such changes only"));
  sweep = MadeUpSweep(3);
  for (auto& run : sweep.runs)
    for (std::size_t i = 20; i < 40; ++i) run.step_seconds[i] *= i % 10 < 5 ? 1 : 2;
  for (std::size_t i = 20; i < 40; ++i) sweep.run("2cpu-r2").step_seconds[i] *= 1.12;
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

}  // namespace
}  // namespace scalegen::report
