#include "core/text_table.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

TEST(TextTable, AlignsTextLeftAndNumbersRight) {
  EXPECT_EQ(render({.header = {"rung", "ranks"},
                    .rows = {{"1cpu", "1"}, {"2x2gpu", "16"}},
                    .right_aligned = {false, true}}),
            "rung    ranks\n"
            "1cpu        1\n"
            "2x2gpu     16\n");
}

TEST(TextTable, CountsCharactersAndNotBytes) {
  EXPECT_EQ(display_width("grün ☃"), 6U);
  EXPECT_EQ(render({.header = {"a", "b"}, .rows = {{"ü☃", "x"}, {"abc", "y"}}}), "a    b\nü☃   x\nabc  y\n");
}

TEST(TextTable, LeavesNoBlanksAtTheEndOfALine) {
  EXPECT_EQ(render({.header = {"a", "long"}, .rows = {{"b", ""}}}), "a  long\nb\n");
}

}  // namespace
}  // namespace scalegen
