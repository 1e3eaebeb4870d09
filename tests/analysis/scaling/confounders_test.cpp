#include <fmt/format.h>
#include <gmock/gmock.h>

#include "analysis/scaling/confounders.hpp"
#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Measurement run_at(const std::string& rung, int round, const std::string& attempt, double begun) {
  return {.run = rung + "-r" + std::to_string(round),
          .round = round,
          .attempt = attempt,
          .value = 100,
          .begun = begun,
          .held_seconds = 10};
}

// Two rounds of two rungs, each run 10 s, one after the other.
Ladder two_rungs() {
  return {.rungs = {{.name = "1cpu", .runs = {run_at("1cpu", 1, "1", 0), run_at("1cpu", 2, "1", 20)}},
                    {.name = "2cpu", .runs = {run_at("2cpu", 1, "1", 10), run_at("2cpu", 2, "1", 30)}}}};
}

std::string found_in(const Ladder& ladder) {
  const auto found = difference_in_time(ladder, 0, 1);
  return found ? found->here : "";
}

TEST(RoundsApart, AreThoseOfARunThatWasTriedAgainLaterAfterAFailureOrAnInterrupt) {
  auto ladder = two_rungs();
  EXPECT_EQ(found_in(ladder), "");
  auto& late = ladder.rungs[1].runs[0];
  late = run_at("2cpu", 1, "2", 71);
  EXPECT_EQ(
      found_in(ladder),
      "2cpu-r1 ran after a failure, up to 1 min 1 s after the other run of the round had ended: the machine "
      "may have changed since; 'scalegen sweep DIR --again 2cpu-r1' measures a round again");
  ladder.rungs[1].runs[1] = run_at("2cpu", 2, "3", 3700);
  EXPECT_EQ(
      found_in(ladder),
      "2cpu-r1, 2cpu-r2 ran after a failure, up to 1 h 1 min after the other run of the round had ended: the "
      "machine may have changed since; 'scalegen sweep DIR --again 2cpu-r1' measures a round again");
  EXPECT_EQ(difference_in_time(ladder, 1, 0)->consequence, Consequence::star) << "whichever is the baseline";
  ladder = two_rungs();
  ladder.rungs[1].runs[0] = run_at("2cpu", 1, "2", 71);
  ladder.rungs[1].runs[0].was_interrupted = true;
  EXPECT_EQ(found_in(ladder),
            "2cpu-r1 ran after an interrupt, up to 1 min 1 s after the other run of the round had ended: the "
            "machine may have changed since; 'scalegen sweep DIR --again 2cpu-r1' measures a round again");
  ladder.rungs[1].runs[1] = run_at("2cpu", 2, "2", 81);
  EXPECT_EQ(
      found_in(ladder),
      "2cpu-r1, 2cpu-r2 ran after a failure, up to 1 min 1 s after the other run of the round had ended: the "
      "machine may have changed since; 'scalegen sweep DIR --again 2cpu-r1' measures a round again");
}

TEST(RoundsApart, AreNoneOfASlowFirstRunOrThatWereTriedAgainAtOnce) {
  auto ladder = two_rungs();
  ladder.rungs[1].runs[1] = run_at("2cpu", 2, "2", 31);
  auto& first = ladder.rungs[1].runs[0];
  first = run_at("2cpu", 1, "2", 500);
  EXPECT_NE(found_in(ladder), "");
  first.put_aside = {run_at("2cpu", 1, "1", 10)};
  EXPECT_EQ(found_in(ladder), "");
  ladder = two_rungs();
  ladder.rungs[1].runs[0] = run_at("2cpu", 1, "2", 30);
  EXPECT_EQ(found_in(ladder), "") << "as long after it as the round takes";
  ladder.rungs[0].runs[0] = run_at("1cpu", 1, "2", 0);
  ladder.rungs[1].runs[0] = run_at("2cpu", 1, "1", 500);
  EXPECT_EQ(found_in(ladder), "") << "the trial failed, and Slurm started the other when it could";
}

TEST(RoundsApart, AreThoseOfRunsMoreThanADayApart) {
  auto ladder = two_rungs();
  ladder.rungs[1].runs[1] = run_at("2cpu", 2, "1", 30 + 86400);
  EXPECT_EQ(found_in(ladder), "") << "a job may wait for a day";
  ladder.rungs[1].runs[1].begun = 31 + 86400;
  EXPECT_EQ(found_in(ladder),
            "2cpu-r2 ran up to 24 h after the other run of the round had ended: the machine may have changed "
            "since; 'scalegen sweep DIR --again 2cpu-r2' measures a round again");
  ladder.rungs[1].runs[1].put_aside = {ladder.rungs[1].runs[1]};
  EXPECT_EQ(found_in(ladder), "") << "a slow first run";
}

TEST(RoundsApart, AreNoneThatWereMeasuredAgainTogether) {
  auto ladder = two_rungs();
  for (auto& rung : ladder.rungs) rung.runs[0].replaced = {rung.runs[0]};
  ladder.rungs[1].runs[0].attempt = "2";
  ladder.rungs[1].runs[0].begun = 500;
  EXPECT_EQ(found_in(ladder), "");
  ladder.rungs[1].runs[0].replaced.clear();
  EXPECT_NE(found_in(ladder), "");
  ladder.rungs[1].runs[0].put_aside = {ladder.rungs[1].runs[0]};
  EXPECT_EQ(found_in(ladder), "") << "a slow first run";
}

TEST(RoundsApart, AreStillThoseThatWaitedForARunWhoseRoundWasMeasuredAgain) {
  auto ladder = two_rungs();
  for (auto& rung : ladder.rungs) rung.runs[0].replaced = {rung.runs[0]};
  ladder.rungs[1].runs[0].replaced.front().attempt = "2";
  ladder.rungs[1].runs[0].attempt = "3";
  ladder.rungs[1].runs[0].begun = 500;
  EXPECT_EQ(found_in(ladder), "");
  ladder.rungs[1].runs[1].begun = 101;
  EXPECT_EQ(
      found_in(ladder),
      "2cpu-r2 ran after a failure, up to 1 min 11 s after the other run of the round had ended: the machine "
      "may have changed since; 'scalegen sweep DIR --again 2cpu-r2' measures a round again");
}

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

TEST(SharedNodes, AreNamedWithTheCoresThatOthersUsedBesideTheRunAndGiveNoStarWithout) {
  auto sweep = shared_sweep();
  for (auto& run : sweep.runs) run.files["node.n1.txt"] = node_log(1900, 100);
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
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

TEST(Switches, GiveNoStarUnderOneIfNoneHasRoomOrIfSomeAreUnknown) {
  auto sweep = two_node_sweep();
  for (auto& run : sweep.runs) put_under(run, kOne);
  const auto report = sweep.report();
  EXPECT_THAT(report.warnings, IsEmpty());
  EXPECT_FALSE(has_star(report, 1));
  for (auto& run : sweep.runs) put_under(run, kTwo);
  EXPECT_THAT(sweep.report().warnings, IsEmpty());
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
