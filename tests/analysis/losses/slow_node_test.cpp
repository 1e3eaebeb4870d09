#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include "analysis/losses/slow_node.hpp"
#include "analysis/report/formats.hpp"
#include "analysis/report/sections.hpp"
#include "core/json.hpp"
#include "tests/analysis/losses/phased_run.hpp"
#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen::losses {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Runs of four nodes with two ranks each; `place` says which node is at each position.
struct MadeUpRuns {
  int runs = 12;
  double noise = 0.05;
  bool shuffles = true;  // nodes are given in another order in each run
  std::string slow_node{};
  std::string slow_gpu_of{};  // its cuda:1
  std::int64_t slow_rank = -1;
  double factor = 1.2;
};

std::vector<RankedRun> made_up(const MadeUpRuns& made, std::mt19937& draws) {
  std::normal_distribution<double> noise(0, made.noise);
  std::vector<RankedRun> runs;
  std::vector<std::string> nodes{"n1", "n2", "n3", "n4"};
  for (int run = 0; run < made.runs; ++run) {
    if (made.shuffles) std::shuffle(nodes.begin(), nodes.end(), draws);
    auto& ranks = runs.emplace_back();
    for (std::int64_t rank = 0; rank < 8; ++rank) {
      const auto& host = nodes[static_cast<std::size_t>(rank / 2)];
      const auto device = "cuda:" + std::to_string(rank % 2);
      const bool is_slow =
          host == made.slow_node || rank == made.slow_rank || (rank % 2 == 1 && host == made.slow_gpu_of);
      ranks.push_back({rank, host, device, (is_slow ? made.factor : 1) * 0.1 * std::exp(noise(draws))});
    }
  }
  return runs;
}

TEST(SlowNodeByRanks, IsOneThatIsSlowWhicheverRankSitsThere) {
  std::mt19937 draws(1);
  const auto found = slow_nodes_of_ranks(made_up({.slow_node = "n3"}, draws));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().hosts, std::vector<std::string>{"n3"});
  EXPECT_EQ(found.front().device, "");
  EXPECT_EQ(found.front().runs, 12);
  EXPECT_EQ(found.front().looked_at, 4 + 8 + 8);
  EXPECT_NEAR(found.front().excess, 0.2, 0.05);
  EXPECT_TRUE(is_certain(found.front()));
}

TEST(SlowNodeByRanks, HasItsSlowGpuBesideIt) {
  std::mt19937 draws(1);
  const auto found = slow_nodes_of_ranks(made_up({.slow_gpu_of = "n2"}, draws));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().hosts, std::vector<std::string>{"n2"});
  EXPECT_EQ(found.front().device, "cuda:1");
  EXPECT_TRUE(is_certain(found.front()));
}

TEST(SlowNodeByRanks, IsNoneIfARankIsSlowWhereverItSitsOrAfterTooFewRuns) {
  std::mt19937 draws(1);
  EXPECT_TRUE(slow_nodes_of_ranks(made_up({.slow_rank = 0}, draws)).empty());
  draws.seed(1);
  EXPECT_TRUE(slow_nodes_of_ranks(made_up({.runs = 3, .slow_node = "n3"}, draws)).empty());
}

TEST(SlowNodeByRanks, IsNotToldFromRanksThatNeverChange) {
  std::mt19937 draws(1);
  const auto found = slow_nodes_of_ranks(made_up({.shuffles = false, .slow_rank = 3}, draws));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().hosts, std::vector<std::string>{"n2"});
  EXPECT_EQ(found.front().device, "cuda:1");
  EXPECT_TRUE(found.front().may_be_its_ranks);
  EXPECT_FALSE(is_certain(found.front()));
}

