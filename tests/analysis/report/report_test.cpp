// Whole reports of made-up run directories, in every format.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <algorithm>

#include "analysis/analyse.hpp"
#include "core/json.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/report/golden_formats.hpp"
#include "tests/set_setting.hpp"

namespace scalegen::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(GoldenReport, OfThreeRounds) { expect_golden_formats("three_rounds", MadeUpSweep(3).report()); }

TEST(GoldenReport, OfOneRoundHasNoIntervals) { expect_golden_formats("one_round", MadeUpSweep(1).report()); }

TEST(GoldenReport, OfSevenRoundsStatesTheCoverageOfRanks) {
  expect_golden("report/seven_rounds.txt", render_terminal(MadeUpSweep(7).report()));
}

TEST(GoldenReport, OfManyRoundsGivesTheirRange) {
  expect_golden("report/thirteen_rounds.txt", render_terminal(MadeUpSweep(13).report()));
}

TEST(GoldenReport, OfARunningSweepSaysWhatBecameOfEachRun) {
  MadeUpSweep sweep(3);
  for (auto& run : sweep.runs)
    if (run.record.run.rung.name == "4cpu") run.record.outcome = Failed{7, "out of file descriptors"};
  sweep.run("2cpu-r2").record.outcome.reset();
  sweep.run("2cpu-r3").record.outcome.reset();
  sweep.run("2cpu-r3").record.attempt.clear();
  expect_golden_formats("running", sweep.report());
}

TEST(GoldenReport, OfWeakScalingJudgesSamplesPerSecond) {
  MadeUpSweep sweep(3);
  sweep.head.scalings = {Scaling::weak};
  for (auto& run : sweep.runs) {
    const auto ranks = *run.start.world_size;
    run.start.per_rank_batch = 128;
    run.start.global_batch = 128 * ranks;
    for (auto& seconds : run.step_seconds) seconds *= static_cast<double>(ranks) / 4;
  }
  expect_golden("report/weak.txt", render_terminal(sweep.report()));
}

TEST(GoldenReport, OfThroughputHasNoEfficiency) {
  MadeUpSweep sweep(3);
  sweep.head.scalings = {Scaling::throughput};
  expect_golden("report/throughput.txt", render_terminal(sweep.report()));
}

TEST(GoldenReport, OfTwoPrecisionsGivesEachItsOwnBaseline) {
  MadeUpSweep sweep(2);
  auto runs = sweep.runs;
  sweep.head.axes = {"precision"};
  for (auto& run : sweep.runs) set(run.record.run.settings, "precision", "fp32");
  for (auto& run : runs) {
    set(run.record.run.settings, "precision", "bf16");
    run.record.run.id += "-bf16";
    run.start.precision = "bf16";
    for (auto& seconds : run.step_seconds) seconds *= 0.6;
    sweep.runs.push_back(run);
  }
  expect_golden_formats("precisions", sweep.report());
}

TEST(GoldenReport, OfGpusShowsWhatTheMonitorSaw) {
  MadeUpSweep sweep(2);
  for (int round = 1; round <= 2; ++round) {
    sweep.add_run({.name = "1gpu", .device = DeviceKind::gpu}, round, 0.02);
    sweep.runs.back().monitor =
        "timestamp, index, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
        "2025/11/21 10:00:00.000, 0, GPU-a, 0 %, 10 MiB, 60.00 W\n"
        "2025/11/21 10:00:00.500, 0, GPU-a, 90 %, 1500 MiB, 400.00 W\n"
        "2025/11/21 10:00:00.700, 0, GPU-a, 94 %, 1600 MiB, [N/A]\n";
  }
  expect_golden_formats("gpus", sweep.report());
}

TEST(GoldenReport, OfNoisyRunsSaysWhatCannotBeTold) {
  MadeUpSweep sweep(3);
  int run_number = 0;
  for (auto& run : sweep.runs) {
    const double share = *run.start.world_size == 2 ? 1.01 : *run.start.world_size == 4 ? 1.7 : 1;
    const double noise = 1 + 0.04 * ((++run_number * 5) % 7);
    for (auto& seconds : run.step_seconds) seconds *= share * noise;
  }
  expect_golden_formats("noisy", sweep.report());
}

