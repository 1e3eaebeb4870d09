#include "app/match_existing_run.hpp"

#include <gtest/gtest.h>

#include <string>

namespace scalegen {
namespace {

const std::string kThree = "name: t\nrepeats: 3\nscales: [1cpu] # one\n";

TEST(SameButRepeats, IsWhatDiffersInTheNumberAlone) {
  EXPECT_TRUE(same_but_repeats(kThree, kThree));
  EXPECT_TRUE(same_but_repeats(kThree, "name: t\nrepeats: 5\nscales: [1cpu] # one\n"));
  EXPECT_TRUE(same_but_repeats(kThree, "name: t\nrepeats:   5  # more\nscales: [1cpu] # one\n"));
}

TEST(SameButRepeats, IsWhatLacksTheLineOrHasItElsewhere) {
  EXPECT_TRUE(same_but_repeats(kThree, "name: t\nscales: [1cpu] # one\n"));
  EXPECT_TRUE(same_but_repeats("name: t\nscales: [1cpu] # one\n", kThree));
  EXPECT_TRUE(same_but_repeats(kThree, "name: t\nscales: [1cpu] # one\nrepeats: 4"));
  EXPECT_TRUE(same_but_repeats("name: t", "name: t\nrepeats: 4\n"));
  EXPECT_TRUE(same_but_repeats("name: t\r\nrepeats: 2\r\n", "name: t\r\nrepeats: 4\r\n"));
}

TEST(SameButRepeats, IsNothingElse) {
  EXPECT_FALSE(same_but_repeats(kThree, "name: t\nrepeats: 5\nscales: [1cpu]\n"));
  EXPECT_FALSE(same_but_repeats(kThree, "name: t\nrepeats: 5\nscales: [2cpu] # one\n"));
  EXPECT_FALSE(same_but_repeats(kThree, "name: t\nrepeats: 5\n\nscales: [1cpu] # one\n"));
  EXPECT_FALSE(same_but_repeats(kThree, "name: t\nseed: 5\nscales: [1cpu] # one\n"));
}

TEST(SameButRepeats, LooksForTheKeyAndNotForTheWord) {
  const std::string setup = "name: t\nsetup: |\n  echo\n  repeats: ";
  EXPECT_FALSE(same_but_repeats(setup + "3\n", setup + "4\n"));
  EXPECT_FALSE(same_but_repeats("name: t\nenv:\n  repeats: 3\n", "name: t\nenv:\n  repeats: 4\n"));
  EXPECT_FALSE(same_but_repeats("# repeats: 3\nname: t\n", "# repeats: 4\nname: t\n"));
}

TEST(SameButRepeats, CannotTellWhereTheLineHoldsMore) {
  EXPECT_FALSE(same_but_repeats("{name: t, repeats: 3}", "{name: t, repeats: 4}"));
  EXPECT_FALSE(same_but_repeats("{\nrepeats: 3, name: t}", "{\nrepeats: 3, name: u}"));
  EXPECT_FALSE(same_but_repeats("name: t\nrepeats:\n  3\n", "name: t\nrepeats:\n  4\n"));
  EXPECT_FALSE(same_but_repeats("name: t\nrepeats: 3\n", "name: t\nrepeats: many\n"));
}

TEST(DifferenceButRepeats, IsNotTheLineOfRepeats) {
  EXPECT_EQ(difference_but_repeats("name: a\nrepeats: 3\nseed: 1\n", "name: a\nrepeats: 4\nseed: 2\n"),
            (LineDifference{3, "seed: 1", "seed: 2"}));
  EXPECT_EQ(difference_but_repeats("name: a\nrepeats: 3\n", "name: b\nrepeats: 4\n"),
            (LineDifference{1, "name: a", "name: b"}));
  EXPECT_EQ(difference_but_repeats("name: a\nseed: 1\n", "repeats: 4\nname: a\nseed: 2\n"),
            (LineDifference{2, "seed: 1", "seed: 2"}));
}

}  // namespace
}  // namespace scalegen
