// Whole reports of imported tables.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <functional>

#include "analysis/analyse.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/analysis/report/golden_formats.hpp"

namespace scalegen::report {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr auto kCyclone = "rung,seconds\ncpu,192.25\n1gpu,73.48\n2gpu,42.06\n2x2gpu,25.61\n";

TEST(GoldenReport, OfCyclonesPublishedTimes) {
  const auto report = report_of_table("cyclone.csv", kCyclone).value();
  expect_golden_formats("cyclone", report);
  expect_golden_json("cyclone", report);
}

// The page of a site whose first rung ran in another precision with another batch: it divides all the same,
// and claims an efficiency of 374 %.
TEST(GoldenReport, OfOliviasPageIsRefusedWithItsReasonsAndHasItsLastDoubling) {
  expect_golden("report/olivia.txt",
                render_brief(report_of_table("olivia.csv",
                                             "gpus,images_per_s,precision,batch_per_gpu\n"
                                             "1,2427.8,fp32,32\n4,37244.369,bf16,256\n"
                                             "8,63190.172,bf16,256\n")
                                 .value()));
}

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

TEST(TableReport, GivesTheSameSpeedupsForRatesAsForTimes) {
  const auto times =
      report_of_table("t.csv", "1gpu,100\n1gpu,104\n1gpu,99\n2gpu,55\n2gpu,54\n2gpu,57\n").value();
  std::string rates = "rung,images_per_s\n";
  for (const auto& [rung, seconds] : {std::pair("1gpu", 100), std::pair("1gpu", 104), std::pair("1gpu", 99),
                                      std::pair("2gpu", 55), std::pair("2gpu", 54), std::pair("2gpu", 57)})
    rates += fmt::format("{},{}\n", rung, 6e4 / seconds);
  const auto by_rates = report_of_table("r.csv", rates).value();
  EXPECT_EQ(by_rates.head.title, "r.csv · imported images/s · 3 runs a rung");
  const auto& expected = *times.tables[0].points[1].speedup;
  const auto& actual = *by_rates.tables[0].points[1].speedup;
  EXPECT_NEAR(actual.centre, expected.centre, 1e-12);
  EXPECT_NEAR(actual.interval->low, expected.interval->low, 1e-12);
  EXPECT_NEAR(actual.interval->high, expected.interval->high, 1e-12);
  EXPECT_NEAR(by_rates.tables[0].points[1].typical->centre, 6e4 / times.tables[0].points[1].typical->centre,
              1e-9);
}

TEST(TableReport, MakesATableOfEachSetting) {
  const std::string header = "gpus,batch,model,time\n";
  const auto report =
      report_of_table("t.csv", header + "1,256,vit,100\n1,512,vit,90\n2,256,vit,60\n2,512,vit,48\n").value();
  EXPECT_THAT(render_terminal(report), HasSubstr("batch  rung  seconds  speedup       efficiency\n"
                                                 "256    1gpu      100  1 (baseline)  100 %\n"
                                                 "256    2gpu       60  1.67x         83.3 %\n"
                                                 "512    1gpu       90  1 (baseline)  100 %\n"
                                                 "512    2gpu       48  1.87x         93.7 %\n"));
  EXPECT_THAT(report_of_table("t.csv", header + "1,256,vit,100\n2,512,vit,48\n")->warnings,
              testing::ElementsAre("2gpu *: column batch is 512 here and 256 in the baseline"));
}

TEST(TableReport, StarsRungsWhoseRowsDifferInAColumnThatNobodyKnows) {
  const auto report =
      report_of_table("t.csv", "gpus,flavour,time\n1,a,100\n1,a,101\n2,b,60\n2,c,48\n").value();
  EXPECT_THAT(
      report.warnings,
      testing::Contains(
          "2gpu *: their rows differ in column 'flavour' (a, b, c): if these are settings, take "
          "one of them, as in --where 'flavour=a'; if they are parts of one run, give one row a run"));
}

TEST(TableReport, KeepsARungWhoseNameSaysNothingAndOneWithoutACommonRoundUndivided) {
  const auto report = report_of_table("t.csv", "1gpu,100\nmy laptop,400\n").value();
  EXPECT_THAT(render_terminal(report), HasSubstr("my laptop      400  0.25x (4.00x slower)  -\n"));
  const auto apart = report_of_table("t.csv", "rung,seconds,round\n1gpu,100,1\n2gpu,50,2\n").value();
  EXPECT_THAT(apart.warnings,
              testing::ElementsAre("2gpu: no speedup: no round has both the rung and the baseline"));
}

// On how many cores a page ran its program without a GPU, it does not say.
TEST(TableReport, TakesNoGpuForARungOfCpusOfUnknownSize) {
  const auto text = "Number of GPUs,Runtime (s)\n0,192.25\n1,73.48\n2,42.06\n4,25.61\n";
  EXPECT_THAT(render_terminal(report_of_table("t.csv", text, {}).value()),
              testing::AllOf(HasSubstr("rung  seconds  speedup               efficiency  per doubling\n"
                                       "cpu    192.25  0.38x (2.62x slower)  -           -\n"
                                       "1gpu    73.48  1 (baseline)          100 %       -\n"),
                             HasSubstr("rung  ranks  nodes\ncpu       -      -\n1gpu      1      -\n")));
}

TEST(TableReport, TakesTheBaselineThatWasAskedForOrSaysWhichRungsMayBeMeant) {
  const auto report = report_of_table("t.csv", kCyclone, {.baseline = "cpu"}).value();
  EXPECT_EQ(report.head.baseline, (Baseline{"cpu", "as asked for"}));
  EXPECT_DOUBLE_EQ(report.tables[0].points[1].speedup->centre, 192.25 / 73.48);
  const auto unknown = report_of_table("t.csv", kCyclone, {.baseline = "1gpus"});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(render(unknown.error()),
            "error: the baseline '1gpus' is not a rung of this table\n      = hint: did you mean '1gpu'?\n");
}

TEST(TableReport, AsksWhetherATableIsStrongThatLooksOtherwise) {
  const auto warnings = [](const std::string& text) {
    return report_of_table("t.csv", text).value().warnings;
  };
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
  EXPECT_NEAR(strong.tables[0].points[2].efficiency->centre, 100 / 9.0 / 16, 1e-9);
  const auto weak = report_of_table("t.csv", "1node,100\n2nodes,104\n", {.scaling = Scaling::weak}).value();
  EXPECT_NEAR(weak.tables[0].points[1].efficiency->centre, 100 / 104.0, 1e-9);
}

TEST(TableReport, ScalesAsItIsTold) {
  const std::string times = "1gpu,100\n2gpu,101\n4gpu,125\n";
  const auto weak = report_of_table("t.csv", times, {.scaling = Scaling::weak}).value();
  EXPECT_EQ(weak.head.title, "t.csv · imported times · weak scaling · 1 run a rung");
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

std::vector<double> efficiencies_of(const std::string& table, const TableOptions& options = {}) {
  const auto report = report_of_table("t.csv", table, options).value();
  EXPECT_THAT(report.warnings, testing::IsEmpty()) << table;
  std::vector<double> efficiencies;
  for (const auto& point : report.tables.front().points)
    efficiencies.push_back(point.efficiency ? point.efficiency->centre : 0);
  return efficiencies;
}

// A ladder as published, with efficiencies of 95, 91 and 85 %: the same samples on each rung.
TEST(TableReport, TakesAnEpochForTheSameSamplesInAnyScaling) {
  const std::vector<double> published{1, 3779 / 1989.0 / 2, 3779 / 1033.0 / 4, 3779 / 554.0 / 8};
  const auto near = testing::Pointwise(testing::DoubleNear(1e-9), published);
  const TableOptions weak{.scaling = Scaling::weak};
  for (const auto* head : {"epoch_time", "epoch time (s)", "epoch_time_s", "s/epoch"}) {
    const auto of = [&](const std::string& columns, const std::vector<std::string>& behind) {
      return fmt::format("gpus,{}{}\n4,3779{}\n8,1989{}\n16,1033{}\n32,554{}\n", head, columns, behind[0],
                         behind[1], behind[2], behind[3]);
    };
    const auto batches = of(",per_rank_batch,global_batch", {",2,8", ",2,16", ",2,32", ",2,64"});
    EXPECT_THAT(efficiencies_of(batches, weak), near) << head;
    EXPECT_THAT(efficiencies_of(batches), near) << head;
    EXPECT_THAT(efficiencies_of(of("", {"", "", "", ""})), near) << head;
  }
}

TEST(TableReport, TakesStepsOfEqualBatchesOfARankForWeakScaling) {
  const std::vector<double> slower{1, 0.47237 / 0.4972875};
  const auto near = testing::Pointwise(testing::DoubleNear(1e-9), slower);
  const std::string steps = "gpus,s/step,per_rank_batch,global_batch\n4,0.47237,2,8\n8,0.4972875,2,16\n";
  EXPECT_THAT(efficiencies_of(steps), near);
  EXPECT_THAT(efficiencies_of(steps, {.scaling = Scaling::weak}), near);
  EXPECT_THAT(efficiencies_of("gpus,s/step,global_batch\n4,0.47237,8\n8,0.4972875,16\n"), near);
}

TEST(TableReport, CountsMicroStepsByTheColumnThatSaysHowMany) {
  EXPECT_THAT(
      efficiencies_of("gpus,ms/micro_step,global_batch,accumulate\n1,100,32,8\n2,105,32,4\n4,110,32,2\n"),
      testing::Pointwise(testing::DoubleNear(1e-9), std::vector<double>{1, 100 / 105.0, 100 / 110.0}));
  const auto report =
      report_of_table("t.csv", "gpus,s/step,global_batch,accumulate\n1,8,32,8\n2,4.2,32,4\n").value();
  for (const auto& point : report.tables.front().points)
    EXPECT_EQ(*find(point.runs.front().conditions, "per_rank_batch"), Value(std::int64_t{4})) << point.rung;
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
        report::notes_and_method(report),
        testing::ElementsAre(
            "the rows of a rung are an independent sample, since no column says the round: a column 'round' "
            "pairs rows that ran beside each other, so that what slowed them all does not widen intervals",
            "no scatter: all runs of 1gpu, 2gpu have the same value, so nothing can be told from chance; "
            "measured values differ, so these were rounded or copied",
            "baseline: 1gpu, the smallest GPU rung",
            "not checked: batch, precision, dataset, model, optimizer, steps, torch, device name, threads, "
            "world size (not in the table)"))
        << rounds;
    EXPECT_THAT(report.warnings, testing::IsEmpty());
    EXPECT_THAT(render_terminal(report), HasSubstr("  2.00x         100 %\n")) << rounds;
  }
}