TEST(GoldenReport, OfOneNoisyRungKeepsItsNoiseFromTheOthers) {
  MadeUpSweep sweep(4);
  for (auto& run : sweep.runs)
    if (run.record.run.rung.name == "4cpu" && run.record.run.round % 2 == 0)
      for (auto& seconds : run.step_seconds) seconds *= 1.4;
  expect_golden("report/one_noisy_rung.txt", render_terminal(sweep.report()));
}

TEST(Report, RefusesAFigureAcrossPrecisionsAndNamesTheKey) {
  MadeUpSweep sweep(3);
  sweep.run("2cpu-r2").start.precision = "bf16";
  const auto text = render_terminal(sweep.report());
  EXPECT_THAT(text,
              HasSubstr("warning: 2cpu: no speedup: not comparable with the baseline: precision is bf16 here "
                        "and fp32 in the baseline\n"));
  EXPECT_THAT(text, Not(HasSubstr("1.8")));
}

TEST(Report, StarsAFigureAcrossVersionsOfTorch) {
  MadeUpSweep sweep(3);
  sweep.run("4cpu-r1").start.torch = "2.11.0";
  const auto text = render_terminal(sweep.report());
  EXPECT_THAT(text, HasSubstr("] *  "));
  EXPECT_THAT(text, HasSubstr("warning: 4cpu *: torch is 2.11.0 here and 1.13.1 in the baseline\n"));
}

TEST(Report, RefusesAllFiguresWhereTheBaselinesOwnRunsDiffer) {
  MadeUpSweep sweep(3);
  sweep.run("1cpu-r3").start.global_batch = 256;
  const auto report = sweep.report();
  for (const auto& point : report.tables.front().points) EXPECT_FALSE(point.speedup) << point.rung;
}

TEST(Report, GivesNoFigureWhereTheWorldSizeIsNotTheOneAskedFor) {
  MadeUpSweep sweep(1);
  sweep.run("4cpu-r1").start.world_size = 1;
  EXPECT_THAT(render_terminal(sweep.report()), HasSubstr("ran with world size 1, but 4 was asked for"));
}

TEST(Report, GivesNoFigureForAGpuRungThatRanOnACpu) {
  MadeUpSweep sweep(1);
  sweep.add_run({.name = "1gpu", .device = DeviceKind::gpu}, 1, 0.02);
  sweep.runs.back().start.device = "cpu";
  EXPECT_THAT(render_terminal(sweep.report()), HasSubstr("ran on cpu, but gpu was asked for"));
}

// A referee has nothing but the JSON, and three lines of arithmetic.
TEST(Report, CanBeRecomputedFromItsJsonAlone) {
  const auto json = parse_json(render_json(MadeUpSweep(3).report())).value();
  const auto& points = json["tables"][0]["points"];
  const auto rate = [&](std::size_t k, std::size_t round) {
    const auto& window = points[k]["runs"][round]["window"];
    return window["samples"].get<double>() / window["seconds"].get<double>();
  };
  for (std::size_t k = 1; k < points.size(); ++k) {
    std::vector<double> rates{rate(k, 0), rate(k, 1), rate(k, 2)};
    std::vector<double> ratios;
    for (std::size_t round = 0; round < 3; ++round) ratios.push_back(rate(k, round) / rate(0, round));
    std::sort(rates.begin(), rates.end());
    std::sort(ratios.begin(), ratios.end());
    EXPECT_DOUBLE_EQ(points[k]["typical"]["centre"], rates[1]);
    EXPECT_NEAR(points[k]["speedup"]["centre"], ratios[1], 1e-12);
    EXPECT_NEAR(points[k]["efficiency"]["centre"], ratios[1] / points[k]["ranks"].get<double>(), 1e-12);
  }
}

TEST(Report, SuspectsABaselineThatMakesOthersLookTooGood) {
  MadeUpSweep sweep(3);
  for (auto& run : sweep.runs)
    if (run.record.run.rung.name == "1cpu")
      for (auto& seconds : run.step_seconds) seconds *= 1.5;
  EXPECT_THAT(
      render_terminal(sweep.report()),
      HasSubstr("warning: 2cpu: an efficiency of 138 % is above 105 %: the baseline may not be comparable; "
                "no differing key found\n"));
}

TEST(Report, SaysOnceThatTheBaselineWasNotMeasured) {
  MadeUpSweep sweep(3);
  for (auto& run : sweep.runs)
    if (run.record.run.rung.name == "1cpu") run.record.outcome = OutOfMemory{};
  const auto report = sweep.report();
  EXPECT_THAT(report.warnings, testing::ElementsAre("no speedups: the baseline 1cpu was not measured"));
}

