#include "generator/expression/expression.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <tuple>

#include "tests/cited.hpp"

namespace scalegen {
namespace {

const Settings kValues = {{"nodes", std::int64_t{2}},
                          {"ranks", std::int64_t{8}},
                          {"zero", std::int64_t{0}},
                          {"rate", 0.5},
                          {"most", std::numeric_limits<std::int64_t>::max()},
                          {"least", std::numeric_limits<std::int64_t>::min()},
                          {"rung", std::string("2x4gpu")}};

/// Its value as text: a number that is not whole always has a point; or what a person reads.
std::string result_of(const std::string& text, const Settings& values = kValues) {
  const auto expression = Expression::parse({text, {}});
  if (!expression) return render(expression.error());
  const auto value = expression->evaluate(values);
  if (!value) return render(value.error());
  const auto written = to_text(*value);
  const bool looks_whole = written.find_first_of(".e") == std::string::npos;
  return written + (std::holds_alternative<double>(*value) && looks_whole ? ".0" : "");
}

TEST(Expression, KeepsWholeNumbersWhole) {
  EXPECT_EQ(result_of("1 + 2 * 3 - 4"), "3");
  EXPECT_EQ(result_of("(1 + 2) * 3"), "9");
  EXPECT_EQ(result_of("10 - 2 - 3"), "5");
  EXPECT_EQ(result_of("6 / 3"), "2");
  EXPECT_EQ(result_of("7 / 2"), "3.5");
  EXPECT_EQ(result_of("48 / 2 / 3"), "8");
  EXPECT_EQ(result_of("7 % 4 * 2"), "6");
  EXPECT_EQ(result_of("5.5 % 2"), "1.5");
  EXPECT_EQ(result_of("0.5 * 4"), "2.0");
  EXPECT_EQ(result_of("1e3"), "1000.0");
  EXPECT_EQ(result_of(".5 + 2.5e-1"), "0.75");
  EXPECT_EQ(result_of("-3 + - -2"), "-1");
  EXPECT_EQ(result_of("-ranks / nodes"), "-4");
}

TEST(Expression, ComparesAndReasons) {
  EXPECT_EQ(result_of("nodes * 4 <= ranks"), "1");
  EXPECT_EQ(result_of("nodes < 2 or ranks > 8"), "0");
  EXPECT_EQ(result_of("1 <= 1 and 2 >= 2 and 1 < 2 and 2 > 1 and 1 != 2"), "1");
  EXPECT_EQ(result_of("not nodes == 2"), "0");
  EXPECT_EQ(result_of("not not rate"), "1");
  EXPECT_EQ(result_of("1 or 0 and 0"), "1");
  EXPECT_EQ(result_of("2 == 2.0"), "1");
  EXPECT_EQ(result_of("1 + 1 == 2 and 7"), "1");
  EXPECT_EQ(result_of("most == most - 1"), "0");
}

TEST(Expression, LooksAtTheRightSideOnlyWhereTheLeftLeavesItOpen) {
  EXPECT_EQ(result_of("zero == 0 or 1 / zero > 0"), "1");
  EXPECT_EQ(result_of("zero != 0 and 1 / zero > 0"), "0");
}

TEST(Expression, KnowsWordsInQuotes) {
  EXPECT_EQ(result_of("rung == '2x4gpu'"), "1");
  EXPECT_EQ(result_of("rung != \"1gpu\""), "1");
  EXPECT_EQ(result_of("rung == 'and' or rung == ''"), "0");
  EXPECT_EQ(result_of("rung"), "2x4gpu");
  EXPECT_EQ(result_of("'8' == ranks"), "0");
}

TEST(Expression, HasFunctions) {
  EXPECT_EQ(result_of("min(3, 1.5, 2)"), "1.5");
  EXPECT_EQ(result_of("max(nodes, 1)"), "2");
  EXPECT_EQ(result_of("max(7)"), "7");
  EXPECT_EQ(result_of("ceil(7 / 2) + floor(7 / 2)"), "7");
  EXPECT_EQ(result_of("floor(-0.5)"), "-1");
  EXPECT_EQ(result_of("ceil(4)"), "4");
}

TEST(Expression, NamesWhatItWantsWithThePlaceWhereItFirstStands) {
  const auto file =
      std::make_shared<const YamlFile>(YamlFile{"f", {"where: ranks + min(nodes, ranks) < rate"}, {}});
  const auto expression = Expression::parse({"ranks + min(nodes, ranks) < rate", {file, 1, 8}});
  ASSERT_TRUE(expression) << render(expression.error());
  EXPECT_EQ(expression->names(),
            (std::vector<Located<std::string>>{
                {"ranks", {file, 1, 8}}, {"nodes", {file, 1, 20}}, {"rate", {file, 1, 36}}}));
  EXPECT_TRUE(Expression::parse({"1 + 'a' * 2", {}})->names().empty());
}

TEST(Expression, SaysWhereItStopsToMakeSense) {
  EXPECT_EQ(result_of(""), "error: there is no expression here\n");
  EXPECT_EQ(result_of("1 +"), "error: the expression ends where a number, a name or '(' is expected\n");
  EXPECT_EQ(result_of("1 + * 2"), "error: expected a number, a name or '(', not '*'\n");
  EXPECT_EQ(result_of("nodes ranks"), "error: expected an operator or the end, not 'ranks'\n");
  EXPECT_EQ(result_of("(1 + 2"), "error: the expression ends where ')' is expected\n");
  EXPECT_EQ(result_of("max(1 2)"), "error: expected ')', not '2'\n");
  EXPECT_EQ(result_of("1)"), "error: expected an operator or the end, not ')'\n");
  EXPECT_EQ(result_of("max()"), "error: expected a number, a name or '(', not ')'\n");
  EXPECT_EQ(result_of("1 and or 2"), "error: expected a number, a name or '(', not 'or'\n");
}

TEST(Expression, KnowsTheHabitsOfOtherLanguages) {
  const std::vector<std::tuple<std::string, std::string, std::string>> habits{
      {"nodes = 2", "=", "'==' compares"},
      {"nodes && ranks", "&&", "write 'and'"},
      {"nodes || ranks", "||", "write 'or'"},
      {"!nodes", "!", "write 'not'"},
      {"2 ** nodes", "**", "there are no powers: write the factors out"},
      {"7 // 2", "//", "write 'floor(a / b)'"}};
  for (const auto& [text, sign, hint] : habits)
    EXPECT_EQ(result_of(text), "error: '" + sign + "' means nothing here\n      = hint: " + hint + "\n");
  EXPECT_EQ(result_of("1 < nodes < 3"),
            "error: comparisons do not chain\n      = hint: write 'a < b and b < c'\n");
  EXPECT_EQ(result_of("ranks & 1"), "error: '&' means nothing here\n");
  EXPECT_EQ(result_of("ranks → 1"), "error: '→' means nothing here\n");
}

TEST(Expression, RefusesWhatIsNeitherNumberNorNameNorFunction) {
  EXPECT_EQ(result_of("rung == 2x4gpu"),
            "error: '2x4gpu' is neither a number nor a name\n      = hint: put quotes around a word\n");
  EXPECT_EQ(result_of("1.2.3"),
            "error: '1.2.3' is neither a number nor a name\n      = hint: put quotes around a word\n");
  EXPECT_EQ(result_of("rung == 'x"), "error: this quote is never closed\n");
  EXPECT_EQ(result_of("mim(1, 2)"), "error: there is no function 'mim'\n      = hint: did you mean 'min'?\n");
  EXPECT_EQ(result_of("ceil + 1"),
            "error: 'ceil' is a function\n      = hint: write its arguments in parentheses after it\n");
  EXPECT_EQ(result_of("ceil(1, 2)"), "error: 'ceil' takes one number, not 2\n");
}

TEST(Expression, RefusesWhatIsNoNumber) {
  EXPECT_EQ(result_of("1 / zero"), "error: this divides by 0\n");
  EXPECT_EQ(result_of("1 % 0.0"), "error: this divides by 0\n");
  EXPECT_EQ(result_of("1 + rung"), "error: a number is expected, not the word '2x4gpu'\n");
  EXPECT_EQ(result_of("rung < 'x'"), "error: a number is expected, not the word '2x4gpu'\n");
  EXPECT_EQ(result_of("not rung"), "error: a number is expected, not the word '2x4gpu'\n");
  EXPECT_EQ(result_of("nodes and rung"), "error: a number is expected, not the word '2x4gpu'\n");
  EXPECT_EQ(result_of("max(1, rung)"), "error: a number is expected, not the word '2x4gpu'\n");
  EXPECT_EQ(result_of("nodez + 1"), "error: 'nodez' has no value here\n");
}

TEST(Expression, NeverOverflows) {
  for (const auto* text : {"most + 1", "least - 1", "most * 2", "-least", "least / -1", "floor(1e30)",
                           "ceil(-1e30)", "9223372036854775807 + 1"})
    EXPECT_EQ(result_of(text), "error: the result is too large for a whole number\n") << text;
  EXPECT_EQ(result_of("least % -1"), "0");
  EXPECT_EQ(result_of("1e308 * 10"), "error: the result is too large for a number\n");
  EXPECT_EQ(result_of("1e308 / 1e-10"), "error: the result is too large for a number\n");
  EXPECT_EQ(result_of("9223372036854775808"), "error: the number 9223372036854775808 is too large\n");
  EXPECT_EQ(result_of("1e400"), "error: the number 1e400 is too large\n");
}

TEST(Expression, IsNeverDeeperThanAStack) {
  const auto deep = [](std::size_t levels) {
    return std::string(levels, '(') + "1" + std::string(levels, ')');
  };
  EXPECT_EQ(result_of(deep(100)), "1");
  EXPECT_EQ(result_of(deep(101)), "error: this is nested deeper than 100 levels\n");
  EXPECT_EQ(result_of(std::string(101, '-').append("1")), "error: this is nested deeper than 100 levels\n");
  EXPECT_EQ(result_of(deep(100'000)), "error: an expression has at most 4000 characters, not 200001\n");
  std::string sum = "1";
  while (sum.size() < 3999) sum += "+1";
  EXPECT_EQ(result_of(sum), "2000");
}

/// The text that a person reads about an expression that stands in a file.
std::string error_in(const std::string& line, int column, const std::string& text) {
  const auto file = std::make_shared<const YamlFile>(YamlFile{"f.yaml", {"name: t", line}, {}});
  const auto expression = Expression::parse({text, {file, 2, column}});
  if (!expression) return render(expression.error());
  const auto value = expression->evaluate(kValues);
  return value ? to_text(*value) : render(value.error());
}

TEST(Expression, PointsIntoTheLineOfItsFile) {
  EXPECT_EQ(error_in("where: ä == nodes", 8, "ä == nodes"),
            cited("f.yaml:2:8: error: 'ä' means nothing here", "where: ä == nodes"));
  EXPECT_EQ(error_in("where: rung == 'ä☃' or nodez", 8, "rung == 'ä☃' or nodez"),
            cited("f.yaml:2:24: error: 'nodez' has no value here", "where: rung == 'ä☃' or nodez"));
  EXPECT_EQ(error_in("where: \"1 + zero / zero\"", 8, "1 + zero / zero"),
            cited("f.yaml:2:18: error: this divides by 0", "where: \"1 + zero / zero\""));
  EXPECT_EQ(error_in("where: 1 <", 8, "1 <"),
            cited("f.yaml:2:11: error: the expression ends where a number, a name or '(' is expected",
                  "where: 1 <"));
}

TEST(Expression, PointsToItsBeginWhereTheFileHoldsItOtherwise) {
  EXPECT_EQ(error_in("where: 'rung == ''x'' +'", 8, "rung == 'x' +"),
            cited("f.yaml:2:8: error: the expression ends where a number, a name or '(' is expected",
                  "where: 'rung == ''x'' +'"));
}

TEST(Expression, SaysWhereYamlHasCutIt) {
  EXPECT_EQ(
      error_in("where: [max(nodes, 2) < 3]", 9, "max(nodes"),
      cited("f.yaml:2:18: error: the expression ends where ')' is expected", "where: [max(nodes, 2) < 3]",
            "inside [ ] and { } a comma ends the text: put quotes around the expression"));
}

}  // namespace
}  // namespace scalegen