// 500 seeds: that many sweeps without one, with little and with much noise.
TEST(SlowNodeByRanks, IsSeldomNamedIfThereIsNone) {
  for (const double noise : {0.05, 0.5})
    for (const bool shuffles : {true, false}) {
      int alarms = 0;
      for (std::mt19937::result_type seed = 1; seed <= 500; ++seed) {
        std::mt19937 draws(seed);
        alarms += slow_nodes_of_ranks(made_up({.noise = noise, .shuffles = shuffles}, draws)).empty() ? 0 : 1;
      }
      EXPECT_LE(alarms, 25) << noise;
      RecordProperty("alarms", alarms);
      std::printf("%d of 500 alarms, noise %.2f, nodes %s\n", alarms, noise, shuffles ? "shuffled" : "fixed");
    }
}

/// Rounds of three rungs, on one, two and four of eight nodes.
struct MadeUpRounds {
  int rounds = 12;
  double noise = 0.02;
  double largest_noise = 0.02;  // of the rung with four nodes
  double drift = 0;             // from the first round to the last

  double busy_network = 0;       // added to rungs of several nodes, in the second half of the rounds
  bool keeps_nodes = false;      // nodes change after every fourth round only
  bool are_inseparable = false;  // n3 and n4 are always together
  double stragglers = 0;         // share of runs that take half as long again
  bool has_one_node = true;      // or rungs of two and four nodes alone
  std::string slow_node{};
  double factor = 1.1;
};

const std::vector<std::size_t> kNodesOfRungs{1, 2, 4};

std::vector<std::string> chosen_nodes(const MadeUpRounds& made, std::size_t count, std::mt19937& draws) {
  std::vector<std::string> nodes{"n1", "n2", "n3", "n5", "n6", "n7", "n8"};
  if (!made.are_inseparable) nodes.emplace_back("n4");
  std::shuffle(nodes.begin(), nodes.end(), draws);
  nodes.resize(count);
  if (made.are_inseparable && std::find(nodes.begin(), nodes.end(), "n3") != nodes.end())
    nodes.emplace_back("n4");
  return nodes;
}

std::vector<RunOnNodes> made_up(const MadeUpRounds& made, std::mt19937::result_type seed) {
  std::mt19937 draws(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  std::vector<std::vector<std::string>> nodes(kNodesOfRungs.size());
  std::vector<RunOnNodes> runs;
  for (int round = 1; round <= made.rounds; ++round)
    for (std::size_t rung = made.has_one_node ? 0 : 1; rung < kNodesOfRungs.size(); ++rung) {
      if (!made.keeps_nodes || round % 4 == 1) nodes[rung] = chosen_nodes(made, kNodesOfRungs[rung], draws);
      const auto& chosen = nodes[rung];
      const bool is_slow = std::find(chosen.begin(), chosen.end(), made.slow_node) != chosen.end();
      const double noise = kNodesOfRungs[rung] == 4 ? made.largest_noise : made.noise;
      double log_seconds =
          5 - static_cast<double>(rung) + made.drift * round / made.rounds + noise * normal(draws);
      if (is_slow) log_seconds += std::log(made.factor);
      if (kNodesOfRungs[rung] > 1 && 2 * round > made.rounds) log_seconds += made.busy_network;
      if (uniform(draws) < made.stragglers) log_seconds += std::log(1.5);
      runs.push_back({.rung = rung,
                      .size = fmt::format("{}x1gpu", kNodesOfRungs[rung]),
                      .round = round,
                      .log_seconds = log_seconds,
                      .nodes = chosen});
    }
  return runs;
}

TEST(SlowNode, IsNamedIfItsRunsAreSlowInEachRoundWithTheOneThatIsAlwaysWithIt) {
  auto found = slow_nodes_of_runs(made_up({.rounds = 16, .slow_node = "n3"}, 1));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found.front().hosts, ElementsAre("n3"));
  EXPECT_EQ(found.front().looked_at, 8);
  EXPECT_NEAR(found.front().excess, 0.1, 0.02);
  found = slow_nodes_of_runs(made_up({.rounds = 20, .are_inseparable = true, .slow_node = "n3"}, 1));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found.front().hosts, ElementsAre("n3", "n4"));
}