TEST(Report, ReadsWhyACompletedRunGivesNoFigure) {
  MadeUpSweep sweep(1);
  sweep.run("1cpu-r1").metrics = "{\"event\":\"end\",\"steps\":40}\n";
  sweep.run("2cpu-r1").metrics = "{\"event\":\"start\"}\nloss: NaN\n{\"event\":\"end\"}\n";
  sweep.run("4cpu-r1").metrics = "{\"event\":\"step\",\"step\":1,\"seconds\":0.5}\n";
  const auto points = sweep.report().tables.front().points;
  EXPECT_EQ(points[0].runs[0].unmeasured, "no step lines");
  EXPECT_EQ(points[1].runs[0].unmeasured, "line 2 of metrics.jsonl: this line is not a JSON object");
  EXPECT_EQ(points[2].runs[0].unmeasured, "step 1 has no 'samples'");
}

TEST(Report, LeavesOutGpusThatAreNotTheRuns) {
  MadeUpSweep sweep(1);
  sweep.add_run({.name = "1gpu", .device = DeviceKind::gpu}, 1, 0.02);
  sweep.runs.back().monitor =
      "timestamp, index, utilization.gpu [%]\n"
      "2025/11/21 10:00:00.500, 0, 90 %\n"
      "2025/11/21 10:00:00.500, 1, 10 %\n";
  const auto text = render_terminal(sweep.report());
  EXPECT_THAT(
      text,
      HasSubstr("warning: 1gpu: GPU columns leave out round 1: the monitor saw 2 GPUs, but the run has 1\n"));
  EXPECT_THAT(text, Not(HasSubstr("GPU %")));
}

TEST(Report, SaysOnceWhichMonitorsFilesAreNotRead) {
  MadeUpSweep sweep(1);
  const std::string header = "timestamp, index, utilization.gpu [%]\n";
  const std::string failed =
      "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n";
  const auto add = [&](int round, std::string monitor) {
    sweep.add_run({.name = "1gpu", .device = DeviceKind::gpu}, round, 0.02);
    sweep.runs.back().monitor = std::move(monitor);
  };
  add(1, failed);
  add(2, failed);
  add(3, failed);
  add(4, header + "2025/11/21 10:00:00.500, 0, 90 %\n2025/11/21 10:00:00.600, 0, -50 %\n");
  add(5, header + "2025/11/21 11:00:00.500, 0, 90 %\n");
  EXPECT_THAT(
      sweep.report().warnings,
      testing::IsSupersetOf(
          {"GPU columns do without runs/1gpu-r1/1/gpu.n1.csv and 2 other files: its first line is no header "
           "of "
           "nvidia-smi: 'NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.'",
           "GPU columns do without some lines of runs/1gpu-r4/1/gpu.n1.csv: they are cut off, name no GPU, "
           "or have a "
           "value that no GPU has: the first of 1 is line 3",
           "GPU columns do without runs/1gpu-r5/1/gpu.n1.csv: it has no sample of the measured time"}));
}

TEST(Report, MarksARungWhoseScriptSomebodyEdited) {
  MadeUpSweep sweep(3);
  sweep.run("2cpu-r1").files["edited.sbatch"] = "#!/bin/bash\n";
  sweep.run("2cpu-r3").files["edited.sbatch"] = "#!/bin/bash\n";
  const auto report = sweep.report();
  EXPECT_THAT(
      report.warnings,
      testing::ElementsAre("2cpu *: its script was edited by hand in rounds 1 and 3; the script that ran is "
                           "runs/2cpu-r1/1/edited.sbatch"));
  EXPECT_THAT(render_markdown(report), HasSubstr("1.84x [1.80, 1.90] \\* | 92.0 % [90.0, 95.0] \\* |"));
  EXPECT_THAT(render_json(report), HasSubstr("\"script_edited\": true"));
}

