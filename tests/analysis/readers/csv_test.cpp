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

}  // namespace
}  // namespace scalegen
