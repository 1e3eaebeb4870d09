#include "analysis/readers/imported_table.hpp"

#include <gmock/gmock.h>

namespace scalegen {
namespace {

using testing::ElementsAre;

std::string mistakes_in(std::string_view text) {
  const auto table = read_table("t.csv", text);
  return table ? "none" : render(table.error());
}

TEST(Table, ReadsTimesWithoutAHeader) {
  EXPECT_EQ(read_table("t.csv", "# my runs\n\ncpu, 192.25\r\n1gpu,7.348e1").value(),
            (ImportedTable{Quantity::time, "s", {{"cpu", 1, 192.25}, {"1gpu", 1, 73.48}}}));
}

TEST(Table, TakesColumnsInAnyOrder) {
  EXPECT_EQ(read_table("t.csv", "round,images_per_s,rung\n2,900,1gpu\n1,910,1gpu\n").value(),
            (ImportedTable{Quantity::rate, "images/s", {{"1gpu", 2, 900}, {"1gpu", 1, 910}}}));
}

TEST(Table, CountsLinesOfARungAsItsRounds) {
  EXPECT_THAT(read_table("t.csv", "1gpu,10\n2gpu,6\n1gpu,11\n").value().rows,
              ElementsAre(ImportedRow{"1gpu", 1, 10}, ImportedRow{"2gpu", 1, 6}, ImportedRow{"1gpu", 2, 11}));
}

TEST(Table, TakesAThirdFieldForTheRound) {
  EXPECT_THAT(read_table("t.csv", "1gpu,10,3\n").value().rows, ElementsAre(ImportedRow{"1gpu", 3, 10}));
}

TEST(Table, NamesAllMistakesAtOnce) {
  EXPECT_EQ(mistakes_in("rung,seconds,round\n"
                        "1gpu,fast,1\n"
                        "2gpu,-3,1\n"
                        "4gpu,0,1\n"
                        ",12,1\n"
                        "8gpu,1,234.5,1\n"
                        "1gpu,10,first\n"
                        "2gpu,10,2\n"
                        "2gpu,11,2\n"
                        "2gpu,inf,4\n"),
            R"(t.csv:2:6: error: 'fast' is not a number
    2 | 1gpu,fast,1
      |      ^
      = hint: expected seconds without a unit, such as 42.06
t.csv:3:6: error: seconds must be above 0, but this is -3
    3 | 2gpu,-3,1
      |      ^
      = hint: leave out the line of a run without a result
t.csv:4:6: error: seconds must be above 0, but this is 0
    4 | 4gpu,0,1
      |      ^
      = hint: leave out the line of a run without a result
t.csv:5:1: error: a rung needs a name
    5 | ,12,1
      | ^
      = hint: such as cpu, 1gpu or 2x4gpu
t.csv:6:14: error: expected 3 fields, but this line has 4
    6 | 8gpu,1,234.5,1
      |              ^
      = hint: write numbers with a decimal point and without commas, such as 1234.5
t.csv:7:9: error: 'first' is not a round number
    7 | 1gpu,10,first
      |         ^
      = hint: rounds are numbered from 1
t.csv:9:1: error: round 2 of '2gpu' appears twice
    9 | 2gpu,11,2
      | ^
      = hint: it is already in line 8
t.csv:10:6: error: 'inf' is not a number
   10 | 2gpu,inf,4
      |      ^
      = hint: expected seconds without a unit, such as 42.06
)");
}

TEST(Table, RefusesFiguresWithWhichNothingCanBeReckoned) {
  EXPECT_EQ(mistakes_in("1gpu,1e-9\n2gpu,1e12\n"), "none");
  EXPECT_EQ(mistakes_in("1gpu,1e308\n2gpu,1e-300\n"),
            "t.csv:1:6: error: seconds must be from 1e-9 to 1e12, but this is 1e308\n"
            "    1 | 1gpu,1e308\n"
            "      |      ^\n"
            "      = hint: check the number and its unit\n"
            "t.csv:2:6: error: seconds must be from 1e-9 to 1e12, but this is 1e-300\n"
            "    2 | 2gpu,1e-300\n"
            "      |      ^\n"
            "      = hint: check the number and its unit\n");
}

TEST(Table, RefusesControlCharactersInARung) {
  EXPECT_EQ(mistakes_in("1gpu\x1b[2J,10\n"),
            "t.csv:1:1: error: the name of this rung contains a control character\n"
            "    1 | 1gpu?[2J,10\n"
            "      | ^\n");
}

TEST(Table, RefusesAColumnThatItDoesNotKnow) {
  EXPECT_EQ(mistakes_in("rung,second\n1gpu,10\n"),
            "t.csv:1:6: error: unknown column 'second'\n"
            "    1 | rung,second\n"
            "      |      ^\n"
            "      = hint: did you mean 'seconds'?\n");
}

TEST(Table, RefusesTwoQuantitiesAndNone) {
  const std::string expected =
      "error: a table needs a column 'rung' and exactly one of 'seconds', 'images_per_s' and 'samples_per_s'";
  EXPECT_THAT(mistakes_in("rung,seconds,images_per_s\n1gpu,10,9\n"), testing::HasSubstr(expected));
  EXPECT_THAT(mistakes_in("rung,round\n1gpu,1\n"), testing::HasSubstr(expected));
  EXPECT_THAT(mistakes_in("seconds\n10\n"), testing::HasSubstr(expected));
}

TEST(Table, RefusesAColumnThatStandsThereTwice) {
  EXPECT_EQ(mistakes_in("rung,seconds,seconds\n"),
            "t.csv:1:14: error: column 'seconds' appears twice\n"
            "    1 | rung,seconds,seconds\n"
            "      |              ^\n"
            "      = hint: keep one of them\n");
}

TEST(Table, WithoutRowsIsAnError) {
  const std::string expected =
      "error: 't.csv' has no rows\n      = hint: a line is a rung and its time, such as 2gpu,42.06\n";
  EXPECT_EQ(mistakes_in(""), expected);
  EXPECT_EQ(mistakes_in("rung,seconds\n# none yet\n"), expected);
}

}  // namespace
}  // namespace scalegen
