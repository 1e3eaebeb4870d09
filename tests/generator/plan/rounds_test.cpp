#include "generator/plan/rounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/plan_file.hpp"
#include "tests/generator/sweeps.hpp"
#include "tests/set_setting.hpp"

namespace scalegen {
namespace {

TEST(Rounds, HaveAnOrderThatIsTheSameOnEveryMachine) {
  EXPECT_EQ(plan::shuffled_order(8, 7, 1), (std::vector<std::size_t>{6, 3, 2, 4, 0, 7, 1, 5}));
  EXPECT_EQ(plan::shuffled_order(8, 7, 2), (std::vector<std::size_t>{1, 3, 0, 2, 4, 7, 6, 5}));
}

TEST(Rounds, HoldEachNumberOnce) {
  for (int round = 1; round <= 50; ++round) {
    auto order = plan::shuffled_order(20, 1, round);
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> all(20);
    std::iota(all.begin(), all.end(), std::size_t{0});
    EXPECT_EQ(order, all);
  }
  EXPECT_TRUE(plan::shuffled_order(0, 1, 1).empty());
}

TEST(Rounds, FavourNoOrder) {
  std::map<std::vector<std::size_t>, int> seen;
  for (int round = 0; round < 6000; ++round) ++seen[plan::shuffled_order(3, 11, round)];
  ASSERT_EQ(seen.size(), 6U);
  for (const auto& [order, times] : seen) {
    EXPECT_GT(times, 900);  // 1000 expected, standard deviation 29
    EXPECT_LT(times, 1100);
  }
}

TEST(Rounds, DifferBySeed) { EXPECT_NE(plan::shuffled_order(20, 7, 1), plan::shuffled_order(20, 8, 1)); }

Plan plan_with(int repeats, const std::string& lines) {
  return plan_text(sweep_text("repeats: " + std::to_string(repeats) + "\n" + lines), "cyclone").value().plan;
}

/// Without what tells that it did not have all rounds from the beginning.
Plan forgetful(Plan plan) {
  plan.head.rounds_before.clear();
  return plan;
}

TEST(ExtendPlan, GivesThePlanThatSoManyRepeatsWouldHaveHadFromTheBeginning) {
  for (const auto* lines :
       {"", "scales: [1gpu]\n", "sweep: {learning_rate: [0.1, 1e-05], optimizer: [adam, sgd]}\nseed: 11\n",
        "scaling: weak\nparameters: {per_rank_batch: 64}\nsweep: {cpus_per_task: [1, 2, 3, 4, 5]}\n"})
    for (int repeats = 1; repeats <= 4; ++repeats)
      EXPECT_EQ(forgetful(plan::extend_plan(plan_with(repeats, lines), 5).value()), plan_with(5, lines))
          << lines << repeats;
}

TEST(ExtendPlan, InTwoStepsIsTheSameAsInOne) {
  const auto once = plan::extend_plan(plan_with(1, ""), 4).value();
  const auto twice = plan::extend_plan(plan::extend_plan(plan_with(1, ""), 3).value(), 4).value();
  EXPECT_EQ(forgetful(twice), forgetful(once));
  EXPECT_EQ(once.head.rounds_before, std::vector{1});
  EXPECT_EQ(twice.head.rounds_before, (std::vector{1, 3}));
  EXPECT_EQ(read_plan("", write_plan(twice)), twice);
}

TEST(ExtendPlan, RepeatsWhatThePlanSaysWhateverTheSweepWouldComeToToday) {
  auto plan = plan_with(1, "scales: [1gpu, 2gpu]\n");
  for (auto& run : plan.runs) {
    run.command = {"/gone/since", run.rung.name};
    run.resources.partition = "closed";
    set(run.settings, "data", "of then");
  }
  const auto extended = plan::extend_plan(plan, 2).value();
  ASSERT_EQ(extended.runs.size(), 4U);
  EXPECT_TRUE(std::equal(plan.runs.begin(), plan.runs.end(), extended.runs.begin()));
  for (std::size_t i = 2; i < 4; ++i) {
    auto expected = extended.runs[i].rung.name == plan.runs[0].rung.name ? plan.runs[0] : plan.runs[1];
    expected.id = expected.rung.name + "-r2";
    expected.round = 2;
    EXPECT_EQ(extended.runs[i], expected);
  }
  EXPECT_TRUE(read_plan("plan.jsonl", write_plan(extended)));
}

// Of the runs of 1gpu the second was given more time, since it had no figure.
TEST(ExtendPlan, AsksForTheLargestLimitsOfEachRung) {
  auto plan = plan_with(2, "scales: [1gpu, 2gpu]\n");
  for (auto& run : plan.runs)
    if (run.id == "1gpu-r2") run.resources.time_limit = std::chrono::hours(1);
  const auto extended = plan::extend_plan(plan, 3).value();
  for (const auto& run : extended.runs) {
    const bool is_longer = run.id == "1gpu-r2" || run.id == "1gpu-r3";
    EXPECT_EQ(run.resources.time_limit == std::chrono::hours(1), is_longer) << run.id;
  }
}

/// The rounds of each combination, as text.
std::map<std::string, std::vector<int>> rounds_of_each(const Plan& plan) {
  std::map<std::string, std::vector<int>> rounds;
  for (const auto& run : plan.runs) rounds[combination_of(run)].push_back(run.round);
  return rounds;
}

using RoundsOfEach = std::map<std::string, std::vector<int>>;

TEST(AddLater, MeasuresWhatIsNewBesideTheBaselineOfTheSameAxes) {
  const auto there = plan_with(2, "scales: [1gpu, 2gpu]\nsweep: {learning_rate: [0.1, 0.2]}\n");
  const auto now = plan_with(2,
                             "scales: [1gpu, 2gpu, 2x2gpu]\nsweep:\n  learning_rate: [0.1, 0.2]\n"
                             "  where: [\"rung != '2x2gpu' or learning_rate < 0.15\"]\n");
  std::vector<scalegen::Run> wanted;
  for (const auto& run : now.runs)
    if (run.rung.name == "2x2gpu" && run.round == 1) wanted.push_back(run);
  const auto added = plan::add_later(there, wanted).value();
  EXPECT_EQ(rounds_of_each(added), (RoundsOfEach{{"1gpu-learning_rate=0.1", {1, 2, 3, 4}},
                                                 {"1gpu-learning_rate=0.2", {1, 2}},
                                                 {"2gpu-learning_rate=0.1", {1, 2}},
                                                 {"2gpu-learning_rate=0.2", {1, 2}},
                                                 {"2x2gpu-learning_rate=0.1", {3, 4}}}));
  EXPECT_EQ(added.head.later_rounds, (std::vector{3, 4}));
  EXPECT_EQ(repeats_of(added.head), 2);
  EXPECT_EQ(plan::add_later(added, {}).value(), added);
  EXPECT_EQ(read_plan("", write_plan(added)), added);
}

TEST(ExtendPlan, TakesNothingAway) {
  const auto plan = plan_with(3, "");
  EXPECT_EQ(plan::extend_plan(plan, 3).value(), plan);
  EXPECT_EQ(plan::extend_plan(plan, 2).value(), plan);
}

TEST(ExtendPlan, RefusesRunsThatAreNotNamedByTheirRound) {
  auto plan = plan_with(1, "scales: [1gpu]\n");
  plan.runs[0].id = plan.jobs[0].id = plan.jobs[0].runs[0] = "mine";
  EXPECT_EQ(render(plan::extend_plan(plan, 2).error()),
            "error: cannot add rounds: run 'mine' of round 1 has no job of the same name that ends in '-r1'\n"
            "      = hint: begin a new run directory with -o NEW_FOLDER\n");
  plan = plan_with(1, "scales: [1gpu]\n");
  plan.jobs[0].id = "ladder";
  EXPECT_FALSE(plan::extend_plan(plan, 2));
}

}  // namespace
}  // namespace scalegen
