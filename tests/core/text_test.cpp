#include "core/text.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

const std::vector<std::string> kKeys = {"name", "nodes", "time_limit", "scales"};

TEST(DidYouMean, FindsTheWordThatWasMeant) {
  EXPECT_EQ(did_you_mean("node", kKeys), "did you mean 'nodes'?");
  EXPECT_EQ(did_you_mean("scalse", kKeys), "did you mean 'scales'?");
  EXPECT_EQ(did_you_mean("nmae", kKeys), "did you mean 'name'?");
  EXPECT_EQ(did_you_mean("adma", {"sgd", "adam"}), "did you mean 'adam'?");
  EXPECT_EQ(did_you_mean("time", kKeys), "did you mean 'time_limit'?");
}

TEST(DidYouMean, ListsWhatIsKnownRatherThanGuess) {
  EXPECT_EQ(did_you_mean("bar", kKeys), "known: name, nodes, time_limit, scales");
  EXPECT_EQ(closest("", kKeys), "");
  EXPECT_EQ(closest("x", {}), "");
}

TEST(DidYouMean, TakesTheClosestOfSeveral) { EXPECT_EQ(closest("repeat", {"repel", "repeats"}), "repeats"); }

TEST(SomeOf, IsAllOfAFewAndTheFirstOfMany) {
  EXPECT_EQ(join_truncated({}), "");
  EXPECT_EQ(join_truncated({"a", "b"}), "a, b");
  EXPECT_EQ(join_truncated({"1", "2", "3", "4", "5", "6", "7", "8"}, "; "), "1; 2; 3; 4; 5; 6; 7; 8");
  EXPECT_EQ(join_truncated({"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}),
            "1, 2, 3, 4, 5, 6, 7, 8 and 2 more");
}

TEST(Utf8, IsValidOrNot) {
  for (const auto* text : {"", "a", "ä€😀", "\xF4\x8F\xBF\xBF"}) EXPECT_TRUE(is_utf8(text)) << text;
  for (const auto* text : {"\x80", "\xC0\xAF", "a\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                           "\xF8\x88\x80\x80\x80", "\xFF", "\xE2\x82"})
    EXPECT_FALSE(is_utf8(text));
}

TEST(WithoutControlCharacters, IsAlwaysValid) {
  EXPECT_EQ(without_control_characters("\xB5s \xC3\xA4 \xE2\x82 \x1b[2J \xC2\x9B\tx\n"),
            "?s ä ?? ?[2J ?\tx\n");
  EXPECT_EQ(without_control_characters("a\u202Ecba\u2069 \u2028\u200Fא"), "a?cba? \u2028\u200Fא");
}

TEST(WithoutEscapeSequences, IsWhatIsRead) {
  const auto shown = [](std::string_view text) { return without_escape_sequences(text); };
  EXPECT_EQ(shown("\x1b[K\x1b[1;31mred\x1b[0m \x1b[?25l\x1b[38:5:1mx\x1b[2 q\r"), "red x\r");
  EXPECT_EQ(shown("\x1b]0;tïtle\a-a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\ \x1bPq#0\x1b\\b"), "-alink b");
  EXPECT_EQ(shown("\x1b(B\x1b(0\x1b[m\x1b\x37saved\x1b\x38\x1b=\x1bM"), "saved");
}

TEST(WithoutEscapeSequences, LeavesOutWhatTheEndOfTheTextCuts) {
  for (const auto* cut :
       {"\x1b", "\x1b[", "\x1b[3", "\x1b[38;5", "\x1b[2 ", "\x1b]", "\x1b]0;tit", "\x1b]0;t\x1b", "\x1b("})
    EXPECT_EQ(without_escape_sequences("12.5 ms" + std::string(cut)), "12.5 ms");
}

TEST(WithoutEscapeSequences, KeepsWhatIsNone) {
  for (const auto* text : {"", "[K", "\x1b\n", "\x1b[12\n", "\x1b[3ä", "\x1b]0;x\nno data"})
    EXPECT_EQ(without_escape_sequences(text), text);
}

TEST(AtMost, CutsNoCharacterInTwo) {
  EXPECT_EQ(at_most("abc", 3), "abc");
  EXPECT_EQ(at_most("abcd", 3), "abc...");
  EXPECT_EQ(at_most("aää", 4), "aä...");
  EXPECT_EQ(at_most("\x80\x80\x80", 1), "...");
}

TEST(Lines, AreWithoutTheirEnds) {
  EXPECT_EQ(lines_of(""), std::vector<std::string>());
  EXPECT_EQ(lines_of("a\n\nb"), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(lines_of("a\n"), std::vector<std::string>{"a"});
}

}  // namespace
}  // namespace scalegen
