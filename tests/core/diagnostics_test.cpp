#include "core/diagnostics.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

TEST(Diagnostics, ShowPlaceLineCaretNotesAndHint) {
  const Diagnostic error{.cited = CitedLine{"sweep.yaml", 12, 3, "  nodez: 4"},
                         .message = "unknown key 'nodez'",
                         .notes = {"keys are lower case", "and known"},
                         .hint = "did you mean 'nodes'?"};
  EXPECT_EQ(render({error}),
            "sweep.yaml:12:3: error: unknown key 'nodez'\n"
            "   12 |   nodez: 4\n"
            "      |   ^\n"
            "      = note: keys are lower case\n"
            "      = note: and known\n"
            "      = hint: did you mean 'nodes'?\n");
}

TEST(Diagnostics, ShowNoPlaceWhereThereIsNone) {
  EXPECT_EQ(render({{.severity = Severity::warning, .message = "no account"}}), "warning: no account\n");
  EXPECT_EQ(render({{.severity = Severity::note, .message = "4 are left out"}}), "note: 4 are left out\n");
}

TEST(Diagnostics, PutTheCaretUnderTheCharacterAfterUmlautsAndTabs) {
  EXPECT_EQ(render({{.cited = CitedLine{"f", 1, 5, "\tä☃: x"}, .message = "m"}}),
            "f:1:5: error: m\n    1 | \tä☃: x\n      | \t   ^\n");
}

TEST(Diagnostics, ShowNoControlCharacters) {
  const Diagnostic error{.cited = CitedLine{"f\x1b", 1, 3, "\t\x1b[2J\xC2\x9Bä\r"},
                         .message = "m\x07",
                         .notes = {"n\x7F"},
                         .hint = "h\x1b]0;x"};
  EXPECT_EQ(render({error}),
            "f?:1:3: error: m?\n    1 | \t?[2J?ä\n      | \t ^\n      = note: n?\n      = hint: h?]0;x\n");
}

TEST(Diagnostics, ShowOfALongLineWhatStandsAroundTheCaret) {
  const auto shown = [](const std::string& line, int column) {
    return render({{.cited = CitedLine{"f", 1, column, line}, .message = "m"}});
  };
  const auto x = [](std::size_t count) { return std::string(count, 'x'); };
  const auto blanks = [](std::size_t count) { return std::string(count, ' '); };
  EXPECT_EQ(shown(x(160), 160), "f:1:160: error: m\n    1 | " + x(160) + "\n      | " + blanks(159) + "^\n");
  EXPECT_EQ(shown("ä" + x(1'000'000), 2), "f:1:2: error: m\n    1 | ä" + x(159) + "...\n      |  ^\n");
  EXPECT_EQ(shown(x(500'000) + "!" + x(500'000), 500'001),
            "f:1:500001: error: m\n    1 | ..." + x(80) + "!" + x(79) + "...\n      | " + blanks(83) + "^\n");
  EXPECT_EQ(shown(x(999) + "!", 1000),
            "f:1:1000: error: m\n    1 | ..." + x(80) + "!\n      | " + blanks(83) + "^\n");
  EXPECT_EQ(shown(std::string(1'000'000, '\x80'), 1).size(), 198U);
}

TEST(Diagnostics, ShowTheBeginningOfALongMessage) {
  const std::string x(1'000'000, 'x');
  const auto shown = std::string(2000, 'x') + "...";
  EXPECT_EQ(render({{.message = x, .notes = {x}, .hint = x}}),
            "error: " + shown + "\n      = note: " + shown + "\n      = hint: " + shown + "\n");
}

TEST(Diagnostics, ShowOnlyUtf8) {
  EXPECT_EQ(render({{.cited = CitedLine{"f", 1, 4, "12 \xB5s"}, .message = "no '\xB5s'"}}),
            "f:1:4: error: no '?s'\n    1 | 12 ?s\n      |    ^\n");
}

TEST(Diagnostics, StandInTheOrderOfTheirPlacesAndThoseWithoutFirst) {
  const Diagnostic late{.cited = CitedLine{"f", 2, 9, ""}, .message = "late"};
  const Diagnostic early{.cited = CitedLine{"f", 2, 1, ""}, .message = "early"};
  const Diagnostic nowhere{.message = "nowhere"};
  EXPECT_EQ(render({late, early, nowhere}), "error: nowhere\nf:2:1: error: early\nf:2:9: error: late\n");
}

TEST(Diagnostics, StandFileByFile) {
  const Diagnostic sweep{.cited = CitedLine{"sweep.yaml", 9, 1, ""}, .message = "a"};
  const Diagnostic profile{.cited = CitedLine{"mine.yaml", 2, 1, ""}, .message = "b"};
  const Diagnostic more{.cited = CitedLine{"sweep.yaml", 1, 1, ""}, .message = "c"};
  EXPECT_EQ(render({sweep, profile, more}),
            "sweep.yaml:1:1: error: c\nsweep.yaml:9:1: error: a\nmine.yaml:2:1: error: b\n");
}

TEST(Diagnostics, OfOneKindAreShownOnceIfTheyAreMany) {
  Diagnostics diagnostics;
  for (int line = 5; line < 55; ++line)
    diagnostics.push_back({.cited = CitedLine{"t.csv", line, 1, "x"},
                           .message = "line " + std::to_string(line) + " of 'table' is no number",
                           .hint = "write a number"});
  diagnostics.push_back({.cited = CitedLine{"t.csv", 20, 1, ""}, .message = "another"});
  EXPECT_EQ(render(diagnostics),
            "t.csv:5:1: error: line 5 of 'table' is no number\n"
            "    5 | x\n"
            "      | ^\n"
            "      = hint: write a number\n"
            "      = note: ... and 49 more like it, the last in line 54\n"
            "t.csv:20:1: error: another\n");
  diagnostics.resize(5);
  EXPECT_EQ(render(diagnostics).find("more like it"), std::string::npos);
}

}  // namespace
}  // namespace scalegen
