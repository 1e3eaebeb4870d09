#include "core/yaml.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <tuple>

#include "tests/cited.hpp"

namespace scalegen {
namespace {

std::string errors_of(std::string_view text) {
  const auto file = parse_yaml("f.yaml", text);
  return file ? "no error\n" : render(file.error());
}

/// line:column of a value below the root.
std::string place_of_key(const YamlFile& file, std::string_view key) {
  const auto* const node = find(file.root, key);
  return node == nullptr ? "none" : std::to_string(node->line) + ":" + std::to_string(node->column);
}

TEST(Yaml, KeepsKindsTextsAndOrder) {
  const auto file = parse_yaml("f", "b: 1\na: [x, 'y']\nm: {k: v}\ne:\nt: |\n  two\n  lines\n");
  ASSERT_TRUE(file);
  ASSERT_EQ(file->root.entries.size(), 5U);
  EXPECT_EQ(file->root.entries[0].key.text, "b");
  EXPECT_EQ(find(file->root, "b")->text, "1");
  const auto* const list = find(file->root, "a");
  ASSERT_EQ(list->items.size(), 2U);
  EXPECT_FALSE(list->items[0].quoted);
  EXPECT_TRUE(list->items[1].quoted);
  EXPECT_EQ(find(*find(file->root, "m"), "k")->text, "v");
  EXPECT_EQ(find(file->root, "e")->kind, YamlNode::Kind::empty);
  EXPECT_EQ(find(file->root, "t")->text, "two\nlines\n");
  EXPECT_EQ(find(file->root, "none"), nullptr);
}

TEST(Yaml, KnowsWhereEachValueStands) {
  const auto file = parse_yaml("f", "# comment\na: 1\nb:   [x,\n     y]\nempty:\nlast: 'q'\n");
  ASSERT_TRUE(file);
  EXPECT_EQ(place_of_key(*file, "a"), "2:4");
  EXPECT_EQ(place_of_key(*file, "b"), "3:6");
  EXPECT_EQ(find(file->root, "b")->items[1].line, 4);
  EXPECT_EQ(find(file->root, "b")->items[1].column, 6);
  EXPECT_EQ(place_of_key(*file, "empty"), "5:1");
  EXPECT_EQ(place_of_key(*file, "last"), "6:7");
  EXPECT_EQ(cite(*file, *find(file->root, "last")), (CitedLine{"f", 6, 7, "last: 'q'"}));
}

TEST(Yaml, CountsCharactersAndNotBytes) {
  const auto file = parse_yaml("f", "{ä☃: 1, b: 2}\n");
  ASSERT_TRUE(file);
  EXPECT_EQ(place_of_key(*file, "b"), "1:12");
}

TEST(Yaml, ReadsLinesThatEndAsOnWindows) {
  const auto file = parse_yaml("f", "a: 1\r\nb: 2\r\n");
  ASSERT_TRUE(file);
  EXPECT_EQ(find(file->root, "a")->text, "1");
  EXPECT_EQ(cite(*file, *find(file->root, "b")).source_line, "b: 2");
}

TEST(Yaml, TakesAnEmptyFileForNothing) {
  for (const auto* text : {"", "\n", "# only a comment\n"}) {
    const auto file = parse_yaml("f", text);
    ASSERT_TRUE(file) << text;
    EXPECT_EQ(file->root.kind, YamlNode::Kind::empty);
  }
}

TEST(Yaml, RefusesAQuoteThatIsNeverClosed) {
  EXPECT_EQ(errors_of("a: 'it''s\nb: 2\n"), cited("f.yaml:1:4: error: this quote is never closed",
                                                  "a: 'it''s", "put the closing quote on the same line"));
  EXPECT_EQ(errors_of("a: \"x\\\"\n"), cited("f.yaml:1:4: error: this quote is never closed", "a: \"x\\\"",
                                             "put the closing quote on the same line"));
  EXPECT_EQ(errors_of("a: 'it''s'\nb: \"\\\"\"\n"), "no error\n");
}

TEST(Yaml, RefusesWhatStandsForMoreThanItSays) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const auto inner = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + inner;
    for (int j = 1; j < 10; ++j) bomb += ", " + inner;
    bomb += "]\n";
  }
  EXPECT_EQ(errors_of(bomb), cited("f.yaml:6:40: error: the values of this file, and those that its aliases "
                                   "stand for, are more than a million",
                                   "a5: &a5 [*a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4]"));
}

