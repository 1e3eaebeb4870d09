#include "generator/plan/rounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace scalegen {
namespace {

TEST(Rounds, HaveAnOrderThatIsTheSameOnEveryMachine) {
  EXPECT_EQ(shuffled_order(8, 7, 1), (std::vector<std::size_t>{6, 3, 2, 4, 0, 7, 1, 5}));
  EXPECT_EQ(shuffled_order(8, 7, 2), (std::vector<std::size_t>{1, 3, 0, 2, 4, 7, 6, 5}));
}

TEST(Rounds, HoldEachNumberOnce) {
  for (int round = 1; round <= 50; ++round) {
    auto order = shuffled_order(20, 1, round);
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> all(20);
    std::iota(all.begin(), all.end(), std::size_t{0});
    EXPECT_EQ(order, all);
  }
  EXPECT_TRUE(shuffled_order(0, 1, 1).empty());
}

TEST(Rounds, FavourNoOrder) {
  std::map<std::vector<std::size_t>, int> seen;
  for (int round = 0; round < 6000; ++round) ++seen[shuffled_order(3, 11, round)];
  ASSERT_EQ(seen.size(), 6U);
  for (const auto& [order, times] : seen) {
    EXPECT_GT(times, 900);  // 1000 expected, standard deviation 29
    EXPECT_LT(times, 1100);
  }
}

TEST(Rounds, DifferBySeed) { EXPECT_NE(shuffled_order(20, 7, 1), shuffled_order(20, 8, 1)); }

}  // namespace
}  // namespace scalegen
