#include "analysis/scaling/confounders.hpp"

#include <gmock/gmock.h>

#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Three rounds of one node with two GPUs and of two such nodes.
MadeUpSweep two_node_sweep() {
  MadeUpSweep sweep(3);
  sweep.runs.clear();
  sweep.head.baseline = "2gpu";
  for (int round = 1; round <= 3; ++round) {
    sweep.add_run({.name = "2gpu", .device = DeviceKind::gpu, .ranks_per_node = 2}, round, 0.08);
    sweep.add_run({.name = "2x2gpu", .device = DeviceKind::gpu, .nodes = 2, .ranks_per_node = 2}, round,
                  0.042);
  }
  return sweep;
}

void put_under(MadeUpRun& run, const std::map<std::string, std::string>& switches) {
  for (auto& task : run.tasks) task.leaf_switch = switches.at(task.host);
}

const std::map<std::string, std::string> kOne{{"n1", "leaf1"}, {"n2", "leaf1"}};
const std::map<std::string, std::string> kTwo{{"n1", "leaf1"}, {"n2", "leaf2"}};

bool has_star(const Report& report, std::size_t point) {
  return ratio_star(report.tables.front().points[point]) != nullptr;
}

TEST(Switches, GiveNoStarIfAllNodesAreUnderOne) {
  auto sweep = two_node_sweep();
  for (auto& run : sweep.runs) put_under(run, kOne);
  const auto report = sweep.report();
  EXPECT_THAT(report.warnings, IsEmpty());
  EXPECT_FALSE(has_star(report, 1));
}

TEST(Switches, GiveNoStarIfNoneIsKnownToHaveRoomForTheRung) {
  auto sweep = two_node_sweep();
  for (auto& run : sweep.runs) put_under(run, kTwo);
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

TEST(Switches, GiveNoStarIfThoseOfSomeNodeAreUnknown) {
  auto sweep = two_node_sweep();
  for (auto& run : sweep.runs) put_under(run, kTwo);
  put_under(sweep.run("2x2gpu-r1"), {{"n1", "leaf1"}, {"n2", ""}});
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

TEST(Switches, StarARungWhoseRoundsWereUnderDifferentNumbersOfThem) {
  auto sweep = two_node_sweep();
  for (auto& run : sweep.runs) put_under(run, kTwo);
  put_under(sweep.run("2x2gpu-r2"), kOne);
  const auto report = sweep.report();
  EXPECT_THAT(report.warnings,
              ElementsAre("2x2gpu *: its nodes were under more leaf switches in some rounds than in others: "
                          "leaf1 in round 2; leaf1, leaf2 in rounds 1 and 3"));
  EXPECT_FALSE(has_star(report, 0));
  EXPECT_TRUE(has_star(report, 1));
}

// The two nodes of the larger rung are under leaf1 and leaf2, the smaller one was once on the third, under
// leaf1 too.
TEST(Switches, StarARungThatIsSpreadThoughOneHasRoomForIt) {
  auto sweep = two_node_sweep();
  for (auto& run : sweep.runs) put_under(run, kTwo);
  for (auto& task : sweep.run("2gpu-r3").tasks) task.host = "n3", task.leaf_switch = "leaf1";
  const auto report = sweep.report();
  EXPECT_THAT(report.warnings,
              ElementsAre("2x2gpu *: number of leaf switches is 2 (leaf1, leaf2, though leaf1 has nodes "
                          "enough) here and 1 (leaf1) in the baseline"));
  EXPECT_FALSE(has_star(report, 0));
  EXPECT_TRUE(has_star(report, 1));
}

}  // namespace
}  // namespace scalegen::report
