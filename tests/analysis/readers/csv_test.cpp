#include "analysis/readers/csv.hpp"

#include <gmock/gmock.h>

namespace scalegen {
namespace {

using testing::ElementsAre;

TEST(Csv, KnowsInWhichCharacterAFieldBegins) {
  const auto lines = read_csv("größe,  b\t,\n");
  EXPECT_THAT(lines[0].fields, ElementsAre(CsvField{"größe", 1}, CsvField{"b", 9}, CsvField{"", 12}));
}

TEST(Csv, KeepsCommasAndQuotesWithinQuotes) {
  EXPECT_THAT(read_csv("\"a,b\",\"say \"\"c\"\"\"\n")[0].fields,
              ElementsAre(CsvField{"a,b", 1}, CsvField{"say \"c\"", 7}));
}

TEST(Csv, CountsBlankLinesAndForgetsThem) {
  const auto lines = read_csv(
      "\xEF\xBB\xBF"
      "a\r\n\r\n  \r\nb");
  ASSERT_EQ(lines.size(), 2);
  EXPECT_EQ(lines[0].text, "a");
  EXPECT_TRUE(lines[0].whole);
  EXPECT_EQ(lines[1].number, 4);
  EXPECT_FALSE(lines[1].whole);
}

TEST(PrintedNumber, ReadsPointsExponentsAndSigns) {
  EXPECT_EQ(parse_printed_number("73.48"), 73.48);
  EXPECT_EQ(parse_printed_number("1e3"), 1000);
  EXPECT_EQ(parse_printed_number("+1.5E-3"), 0.0015);
  EXPECT_EQ(parse_printed_number("-2"), -2);
}

TEST(PrintedNumber, TakesCommasBetweenThousandsOut) {
  EXPECT_EQ(parse_printed_number("1,234.5"), 1234.5);
  EXPECT_EQ(parse_printed_number("1,234"), 1234);
  EXPECT_EQ(parse_printed_number("12,345,678"), 12345678);
  EXPECT_EQ(parse_printed_number("-1,234"), -1234);
}

TEST(PrintedNumber, RefusesCommasThatMayBeOfADecimal) {
  for (const auto* text : {"12,5", "0,123", "1234,567", "1,2345", "1,23,456", "1.234,5", "1.5,678", ",123",
                           "1,", "1,,234", "1, 234", "1,234e3", "+,123"})
    EXPECT_EQ(parse_printed_number(text), std::nullopt) << text;
}

TEST(PrintedNumber, RefusesWhatIsNoNumber) {
  for (const auto* text : {"", "nan", "inf", "-inf", "1e999", "12 images", "0x10", "1_000", "++1", " 1"})
    EXPECT_EQ(parse_printed_number(text), std::nullopt) << text;
}

}  // namespace
}  // namespace scalegen
