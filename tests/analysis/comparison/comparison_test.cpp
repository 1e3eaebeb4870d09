#include "analysis/comparison/comparison.hpp"

#include <gmock/gmock.h>

#include "analysis/comparison/comparison_text.hpp"
#include "core/json.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/report/golden_formats.hpp"

namespace scalegen::comparison {
namespace {

Side table(const std::string& text, const TableOptions& options = {}) {
  return {.report = report_of_table("table.csv", text, options).value()};
}

std::string terminal(const Side& a, const Side& b, At at = At::size) {
  const auto comparison = compare(a, b, at);
  return comparison ? report::render_terminal(*comparison) : render(comparison.error());
}

std::string verdict(const Side& a, const Side& b, At at = At::size) {
  const auto comparison = compare(a, b, at);
  return comparison ? report::verdict_sentences(*comparison).front() : render(comparison.error());
}

// The same sweep on another machine and with other software, where each step takes `share` as long.
Side other_sweep(double share) {
  MadeUpSweep sweep(3);
  sweep.head.cluster = "olivia";
  for (auto& run : sweep.runs) {
    run.start.device_name = "AMD EPYC 2";
    run.start.torch = "2.11.0";
    for (std::size_t i = 0; i < run.step_seconds.size(); ++i)
      run.step_seconds[i] *= share * (1 + 0.001 * static_cast<double>((i + run.record.run.id.size()) % 3));
  }
  return {.report = sweep.report(), .commit = "0123456789ab"};
}

Side first_sweep() { return {.report = MadeUpSweep(3).report(), .commit = "ba9876543210-dirty"}; }

TEST(Comparison, OfTwoClusters) {
  const auto comparison = compare(first_sweep(), other_sweep(0.9), At::size).value();
  expect_golden("report/comparison.txt", report::render_terminal(comparison));
  expect_golden("report/comparison.md", report::render_markdown(comparison));
  expect_golden("report/comparison.json", report::compact(report::render_json(comparison)));
}

constexpr auto kOld =
    "rung,images_per_s,global_batch,precision\n"
    "1gpu,1000,256,fp32\n1gpu,1010,256,fp32\n1gpu,1005,256,fp32\n"
    "2gpu,1900,256,fp32\n2gpu,1910,256,fp32\n2gpu,1920,256,fp32\n"
    "4gpu,3500,256,fp32\n";
constexpr auto kNew =
    "rung,images_per_s,global_batch,precision\n"
    "1gpu,1003,256,bf16\n1gpu,1012,256,bf16\n1gpu,1006,256,bf16\n"
    "2x1gpu,1980,256,bf16\n2x1gpu,1990,256,bf16\n2x1gpu,2000,256,bf16\n"
    "8gpu,5000,256,bf16\n";

TEST(Comparison, OfEqualCost) {
  expect_golden("report/comparison_at_cost.txt", terminal(table(kOld), table(kNew), At::cost));
}

// A side whose rungs are on one node, where they do not say more.
Side on_nodes(Side side) {
  for (auto& point : side.report.tables.front().points) point.shape.nodes = point.shape.nodes.value_or(1);
  return side;
}

TEST(Comparison, OfEqualNodesTakesTheLargestRung) {
  const auto comparison = compare(on_nodes(table(kOld)), on_nodes(table(kNew)), At::nodes).value();
  ASSERT_EQ(comparison.pairs.size(), 1U);
  EXPECT_EQ(comparison.pairs.front().name, "4gpu and 8gpu");
  EXPECT_THAT(comparison.only_b, testing::ElementsAre("1gpu", "2x1gpu"));
}

TEST(Comparison, OfEqualNodesNeedsThoseOfEachRung) {
  auto b = on_nodes(table(kNew));
  b.report.tables.front().points.back().shape.nodes.reset();
  EXPECT_EQ(terminal(on_nodes(table(kNew)), b, At::nodes),
            "error: B does not say on how many nodes its rungs are: 8gpu\n"
            "      = hint: add a column 'nodes' to the table, or compare with --at size\n");
  EXPECT_THAT(terminal(table(kNew), b), testing::HasSubstr("no difference shown"));
}

TEST(Comparison, SaysWhereBIsFasterAndWhereNothingShows) {
  EXPECT_EQ(verdict(table(kOld), table(kNew)),
            "B is 4.2 % [3.0, 5.4] faster at 2gpu and 2x1gpu *; at 1gpu * no difference shown: from 0.9 % "
            "slower to 1.3 % faster at 95 %.");
  EXPECT_EQ(verdict(table(kNew), table(kOld)),
            "B is 4.0 % [2.9, 5.1] slower at 2x1gpu and 2gpu *; at 1gpu * no difference shown: from 1.3 % "
            "slower to 0.9 % faster at 95 %.");
}

TEST(Comparison, OfASweepWithItselfShowsNoDifference) {
  for (const auto& side : {first_sweep(), table(kOld)}) {
    const auto comparison = compare(side, side, At::size).value();
    EXPECT_TRUE(comparison.unlike.empty());
    for (const auto& pair : comparison.pairs) {
      EXPECT_EQ(pair.ratio->centre, 1);
      EXPECT_FALSE(is_shown(pair));
      EXPECT_FALSE(pair.is_starred);
    }
  }
}

TEST(Comparison, SwappedInvertsEachRatio) {
  const auto a = first_sweep();
  const auto b = other_sweep(1.07);
  const auto one = compare(a, b, At::size).value();
  const auto other = compare(b, a, At::size).value();
  ASSERT_EQ(one.pairs.size(), other.pairs.size());
  for (std::size_t i = 0; i < one.pairs.size(); ++i) {
    EXPECT_DOUBLE_EQ(one.pairs[i].ratio->centre, 1 / other.pairs[i].ratio->centre);
    EXPECT_DOUBLE_EQ(one.pairs[i].ratio->interval->low, 1 / other.pairs[i].ratio->interval->high);
    EXPECT_DOUBLE_EQ(one.pairs[i].p_adjusted, other.pairs[i].p_adjusted);
  }
}

// A time that is longer is slower: the words follow the speed, never the sign.
TEST(Comparison, OfTimesFollowsTheSpeed) {
  EXPECT_EQ(verdict(table("rung,seconds\n1gpu,100\n1gpu,101\n1gpu,99\n"),
                    table("rung,seconds\n1gpu,40\n1gpu,40.2\n1gpu,39.8\n")),
            "B is 2.50x [2.45, 2.55] as fast at 1gpu.");
  EXPECT_EQ(verdict(table("rung,seconds\n1gpu,100\n1gpu,101\n1gpu,99\n"),
                    table("rung,seconds\n1gpu,110\n1gpu,111\n1gpu,109\n")),
            "B is 9.1 % [7.1, 11.0] slower at 1gpu.");
}

TEST(Comparison, OfOneRoundStatesNoInterval) {
  EXPECT_EQ(
      verdict(table("rung,seconds\n1gpu,100\n2gpu,60\n"), table("rung,seconds\n1gpu,80\n2gpu,60\n")),
      "At 1gpu it has no interval, and nothing is shown: 25.0 % faster (one round each); at 2gpu it has "
      "no interval, and nothing is shown: the same speed (one round each).");
}

TEST(Comparison, UsesRanksFromSixRoundsEach) {
  std::string a = "rung,seconds\n";
  std::string b = a;
  for (int i = 0; i < 6; ++i) {
    a += fmt::format("1gpu,{}\n", 100 + i);
    b += fmt::format("1gpu,{}\n", 300 + i);
  }
  EXPECT_EQ(verdict(table(a), table(b)), "B is 0.339x [0.332, 0.346] as fast at 1gpu.");
  EXPECT_NEAR(compare(table(a), table(b), At::size)->pairs.front().p, 2.0 / 924, 1e-9);
}

TEST(Comparison, RefusesSweepsOfOtherFiguresOrWithNoRungOrLadderInCommon) {
  EXPECT_EQ(terminal(table("rung,seconds\n1gpu,1\n"), table("rung,images_per_s\n1gpu,1\n")),
            "error: A has a time in s and B a rate in images/s: figures of two kinds do not compare\n"
            "      = hint: compare sweeps with the same 'metrics:', or tables with the same columns\n");
  EXPECT_EQ(terminal(table("rung,seconds\n1gpu,3\n2gpu,2\n"), table("rung,seconds\n4gpu,1\n4cpu,5\n")),
            "error: A and B have no rung of the same size in common: A has 1gpu, 2gpu; B has 4cpu, 4gpu\n"
            "      = hint: --at nodes or --at cost compares rungs of other sizes\n");
  EXPECT_EQ(terminal(table("rung,seconds\n1gpu,3\n"), table("rung,seconds\n1gpu,1\n"), At::energy),
            "error: the energy of no rung is known on both sides\n"
            "      = hint: it is if the monitor saw each GPU of a run and no other (docs/statistics.md, "
            "\"Costs\")\n");
  EXPECT_EQ(terminal(table("gpus,images_per_s\n1,3\n2,5\n"),
                     table("gpus,images_per_s\n1,3\n2,5\n", {.scaling = Scaling::weak})),
            "error: A and B have no ladder in common: A has strong scaling; B has weak scaling\n"
            "      = hint: compare sweeps that scale alike and share the value of an axis\n");
}

Side in_sweep(int rounds, const std::string& id, double later = 0) {
  Side side{.report = MadeUpSweep(rounds).report()};
  side.report.head.directory_id = id;
  for (auto& table : side.report.tables)
    for (auto& point : table.points)
      for (auto& run : point.runs) run.begun = run.begun.value_or(0) + later;
  return side;
}

TEST(Comparison, RefusesACopyOfADirectory) {
  EXPECT_EQ(terminal(in_sweep(3, "5eedf00d"), in_sweep(3, "5eedf00d")),
            "error: A and B have 9 measured runs in common, as a directory and its copy do\n"
            "      = hint: measure once more, into a new directory: scalegen sweep FILE -o NEW_FOLDER\n");
  EXPECT_EQ(terminal(in_sweep(2, "5eedf00d"), in_sweep(3, "5eedf00d"), At::nodes),
            "error: A and B have 6 measured runs in common, as a directory and its copy do\n"
            "      = hint: measure once more, into a new directory: scalegen sweep FILE -o NEW_FOLDER\n")
      << "a copy that went on";
}

TEST(Comparison, TakesRunsForOthersThatAreNoCopies) {
  const auto a = in_sweep(3, "5eedf00d");
  EXPECT_TRUE(compare(a, in_sweep(3, "0ddba115"), At::size));
  EXPECT_TRUE(compare(a, in_sweep(3, "5eedf00d", 60), At::size)) << "a copy in which all is measured again";
  EXPECT_TRUE(compare(in_sweep(3, ""), in_sweep(3, ""), At::size)) << "nothing tells";
}

TEST(Comparison, OfWeakScalingComparesEachRung) {
  const TableOptions weak{.scaling = Scaling::weak};
  const auto a = table("gpus,seconds\n1,100\n1,101\n4,110\n4,111\n", weak);
  const auto b = table("gpus,seconds\n1,100\n1,101\n4,105\n4,104\n", weak);
  EXPECT_EQ(compare(a, b, At::size)->pairs.size(), 2U);
  // On equal nodes the ranks differ, and with them the work of a weak ladder.
  const auto d = table("nodes,gpus_per_node,seconds\n1,1,100\n1,1,101\n1,4,110\n1,4,111\n", weak);
  const auto c = table("nodes,gpus_per_node,seconds\n1,1,100\n1,1,101\n1,8,105\n1,8,104\n", weak);
  EXPECT_THAT(terminal(d, c, At::nodes), testing::HasSubstr("in weak scaling the work grows with the ranks"));
}

TEST(Comparison, GivesNoRatioOfTimesOfOtherWork) {
  EXPECT_THAT(
      terminal(table("gpus,ms/step,global_batch\n1,100,64\n1,101,64\n"),
               table("gpus,ms/step,global_batch\n1,180,128\n1,181,128\n")),
      testing::HasSubstr(
          "1gpu is not compared: a value stands for other work: 64 in A and 128 in B samples a step\n"));
}

TEST(Comparison, MatchesTablesByTheirAxes) {
  const auto sweep = [](double slower) {
    MadeUpSweep made(2);
    made.add_axis("precision", {std::string("fp32"), std::string("bf16")},
                  [&](MadeUpRun& run, const Value& precision) {
                    run.start.precision = to_text(precision);
                    if (run.start.precision == "bf16")
                      for (auto& seconds : run.step_seconds) seconds *= slower;
                  });
    return Side{.report = made.report()};
  };
  const auto comparison = compare(sweep(0.8), sweep(1.2), At::size).value();
  ASSERT_EQ(comparison.pairs.size(), 6U);
  for (const auto& pair : comparison.pairs) {
    const bool is_bf16 = pair.name.ends_with("(precision bf16)");
    EXPECT_EQ(pair.name.ends_with("(precision fp32)"), !is_bf16) << pair.name;
    EXPECT_NEAR(pair.ratio->centre, is_bf16 ? 0.8 / 1.2 : 1, 1e-6) << pair.name;
  }
}

// One GPU of 300 W, and one of 240 W that is as fast: 1000 images of 0.5 s a step of 512.
Side on_gpus_of(const std::string& watts) {
  MadeUpSweep sweep(3);
  sweep.runs.clear();
  sweep.head.baseline = "1gpu";
  for (int round = 1; round <= 3; ++round)
    sweep.add_run({.name = "1gpu", .device = DeviceKind::gpu}, round, 0.5);
  for (auto& run : sweep.runs)
    run.monitor =
        "timestamp, index, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
        "2025/11/21 10:00:15.000, 0, GPU-a, 90 %, 10 MiB, " +
        watts + " W\n";
  return {.report = sweep.report()};
}

TEST(Comparison, OfEnergySaysLessAndMore) {
  const auto a = on_gpus_of("300.00");
  const auto b = on_gpus_of("240.00");
  EXPECT_EQ(verdict(a, b, At::energy), "B takes 20.0 % [18.3, 21.7] less energy at 1gpu.");
  EXPECT_EQ(verdict(b, a, At::energy), "B takes 25.0 % [22.4, 27.6] more energy at 1gpu.");
  const auto pair = compare(a, b, At::energy)->pairs.front();
  EXPECT_NEAR(pair.ratio->centre, 1.25, 1e-9);
  // 0.5 s a step of 512 at 300 W, with a scatter of some per cent.
  EXPECT_NEAR(pair.a.typical.centre, 300 * 0.5 / 512 * 1e6 / 3.6e6, 0.004);
}

TEST(Comparison, PrintsHostileNamesAsText) {
  auto a = first_sweep();
  auto b = other_sweep(1);
  b.commit = "<script>|\x1b[2J`x`";
  const auto comparison = compare(a, b, At::size).value();
  EXPECT_THAT(report::render_terminal(comparison), testing::Not(testing::HasSubstr("\x1b")));
  EXPECT_THAT(report::render_markdown(comparison), testing::HasSubstr("\\<script>\\|?[2J\\`x\\`"));
  EXPECT_TRUE(Json::accept(report::render_json(comparison)));
}

}  // namespace
}  // namespace scalegen::comparison
