#include "analysis/readers/csv.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

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