TEST(SlowNode, HasNoNameAfterTooFewRoundsIfItIsHardlySlowerOrOneRungAloneSaysSo) {
  EXPECT_THAT(slow_nodes_of_runs(made_up({.rounds = 4, .slow_node = "n3"}, 1)), IsEmpty());
  EXPECT_THAT(
      slow_nodes_of_runs(made_up(
          {.rounds = 60, .noise = 0.001, .largest_noise = 0.001, .slow_node = "n3", .factor = 1.01}, 1)),
      IsEmpty());
  // A machine that became slower while the nodes changed is no slow node.
  auto runs = made_up({.rounds = 16, .slow_node = "n3"}, 1);
  std::erase_if(runs, [](const auto& run) { return run.rung != 1; });
  EXPECT_THAT(slow_nodes_of_runs(runs), IsEmpty());
}

// 500 seeds each: sweeps without one, whatever their noise.
TEST(SlowNode, IsSeldomNamedIfThereIsNone) {
  const std::vector<std::pair<const char*, MadeUpRounds>> kinds{
      {"2 % of noise", {}},
      {"50 % of noise", {.noise = 0.5, .largest_noise = 0.5}},
      {"the largest rung x10", {.largest_noise = 0.2}},
      {"drift of 20 %", {.drift = 0.2}},
      {"drift of 20 %, nodes that stay", {.drift = 0.2, .keeps_nodes = true}},
      {"nodes that stay", {.keeps_nodes = true}},
      {"stragglers", {.stragglers = 0.1}},
      {"drift of 20 %, nodes that stay, the largest rung x10",
       {.largest_noise = 0.2, .drift = 0.2, .keeps_nodes = true}},
      {"a busy network", {.busy_network = 0.2}},
      {"a busy network, nodes that stay", {.busy_network = 0.2, .keeps_nodes = true}},
      {"a busy network, nodes that stay, 24 rounds",
       {.rounds = 24, .busy_network = 0.2, .keeps_nodes = true}},
      {"a busy network, nodes that stay, no single node",
       {.rounds = 24, .busy_network = 0.2, .keeps_nodes = true, .has_one_node = false}},
      {"6 rounds", {.rounds = 6}},
      {"8 rounds", {.rounds = 8}},
      {"50 rounds", {.rounds = 50}}};
  for (const auto& [name, made] : kinds) {
    int alarms = 0;
    for (std::mt19937::result_type seed = 1; seed <= 500; ++seed)
      alarms += slow_nodes_of_runs(made_up(made, seed)).empty() ? 0 : 1;
    EXPECT_LE(alarms, 10) << name;
  }
}

// At 2 % of noise and 10 % of slowness.
TEST(SlowNode, IsTheOneThatIsSlowAfterEnoughRounds) {
  for (const auto& [rounds, least] : {std::pair(8, 40), std::pair(16, 90), std::pair(24, 98)}) {
    int named = 0;
    int wrong = 0;
    for (std::mt19937::result_type seed = 1; seed <= 100; ++seed)
      for (const auto& found : slow_nodes_of_runs(made_up({.rounds = rounds, .slow_node = "n3"}, seed)))
        ++(found.hosts == std::vector<std::string>{"n3"} ? named : wrong);
    EXPECT_GE(named, least) << rounds;
    EXPECT_LE(wrong, 2) << rounds;
  }
}

/// Twelve rounds of rungs of one and of two nodes, which change from round to round. Runs with n3 are slow.
MadeUpSweep sweep_with_slow_node() {
  MadeUpSweep sweep(0);
  sweep.head.baseline = "1x1cpu";
  sweep.head.rounds = 12;
  for (int round = 1; round <= 12; ++round)
    for (int nodes : {1, 2}) {
      const auto host = [&](int i) { return "n" + std::to_string((round * nodes + i + round / 4) % 4 + 1); };
      const bool is_slow = host(0) == "n3" || (nodes == 2 && host(1) == "n3");
      sweep.add_run({.name = std::to_string(nodes) + "x1cpu", .nodes = nodes, .ranks_per_node = 1}, round,
                    (is_slow ? 1.2 : 1) * 0.5 / nodes);
      for (int i = 0; i < nodes; ++i) sweep.runs.back().tasks[static_cast<std::size_t>(i)].host = host(i);
    }
  return sweep;
}

