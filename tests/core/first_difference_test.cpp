#include "core/text.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

TEST(FirstDifference, IsALineOfBothTexts) {
  EXPECT_EQ(first_difference("a\nb\nc\n", "a\nB\nC\n"), (LineDifference{2, "b", "B"}));
  EXPECT_EQ(first_difference("", "a"), (LineDifference{1, "", "a"}));
}

TEST(FirstDifference, IsBehindTheEndOfTheShorterText) {
  EXPECT_EQ(first_difference("a\n", "a\nb\n"), (LineDifference{2, "", "b"}));
  EXPECT_EQ(first_difference("a\nb", "a"), (LineDifference{2, "b", ""}));
}

TEST(FirstDifference, IsTheLastLineWhereOneLacksItsEnd) {
  EXPECT_EQ(first_difference("a\nb\n", "a\nb"), (LineDifference{2, "b", "b"}));
}

}  // namespace
}  // namespace scalegen
