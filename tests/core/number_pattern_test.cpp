#include "core/number_pattern.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>
#include <string>
#include <vector>

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> found(const std::string& pattern, const std::string& line) {
  std::vector<std::string> texts;
  NumberPattern::compile(pattern).value().for_each_in(
      line, [&](const auto& group) { texts.push_back(line.substr(group.begin, group.size)); });
  return texts;
}

TEST(NumberPattern, GivesTheGroupOfEachMatch) {
  EXPECT_THAT(found("([0-9.]+) (?:images)/s", "1.5 images/s, 2.5 images/s in the mean"),
              ElementsAre("1.5", "2.5"));
  EXPECT_THAT(found("speed: ([0-9]+)", "loss: 3"), IsEmpty());
  EXPECT_THAT(found("speed:( [0-9]+)?", "speed: fast"), ElementsAre(""));
  EXPECT_THAT(found("(x*)", "axx"), ElementsAre("", "xx", ""));
  EXPECT_THAT(found("(x*)", ""), ElementsAre(""));
}

TEST(NumberPattern, TakesTheFirstMatchAsPerlDoes) {
  EXPECT_THAT(found("(1|12) ?", "12 3"), ElementsAre("1"));
  EXPECT_THAT(found("a(.*?)[0-9]", "ax1 ay2"), ElementsAre("x", "y"));
  EXPECT_THAT(found("^speed: ([0-9]+)$", "speed: 3"), ElementsAre("3"));
  EXPECT_THAT(found("^([a-z])", "ab"), ElementsAre("a")) << "the beginning of a line, not of the rest";
  EXPECT_THAT(found("\\b([0-9])", "12 3"), ElementsAre("1", "3"));
  EXPECT_THAT(found("(Speed)", "speed SPEED Speed"), ElementsAre("Speed"));
}

TEST(NumberPattern, ReadsLinesThatAreNotUtf8ByteByByte) {
  EXPECT_THAT(found("([0-9]+) \xB5s", "\xFF 12 \xB5s"), ElementsAre("12"));
  EXPECT_THAT(found("([0-9]+).s", "12\xB5s"), ElementsAre("12"));
  EXPECT_THAT(found("([0-9]+) µs", "12 µs"), ElementsAre("12"));
  EXPECT_THAT(found("a(.+)", std::string("ab\0\xFFz", 5)), ElementsAre(std::string("b\0\xFFz", 4)));
}

// The message, and what stands at its place in the pattern.
std::string fault(const std::string& pattern) {
  const auto compiled = NumberPattern::compile(pattern);
  if (compiled) return "";
  const auto& [offset, message, hint] = compiled.error();
  return fmt::format("{} @ {} ({})", message, pattern.substr(offset), hint);
}

TEST(NumberPattern, SaysWhatItCannotRead) {
  constexpr auto kHint =
      "write {number} for the number, as in 'Throughput: {number}', and use (?: ) for other groups";
  EXPECT_EQ(fault("{number} (?=images)"),
            "'(?=' looks ahead or behind, which patterns cannot @ (?=images) (name the text itself, and put "
            "{number} where the number stands in it)");
  EXPECT_EQ(fault("(?<!x){number}").substr(0, 20), "'(?<' looks ahead or");
  EXPECT_EQ(fault("([a-z])\\1"),
            "'\\1' refers back to a group, which patterns cannot @ \\1 (write again what the group matches)");
  EXPECT_EQ(fault("speed: ("),
            fmt::format("this is not a regular expression: missing ) @ speed: ( ({})", kHint));
  EXPECT_EQ(fault("speed {number} ("),
            fmt::format("this is not a regular expression: missing ) @ speed {{number}} ( ({})", kHint));
  EXPECT_EQ(fault("speed {number}++"),
            fmt::format("this is not a regular expression: bad repetition operator: ++ @ ++ ({})", kHint));
  EXPECT_EQ(fault("speed"), fmt::format("a pattern needs exactly one group, not 0 @ speed ({})", kHint));
  EXPECT_EQ(fault("(a)(b)"), fmt::format("a pattern needs exactly one group, not 2 @ (a)(b) ({})", kHint));
}

TEST(NumberPattern, RefusesAnOrWithoutANumberOnOneSide) {
  constexpr auto kWhy =
      "'|' means 'or', and on one side of it there is no number @ {} (write \\| for the character itself)";
  EXPECT_EQ(fault("loss .* | {number} img/s"), fmt::format(kWhy, "| {number} img/s"));
  EXPECT_EQ(fault("{number} img/s|"), fmt::format(kWhy, "|"));
  EXPECT_EQ(fault("a\\|[|]]|{number}"), fmt::format(kWhy, "|{number}"));
  for (const auto* pattern : {"loss .* \\| {number} img/s", "(?:loss|acc) {number}", "([0-9]+|nan)",
                              "[|] {number}", "[]|] {number}", "[^]|] {number}", "[\\]|] {number}",
                              "[[:space:]|] {number}", "\\Qa|b\\E {number}", "\\(|(x)"})
    EXPECT_EQ(fault(pattern), pattern == std::string("\\(|(x)") ? fmt::format(kWhy, "|(x)") : "") << pattern;
}

// A group of nothing leaves the search to the regex.
TEST(NumberPattern, FindsWithoutARegexWhatTheRegexFinds) {
  const std::vector<std::string> parts{"speed: ", "1012", "1.5", ".", ",", "-", "e3", ":30", "5", "images/s",
                                       " ",       "\t",   "ms",  "=", "(", "h", "x",  "inf", "+"};
  std::mt19937 draw(7);
  for (int n = 0; n < 3000; ++n) {
    std::string line;
    for (auto left = draw() % 12; left > 0; --left) line += parts[draw() % parts.size()];
    for (const std::string pattern : {"{number} images/s", "speed: {number}", "speed: {number} images/s",
                                      "={number}", "{number}ms", "\\({number}", "{number}x"})
      ASSERT_EQ(found(pattern, line), found(pattern + "(?:)", line)) << pattern << " in '" << line << "'";
  }
}

}  // namespace
}  // namespace scalegen
