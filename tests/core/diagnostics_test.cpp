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

TEST(Diagnostics, StandInTheOrderOfTheirPlacesAndThoseWithoutFirst) {
  const Diagnostic late{.cited = CitedLine{"f", 2, 9, ""}, .message = "late"};
  const Diagnostic early{.cited = CitedLine{"f", 2, 1, ""}, .message = "early"};
  const Diagnostic nowhere{.message = "nowhere"};
  EXPECT_EQ(render({late, early, nowhere}), "error: nowhere\nf:2:1: error: early\nf:2:9: error: late\n");
}

}  // namespace
}  // namespace scalegen
