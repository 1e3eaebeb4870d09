// Reports of programs that do not write step lines.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <numeric>

#include "analysis/report/sections.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/analysis/report/golden_formats.hpp"
#include "tests/set_setting.hpp"

namespace scalegen::report {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

MadeUpSweep own_program(int rounds) {
  MadeUpSweep sweep(rounds);
  sweep.use_own_program();
  return sweep;
}

double total_seconds(const MadeUpRun& run) {
  return std::accumulate(run.step_seconds.begin(), run.step_seconds.end(), 0.0);
}

/// A user's own program that prints images/s in `out`.
MadeUpSweep printing_program(int rounds) {
  auto sweep = own_program(rounds);
  sweep.head.metrics = {{.name = "throughput", .regex = "throughput: (\\S+) images/s", .unit = "images/s"}};
  for (auto& run : sweep.runs)
    run.out = fmt::format("epoch 1\nthroughput: 1.5 images/s\nthroughput: {:.1f} images/s\n",
                          40 * 512 / total_seconds(run));
  return sweep;
}

/// A user's own program that prints one value in the given unit.
MadeUpSweep printing(int rounds, const std::string& unit, bool higher_is_better,
                     const std::function<double(const MadeUpRun&)>& value) {
  auto sweep = own_program(rounds);
  sweep.head.metrics = {{"speed", "speed: (\\S+)", unit, higher_is_better}};
  for (auto& run : sweep.runs) run.out = fmt::format("speed: {}\n", value(run));
  return sweep;
}

/// A user's own program that prints the time of each iteration, as nanoGPT does. Each rank evaluates before
/// the first and after the last one, for 4 s, and that is part of their times.
MadeUpSweep printing_iterations(int rounds) {
  auto sweep = own_program(rounds);
  sweep.head.metrics = {
      {.name = "time", .regex = "iter [0-9]+:.* time {number}ms", .unit = "ms", .higher_is_better = false}};
  for (auto& run : sweep.runs) {
    run.out = "step 0: train loss 4.2, val loss 4.2\n";
    for (std::size_t i = 0; i < run.step_seconds.size(); ++i) {
      const bool evaluates = i == 0 || i + 1 == run.step_seconds.size();
      run.out += fmt::format("iter {}: loss {:.4f}, time {:.2f}ms, mfu 3.21%\n", i, 4.2,
                             1000 * run.step_seconds[i] + (evaluates ? 4000 : 0));
    }
  }
  return sweep;
}

/// A user's own program that prints its time in some lines.
MadeUpSweep printing_times(const std::function<std::vector<double>(double run_seconds)>& times) {
  auto sweep = own_program(2);
  sweep.head.metrics = {{.name = "time", .regex = "time: {number}", .unit = "s", .higher_is_better = false}};
  for (auto& run : sweep.runs)
    for (const auto seconds : times(total_seconds(run))) run.out += fmt::format("time: {:.3f} s\n", seconds);
  return sweep;
}

const ScalingPoint& point_of(const Report& report, std::string_view rung) {
  static const ScalingPoint kNone;
  for (const auto& point : report.tables.front().points)
    if (point.rung == rung) return point;
  ADD_FAILURE() << rung;
  return kNone;
}

std::string unmeasured(const Report& report, const std::string& rung, std::size_t run = 0) {
  return point_of(report, rung).runs[run].unmeasured;
}

TEST(GoldenReport, OfAProgramThatSaysNothingUsesItsWallTime) {
  expect_golden_formats("wall_time", own_program(3).report());
}

TEST(GoldenReport, OfAProgramThatPrintsItsThroughput) {
  auto sweep = printing_program(2);
  sweep.head.metrics.push_back({"loss", "loss: (\\S+)", "nats", false});
  sweep.run("4cpu-r2").out = "no more memory\n";
  expect_golden_formats("printed", sweep.report());
}

/// A user's own program that prints, as Princeton's does, on each rank and for two epochs.
MadeUpSweep printing_tests() {
  auto sweep = printing_program(2);
  sweep.head.further = {
      {.name = "accuracy",
       .regex = R"(Accuracy: .*\({number}%\))",
       .unit = "%",
       .use = MetricUse::each_epoch},
      {.name = "loss", .regex = "Average loss: {number}", .use = MetricUse::each_epoch},
      {.name = "peak_memory", .regex = "peak {number}", .unit = "GiB", .use = MetricUse::last}};
  for (auto& run : sweep.runs) {
    const auto ranks = *run.start.world_size;
    for (int epoch = 1; epoch <= 2; ++epoch)
      for (int rank = 0; rank < ranks; ++rank)
        run.out += fmt::format("Test set: Average loss: {:.2f}, Accuracy: 1/2 ({}%)\n", 0.5 / epoch,
                               90 + 4 * epoch - ranks);
    if (ranks < 4) run.out += fmt::format("peak {}.5G\n", ranks);
  }
  return sweep;
}

TEST(GoldenReport, OfAProgramThatPrintsFiguresBesideItsSpeed) {
  const auto report = printing_tests().report();
  expect_golden_formats("further", report);
  expect_golden_json("further", report);
}

TEST(GoldenReport, OfAProgramThatPrintsEachIteration) {
  const auto report = printing_iterations(3).report();
  expect_golden_formats("iterations", report);
  expect_golden_json("iterations", report);
}

TEST(OwnProgram, CountsAsItsSweepSays) {
  auto sweep = printing_iterations(1);
  const auto value = [&](MetricUse use, std::optional<int> skip) {
    sweep.head.metrics.front().use = use;
    sweep.head.metrics.front().skip = skip;
    return *point_of(sweep.report(), "1cpu").runs.front().value;
  };
  const auto& times = sweep.run("1cpu-r1").step_seconds;
  EXPECT_NEAR(value(MetricUse::last, {}), 4000 + 1000 * times.back(), 0.01);
  EXPECT_NEAR(value(MetricUse::sum, {}), 8000 + 1000 * total_seconds(sweep.run("1cpu-r1")), 0.5);
  EXPECT_NEAR(value(MetricUse::sum, 39), value(MetricUse::last, {}), 1e-9);
  EXPECT_NEAR(value(MetricUse::mean, 39), value(MetricUse::last, {}), 1e-9);
  EXPECT_LT(value(MetricUse::median, 5), 1000 * times[20] * 1.05);
  const auto report = sweep.report();
  EXPECT_THAT(report::notes_and_method(report),
              Contains("values: time as printed by the program, the median of 40 matches in each run; 'skip: "
                       "5' left the first out; prices take the mean"));
}

TEST(OwnProgram, HasTheLastOfItsMatchesIfTheyAreTotalsSoFarOrThatIsTheirTotal) {
  const auto report = printing_times([](double s) {
                        return std::vector{s / 4, s / 2, s * 3 / 4, s};
                      }).report();
  EXPECT_THAT(
      report.warnings,
      ElementsAre("time: the matches of a run only grow or only fall, as a total or a mean so far "
                  "does: only the last one counts; write 'use: last' into 'metrics:' if that is right, "
                  "else 'use: median'"));
  EXPECT_THAT(report::notes_and_method(report),
              Contains("values: time as printed by the program, the last of 4 matches in each run"));
  EXPECT_GT(point_of(report, "4cpu").speedup->centre, 3);
  EXPECT_GT(point_of(report, "1cpu").typical->centre, 20);
  auto sweep = printing_times([](double s) { return std::vector{s * 0.4, s * 0.3, s * 0.3, s + 1}; });
  EXPECT_THAT(
      sweep.report().warnings,
      ElementsAre("time: the last match of a run is as large as all others together, as a total is: "
                  "only the last one counts; write 'use: last' into 'metrics:' if that is right, else "
                  "'use: median'"));
  sweep.head.metrics.front().use = MetricUse::last;
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

TEST(OwnProgram, SaysThatSomeRunsAloneLookLikeTotals) {
  auto sweep = printing_times([](double s) { return std::vector{s / 3, s / 3, s / 3}; });
  sweep.head.metrics.front().unit = "s/step";
  sweep.run("4cpu-r2").out = "time: 2 s\ntime: 3 s\ntime: 4 s\n";
  const auto report = sweep.report();
  EXPECT_THAT(
      report.warnings,
      ElementsAre("time: in 1 of 6 runs, the matches of a run only grow or only fall, as a total or a "
                  "mean so far does, and not in others: the median counts in all; write 'use: median' "
                  "into 'metrics:' if that is right, else 'use: last'"));
  EXPECT_EQ(point_of(report, "4cpu").runs[1].printed->use, MetricUse::median);
}

/// A user's own program with a progress bar for its training, its test and its predictions, as Lightning has.
MadeUpSweep printing_bars(int rounds) {
  auto sweep = own_program(rounds);
  sweep.head.metrics = {{.name = "throughput", .regex = "([0-9.]+)it/s", .unit = "it/s"}};
  for (auto& run : sweep.runs) {
    const auto rate = 40 / total_seconds(run);
    run.out = fmt::format(
        "Epoch 0/0  \u2501\u2501\u2501\u2501\u2501\u2501 40/40 0:00:20 \u2022 0:00:00 {:.2f}it/s v_num: "
        "0.000\n"
        "Testing \u2501\u2501\u2501\u2501\u2501\u2501\u2501\u2501 8/8 0:00:00 \u2022 0:00:00 {:.2f}it/s  \n"
        "Predicting \u2501\u2501\u2501\u2501\u2501 8/8 0:00:00 \u2022 0:00:00 {:.2f}it/s  \n",
        rate, 620 + rate, 1015 + rate);
  }
  return sweep;
}

TEST(GoldenReport, OfAProgramWithLinesOfSeveralKinds) {
  const auto report = printing_bars(2).report();
  expect_golden_formats("kinds", report);
  expect_golden_json("kinds", report);
}

TEST(OwnProgram, HasLinesOfOneKindWithTheRegexOfTheWarningAndALineOfTwoOnce) {
  auto sweep = printing_bars(2);
  sweep.head.metrics.front().regex = "Epoch.*?([0-9.]+)it/s";
  const auto report = sweep.report();
  EXPECT_THAT(report.warnings, IsEmpty());
  EXPECT_GT(point_of(report, "4cpu").speedup->centre, 3);
  sweep.head.metrics.front() = {.name = "throughput", .regex = "{number} images/s", .unit = "images/s"};
  for (auto& run : sweep.runs) {
    run.out.clear();
    for (int i = 1; i < 4; ++i)
      run.out += fmt::format("step {0} train 10{0} images/s eval 40{0} images/s\n", i);
  }
  EXPECT_THAT(
      sweep.report().warnings,
      testing::Contains(testing::AllOf(
          HasSubstr("in value: 'step 1 train 101 images/s eval 401 images/s': the median of all counts"),
          HasSubstr("as in 'train.*?{number} images/s'"))));
}

TEST(OwnProgram, HasAStarIfItsMatchesDoNotAgree) {
  auto sweep = printing_times([](double s) { return std::vector{s / 3, s, s / 3, s}; });
  sweep.head.metrics.front().unit = "s/epoch";
  const auto report = sweep.report();
  EXPECT_THAT(
      report.warnings,
      ElementsAre(
          "1cpu, 2cpu, 4cpu *: time: the 4 matches of a run do not agree (7.586 to 22.758 s/epoch), and "
          "their median could as well be another of them: the regex matches several things, or "
          "something slowed the run: write a regex that matches one thing alone, or measure "
          "again, or write 'use: median' into 'metrics:' if all of them count"));
  EXPECT_THAT(render_terminal(report), HasSubstr("1 (baseline) *"));
  sweep.head.metrics.front().use = MetricUse::median;
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

TEST(OwnProgram, IsSaidToHaveEndedEarlyWhereARunOfARungHasFewerMatches) {
  auto sweep = printing_bars(2);
  sweep.head.metrics.front() = {.name = "throughput", .regex = "{number} images/s", .unit = "images/s"};
  for (auto& run : sweep.runs) run.out = "100 images/s\n101 images/s\n102 images/s\n";
  EXPECT_THAT(sweep.report().warnings, testing::Not(testing::Contains(HasSubstr("number of matches"))));
  sweep.runs.back().out = "100 images/s\n";
  EXPECT_THAT(sweep.report().warnings,
              testing::Contains(
                  "throughput: runs of a rung differ in the number of matches: 2cpu (1 in 2cpu-r2, 3 in "
                  "2cpu-r1): if one of them ended early, let its command fail then; if they append to one "
                  "file, write it into {run_dir}"));
}

// Taken for the time of a run, 1,000 steps of 12 ms would be a run of 12 ms.
TEST(OwnProgram, HasNoTimeOfARunFromManyMatchesOfABareTime) {
  auto sweep = printing_times([](double s) { return std::vector(30, s / 30); });
  sweep.head.advise = read_advice_options({"deadline=1h", "runs=10"}).value();
  const auto part = sweep.report();
  EXPECT_THAT(
      part.warnings,
      ElementsAre("time: a run prints it many times, and 's' does not say of what: no price, deadline or "
                  "time of a run follows from it; write 'unit: s/step' or 's/epoch', or 'use: sum' if "
                  "the matches add up to the run"));
  EXPECT_THAT(
      report::verdict_lines(part),
      testing::Contains("Not known: whether 1cpu meets the deadline of 1 h: 's' does not say whether a "
                        "match is of a step or of an epoch."));
  EXPECT_GT(point_of(part, "4cpu").speedup->centre, 3) << "a ratio holds in any unit";
  sweep.head.metrics.front().use = MetricUse::sum;
  const auto whole = sweep.report();
  EXPECT_THAT(whole.warnings, IsEmpty());
  EXPECT_THAT(report::verdict_lines(whole).front(), HasSubstr("Ask for 1cpu"));
}

TEST(OwnProgram, IsMeasuredByItsStepLinesWhereItWritesThem) {
  auto sweep = printing_program(1);
  for (auto& run : sweep.runs) run.writes_events = true;
  const auto report = sweep.report();
  EXPECT_EQ(report.head.metric, (Metric{.unit = "samples/s"}));
  EXPECT_EQ(point_of(report, "1cpu").typical->centre,
            samples_per_second(*point_of(report, "1cpu").runs[0].window));
  EXPECT_THAT(report::notes_and_method(report), Contains("values: event lines of the program"));
  EXPECT_THAT(render_terminal(report), Not(HasSubstr("not checked")));
}

TEST(OwnProgram, SaysWhyItHasNoFigure) {
  const auto why = [](MadeUpSweep sweep, const std::string& exited, const std::string& metrics = "") {
    auto& run = sweep.run("4cpu-r1");
    if (!exited.empty()) run.exited = exited;
    run.writes_events = !metrics.empty();
    run.metrics = metrics;
    return unmeasured(sweep.report(), "4cpu");
  };
  EXPECT_EQ(why(printing_program(1),
                R"({"status": 0, "launched": 1763719200.5, "finished": 1763722810.5, "ran": 10.02})"),
            "the clock of its node was put forward by 3600 s while the command ran, for 10.02 s")
      << "its own figures are by the same clock";
  EXPECT_EQ(why(own_program(1), R"({"status": 0, "launched": 1763719200.5, "finished": null})"),
            "exit.json does not say when the command began and ended");
  EXPECT_EQ(why(own_program(1), "", "{\"event\":\"step\",\"loss\":NaN}\n"),
            "line 1 of metrics.jsonl: this line is not a JSON object");
  EXPECT_EQ(why(own_program(1), "", "{\"event\":\"step\",\"step\":1,\"seconds\":1}\n"),
            "step 1 has no 'samples'");
  EXPECT_EQ(why(own_program(1), "", "{\"event\":\"start\",\"world_size\":1}\n"),
            "ran with world size 1, but 4 was asked for");
}

TEST(OwnProgram, HasOneSourceInAllRuns) {
  auto sweep = own_program(2);
  for (auto& run : sweep.runs) run.writes_events = run.record.run.id != "2cpu-r2";
  const auto report = sweep.report();
  EXPECT_EQ(report.head.metric.source, MetricSource::event_lines);
  EXPECT_EQ(unmeasured(report, "2cpu", 1),
            "wrote no step lines, unlike other runs: wall time of the whole command does not compare with "
            "them");
  EXPECT_FALSE(point_of(report, "2cpu").runs[1].value);
  EXPECT_TRUE(point_of(report, "2cpu").speedup);
}

TEST(OwnProgram, HasOneSourceAcrossTheAxes) {
  auto sweep = printing_program(1);
  sweep.add_axis("precision", {std::string("fp32"), std::string("bf16")},
                 [](MadeUpRun& run, const Value& value) { run.writes_events = value == Value("bf16"); });
  const auto report = sweep.report();
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_TRUE(report.tables[0].points[0].typical) << "bf16";
  EXPECT_EQ(report.tables[1].points[0].runs[0].unmeasured,
            "wrote no step lines, unlike other runs: what the program printed does not compare with them");
}

TEST(OwnProgram, TakesAccuracyFromEventLinesAlone) {
  auto sweep = own_program(1);
  for (auto& run : sweep.runs) {
    run.writes_events = true;
    run.metrics = "{\"event\":\"eval\",\"accuracy\":0.75}\n";
    run.out = "accuracy: 0.99\n";
  }
  const auto report = sweep.report();
  EXPECT_EQ(report.head.metric.source, MetricSource::wall_time);
  EXPECT_THAT(render_terminal(report), HasSubstr("  0.75"));
}

TEST(OwnProgram, IsNotMeasuredBeforeItHasRun) {
  auto sweep = printing_program(1);
  for (auto& run : sweep.runs) {
    run.record.attempt.clear();
    run.record.outcome.reset();
  }
  const auto report = sweep.report();
  EXPECT_EQ(report.head.metric.unit, "images/s");
  EXPECT_THAT(report.warnings, ElementsAre("no speedups: the baseline 1cpu was not measured"));
  EXPECT_THAT(report::notes_and_method(sweep.report()), Not(Contains(HasSubstr("speedups compare"))));
  sweep.head.metrics.clear();
  EXPECT_THAT(report::notes_and_method(sweep.report()), Not(Contains(HasSubstr("values:"))));
}

TEST(Steps, AreNoFigureIfTheyTookLongerThanTheirCommand) {
  MadeUpSweep sweep(1);
  auto& run = sweep.run("4cpu-r1");
  run.exited = R"({"status": 0, "time": 1763719261, "launched": 1763719200.0, "finished": 1763719260.0})";
  run.step_seconds[29] = 1e15;
  EXPECT_EQ(unmeasured(sweep.report(), "4cpu"), "step 30 took 1e+15 s, and the whole command 60 s");
}

TEST(OwnProgram, ShowsGpusOverItsWholeCommand) {
  for (const bool prints : {false, true}) {
    auto sweep = prints ? printing_program(1) : MadeUpSweep(1);
    sweep.add_run({.name = "1gpu", .device = DeviceKind::gpu}, 1, 0.02);
    sweep.use_own_program();
    if (prints) sweep.runs.back().out = "throughput: 1024 images/s\n";
    sweep.runs.back().monitor =
        "timestamp, index, utilization.gpu [%]\n"
        "2025/11/21 09:59:59.000, 0, 100 %\n"
        "2025/11/21 10:00:01.000, 0, 50 %\n"
        "2025/11/21 10:00:02.000, 0, 70 %\n"
        "2025/11/21 10:01:00.000, 0, 100 %\n";
    const auto report = sweep.report();
    EXPECT_EQ(point_of(report, "1gpu").runs[0].gpus[0].utilisation_percent, 60) << prints;
    if (!prints) continue;
    EXPECT_EQ(point_of(report, "1gpu").runs[0].unmeasured, "");
    EXPECT_EQ(gpu_usage_of(point_of(report, "1gpu")).utilisation_percent, 60);
    EXPECT_THAT(report::notes_and_method(report),
                testing::Contains("GPU columns: of the whole command, start-up included"));
  }
}

TEST(OwnProgram, IsFasterWhereATimeIsShorter) {
  const auto report =
      printing(1, "ms/step", false, [](const auto& run) { return 25 * total_seconds(run); }).report();
  const auto& two = point_of(report, "2cpu");
  EXPECT_NEAR(two.speedup->centre, point_of(report, "1cpu").typical->centre / two.typical->centre, 1e-12);
  EXPECT_GT(two.speedup->centre, 1);
  EXPECT_THAT(render_csv(report), HasSubstr(",runs,ms_per_step,ms_per_step_low,"));
  EXPECT_THAT(render_terminal(report), HasSubstr("rung  ms/step  speedup"));
}

TEST(OwnProgram, CountsTheRanksOfARateThatIsOfOneGpu) {
  const auto of_all =
      printing(2, "tokens/s", true, [](const auto& run) { return 1e6 / total_seconds(run); }).report();
  const auto of_one = printing(2, "tokens/s/GPU", true, [](const auto& run) {
                        return 1e6 / total_seconds(run) / world_size(run.record.run.rung);
                      }).report();
  for (const auto* rung : {"1cpu", "2cpu", "4cpu"}) {
    EXPECT_NEAR(point_of(of_one, rung).speedup->centre, point_of(of_all, rung).speedup->centre, 1e-12)
        << rung;
    EXPECT_NEAR(point_of(of_one, rung).efficiency->centre, point_of(of_all, rung).efficiency->centre, 1e-12);
  }
  EXPECT_NEAR(point_of(of_one, "4cpu").typical->centre, point_of(of_all, "4cpu").typical->centre / 4, 1e-9);
  EXPECT_THAT(report::notes_and_method(of_one), Contains("speedups compare each value times its ranks"));
  EXPECT_THAT(render_csv(of_one), HasSubstr("tokens_per_s_per_GPU_low"));
}

/// Weak scaling: each rank has 128 samples a step, so that a step takes about as long at every rung.
void make_weak(MadeUpSweep& sweep) {
  sweep.head.scalings = {Scaling::weak};
  for (auto& run : sweep.runs) {
    const auto ranks = world_size(run.record.run.rung);
    set(run.record.run.settings, "per_rank_batch", std::int64_t{128});
    set(run.record.run.settings, "global_batch", std::int64_t{128} * ranks);
  }
}

TEST(OwnProgram, InWeakScalingDividesTheSamplesOfARunByItsTimeIfTheyAreKnown) {
  auto sweep = own_program(2);
  make_weak(sweep);
  const auto unknown = sweep.report();
  EXPECT_THAT(
      unknown.warnings,
      ElementsAre(
          "no speedups: unknown samples per run, so a time gives no speed: set 'steps' and 'global_batch' or "
          "'per_rank_batch', or 'samples'"));
  EXPECT_THAT(report::notes_and_method(unknown), Not(Contains(HasSubstr("speedups compare"))));
  for (const auto& point : unknown.tables.front().points) {
    EXPECT_TRUE(point.typical) << point.rung;
    EXPECT_FALSE(point.speedup) << point.rung;
    EXPECT_THAT(point.claims, IsEmpty()) << point.rung;
  }
  for (auto& run : sweep.runs) set(run.record.run.settings, "steps", std::int64_t{40});
  const auto report = sweep.report();
  const auto& four = point_of(report, "4cpu");
  const auto seconds = [&](const char* rung, std::size_t round) {
    return *point_of(report, rung).runs[round].value;
  };
  const double expected =
      (4 * seconds("1cpu", 0) / seconds("4cpu", 0) + 4 * seconds("1cpu", 1) / seconds("4cpu", 1)) / 2;
  EXPECT_NEAR(four.speedup->centre, expected, 1e-3 * expected);
  EXPECT_DOUBLE_EQ(four.efficiency->centre, four.speedup->centre / 4);
  EXPECT_LT(four.speedup->interval->low, four.speedup->centre);
  EXPECT_GT(four.speedup->interval->high, four.speedup->centre);
  EXPECT_NEAR(four.typical->centre, (seconds("4cpu", 0) + seconds("4cpu", 1)) / 2, 1e-9);
  EXPECT_THAT(report::notes_and_method(report),
              Contains("speedups compare samples/s, each run with all of its samples"));
}

TEST(OwnProgram, InWeakScalingCountsTheRanksOfAStep) {
  auto sweep = printing(1, "it/s", true, [](const auto& run) { return 40 / total_seconds(run); });
  make_weak(sweep);
  const auto report = sweep.report();
  const auto& two = point_of(report, "2cpu");
  EXPECT_NEAR(two.speedup->centre, 2 * two.typical->centre / point_of(report, "1cpu").typical->centre, 1e-12);
}

// 128 sequences are another amount than 128 tokens: a step of either would take as long as the other says.
TEST(OwnProgram, InWeakScalingHasTheTimeOfAStepIfTheBatchIsInTheUnitOfTheRate) {
  auto sweep = printing(1, "tokens/s", true, [](const auto& run) {
    return 40 * 128 * world_size(run.record.run.rung) / total_seconds(run);
  });
  make_weak(sweep);
  EXPECT_THAT(render_terminal(sweep.report()), Not(HasSubstr("s/step")));
  for (auto& run : sweep.runs) set(run.record.run.settings, "batch_unit", std::string("tokens"));
  EXPECT_THAT(render_terminal(sweep.report()), HasSubstr("s/step"));
}

TEST(OwnProgram, HasNoSpeedupFromAUnitThatContradictsItsDirection) {
  const auto report = printing(1, "s", true, [](const auto& run) { return total_seconds(run); }).report();
  EXPECT_THAT(report.warnings,
              ElementsAre("no speedups: 's' is a time, but the sweep file says that higher is better"));
}

TEST(OwnProgram, ThatIsBuiltInAlwaysWritesItsStepLines) {
  auto sweep = own_program(1);
  sweep.head.workload = "mnist_cnn";
  sweep.head.own_program = false;
  const auto report = sweep.report();
  EXPECT_THAT(unmeasured(report, "2cpu"), HasSubstr("metrics.jsonl': No such file or directory"));
}

}  // namespace
}  // namespace scalegen::report
