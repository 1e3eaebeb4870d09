#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Two rounds under Slurm, of which the largest rung alone has its node to itself.
MadeUpSweep shared_sweep() {
  MadeUpSweep sweep(2);
  sweep.head.scheduler = SchedulerKind::slurm;
  for (auto& run : sweep.runs) run.record.run.resources.fills_nodes = run.record.run.rung.name == "4cpu";
  return sweep;
}

/// node.n1.txt of 20 s and four cores, of which core 3 is nobody's: ticks of the run and of others there.
std::string node_log(int own, int others) {
  std::string text = "begin 1763719200\nload 0.10 0.20 0.30 1/99 7\n";
  for (int core = 0; core < 4; ++core) text += fmt::format("cpu{} 0 0 0 0 0 0 0 0 0 0\n", core);
  text += "script 5\nend 1763719220\nload 0.10 0.20 0.30 1/99 7\n";
  text += fmt::format("cpu0 {} 0 0 {} 0 0 0 0 0 0\n", own, 2000 - own);
  for (int core = 1; core < 3; ++core) text += fmt::format("cpu{} 0 0 0 2000 0 0 0 0 0 0\n", core);
  text += fmt::format("cpu3 {} 0 0 {} 0 0 0 0 0 0\n", others, 2000 - others);
  return text + fmt::format("script {}\n", own + 5);
}

TEST(SharedNodes, StarTheRungThatHasItsNodesToItselfUnlikeTheBaseline) {
  const auto report = shared_sweep().report();
  EXPECT_THAT(
      report.warnings,
      ElementsAre("4cpu *: use of nodes is exclusive here and open to other jobs (no record says of all "
                  "its nodes that nobody else was there) in the baseline"));
  const auto& points = report.tables.front().points;
  EXPECT_EQ(ratio_star(points[1]), nullptr);
  EXPECT_NE(ratio_star(points[2]), nullptr);
}

TEST(SharedNodes, GiveNoStarIfTheKernelCountedNobodyElse) {
  auto sweep = shared_sweep();
  for (auto& run : sweep.runs) run.files["node.n1.txt"] = node_log(1900, 100);
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

TEST(SharedNodes, AreNamedWithTheCoresThatOthersUsedBesideTheRun) {
  auto sweep = shared_sweep();
  for (auto& run : sweep.runs) run.files["node.n1.txt"] = node_log(1900, 100);
  sweep.run("1cpu-r2").files["node.n1.txt"] = node_log(1900, 1800);
  EXPECT_THAT(
      sweep.report().warnings,
      ElementsAre("4cpu *: use of nodes is exclusive here and open to other jobs (other programs kept 0.9 "
                  "cores of its node busy in round 2) in the baseline"));
}

TEST(SharedNodes, GiveNoStarIfAllRungsHaveThemOrTheSweepAsksForWholeOnes) {
  auto sweep = shared_sweep();
  for (auto& run : sweep.runs) run.record.run.resources.whole_nodes = true;  // by --exclusive
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
  sweep = shared_sweep();
  for (auto& run : sweep.runs) run.record.run.resources.fills_nodes = false;
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
}

}  // namespace
}  // namespace scalegen::report