TEST(Yaml, SaysWhereItIsNoYaml) {
  EXPECT_EQ(errors_of("x: [1] # [\na: [1, '[', {k: [2]}\nb: 3\n"),
            cited("f.yaml:2:4: error: this '[' is never closed", "a: [1, '[', {k: [2]}"));
  EXPECT_EQ(errors_of("a: b: c\n"),
            cited("f.yaml:1:5: error: this is not YAML: illegal map value", "a: b: c",
                  "put a text with ': ' in it in single quotes, as a whole; '' is one in it"));
  EXPECT_EQ(
      errors_of("a: './x' {n}\n"),
      cited("f.yaml:1:10: error: this is not YAML: end of map not found", "a: './x' {n}",
            "put a text that begins with a quote or a brace in single quotes, as a whole; '' is one in it"));
  EXPECT_EQ(errors_of("a: \"(\\d+) s\"\n"),
            cited("f.yaml:1:8: error: this is not YAML: unknown escape character: d", "a: \"(\\d+) s\"",
                  "use single quotes: in double quotes a backslash is YAML's own"));
  EXPECT_EQ(errors_of("m:\n  \ta: 1\n"),
            cited("f.yaml:2:3: error: a tab indents this line", "  \ta: 1", "indent with blanks"));
}

TEST(Yaml, RefusesAKeyThatIsNoWord) {
  EXPECT_EQ(errors_of("? [a]\n: 1\n"), cited("f.yaml:1:3: error: a key must be a word", "? [a]"));
}

TEST(Yaml, RefusesNestingBeyondAllUse) {
  EXPECT_FALSE(parse_yaml("f", std::string(100'000, '[')));
  EXPECT_EQ(errors_of("a: &a [*a]\n"),
            cited("f.yaml:1:8: error: this alias stands within the value that it names", "a: &a [*a]"));
  const std::string deep(100, '[');
  EXPECT_TRUE(errors_of("a: " + deep + std::string(100, ']'))
                  .starts_with("f.yaml:1:103: error: values are nested deeper than 100 levels\n"));
  std::string chain = "- &a0 [x]\n";
  for (int i = 1; i < 100; ++i) chain += fmt::format("- &a{} [*a{}]\n", i, i - 1);
  EXPECT_EQ(errors_of(chain),
            cited("f.yaml:100:9: error: values are nested deeper than 100 levels", "- &a99 [*a98]"));
}

TEST(Yaml, EndsAtACommaOutsideOfBrackets) {
  const std::string comma = "error: a comma separates values only within [] or {}";
  const auto* const hint = "write one 'key: value' a line, and a text with a comma in quotes";
  EXPECT_EQ(errors_of(","), cited("f.yaml:1:1: " + comma, ",", hint));
  EXPECT_EQ(errors_of("[],"), cited("f.yaml:1:3: " + comma, "[],", hint));
  EXPECT_EQ(errors_of("\"rung\",\"seconds\"\n\"1gpu\",\"73.48\"\n"),
            cited("f.yaml:1:7: " + comma, "\"rung\",\"seconds\"", hint));
  EXPECT_EQ(errors_of("a: 1\nb: 'ä', c\n"), cited("f.yaml:2:7: " + comma, "b: 'ä', c", hint));
  EXPECT_EQ(errors_of("\"a\" b\n"), cited("f.yaml:1:5: error: the value of this file ends before this",
                                          "\"a\" b", "write one 'key: value' a line"));
}

// All texts of up to four characters of YAML's syntax: each must end. Four characters take seconds, so of
// these every eleventh.
TEST(Yaml, EndsForEveryShortText) {
  const std::string_view alphabet = ",[]{}\"'#:-?&*!|>%@\n ab";
  int ended = 0;
  const auto try_all = [&](auto& self, const std::string& text, std::size_t length) -> void {
    if (length == 0) {
      std::ignore = parse_yaml("f", text);
      ++ended;
      return;
    }
    for (const char c : alphabet) self(self, text + c, length - 1);
  };
  for (std::size_t length = 0; length <= 4; ++length) try_all(try_all, "", length);
  EXPECT_EQ(ended, 1 + 22 + 22 * 22 + 22 * 22 * 22 + 22 * 22 * 22 * 22);
}

TEST(Yaml, ReadsAMillionValuesOfALineInTurn) {
  std::string list = "[";
  for (int i = 0; i < 400'000; ++i) list += "x,";
  const auto file = parse_yaml("f", list + "]\n");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->root.items.size(), 400'000U);
  EXPECT_EQ(file->root.items.back().column, 800'000);
}

TEST(Yaml, RefusesMoreThanItsMemoryHolds) {
  const std::string large(4 * 1024 * 1024 + 1, '#');
  EXPECT_EQ(errors_of(large),
            "error: 'f.yaml' is larger than 4 MiB, which no YAML file for scalegen is\n"
            "      = hint: name another file\n");
  std::string repeated = "- &a " + std::string(100'000, 'x') + "\n";
  for (int i = 0; i < 1000; ++i) repeated += "- *a\n";
  EXPECT_EQ(errors_of(repeated), cited("f.yaml:999:3: error: the values of this file, and those that its "
                                       "aliases stand for, are more than a million",
                                       "- *a"));
  std::string same = "{a,";
  for (int i = 0; i < 30; ++i) same += "a,";
  const auto file = parse_yaml("f", same + "}");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().size(), 20U);
}

}  // namespace
}  // namespace scalegen