const std::string kSlow =
    "node n3 is slow; runs with it take 19.7 % longer than those of the same rung without it, and are slower "
    "in 7 of 7 rounds (p 0.031 for 4 looked at)";

TEST(SlowNode, IsInTheReport) {
  const auto report = sweep_with_slow_node().report();
  EXPECT_THAT(report::loss_section(report).lines, Contains(kSlow));
  const auto json = parse_json(report::render_json(report)).value();
  ASSERT_TRUE(json.contains("slow_nodes"));
  ASSERT_EQ(json["slow_nodes"].size(), 1U);
  EXPECT_EQ(json["slow_nodes"][0]["hosts"], Json::array({"n3"}));
  EXPECT_EQ(json["slow_nodes"][0]["slower_in"], 7);
  EXPECT_EQ(json["slow_nodes"][0]["rounds"], 7);
  EXPECT_EQ(json["slow_nodes"][0]["looked_at"], 4);
}

TEST(SlowNode, HasNoNameIfItIsInEveryRun) {
  auto sweep = sweep_with_slow_node();
  for (auto& run : sweep.runs)
    for (std::size_t i = 0; i < run.tasks.size(); ++i) run.tasks[i].host = i == 0 ? "n3" : "n4";
  EXPECT_THAT(sweep.report().slow_nodes, IsEmpty());
}

// The runs of a rung of both ladders are in both tables.
TEST(SlowNode, CountsARunOfBothLaddersOnce) {
  auto tables = sweep_with_slow_node().report().tables;
  const auto found = slow_nodes_of(tables, Quantity::rate);
  ASSERT_EQ(found.size(), 1U);
  for (auto& point : tables.front().points) point.is_shared = true;
  tables.push_back(tables.front());
  tables.back().scaling = Scaling::weak;
  EXPECT_EQ(slow_nodes_of(tables, Quantity::rate), found);
}

// The first four rounds have no figure; what is left is too little for a name.
TEST(SlowNode, TakesNoRunWithoutAFigure) {
  auto tables = sweep_with_slow_node().report().tables;
  for (auto& point : tables.front().points)
    for (auto& run : point.runs)
      if (run.round <= 4) run.value.reset();
  EXPECT_THAT(slow_nodes_of(tables, Quantity::rate), IsEmpty());
}

// It has an axis: many rungs of few runs each, of which some are no slower with it by chance.
TEST(SlowNode, IsNamedIfEachSizeOfRungIsSlowWithIt) {
  auto runs = made_up({.rounds = 48, .noise = 0.05, .largest_noise = 0.05, .slow_node = "n3"}, 1);
  for (auto& run : runs) {
    run.rung += 3 * static_cast<std::size_t>(run.round % 12);
    run.round = (run.round - 1) / 12 + 1;
  }
  const auto found = slow_nodes_of_runs(runs);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found.front().hosts, ElementsAre("n3"));
}

TEST(SlowNode, IsLeftToWhatRanksTellIfTheyAreSummarised) {
  auto sweep = sweep_with_slow_node();
  std::mt19937 draws(1);
  const MadeUpStep rank{{0.01, 0, 0.05, 0.1, 0.02, 0.01}};
  sweep.runs.back().metrics = event_lines({.ranks = {rank, rank}, .hosts = {"n1", "n2"}}, draws);
  EXPECT_THAT(report::loss_section(sweep.report()).lines, Not(Contains(HasSubstr("runs with it"))));
}

TEST(SlowNode, IsOneOfSeveralIfTheyAreAlwaysTogether) {
  EXPECT_EQ(
      report::slow_node_text(
          {.hosts = {"n3", "n4"}, .slower = 8, .rounds = 9, .excess = 0.1, .p = 0.001, .looked_at = 8}),
      "node n3 or n4 is slow, and which of them it is, nothing tells; runs with it take 10.0 % longer than "
      "those of the same rung without it, and are slower in 8 of 9 rounds (p 0.001 for 8 looked at)");
}

}  // namespace
}  // namespace scalegen::losses