// Rounds 4 to 6 were twice as slow: 4cpu compares with the baseline of its own rounds. The figures are those
// of the two-way model by hand: a residual with 4 degrees of freedom, and t of them.
TEST(TableReport, ComparesWhatWasAddedLaterWithinItsOwnRounds) {
  const auto report = report_of_table("t.csv",
                                      "rung,seconds,round\n1cpu,100,1\n1cpu,102,2\n1cpu,101,3\n"
                                      "2cpu,50,1\n2cpu,51,2\n2cpu,50.6,3\n"
                                      "1cpu,200,4\n1cpu,204,5\n1cpu,202,6\n"
                                      "4cpu,50,4\n4cpu,51.2,5\n4cpu,50.4,6\n")
                          .value();
  const auto& points = report.tables.front().points;
  EXPECT_EQ(report.tables.front().noise->df, 4);
  EXPECT_NEAR(report.tables.front().noise->sd, 0.0016051735, 1e-9);
  EXPECT_NEAR(points[1].speedup->centre, 2, 1e-9);
  EXPECT_NEAR(points[1].speedup->interval->low, 1.9914219, 1e-6);
  EXPECT_NEAR(points[1].speedup->interval->high, 2.0059678, 1e-6);
  EXPECT_NEAR(points[2].speedup->centre, 4, 1e-9);
  EXPECT_NEAR(points[2].speedup->interval->low, 3.9772569, 1e-6);
  EXPECT_NEAR(points[2].speedup->interval->high, 4.0176957, 1e-6);
  // No round has both 2cpu and 4cpu: nothing is claimed of the two.
  ASSERT_EQ(points[2].claims.size(), 1U);
  EXPECT_EQ(points[2].claims.front().against, "ideal");
}

TEST(Report, SaysWhatWasAddedLaterAndWhatIsLeftOut) {
  MadeUpSweep sweep(2);
  std::erase_if(sweep.runs, [](const MadeUpRun& run) { return run.record.run.rung.name == "4cpu"; });
  for (int round = 3; round <= 5; ++round) {
    sweep.add_run({.name = "1cpu"}, round, 0.8);
    sweep.add_run({.name = "4cpu", .ranks_per_node = 4}, round, 0.2);
  }
  sweep.head.rounds = 5;
  sweep.head.later_rounds = {3, 4, 5};
  sweep.head.left_out = {"8cpu", "16cpu"};
  const auto report = sweep.report();
  EXPECT_THAT(report.head.title,
              testing::EndsWith(" · 2 rounds and 3 later of some rungs, order shuffled (seed 7)"));
  EXPECT_THAT(report.notes,
              testing::IsSupersetOf(
                  {"4cpu was added later: measured in rounds 3 to 5, beside the baseline only",
                   "left out: 8cpu, 16cpu, which the sweep file no longer has; the runs are kept in the "
                   "directory"}));
  EXPECT_TRUE(all_are_measured(report));
}

TEST(Report, OfNoRunsIsAnError) {
  const auto report = report_of_runs({}, {}, {"mnist-local"});
  ASSERT_FALSE(report);
  EXPECT_EQ(render(report.error()),
            "error: 'mnist-local' holds no runs\n      = hint: name the folder of a sweep\n");
}

// As a tutorial of the Cyclone cluster publishes them.
constexpr auto kCyclone = "rung,seconds\ncpu,192.25\n1gpu,73.48\n2gpu,42.06\n2x2gpu,25.61\n";

TEST(GoldenReport, OfCyclonesPublishedTimes) {
  const auto report = report_of_table("cyclone.csv", kCyclone).value();
  expect_golden_formats("cyclone", report);
}

TEST(TableReport, GivesTheSameSpeedupsForRatesAsForTimes) {
  const auto times =
      report_of_table("t.csv", "1gpu,100\n1gpu,104\n1gpu,99\n2gpu,55\n2gpu,54\n2gpu,57\n").value();
  std::string rates = "rung,images_per_s\n";
  for (const auto& [rung, seconds] : {std::pair("1gpu", 100), std::pair("1gpu", 104), std::pair("1gpu", 99),
                                      std::pair("2gpu", 55), std::pair("2gpu", 54), std::pair("2gpu", 57)})
    rates += fmt::format("{},{}\n", rung, 6e4 / seconds);
  const auto by_rates = report_of_table("r.csv", rates).value();
  EXPECT_EQ(by_rates.head.title, "r.csv · imported images/s · 3 rounds");
  const auto& expected = *times.tables[0].points[1].speedup;
  const auto& actual = *by_rates.tables[0].points[1].speedup;
  EXPECT_NEAR(actual.centre, expected.centre, 1e-12);
  EXPECT_NEAR(actual.interval->low, expected.interval->low, 1e-12);
  EXPECT_NEAR(actual.interval->high, expected.interval->high, 1e-12);
  EXPECT_NEAR(by_rates.tables[0].points[1].typical->centre, 6e4 / times.tables[0].points[1].typical->centre,
              1e-9);
}

