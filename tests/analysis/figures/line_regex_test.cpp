#include "analysis/readers/printed_metric.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

LineRegex::Found found(const std::string& regex, const std::string& line) {
  return LineRegex::make(regex).value().last_in(line);
}

TEST(LineRegex, GivesTheFirstGroupOfTheLastMatch) {
  EXPECT_EQ(found("([0-9.]+) (images)/s", "1.5 images/s, 2.5 images/s in the mean").text, "2.5");
  EXPECT_EQ(found("speed: ([0-9]+)", "loss: 3").text, std::nullopt);
  EXPECT_EQ(found("^speed: ([0-9]+)$", "speed: 3").text, "3");
  EXPECT_EQ(found("speed:( [0-9]+)?", "speed: fast").text, "");
  EXPECT_EQ(found("(x*)", "").text, "");
}

TEST(LineRegex, ReadsLinesThatAreNotUtf8) { EXPECT_EQ(found("([0-9]+) \xB5s", "\xFF 12 \xB5s").text, "12"); }

TEST(LineRegex, GivesUpOnWhatWouldTakeTimeWithoutEnd) {
  const auto hard = found("(x+)+y", std::string(60, 'x'));
  EXPECT_TRUE(hard.too_hard);
  EXPECT_EQ(hard.text, std::nullopt);
  EXPECT_TRUE(found("(.*)(.*)(.*)!", std::string(5000, 'x')).too_hard);
}

TEST(LineRegex, GivesUpOnWhatWouldTakeMoreStackThanThereIs) {
  EXPECT_TRUE(found("(.*)", std::string(65'536, 'x')).too_hard);
}

TEST(LineRegex, SearchesALongLineThatIsEasy) {
  std::string line(65'000, 'x');
  line.append(" 12 it/s");
  EXPECT_EQ(found("([0-9]+) it/s", line).text, "12");
}

TEST(LineRegex, RefusesWhatIsNoExpressionAndWhatHasNoGroup) {
  EXPECT_EQ(render(LineRegex::make("speed: (").error()), "error: 'speed: (' is no regular expression\n");
  EXPECT_EQ(render(LineRegex::make("speed: [0-9]+").error()),
            "error: the regex 'speed: [0-9]+' has no group for the number\n"
            "      = hint: put the number into parentheses\n");
}

}  // namespace
}  // namespace scalegen
