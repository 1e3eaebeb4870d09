#include "generator/script/template.hpp"

#include <gtest/gtest.h>

#include "tests/cited.hpp"

namespace scalegen {
namespace {

const std::vector<std::string> kNames = {"word", "code", "shown", "items"};

Result<std::string> fill(std::string_view text, const TemplateValues& values, std::string_view partial = "") {
  const auto parsed = Template::parse({{"t", text}, {"p", partial}}, "t", kNames);
  if (!parsed) return tl::make_unexpected(parsed.error());
  return parsed->render(values, {});
}

std::string refusal(std::string_view text, std::string_view partial = "") {
  const auto filled = fill(text, {}, partial);
  return filled ? "no error: " + *filled : render(filled.error());
}

TEST(Template, QuotesForBashUnlessItIsToldNotTo) {
  const TemplateValues values{.texts = {{"word", "a b'c"}, {"code", "a b"}}};
  EXPECT_EQ(fill("x={{word}}; {{{code}}} {{&code}}\n", values).value(), "x='a b'\\''c'; a b a b\n");
}

TEST(Template, LeavesBashAsItIs) {
  const auto* const bash = "a=(${#a[@]} $((x + 1)))\n{ cmd; }\n[[ a == b ]]\ncat <<'E'\n$(x)\nE\n";
  EXPECT_EQ(fill(bash, {}).value(), bash);
}

TEST(Template, LeavesNoLineOfATagAlone) {
  const auto* const text =
      "a\n{{! a comment }}\n  {{#shown}}\n\nb\n\n  {{/shown}}\n{{^shown}}\nc\n{{/shown}}\n\nd\n";
  EXPECT_EQ(fill(text, {.conditions = {{"shown", true}}}).value(), "a\n\nb\n\n\nd\n");
  EXPECT_EQ(fill(text, {.conditions = {{"shown", false}}}).value(), "a\nc\n\nd\n");
}

TEST(Template, RepeatsASectionForEachItem) {
  const TemplateValues values{.texts = {{"word", "out"}},
                              .lists = {{"items", {{.texts = {{"code", "1"}}}, {.texts = {{"code", "2"}}}}}}};
  EXPECT_EQ(
      fill("{{#items}}\n{{code}} {{word}}\n{{/items}}\n({{#items}}{{code}},{{/items}})\n", values).value(),
      "1 out\n2 out\n(1,2,)\n");
  EXPECT_EQ(fill("{{#items}}\nx\n{{/items}}\n", {.lists = {{"items", {}}}}).value(), "");
}

TEST(Template, PutsFilesInTheirPlaces) {
  EXPECT_EQ(fill("a\n{{> p}}\nd", {.texts = {{"word", "w"}}}, "b\n{{word}}").value(), "a\nb\nw\nd\n");
}

TEST(Template, ReportsEveryUnknownNameWithItsPlace) {
  EXPECT_EQ(refusal("{{word}}\n{{#shown}}\n  x {{words}}\n{{/shown}}\n{{> p}}\n", "a\nb {{{nothing}}}\n"),
            cited("t:3:5: error: unknown name 'words'", "  x {{words}}", "did you mean 'word'?") +
                cited("p:2:3: error: unknown name 'nothing'", "b {{{nothing}}}",
                      "known: word, code, shown, items"));
}

TEST(Template, HasTheNamesOfItsValuesAndSections) {
  EXPECT_EQ(
      tag_names({{"a", "{{#shown}}{{word}} {{{code}}} {{word}}{{/shown}}\n{{! a comment}}\n{{> p}}\n{{"},
                 {"b", "{{^x_y}}{{word}}{{/x_y}}"}}),
      (std::vector<std::string>{"code", "shown", "word", "x_y"}));
}

TEST(Template, ReportsSectionsThatAreNotClosed) {
  EXPECT_EQ(refusal("a\n  {{#shown}}\nb\n"), cited("t:2:3: error: unclosed section 'shown'", "  {{#shown}}"));
  EXPECT_EQ(refusal("a\nb {{/shown}}\n"), cited("t:2:3: error: unopened section 'shown'", "b {{/shown}}"));
  EXPECT_EQ(refusal("a\n\nb {{word\n"), cited("t:3:3: error: unclosed tag", "b {{word"));
}

TEST(Template, RefusesWhatItWouldMisread) {
  EXPECT_EQ(refusal("a {{> p}}\n"),
            cited("t:1:3: error: a file is included by a line of its own", "a {{> p}}"));
  EXPECT_EQ(refusal("{{> none}}\n"), "error: there is no template 'none'\n");
  EXPECT_EQ(refusal("{{> p}}\n", "{{> p}}\n"), "error: the template 'p' includes itself\n");
  EXPECT_EQ(refusal("{{=<% %>=}}\n"),
            cited("t:1:1: error: a tag that templates do not use here", "{{=<% %>=}}"));
}

TEST(Template, RefusesANameThatNobodyGave) {
  EXPECT_EQ(refusal("{{word}}\n"),
            "error: the template of a script wants 'word', and nothing says what that is\n");
  EXPECT_EQ(refusal("{{#shown}}x{{/shown}}\n"),
            "error: the template of a script wants 'shown', and nothing says what that is\n");
}

}  // namespace
}  // namespace scalegen