TEST(TableReport, AsksAboutColumnsThatSplitItsRungs) {
  const std::string header = "gpus,batch,model,time\n";
  const auto report =
      report_of_table("t.csv", header + "1,256,vit,100\n1,512,vit,90\n2,256,vit,60\n2,512,vit,48\n");
  EXPECT_THAT(report->warnings,
              testing::ElementsAre(
                  "rows of one rung count as its rounds, and they differ in column 'batch' (256, 512): "
                  "if these are different settings, make a table of each, with its rows alone; if they are "
                  "parts of one run, give one row a run"));
  EXPECT_THAT(report->notes, testing::Contains("columns not read: 'batch'"));
  EXPECT_THAT(report_of_table("t.csv", header + "1,256,vit,100\n2,512,vit,48\n")->warnings,
              testing::IsEmpty());
}

TEST(TableReport, KeepsARungWhoseNameSaysNothing) {
  const auto report = report_of_table("t.csv", "1gpu,100\nmy laptop,400\n").value();
  EXPECT_THAT(render_terminal(report),
              HasSubstr("my laptop  -      -      400      0.25x (4.00x slower)  -\n"));
}

TEST(TableReport, TakesTheBaselineThatWasAskedFor) {
  const auto report = report_of_table("t.csv", kCyclone, {.baseline = "cpu"}).value();
  EXPECT_EQ(report.head.baseline, (Baseline{"cpu", "as asked for"}));
  EXPECT_DOUBLE_EQ(report.tables[0].points[1].speedup->centre, 192.25 / 73.48);
}

TEST(TableReport, SaysWhichRungsAnUnknownBaselineMayHaveMeant) {
  const auto report = report_of_table("t.csv", kCyclone, {.baseline = "1gpus"});
  ASSERT_FALSE(report);
  EXPECT_EQ(render(report.error()),
            "error: the baseline '1gpus' is not a rung of this table\n      = hint: did you mean '1gpu'?\n");
}

TEST(TableReport, LeavesRungsWithoutACommonRoundUndivided) {
  const auto report = report_of_table("t.csv", "rung,seconds,round\n1gpu,100,1\n2gpu,50,2\n").value();
  EXPECT_THAT(report.warnings,
              testing::ElementsAre("2gpu: no speedup: no round has both the rung and the baseline"));
}

TEST(TableReport, AsksWhetherATableIsStrongThatLooksOtherwise) {
  const auto warnings = [](const std::string& text) {
    return report_of_table("t.csv", text).value().warnings;
  };
  EXPECT_THAT(warnings("1gpu,100\n2gpu,101\n4gpu,104\n"),
              testing::ElementsAre(
                  "no larger rung is faster: are these times of weak scaling, in which each rank has "
                  "the same work? Then add --scaling weak"));
  EXPECT_THAT(
      warnings("gpus,images/s\n1,100\n2,99\n4,97\n"),
      testing::ElementsAre("no larger rung has more images/s: is this the rate of one rank? Then name its "
                           "column images/s/rank"));
  EXPECT_THAT(warnings("gpus,images/s/rank\n1,100\n2,99\n4,97\n"), testing::IsEmpty());
  EXPECT_THAT(warnings("1gpu,100\n2gpu,90\n4gpu,110\n"), testing::IsEmpty());
  EXPECT_THAT(warnings("cpu,100\n1gpu,200\n"), testing::IsEmpty()) << "other devices";
}

TEST(TableReport, TakesANodeAsTheUnitWhereRungsSayNodesAlone) {
  const std::string times = "rung,seconds\n16 nodes,9\n2nodes,52\n1node,100\n";
  const auto strong = report_of_table("t.csv", times).value();
  EXPECT_EQ(strong.head.baseline, (Baseline{"1node", "the smallest rung"}));
  EXPECT_NEAR(strong.tables[0].points[1].efficiency->centre, 100 / 52.0 / 2, 1e-9);
  EXPECT_NEAR(strong.tables[0].points[0].efficiency->centre, 100 / 9.0 / 16, 1e-9);
  const auto weak = report_of_table("t.csv", "1node,100\n2nodes,104\n", {.scaling = Scaling::weak}).value();
  EXPECT_NEAR(weak.tables[0].points[1].efficiency->centre, 100 / 104.0, 1e-9);
}

