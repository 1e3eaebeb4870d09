#include "core/text.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

TEST(SomeOf, IsAllOfAFewAndTheFirstOfMany) {
  EXPECT_EQ(some_of({}), "");
  EXPECT_EQ(some_of({"a", "b"}), "a, b");
  EXPECT_EQ(some_of({"1", "2", "3", "4", "5", "6", "7", "8"}, "; "), "1; 2; 3; 4; 5; 6; 7; 8");
  EXPECT_EQ(some_of({"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}),
            "1, 2, 3, 4, 5, 6, 7, 8 and 2 more");
}

}  // namespace
}  // namespace scalegen
