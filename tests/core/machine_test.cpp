#include "core/machine.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

TEST(Machine, GivesEachRankAPhysicalCore) {
  const auto machine = choose_cores({{0, "0,2"}, {1, "1,3"}, {2, "0,2"}, {3, "1,3"}}, 0);
  EXPECT_EQ(machine, (Machine{.cores = {0, 1}}));
}

TEST(Machine, TakesTheThreadThatTheMaskLeaves) {
  const auto machine = choose_cores({{2, "0,2"}, {3, "1,3"}}, 0);
  EXPECT_EQ(machine, (Machine{.cores = {2, 3}}));
}

TEST(Machine, SharesOneCoreAmongItsThreads) {
  const auto machine = choose_cores({{0, "0-1"}, {1, "0-1"}}, 0);
  EXPECT_EQ(machine, (Machine{.cores = {0, 1}}));
}

TEST(Machine, KeepsToTheLimitOfItsControlGroup) {
  const auto machine = choose_cores({{0, "0"}, {1, "1"}, {2, "2"}, {3, "3"}}, 2);
  EXPECT_EQ(machine, (Machine{.cores = {0, 1}}));
}

TEST(Machine, HasACoreToRunOn) { EXPECT_FALSE(detect_machine().cores.empty()); }

}  // namespace
}  // namespace scalegen