TEST(GoldenReport, OfABaselineOfAWholeNodeSaysItsRanks) {
  MadeUpSweep sweep(3);
  for (auto& run : sweep.runs)
    if (run.record.run.rung.name == "4cpu") run.record.run.rung.name = "1node";
  sweep.head.baseline = "1node";
  sweep.head.baseline_reason = "the sweep file says so";
  EXPECT_THAT(sweep.report().notes, testing::Contains("baseline: 1node (4 ranks), the sweep file says so"));
}

TEST(TableReport, ScalesAsItIsTold) {
  const std::string times = "1gpu,100\n2gpu,101\n4gpu,125\n";
  const auto weak = report_of_table("t.csv", times, {.scaling = Scaling::weak}).value();
  EXPECT_EQ(weak.head.title, "t.csv · imported times · weak scaling · 1 round");
  EXPECT_THAT(weak.warnings, testing::IsEmpty());
  EXPECT_NEAR(weak.tables[0].points[2].speedup->centre, 3.2, 1e-9);
  EXPECT_NEAR(weak.tables[0].points[2].efficiency->centre, 0.8, 1e-9);
  EXPECT_THAT(report_of_table("t.csv", times, {.scaling = Scaling::strong}).value().warnings,
              testing::IsEmpty());
  EXPECT_EQ(render(report_of_table("t.csv", times, {.scaling = Scaling::throughput}).error()),
            "error: a time is no throughput: rungs that do different work compare by a rate\n"
            "      = hint: give a table with a rate, such as images_per_s, or leave out --scaling\n");
  EXPECT_EQ(render(report_of_table("t.csv", "laptop,5\n1gpu,4\n", {.scaling = Scaling::weak}).error()),
            "error: weak scaling needs the ranks of each rung, and 'laptop' does not say them\n"
            "      = hint: write the rung as 4gpu, 2x4gpu or 8ranks\n");
  const auto rates =
      report_of_table("t.csv", "gpus,images/s\n1,100\n2,190\n", {.scaling = Scaling::throughput}).value();
  EXPECT_NEAR(rates.tables[0].points[1].speedup->centre, 1.9, 1e-9);
  EXPECT_FALSE(rates.tables[0].points[1].efficiency);
}

std::string rows(int rounds, const std::function<std::string(int)>& lines) {
  std::string text;
  for (int round = 0; round < rounds; ++round) text += lines(round);
  return text;
}

TEST(TableReport, HasNoIntervalAndNoClaimWhereNothingScatters) {
  for (const int rounds : {2, 3, 10}) {
    const auto text = rows(rounds, [](int) { return "1gpu,100\n2gpu,50\n"; });
    const auto report = report_of_table("t.csv", text).value();
    EXPECT_FALSE(report.tables[0].points[1].typical->interval) << rounds;
    EXPECT_FALSE(report.tables[0].points[1].speedup->interval) << rounds;
    EXPECT_THAT(
        report.notes,
        testing::ElementsAre(
            "baseline: 1gpu, the smallest GPU rung",
            "no scatter: all rounds of 1gpu, 2gpu have the same value, so nothing can be told from chance; "
            "measured values differ, so these were rounded or copied",
            "not checked: batch, precision, dataset, model, optimizer, steps, torch, device name, threads, "
            "world size (not in the table)"))
        << rounds;
    EXPECT_THAT(report.warnings, testing::IsEmpty());
    EXPECT_THAT(render_terminal(report), HasSubstr("  2.00x         100 %       2.00x, 100 %\n")) << rounds;
  }
}

TEST(TableReport, SaysWhichRungsHaveFewDifferentValues) {
  const auto text =
      rows(8, [](int i) { return fmt::format("1gpu,{}\n2gpu,{}\n", 100 + i % 2, 50.3 + 0.1 * i); });
  EXPECT_THAT(
      report_of_table("t.csv", text).value().notes,
      testing::Contains("few different values: 1gpu (2 in 8 rounds): rounded values tie, and their intervals "
                        "may be too narrow; give more digits"));
}

TEST(TableReport, ReportsNoLossThatRoundsToNothing) {
  const auto text =
      rows(10, [](int i) { return fmt::format("1gpu,{0}\n2gpu,{1}\n", 100.0 + i, 49.99 + 0.5 * i); });
  const auto report = report_of_table("t.csv", text).value();
  for (const auto& note : report.notes) {
    EXPECT_THAT(note, Not(HasSubstr("e-"))) << note;
    EXPECT_THAT(note, Not(HasSubstr("a loss up to 0"))) << note;
  }
}

}  // namespace
}  // namespace scalegen::report
