// How long the jobs of a sweep waited in the queue, in whole reports.
#include <gmock/gmock.h>

#include "analysis/document/document.hpp"
#include "analysis/report/sections.hpp"
#include "core/json.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"

namespace scalegen::report {
namespace {

/// A sweep whose jobs waited so many seconds, by rung and round.
MadeUpSweep queued_sweep(const std::map<std::string, std::vector<int>>& waits,
                         const std::vector<double>& step_seconds = {0.5, 0.27, 0.155, 0.1}) {
  auto sweep = priced_sweep(3, step_seconds);
  for (const auto& [rung, seconds] : waits)
    for (std::size_t round = 0; round < seconds.size(); ++round)
      sweep.run(fmt::format("{}-r{}", rung, round + 1)).files["queue.txt"] =
          fmt::format("queue restarts=0 submitted=1763700000 eligible=1763700500 started={}\n",
                      1763700500 + seconds[round]);
  return sweep;
}

std::string text_of(const MadeUpSweep& sweep) {
  document::Document document;
  add(document.blocks, queue_section(sweep.report()));
  return document::render_terminal(document);
}

const std::map<std::string, std::vector<int>> kLongAtTwoNodes{
    {"1gpu", {60, 30, 90}}, {"4gpu", {240, 120, 540}}, {"2x4gpu", {11400, 3600, 18000}}};

TEST(QueueSection, SaysFromWhichRungAResultCameSooner) {
  EXPECT_EQ(text_of(queued_sweep(kLongAtTwoNodes)), R"(queue (how long jobs waited)
rung    jobs  waited      shortest  longest
1gpu       3  1 min       30 s      1 min 30 s
4gpu       3  4 min       2 min     9 min
2x4gpu     3  3 h 10 min  1 h       5 h

the jobs of 4gpu waited 3 h 6 min less than those of 2x4gpu, the fastest: the result of work that takes less than 2 h 16 min on 4gpu came sooner from there (measured, not predicted)
medians, from when Slurm could have begun a job (EligibleTime); jobs of a sweep wait for each other, too
)");
}

TEST(QueueSection, IsADetailUnlessTheQueueDecides) {
  const auto brief = [](const MadeUpSweep& sweep) {
    document::Document document;
    add(document.blocks, queue_section(sweep.report()));
    return document::render_terminal(document::without_details(document));
  };
  EXPECT_EQ(brief(queued_sweep({{"1gpu", {60, 30, 90}}, {"2x4gpu", {80, 40, 100}}})), "");
  EXPECT_THAT(brief(queued_sweep(kLongAtTwoNodes)), testing::HasSubstr("came sooner from there"));
}

std::string sooner_in(const std::map<std::string, std::vector<int>>& waits) {
  const auto lines = queue_section(queued_sweep(waits).report()).lines;
  return lines.empty() ? "" : lines.front();
}

TEST(QueueSection, ClaimsNothingOfWaitsThatOverlapOrHardlyDiffer) {
  EXPECT_NE(sooner_in({{"4gpu", {10, 20, 30}}, {"2x4gpu", {100, 110, 120}}}), "");
  EXPECT_EQ(sooner_in({{"4gpu", {10, 20, 110}}, {"2x4gpu", {100, 110, 120}}}), "") << "they overlap";
  EXPECT_EQ(sooner_in({{"4gpu", {10, 20, 30}}, {"2x4gpu", {40, 60, 79}}}), "") << "less than a minute";
  EXPECT_EQ(sooner_in({{"4gpu", {10}}, {"2x4gpu", {900, 910, 920}}}), "") << "one job tells nothing";
  EXPECT_EQ(sooner_in({{"4gpu", {900, 910, 920}}, {"2x4gpu", {10, 20, 30}}}), "")
      << "the fastest waited less";
  EXPECT_EQ(sooner_in({{"4gpu", {10, 20, 30}}}), "");
}

TEST(QueueSection, IsSilentIfTheFastestRungIsAnotherOne) {
  const std::map<std::string, std::vector<int>> waits{{"1gpu", {10, 20, 30}}, {"2gpu", {900, 910, 920}}};
  const auto sooner = [&](const std::vector<double>& step_seconds) {
    return queue_json(queued_sweep(waits, step_seconds).report()).contains("sooner");
  };
  EXPECT_TRUE(sooner({0.5, 0.27, 0.3, 0.3}));
  EXPECT_FALSE(sooner({0.5, 0.27, 0.3, 0.26})) << "2x4gpu, of which no wait is known";
}

// Work that takes a time T on the slower rung ends there at its longest wait and T, on the fastest one at its
// shortest wait and T divided by the gain in speed.
TEST(QueueSection, GivesTheWorkAtWhichTheFastestRungHasMadeUpItsWait) {
  const auto report = queued_sweep({{"1gpu", {0, 0, 0}}, {"2x4gpu", {1000, 1000, 1000}}}).report();
  const auto sooner = queue_json(report)["sooner"];
  const auto& table = report.tables.front();
  const double gain = table.points.back().speedup->interval->high;
  const double work = sooner["work_seconds"];
  EXPECT_NEAR(work, 1000 + work / gain, 1e-6);
  EXPECT_EQ(sooner["rung"], "1gpu");
  EXPECT_EQ(sooner["waited_less_seconds"], 1000);
}

TEST(QueueSection, SaysOfHowManyJobsTheWaitIsFromTheirSubmission) {
  auto sweep = queued_sweep({{"1gpu", {60, 30, 90}}});
  sweep.run("1gpu-r2").files["queue.txt"] =
      "queue restarts=0 submitted=1763700000 eligible=Unknown started=1763700600\n";
  EXPECT_EQ(queue_section(sweep.report()).details.front(),
            "medians, from when Slurm could have begun a job (EligibleTime), of 1 job from its submission "
            "(SubmitTime), with any time that it was held; jobs of a sweep wait for each other, too");
  EXPECT_EQ(queue_json(sweep.report()).dump(),
            R"({"rungs":[{"rung":"1gpu","jobs":3,"since_submitted":1,"median_seconds":90.0,)"
            R"("least_seconds":60.0,"most_seconds":600.0}]})");
}

TEST(QueueSection, IsNothingWhereNoRungHasAQueueOfItsOwn) {
  const auto is_none = [](const MadeUpSweep& sweep) {
    return document::is_empty(queue_section(sweep.report())) && queue_json(sweep.report()).empty();
  };
  EXPECT_TRUE(is_none(priced_sweep(3))) << "an older scalegen wrote the scripts";
  EXPECT_TRUE(is_none(queued_sweep({}))) << "no job is known";
  auto local = queued_sweep(kLongAtTwoNodes);
  local.head.scheduler = SchedulerKind::local;
  EXPECT_TRUE(is_none(local));
  auto held = queued_sweep(kLongAtTwoNodes);
  held.head.launch.held = true;
  EXPECT_TRUE(is_none(held)) << "a person waited for the allocation";
  auto report = queued_sweep(kLongAtTwoNodes).report();
  report.head.shares_nodes = true;
  EXPECT_TRUE(document::is_empty(queue_section(report))) << "all runs are of one job";
}

}  // namespace
}  // namespace scalegen::report
