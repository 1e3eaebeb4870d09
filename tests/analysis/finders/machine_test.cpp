// Reports about a machine that did other things as well.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <chrono>

#include "analysis/report/formats.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"

namespace scalegen::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

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

TEST(MachineNotes, NameTheShareOfOthersBesideTheInterval) {
  auto sweep = sweep_with_load(1900, 0);
  sweep.run("1cpu-r2").files["node.n1.txt"] = node_log(1380, 620);
  const auto report = sweep.report();
  EXPECT_THAT(report.warnings, ElementsAre("1cpu *: other programs used 31 % of its cores' time in round 2: "
                                           "its values hold for such a load only"));
  EXPECT_THAT(render_terminal(report), HasSubstr("  1 (baseline) *  "));
  EXPECT_THAT(render_json(report), HasSubstr("\"disturbed\": true"));
  EXPECT_THAT(render_json(report), HasSubstr("\"others\": 0.31,"));
  EXPECT_THAT(render_json(report), HasSubstr("\"load_after\": 1.5"));
}

TEST(MachineNotes, StarTheRatiosToADisturbedBaseline) {
  auto sweep = sweep_with_load(1900, 0);
  sweep.run("1cpu-r2").files["node.n1.txt"] = node_log(1380, 620);
  const auto report = sweep.report();
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

TEST(MachineNotes, LeaveOutDisturbedRunsWhereThreeUndisturbedAreLeft) {
  const std::string kRule =
      "; 'scalegen sweep DIR --again RUN' measures such a round again, more 'repeats:' leave it out";
  for (const int rounds : {3, 4}) {
    MadeUpSweep sweep(rounds);
    for (auto& run : sweep.runs) run.files["node.n1.txt"] = node_log(1900, 0);
    sweep.run("2cpu-r2").files["node.n1.txt"] = node_log(1380, 620);
    const auto report = sweep.report();
    const auto& run = report.tables.front().points[1].runs[1];
    EXPECT_EQ(run.value.has_value(), rounds == 3);
    EXPECT_EQ(run.left_out.has_value(), rounds == 4);
    EXPECT_EQ(run.unmeasured, rounds == 3 ? "" : "left out: disturbed");
    EXPECT_EQ(report.warnings.empty(), rounds == 4);
    EXPECT_TRUE(all_are_measured(report));
    EXPECT_THAT(
        report::notes_and_method(report),
        testing::Contains("disturbed runs: left out where 3 undisturbed rounds of their rung are left (" +
                          std::string(rounds == 3 ? "here none" : "2cpu-r2") + "), else a star" + kRule));
  }
}

TEST(MachineNotes, NameRungsThatAreTooShortToTell) {
  auto sweep = sweep_with_load(1380, 620);
  for (auto& run : sweep.runs)
    if (run.record.run.rung.name != "4cpu")
      run.files["node.n1.txt"].replace(run.files["node.n1.txt"].find("end 1763719220"), 14, "end 1763719201");
  EXPECT_THAT(
      report::notes_and_method(sweep.report()),
      testing::Contains("too short to tell whether others disturbed them: runs below 2 s of 1cpu, 2cpu"));
  EXPECT_THAT(report::notes_and_method(sweep_with_load(1900, 0).report()),
              Not(testing::Contains(HasSubstr("too short"))));
}

TEST(MachineNotes, SayWhereRoundsDifferMoreThanTheirStepsExplain) {
  MadeUpSweep sweep(3);
  for (auto& seconds : sweep.run("2cpu-r2").step_seconds) seconds *= 1.4;
  const auto report = sweep.report();
  EXPECT_THAT(
      report.warnings,
      ElementsAre("2cpu *: its rounds differ by 43 %, of which the steps within them explain 0.27 %: the "
                  "machine changed between them, and the interval holds for such changes only"));
}

TEST(MachineNotes, FindNothingInRoundsWhoseStepsScatterAsMuch) {
  MadeUpSweep sweep(3);
  for (auto& run : sweep.runs)
    for (std::size_t i = 20; i < 40; ++i) run.step_seconds[i] *= i % 10 < 5 ? 1 : 2;
  for (std::size_t i = 20; i < 40; ++i) sweep.run("2cpu-r2").step_seconds[i] *= 1.12;
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

}  // namespace
}  // namespace scalegen::report