TEST(TableReport, SaysWhichRungsHaveFewDifferentValuesAndTheLevelFromSixRoundsOn) {
  const auto text =
      rows(8, [](int i) { return fmt::format("1gpu,{}\n2gpu,{}\n", 100 + i % 2, 50.3 + 0.1 * i); });
  EXPECT_THAT(
      report::notes_and_method(report_of_table("t.csv", text).value()),
      testing::Contains("few different values: 1gpu (2 in 8 runs): rounded values tie, and their intervals "
                        "may be too narrow; give more digits"));
  const auto intervals = [](int rounds) {
    const auto lines = rows(rounds, [](int i) {
      return fmt::format("1gpu,{0},{1}\n2gpu,{0},{2}\n", i + 1, 100.0 + i, 52 + 0.4 * (i % 3));
    });
    return coverages_of(report_of_table("t.csv", "rung,round,seconds\n" + lines).value());
  };
  EXPECT_THAT(intervals(5), testing::Each(Not(HasSubstr("values"))));
  EXPECT_THAT(intervals(8), testing::Contains("93 % of values, from order statistics"));
}

TEST(TableReport, ListsTheValueOfEachRoundInItsPlace) {
  const auto report = report_of_table("t.csv",
                                      "rung,round,seconds\n1gpu,1,100\n1gpu,2,OOM\n1gpu,3,OOM\n2gpu,1,OOM\n"
                                      "2gpu,2,51\n2gpu,3,52\n4gpu,1,OOM\n4gpu,2,OOM\n4gpu,3,OOM\n")
                          .value();
  EXPECT_THAT(render_terminal(report), HasSubstr("rung  ranks  nodes  seconds of each round\n"
                                                 "1gpu      1      -  100 - -\n"
                                                 "2gpu      2      -  - 51 52\n"
                                                 "4gpu      4      -  -\n"));
}

TEST(TableReport, ReportsNoLossThatRoundsToNothing) {
  const auto text =
      rows(10, [](int i) { return fmt::format("1gpu,{0}\n2gpu,{1}\n", 100.0 + i, 49.99 + 0.5 * i); });
  const auto report = report_of_table("t.csv", text).value();
  for (const auto& note : report::notes_and_method(report)) {
    EXPECT_THAT(note, Not(HasSubstr("e-"))) << note;
    EXPECT_THAT(note, Not(HasSubstr("a loss up to 0"))) << note;
  }
}

}  // namespace
}  // namespace scalegen::report
