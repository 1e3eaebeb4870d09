#include "analysis/losses/straggler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

namespace scalegen::losses {
namespace {

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

TEST(Straggler, IsANodeThatIsSlowWhicheverRankSitsThere) {
  std::mt19937 draws(1);
  const auto found = stragglers_of(made_up({.slow_node = "n3"}, draws));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().kind, Straggler::Kind::node);
  EXPECT_EQ(found.front().host, "n3");
  EXPECT_EQ(found.front().runs, 12);
  EXPECT_EQ(found.front().looked_at, 4 + 8 + 8);
  EXPECT_NEAR(found.front().excess, 0.2, 0.05);
  EXPECT_EQ(slow_nodes(found), std::vector<std::string>{"n3"});
}

TEST(Straggler, IsOneGpuAndNotItsNode) {
  std::mt19937 draws(1);
  const auto found = stragglers_of(made_up({.slow_gpu_of = "n2"}, draws));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().kind, Straggler::Kind::gpu);
  EXPECT_EQ(found.front().host, "n2");
  EXPECT_EQ(found.front().device, "cuda:1");
}

TEST(Straggler, IsARankThatIsSlowWhereverItSits) {
  std::mt19937 draws(1);
  const auto found = stragglers_of(made_up({.slow_rank = 0}, draws));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().kind, Straggler::Kind::rank);
  EXPECT_EQ(found.front().rank, 0);
  EXPECT_TRUE(slow_nodes(found).empty());
}

TEST(Straggler, MayBeRankOrPlaceIfTheyNeverChange) {
  std::mt19937 draws(1);
  const auto found = stragglers_of(made_up({.shuffles = false, .slow_rank = 3}, draws));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().kind, Straggler::Kind::rank_or_place);
  EXPECT_EQ(found.front().rank, 3);
  EXPECT_EQ(found.front().host, "n2");
  EXPECT_EQ(found.front().device, "cuda:1");
  EXPECT_TRUE(slow_nodes(found).empty());
}

TEST(Straggler, HasNoNameAfterTooFewRuns) {
  std::mt19937 draws(1);
  EXPECT_TRUE(stragglers_of(made_up({.runs = 3, .slow_node = "n3"}, draws)).empty());
}

// 500 seeds: that many sweeps without one, with little and with much noise.
TEST(Straggler, IsSeldomNamedIfThereIsNone) {
  for (const double noise : {0.05, 0.5})
    for (const bool shuffles : {true, false}) {
      int alarms = 0;
      for (std::mt19937::result_type seed = 1; seed <= 500; ++seed) {
        std::mt19937 draws(seed);
        alarms += stragglers_of(made_up({.noise = noise, .shuffles = shuffles}, draws)).empty() ? 0 : 1;
      }
      EXPECT_LE(alarms, 25) << noise;
      RecordProperty("alarms", alarms);
      std::printf("%d of 500 alarms, noise %.2f, nodes %s\n", alarms, noise, shuffles ? "shuffled" : "fixed");
    }
}

}  // namespace
}  // namespace scalegen::losses
