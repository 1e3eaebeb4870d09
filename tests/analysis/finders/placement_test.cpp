// Reports about the placement of runs.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "core/json.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/analysis/report/golden_formats.hpp"

namespace scalegen::report {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> of_placement(const std::vector<std::string>& notes) {
  std::vector<std::string> found;
  for (const auto& note : notes)
    for (const auto* word : {"placement", "nodes", "NCCL", "clocks"})
      if (note.find(word) != std::string::npos) {
        found.push_back(note);
        break;
      }
  return found;
}

/// One round of 1gpu on n1, 2gpu on n1 and 2x2gpu on n1 and n2.
MadeUpSweep gpu_sweep() {
  MadeUpSweep sweep(1);
  sweep.runs.clear();
  sweep.head.baseline = "1gpu";
  sweep.add_run({.name = "1gpu", .device = DeviceKind::gpu}, 1, 0.08);
  sweep.add_run({.name = "2gpu", .device = DeviceKind::gpu, .ranks_per_node = 2}, 1, 0.04);
  sweep.add_run({.name = "2x2gpu", .device = DeviceKind::gpu, .nodes = 2, .ranks_per_node = 2}, 1, 0.021);
  return sweep;
}

std::string log_line(const std::string& way) {
  return "n1:4711:4742 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via " + way + "\n";
}

TEST(PlacementReport, NamesNodesAndTransports) {
  auto sweep = gpu_sweep();
  sweep.run("2x2gpu-r1").files["nccl.n1.4711.log"] = log_line("NET/IB/0/GDRDMA") + log_line("P2P/CUMEM");
  EXPECT_THAT(
      of_placement(report::notes_and_method(sweep.report())),
      ElementsAre("placement: as asked in all 3 runs; nodes n1, n2; NCCL over NET/IB/GDRDMA and P2P"));
  sweep.run("2gpu-r1").files["nccl.n1.4712.log"] = log_line("P2P/CUMEM");
  EXPECT_THAT(
      of_placement(report::notes_and_method(sweep.report())),
      ElementsAre("placement: as asked in all 3 runs; nodes n1, n2; NCCL over NET/IB/GDRDMA and P2P in "
                  "2x2gpu; P2P in 2gpu"));
}

TEST(PlacementReport, MarksARungThatWasPlacedOtherwise) {
  auto sweep = gpu_sweep();
  for (auto& task : sweep.run("2x2gpu-r1").tasks) task.host = "n1";
  for (int core = 0; auto& task : sweep.run("2x2gpu-r1").tasks) task.core_list = std::to_string(core++);
  const auto report = sweep.report();
  EXPECT_THAT(of_placement(report::notes_and_method(report)),
              ElementsAre("placement: as asked in 2 of 3 runs; node n1"));
  expect_golden_formats("misplaced", report);
}

TEST(PlacementReport, MarksTheBaselineTooAndNamesTheRounds) {
  MadeUpSweep sweep(3);
  sweep.run("1cpu-r2").record.run.resources.cpus_per_task = 2;
  sweep.run("1cpu-r3").record.run.resources.cpus_per_task = 2;
  const auto report = sweep.report();
  EXPECT_THAT(report.warnings,
              ElementsAre("1cpu *: not placed as asked: rounds 2 and 3: rank 0 on n1 had 1 core, "
                          "asked for 2"));
  EXPECT_THAT(render_terminal(report), HasSubstr("  1 (baseline) *  "));
}

TEST(PlacementReport, IsNotCheckedWhereOlderRunsDidNotRecordIt) {
  MadeUpSweep sweep(1);
  for (auto& run : sweep.runs) run.tasks.clear();
  const auto report = sweep.report();
  EXPECT_THAT(of_placement(report::notes_and_method(report)),
              ElementsAre("not checked: placement (not reported by all runs)"));
  EXPECT_THAT(report.warnings, IsEmpty());
  EXPECT_THAT(render_csv(report), HasSubstr(",not recorded,,\n"));
  EXPECT_THAT(render_json(report), Not(HasSubstr("\"placement\"")));
}

TEST(PlacementReport, SaysHowManyRunsRecordedIt) {
  MadeUpSweep sweep(2);
  sweep.run("1cpu-r1").tasks.clear();
  EXPECT_THAT(of_placement(report::notes_and_method(sweep.report())),
              ElementsAre("placement: as asked in 5 of 5 runs, not recorded in 1; node n1",
                          "not checked: placement (not reported by all runs)"));
}

/// Two rounds of a command that is started once, of which only the first node records where it is.
MadeUpSweep command_sweep() {
  MadeUpSweep sweep(1);
  sweep.runs.clear();
  for (int round = 1; round <= 2; ++round) {
    sweep.add_run({.name = "1cpu"}, round, 0.5);
    sweep.add_run({.name = "2x1cpu", .nodes = 2}, round, 0.26);
  }
  sweep.use_own_program();
  sweep.head.rounds = 2;
  sweep.head.start = Start::once;
  sweep.head.workload = "srun ./train";
  for (auto& made : sweep.runs) made.tasks = {{.host = "n1", .core_list = "0"}};
  return sweep;
}

TEST(PlacementReport, ClaimsNothingOfNodesThatACommandDidNotSeeAndMarksItsOwn) {
  auto sweep = command_sweep();
  const auto report = sweep.report();
  expect_golden_formats("partly_seen", report);
  expect_golden_json("partly_seen", report);
  sweep.run("2x1cpu-r2").record.run.resources.cpus_per_task = 2;
  EXPECT_THAT(sweep.report().warnings,
              ElementsAre("2x1cpu *: not placed as asked: round 2: command on n1 had 1 core, asked for 2"));
}

TEST(PlacementReport, TakesUnseenNodesForNoDifferenceBetweenRungs) {
  auto sweep = command_sweep();
  sweep.run("1cpu-r2").tasks[0].host = "n2";
  EXPECT_THAT(
      of_placement(report::notes_and_method(sweep.report())),
      ElementsAre("placement: as asked in 2 of 4 runs, not seen beyond the command's node in 2 (2x1cpu); "
                  "nodes n1, n2"));
}

TEST(PlacementReport, SaysWhereRungsRanOnDifferentNodes) {
  auto sweep = gpu_sweep();
  sweep.run("1gpu-r1").tasks[0].host = "n7";
  EXPECT_THAT(
      of_placement(report::notes_and_method(sweep.report())),
      ElementsAre("not all runs were on the same nodes, so differences between nodes appear as scaling: "
                  "node n1 for 2gpu; node n7 for 1gpu; nodes n1, n2 for 2x2gpu",
                  "placement: as asked in all 3 runs; nodes n1, n2, n7"));
}

TEST(PlacementReport, NamesTheFirstOfManyRungsAndNodes) {
  MadeUpSweep sweep(1);
  sweep.runs.clear();
  sweep.head.baseline = "c10";
  for (int i = 10; i < 22; ++i) {
    const auto number = std::to_string(i);
    sweep.add_run({.name = "c" + number}, 1, 0.08);
    sweep.run("c" + number + "-r1").tasks[0].host = i < 19 ? "n1" : "n" + number;
  }
  EXPECT_THAT(
      of_placement(report::notes_and_method(sweep.report())),
      ElementsAre("not all runs were on the same nodes, so differences between nodes appear as scaling: "
                  "node n1 for c10, c11, c12, c13, c14, c15, c16, c17 and 1 more; node n19 for c19; "
                  "node n20 for c20; node n21 for c21",
                  "placement: as asked in all 12 runs; nodes n1, n19, n20, n21"));
}

TEST(PlacementReport, WarnsOfTwoNetworks) {
  auto sweep = gpu_sweep();
  sweep.add_run({.name = "4x2gpu", .device = DeviceKind::gpu, .nodes = 4, .ranks_per_node = 2}, 1, 0.011);
  sweep.run("2x2gpu-r1").files["nccl.n1.4711.log"] = log_line("NET/IB/0/GDRDMA") + log_line("P2P/CUMEM");
  sweep.run("4x2gpu-r1").files["nccl.n1.4711.log"] = log_line("NET/Socket/0") + log_line("P2P/CUMEM");
  EXPECT_THAT(
      sweep.report().warnings,
      Contains("NCCL did not use the same network in all runs: NET/IB/GDRDMA in 2x2gpu; NET/Socket in "
               "4x2gpu"));
}

TEST(PlacementReport, SaysWhereGpusClockedDifferentlyAndStarsARungThatDidUnlikeTheBaseline) {
  auto sweep = gpu_sweep();
  const auto set_clocks = [&](const std::string& run, const std::vector<int>& mhz) {
    auto& text = sweep.run(run).monitor = "timestamp, index, clocks.current.sm [MHz]\n";
    for (std::size_t gpu = 0; gpu < mhz.size(); ++gpu)
      text += fmt::format("2025/11/21 10:00:01.500, {}, {} MHz\n", gpu, mhz[gpu]);
  };
  set_clocks("1gpu-r1", {1980});
  set_clocks("2gpu-r1", {1980, 1890});
  EXPECT_THAT(of_placement(report::notes_and_method(sweep.report())),
              ElementsAre("placement: as asked in all 3 runs; nodes n1, n2"));
  set_clocks("2gpu-r1", {1980, 1410});
  EXPECT_THAT(
      of_placement(report::notes_and_method(sweep.report())),
      Contains("GPUs ran at different clocks, which appears as scaling: 1410 MHz on n1:1 in round 1 of 2gpu, "
               "1980 MHz on n1:0 in round 1 of 2gpu"));
  set_clocks("2gpu-r1", {1890, 1890});
  EXPECT_THAT(sweep.report().warnings, Not(Contains(HasSubstr("GPU clock"))));
  set_clocks("2gpu-r1", {1410, 1410});
  EXPECT_THAT(sweep.report().warnings,
              Contains("2gpu *: GPU clock is 1410 MHz here and 1980 MHz in the baseline"));
}

TEST(PlacementReport, IsWholeInJson) {
  auto sweep = gpu_sweep();
  auto& run = sweep.run("2gpu-r1");
  for (auto& task : run.tasks) task.visible_gpus = "0,1";
  run.files["environment.json"] =
      R"({"gpus": [{"host": "n1", "index": "0", "uuid": "GPU-a", "driver": "535.1", "name": "V100"}]})";
  run.files["nccl.n1.4711.log"] = log_line("SHM/direct/direct");
  const auto json = parse_json(render_json(sweep.report())).value();
  EXPECT_EQ(json["tables"][0]["points"][1]["runs"][0]["placement"].dump(),
            R"({"as_asked":false,"differences":["n1 has 1 GPU, for 2 ranks"],"nodes":["n1"],"tasks":[)"
            R"({"host":"n1","rank":0,"cores":"0","visible_gpus":"0,1"},)"
            R"({"host":"n1","rank":1,"cores":"1","visible_gpus":"0,1"}],)"
            R"("gpus":[{"host":"n1","index":"0","uuid":"GPU-a","driver":"535.1","name":"V100"}],)"
            R"("nccl_transports":["SHM"]})");
}

}  // namespace
}  // namespace scalegen::report
