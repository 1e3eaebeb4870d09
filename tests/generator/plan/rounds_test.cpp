#include "generator/plan/rounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

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
  const auto added = plan::add_later(there, now.runs).value();
  EXPECT_EQ(rounds_of_each(added), (RoundsOfEach{{"1gpu-learning_rate=0.1", {1, 2, 3, 4}},
                                                 {"1gpu-learning_rate=0.2", {1, 2}},
                                                 {"2gpu-learning_rate=0.1", {1, 2}},
                                                 {"2gpu-learning_rate=0.2", {1, 2}},
                                                 {"2x2gpu-learning_rate=0.1", {3, 4}}}));
  EXPECT_EQ(added.head.later_rounds, (std::vector{3, 4}));
  EXPECT_EQ(plan::add_later(added, now.runs).value(), added);
  EXPECT_EQ(read_plan("", write_plan(added)), added);
}

TEST(AddLater, AddsWhatIsMissingAlone) {
  auto there = plan_with(1, "scales: [1gpu, 2gpu, 2x2gpu]\n");
  const auto all = there.runs;
  there.head.left_out = {"2x2gpu"};
  auto extended = plan::extend_plan(there, 3).value();
  extended.head.left_out.clear();
  const auto added = plan::add_later(extended, all).value();
  EXPECT_EQ(rounds_of_each(added),
            (RoundsOfEach{{"1gpu", {1, 2, 3, 4, 5}}, {"2gpu", {1, 2, 3}}, {"2x2gpu", {1, 4, 5}}}));
  EXPECT_EQ(repeats_of(added.head), 3);
}

TEST(WithoutLeftOut, HoldsNeitherRunsNorJobsOfIt) {
  auto plan = plan_with(2, "scales: [1gpu, 2gpu]\n");
  plan.head.left_out = {"2gpu"};
  plan = without_left_out(plan);
  EXPECT_EQ(rounds_of_each(plan), (RoundsOfEach{{"1gpu", {1, 2}}}));
  EXPECT_EQ(plan.jobs, (std::vector<Job>{{.id = "1gpu-r1", .runs = {"1gpu-r1"}},
                                         {.id = "1gpu-r2", .runs = {"1gpu-r2"}}}));
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

std::set<std::string> names_of_round(const Plan& plan, int round) {
  std::set<std::string> names;
  for (const auto& run : plan.runs)
    if (run.round == round) names.insert(combination_of(run));
  return names;
}

using Names = std::set<std::string>;
const std::string kThreeSizes = "scales: [1gpu, 2gpu, 2x2gpu]\n";

TEST(AConfirmingRound, HoldsWhatAssertionsCompare) {
  const std::vector<std::pair<std::string, Names>> cases{
      {"efficiency at 2x2gpu >= 0.8", {"1gpu", "2x2gpu"}},
      {"throughput at 2gpu >= 9 images/s", {"1gpu", "2gpu"}},
      {"speedup at 1gpu >= 1", {"1gpu"}},
      {"per_doubling at 2x2gpu >= 1.7", {"1gpu", "2gpu", "2x2gpu"}},
      {"efficiency at 2gpu >= 0.8, speedup at 2x2gpu >= 2", {"1gpu", "2gpu", "2x2gpu"}}};
  for (const auto& [assertions, names] : cases) {
    const auto plan = plan_with(3, kThreeSizes + "assert: [" + assertions + "]\n");
    EXPECT_EQ(plan.head.rounds, 4);
    EXPECT_EQ(plan.head.confirming_rounds, std::vector{4});
    EXPECT_EQ(repeats_of(plan.head), 3);
    EXPECT_EQ(names_of_round(plan, 3).size(), 3U);
    EXPECT_EQ(names_of_round(plan, 4), names) << assertions;
    EXPECT_EQ(read_plan("", write_plan(plan)), plan);
  }
  EXPECT_TRUE(plan_with(3, kThreeSizes).head.confirming_rounds.empty());
}

TEST(AConfirmingRound, HoldsEachTableWithItsOwnBaseline) {
  const auto axes = plan_with(1, kThreeSizes +
                                     "sweep: {optimizer: [adam, sgd]}\n"
                                     "assert: efficiency at 2gpu >= 0.8\n");
  EXPECT_EQ(names_of_round(axes, 2), (Names{"1gpu-optimizer=adam", "2gpu-optimizer=adam",
                                            "1gpu-optimizer=sgd", "2gpu-optimizer=sgd"}));
  const auto both = plan_with(1, kThreeSizes +
                                     "scaling: [strong, weak]\nparameters: {global_batch: 64}\n"
                                     "assert: efficiency at 2gpu >= 0.8\n");
  EXPECT_EQ(names_of_round(both, 2), (Names{"1gpu", "2gpu", "2gpu-weak"}));
}

TEST(AConfirmingRound, IsAddedOnceAndForWhatIsNewAlone) {
  auto plan = plan_with(2, kThreeSizes + "assert: efficiency at 2gpu >= 0.8\n");
  EXPECT_EQ(plan::add_confirming_round(plan), plan);
  const auto repeated = plan::extend_plan(plan, 4).value();
  EXPECT_EQ(repeated.head.rounds, 5);
  EXPECT_EQ(repeats_of(repeated.head), 4);
  EXPECT_EQ(names_of_round(repeated, 5).size(), 3U);
  EXPECT_EQ(plan::add_confirming_round(repeated), repeated);
  plan.head.assertions.push_back(read_assertion("efficiency at 2x2gpu >= 0.8").value());
  const auto more = plan::add_confirming_round(plan).value();
  EXPECT_EQ(more.head.confirming_rounds, (std::vector{3, 4}));
  EXPECT_EQ(names_of_round(more, 3), (Names{"1gpu", "2gpu"}));
  EXPECT_EQ(names_of_round(more, 4), (Names{"1gpu", "2x2gpu"}));
}

TEST(AConfirmingRound, CountsAsNoRepeatOfARungThatIsAddedLater) {
  const auto plan = plan_with(2, kThreeSizes + "assert: efficiency at 2gpu >= 0.8\n");
  const auto now = plan_with(2, "scales: [1gpu, 2gpu, 2x2gpu, 4x2gpu]\nassert: efficiency at 2gpu >= 0.8\n");
  const auto added = plan::add_later(plan, now.runs).value();
  EXPECT_EQ(added.head.later_rounds, (std::vector{4, 5}));
  EXPECT_EQ(names_of_round(added, 4), (Names{"1gpu", "4x2gpu"}));
}

}  // namespace
}  // namespace scalegen
