#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "analysis/analyse.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/json.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/analysis/report/golden_formats.hpp"
#include "tests/set_setting.hpp"

namespace scalegen::report {
namespace {

using testing::HasSubstr;
using testing::Not;

// Whole reports of made-up run directories, in every format.

TEST(GoldenReport, OfThreeRounds) {
  const auto report = MadeUpSweep(3).report();
  expect_golden_formats("three_rounds", report);
  expect_golden_markdown("three_rounds", report);
}

TEST(GoldenReport, KnowsTheWidthOfItsTerminal) {
  const auto report = MadeUpSweep(3).report();
  for (const std::size_t width : {40U, 80U, 120U})
    expect_golden(fmt::format("report/three_rounds_{}.txt", width),
                  render_brief(report, {.width = width, .has_styles = true}));
}

TEST(GoldenReport, OfOneRoundHasNoIntervals) { expect_golden_formats("one_round", MadeUpSweep(1).report()); }

TEST(GoldenReport, OfSevenRoundsStatesTheCoverageOfRanksAndOfManyTheirRange) {
  expect_golden("report/seven_rounds.txt", render_brief(MadeUpSweep(7).report()));
  expect_golden("report/thirteen_rounds.txt", render_brief(MadeUpSweep(13).report()));
}

TEST(GoldenReport, OfARunningSweepSaysWhatBecameOfEachRun) {
  MadeUpSweep sweep(3);
  for (auto& run : sweep.runs)
    if (run.record.run.rung.name == "4cpu") run.record.outcome = Failed{7, "out of file descriptors"};
  sweep.run("2cpu-r2").record.outcome.reset();
  sweep.run("2cpu-r3").record.outcome.reset();
  sweep.run("2cpu-r3").record.attempt.clear();
  const auto report = sweep.report();
  expect_golden_formats("running", report);
  expect_golden_json("running", report);
}

TEST(NotMeasured, IsSaidOnceOfRoundsThatDifferInTheRankAlone) {
  MadeUpSweep sweep(3);
  const auto words = [&](const std::vector<std::string>& reasons) {
    for (std::size_t i = 0; i < reasons.size(); ++i)
      sweep.run(fmt::format("4cpu-r{}", i + 1)).record.outcome = Failed{1, reasons[i]};
    const auto report = sweep.report();
    return unmeasured_text(report.tables.front().points.back());
  };
  const std::string error = ": ValueError: no such data";
  EXPECT_EQ(words({"rank 1 on n1" + error, "rank 0 on n2" + error, "rank 1 on n1" + error}),
            "failed: exit status 1" + error);
  EXPECT_EQ(words({"rank 1 on n1" + error, "rank 1 on n1" + error, "rank 1 on n1" + error}),
            "failed: exit status 1: rank 1 on n1" + error);
  EXPECT_EQ(words({"rank 1 on n1" + error, "rank 3: no space left", "rank 0 on n2" + error}),
            "rounds 1 and 3: failed: exit status 1" + error +
                "; round 2: failed: exit status 1: rank 3: no space left");
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
  expect_golden("report/weak.txt", render_brief(sweep.report()));
}

TEST(GoldenReport, OfThroughputHasNoEfficiency) {
  MadeUpSweep sweep(3);
  sweep.head.scalings = {Scaling::throughput};
  expect_golden("report/throughput.txt", render_brief(sweep.report()));
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

// Four threads are as fast as eight; two are slower, and at 4cpu they were not measured.
TEST(GoldenReport, OfAnAxisSaysWhichValueIsBest) {
  MadeUpSweep sweep(3);
  sweep.head.axes = {"cpus_per_task"};
  int number = 0;
  const auto runs = std::exchange(sweep.runs, {});
  for (const auto& [threads, factor] : {std::pair<std::int64_t, double>{2, 1.12}, {4, 1}, {8, 1.0004}})
    for (auto run : runs) {
      if (threads == 2 && run.record.run.rung.name == "4cpu") continue;
      run.record.run.id += fmt::format("-t{}", threads);
      set(run.record.run.settings, "cpus_per_task", threads);
      const double noise = 1 + 0.001 * ((++number * 5) % 7);
      for (auto& seconds : run.step_seconds) seconds *= factor * noise;
      run.accuracy = threads == 8 ? 0.86 : 0.84;
      sweep.runs.push_back(std::move(run));
    }
  const auto report = sweep.report();
  expect_golden_formats("axis", report);
  expect_golden_markdown("axis", report);
}

MadeUpSweep two_optimizers(int rounds) {
  MadeUpSweep sweep(rounds);
  sweep.add_axis("optimizer", {std::string("adam"), std::string("sgd")});
  return sweep;
}

TEST(Report, CallsNothingCheapestByOneRunOrAStar) {
  const auto sentences = [](const MadeUpSweep& sweep) { return verdict_sentences(sweep.report()); };
  const auto is_of_settings =
      testing::AnyOf(HasSubstr("cheapest"), HasSubstr("ccurate"), HasSubstr("fastest"));
  EXPECT_THAT(sentences(two_optimizers(2)), testing::Contains(HasSubstr("; cheapest: optimizer")));
  EXPECT_THAT(sentences(two_optimizers(1)), testing::Each(Not(is_of_settings)));
  auto starred = two_optimizers(2);
  starred.run("2cpu-r1-sgd").files["edited.sbatch"] = "#!/bin/bash\n";
  EXPECT_THAT(sentences(starred), testing::Each(Not(HasSubstr("cheapest"))));
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
  const auto report = sweep.report();
  expect_golden_formats("gpus", report);
  expect_golden_json("gpus", report);
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
  expect_golden("report/one_noisy_rung.txt", render_brief(sweep.report()));
}

/// Weak scaling by epochs: each rank has 512 images a step, and twice the ranks make half the steps.
MadeUpSweep weak_by_epochs() {
  MadeUpSweep sweep(3);
  sweep.head.scalings = {Scaling::weak};
  for (auto& run : sweep.runs) {
    const auto ranks = *run.start.world_size;
    set(run.record.run.settings, "epochs", std::int64_t{3});
    run.start.per_rank_batch = 512;
    run.start.global_batch = 512 * ranks;
    run.step_seconds.resize(run.step_seconds.size() / static_cast<std::size_t>(ranks));
    for (auto& seconds : run.step_seconds) seconds *= static_cast<double>(ranks);
  }
  return sweep;
}

TEST(GoldenReport, OfWeakScalingByEpochsHasAVerdictAndTheSpeedup) {
  expect_golden("report/weak_by_epochs.txt", render_terminal(weak_by_epochs().report()));
}

TEST(Report, StarsARungOfWeakScalingThatHadHalfTheSamples) {
  auto sweep = weak_by_epochs();
  for (auto& run : sweep.runs)
    if (run.record.run.rung.name == "4cpu") run.step_seconds.resize(5);
  const auto text = render_terminal(sweep.report());
  EXPECT_THAT(text, HasSubstr("warning: 4cpu *: steps is 5 (10240 samples) here and 40 (20480 samples) in "
                              "the baseline\n"));
  EXPECT_THAT(text, Not(HasSubstr("all)  speedup")));
}

TEST(Report, RefusesAFigureAcrossPrecisionsAndStarsOneAcrossVersionsOfTorch) {
  MadeUpSweep sweep(3);
  sweep.run("2cpu-r2").start.precision = "bf16";
  const auto text = render_terminal(sweep.report());
  EXPECT_THAT(text,
              HasSubstr("warning: 2cpu: no speedup: not comparable with the baseline: precision is bf16 here "
                        "and fp32 in the baseline\n"));
  EXPECT_THAT(text, Not(HasSubstr("1.8")));
  sweep = MadeUpSweep(3);
  sweep.run("4cpu-r1").start.torch = "2.11.0";
  const auto starred = render_terminal(sweep.report());
  EXPECT_THAT(starred, HasSubstr("] *  "));
  EXPECT_THAT(starred, HasSubstr("warning: 4cpu *: torch is 2.11.0 here and 1.13.1 in the baseline\n"));
}

TEST(Report, RefusesAllFiguresWhereTheBaselinesOwnRunsDiffer) {
  MadeUpSweep sweep(3);
  sweep.run("1cpu-r3").start.global_batch = 256;
  const auto report = sweep.report();
  for (const auto& point : report.tables.front().points) EXPECT_FALSE(point.speedup) << point.rung;
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
      HasSubstr("warning: 2cpu *: an efficiency of 138 % is above 105 %: the baseline may not be comparable; "
                "nothing that was compared differs\n"));
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

// Two GPUs in three samples, of which one works.
std::string monitor_of_two(const std::string& other) {
  std::string text = "timestamp, index, utilization.gpu [%], memory.used [MiB]\n";
  for (int tenth = 5; tenth < 8; ++tenth)
    text += fmt::format("2025/11/21 10:00:00.{0}00, 0, 97 %, 30000 MiB\n2025/11/21 10:00:00.{0}00, 1, {1}\n",
                        tenth, other);
  return text;
}

std::vector<std::string> warnings_of_two_gpus(const std::string& other) {
  MadeUpSweep sweep(1);
  sweep.add_run({.name = "2gpu", .device = DeviceKind::gpu, .ranks_per_node = 2}, 1, 0.02);
  sweep.runs.back().monitor = monitor_of_two(other);
  return sweep.report().warnings;
}

TEST(Report, MarksARungWithAnIdleGpuOrOneOfWhichTheMonitorHasNoValue) {
  EXPECT_THAT(
      warnings_of_two_gpus("0 %, 3 MiB"),
      testing::Contains("2gpu *: 1 of 2 GPUs was idle in 2gpu-r1: less than 5 % busy and without memory "
                        "in all samples"));
  EXPECT_THAT(warnings_of_two_gpus("0 %, 900 MiB"), Not(testing::Contains(HasSubstr("idle"))));
  EXPECT_THAT(
      warnings_of_two_gpus("[Unknown Error], [Unknown Error]"),
      testing::Contains("GPU columns do without some lines of runs/2gpu-r1/1/gpu.n1.csv: a GPU has no "
                        "value in any sample: 1"));
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
  EXPECT_THAT(render_markdown(report), HasSubstr("1.84x [1.80, 1.90] \\* | 92.0 % [90.1, 94.9] \\* |"));
  EXPECT_THAT(render_json(report), HasSubstr("\"script_edited\": true"));
}

// Rounds 4 to 6 were twice as slow: 4cpu compares with the baseline of its own rounds. The figures are those
// of the two-way model by hand: a residual with 4 degrees of freedom, and t of them.
TEST(Report, SaysWhatWasAddedLater) {
  MadeUpSweep sweep(2);
  std::erase_if(sweep.runs, [](const MadeUpRun& run) { return run.record.run.rung.name == "4cpu"; });
  for (int round = 3; round <= 5; ++round) {
    sweep.add_run({.name = "1cpu"}, round, 0.8);
    sweep.add_run({.name = "4cpu", .ranks_per_node = 4}, round, 0.2);
  }
  sweep.head.rounds = 5;
  sweep.head.later_rounds = {3, 4, 5};
  const auto report = sweep.report();
  EXPECT_THAT(report.head.title,
              testing::EndsWith(" · 2 rounds and 3 later of some rungs, order shuffled (seed 7)"));
  EXPECT_THAT(report::notes_and_method(report),
              testing::Contains("4cpu was added later: measured in rounds 3 to 5, beside the baseline only"));
  EXPECT_TRUE(all_are_measured(report));
}

// Their confirming round holds rungs that were there before.
TEST(Report, OfAnOlderPlanSaysOnceWhatOfItIsIgnored) {
  MadeUpSweep sweep(3);
  sweep.head.rounds = 3;
  sweep.head.later_rounds = {3};
  sweep.head.ignored = {"`climb:`", "`until`"};
  const std::string note =
      "this directory was planned by an older scalegen; its `climb:` and `until` are ignored: each "
      "of its runs is measured";
  const auto notes = sweep.report().notes;
  EXPECT_EQ(std::ranges::count(notes, note), 1);
  EXPECT_THAT(notes, testing::Not(testing::Contains(HasSubstr("added later"))));
  sweep.head.ignored = {"`carbon:`"};
  EXPECT_THAT(sweep.report().notes,
              testing::Contains("this directory was planned by an older scalegen; its `carbon:` is ignored"));
}

TEST(Report, OfNoRunsIsAnError) {
  const auto report = report_of_runs({}, {}, {"mnist-local"});
  ASSERT_FALSE(report);
  EXPECT_EQ(render(report.error()),
            "error: 'mnist-local' holds no runs\n      = hint: name the folder of a sweep\n");
}

// As a tutorial of the Cyclone cluster publishes them.
TEST(GoldenReport, OfABaselineOfAWholeNodeSaysItsRanks) {
  MadeUpSweep sweep(3);
  for (auto& run : sweep.runs)
    if (run.record.run.rung.name == "4cpu") run.record.run.rung.name = "1node";
  sweep.head.baseline = "1node";
  sweep.head.baseline_reason = "the sweep file says so";
  EXPECT_THAT(report::notes_and_method(sweep.report()),
              testing::Contains("baseline: 1node (4 ranks), the sweep file says so"));
}

// A report of strong and weak scaling from one plan: two tables, with the runs that they share in both.

/// 1, 2 and 4 ranks with 512 images a step in all, and 2 and 4 ranks with 512 images each.
MadeUpSweep both_ladders() {
  MadeUpSweep sweep(3);
  sweep.add_weak_ladder(1.02);
  return sweep;
}

TEST(GoldenReport, OfBothLaddersHasATableForEach) {
  expect_golden_formats("both_ladders", both_ladders().report());
}

TEST(BothLadders, ShareRunsThatAreCountedOnceAndNameOthersByTheirLadder) {
  const auto report = both_ladders().report();
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_EQ(report.tables[0].scaling, Scaling::strong);
  EXPECT_EQ(report.tables[1].scaling, Scaling::weak);
  EXPECT_TRUE(report.tables[1].points.front().is_shared);
  EXPECT_EQ(report.tables[1].points.front().runs, report.tables[0].points.front().runs);
  std::size_t runs = 0;
  for_each_point(report.tables, [&](const auto&, const auto& point) { runs += point.runs.size(); });
  EXPECT_EQ(runs, 15U);
  EXPECT_THAT(report::notes_and_method(report),
              testing::Contains("placement: as asked in all 15 runs; node n1"));
  EXPECT_EQ(point_name(report.tables[0], "1cpu"), "1cpu");
  EXPECT_EQ(point_name(report.tables[0], "2cpu"), "2cpu (strong)");
  EXPECT_EQ(point_name(report.tables[1], "1cpu"), "1cpu");
  EXPECT_EQ(point_name(report.tables[1], "2cpu"), "2cpu (weak)");
}

}  // namespace
}  // namespace scalegen::report
