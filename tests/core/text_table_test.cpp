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

TEST(TextTable, GivesEastAsianCharactersTwoColumns) {
  EXPECT_EQ(display_width("名前"), 4U);
  EXPECT_EQ(display_width("\x1b[1mbold\x1b[0m"), 4U) << "a style has no width";
  EXPECT_EQ(render({.header = {"a", "b"}, .rows = {{"名前", "x"}, {"abc", "y"}}}),
            "a     b\n名前  x\nabc   y\n");
}

TEST(Wrapped, BreaksBetweenWords) {
  EXPECT_EQ(wrapped("one two three four", 9), "one two\n  three\n  four\n");
  EXPECT_EQ(wrapped("one two three four", 80), "one two three four\n");
  EXPECT_EQ(wrapped("aVeryLongWord b", 5), "aVeryLongWord\n  b\n") << "a word stays whole";
  EXPECT_EQ(wrapped("", 5), "\n");
}

TEST(TextTable, LeavesNoBlanksAtTheEndOfALine) {
  EXPECT_EQ(render({.header = {"a", "long"}, .rows = {{"b", ""}}}), "a  long\nb\n");
}

TEST(Columns, FillALineAndRunDownwards) {
  const std::vector<std::string> words{"one", "two", "three", "four", "five"};
  EXPECT_EQ(in_columns(words, 18),
            "one    four\n"
            "two    five\n"
            "three\n");
  EXPECT_EQ(in_columns(words, 12), in_columns(words, 18)) << "three columns need 19";
  EXPECT_EQ(in_columns(words, 11), "one\ntwo\nthree\nfour\nfive\n");
  EXPECT_EQ(in_columns(words, 0), "one\ntwo\nthree\nfour\nfive\n");
  EXPECT_EQ(in_columns({}, 80), "");
}

}  // namespace
}  // namespace scalegen
