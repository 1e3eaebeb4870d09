// Texts that a person or a program can set, in each slot of a document and each of its forms.
#include "analysis/document/document.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <regex>

#include "analysis/document/html.hpp"
#include "analysis/page/page.hpp"
#include "core/text.hpp"

namespace scalegen::document {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A document that has a text wherever one can stand.
Document full_of(const std::string& text) {
  const Table table{
      .caption = text, .header = {text, "b"}, .rows = {{{.text = text}, {.text = "1"}}}, .notes = {text}};
  auto without_caption = table;
  without_caption.caption.clear();
  return {.title = text,
          .blocks = {Heading{text}, Paragraph{text}, Bullets{{text}}, Bullets{{text}, Role::warnings}, table,
                     without_caption, Figure{text, "speedup", text}}};
}

struct Form {
  std::string name{};
  std::string (*render)(const Document&);
};

std::string html(const Document& document) { return page::render_html(document); }
std::string csv(const Document& document) { return render_csv(document); }

std::string terminal(const Document& document) { return render_terminal(document); }
std::string narrow_terminal(const Document& document) {
  return render_terminal(document, {.width = 20, .is_ascii = true});
}

const std::vector<Form> kForms{{"terminal", terminal},
                               {"narrow_terminal", narrow_terminal},
                               {"markdown", render_markdown},
                               {"latex", render_latex},
                               {"html", html},
                               {"csv", csv}};

class EachForm : public ::testing::TestWithParam<Form> {};

TEST_P(EachForm, HasNoControlCharacter) {
  for (int c = 0; c < 0x20; ++c) {
    if (c == '\n' || c == '\t') continue;
    const auto text = GetParam().render(full_of(fmt::format("a{}b", static_cast<char>(c))));
    EXPECT_FALSE(has_control_characters(text)) << c;
  }
  for (const auto* const hostile : {"\x7f", "\xc2\x9b", "\x1b]0;title\x07", "\x1b[2J"})
    EXPECT_FALSE(has_control_characters(GetParam().render(full_of(hostile))));
}

TEST_P(EachForm, IsUtf8WhateverATextIs) {
  for (int c = 0x80; c <= 0xff; ++c)
    EXPECT_TRUE(is_utf8(GetParam().render(full_of(fmt::format("caf{}", static_cast<char>(c)))))) << c;
  EXPECT_THAT(GetParam().render(full_of("naïve")), HasSubstr("naïve"));
}

INSTANTIATE_TEST_SUITE_P(Documents, EachForm, testing::ValuesIn(kForms),
                         [](const auto& form) { return form.param.name; });

TEST(Csv, HasNoFormula) {
  for (const auto* const formula : {"=1+1", "@SUM(A1)", "+1+1", "-1+1", "\t=1", "-cmd|' /C calc'!A0"}) {
    const auto text = render_csv(full_of(formula));
    EXPECT_THAT(text, HasSubstr(std::string("'") + formula));
    EXPECT_FALSE(std::regex_search(text, std::regex("(^|[,\n\"])[=@+\t-]"))) << text;
  }
  EXPECT_THAT(render_csv(full_of("-0.5")), HasSubstr("\n-0.5,1\n")) << "a number";
}

TEST(Markdown, ReadsNothingOfAText) {
  EXPECT_EQ(escaped_markdown("[l](javascript:alert(3))"), "[l]\\(javascript:alert(3))");
  EXPECT_EQ(escaped_markdown("[l]: javascript:alert(3)"), "[l]\\: javascript:alert(3)");
  EXPECT_EQ(escaped_markdown("$x$ *a* _b_ `c` <d> | \\"), "\\$x\\$ \\*a\\* \\_b\\_ \\`c\\` \\<d> \\| \\\\");
  EXPECT_EQ(escaped_markdown("1.90x [1.88, 1.92]\n# no heading"), "1.90x [1.88, 1.92] # no heading");
  for (const auto* const text : {"# a", "> a", "- a", "+ a", "###"})
    EXPECT_THAT(render_markdown(full_of(text)), HasSubstr(std::string("\n\\") + text + "\n"));
}

TEST(Markdown, ShowsAChartBesideIt) {
  EXPECT_EQ(
      render_markdown({.blocks = {Figure{"Speedup.", "speedup", "scalegen report a_b"}}}),
      "**Figure 1.** Speedup.\n\n![speedup](speedup.svg)\n\n*speedup.svg is written by 'scalegen report "
      "a\\_b'.*\n");
}

TEST(Html, RunsNothing) {
  EXPECT_THAT(html(full_of("<script>alert(1)</script>")), Not(HasSubstr("<script>alert")));
}

TEST(Html, HasIntervalsBesideTheirFigureAndNoHeadingWithoutAName) {
  const auto text = html({.blocks = {Table{.header = {"rung", "speedup", ""},
                                           .rows = {{{.text = "2gpu"},
                                                     {.text = "1.90x [1.88, 1.92]", .is_starred = true},
                                                     {.text = "a [b]"}}}}}});
  EXPECT_THAT(
      text, HasSubstr("<th scope=\"col\">rung</th><th scope=\"col\" class=\"number\">speedup</th><td></td>"));
  EXPECT_THAT(text, HasSubstr("<tr><td>2gpu</td><td class=\"number\">1.90x <i>[1.88, "
                              "1.92]</i>&#160;*</td><td>a [b]</td></tr>"));
}

// Each text in the second column of a table, which is to the right if it holds numbers.
TEST(Html, HasNumbersToTheRightAndNamesToTheLeft) {
  const auto is_to_the_right = [](const std::string& text) {
    return html({.blocks = {Table{.header = {"a", "b"}, .rows = {{{.text = "a"}, {.text = text}}}}}})
               .find("<td class=\"number\">") != std::string::npos;
  };
  for (const auto* const number : {"4", "-0.5", "1.80x", "1.80x [1.78, 1.82]", "100 %", "1e-06", "-", ""})
    EXPECT_TRUE(is_to_the_right(number)) << number;
  for (const auto* const name : {"2x4gpu", "1gpu", "0-7, 8-15", "-cmd", "n1"})
    EXPECT_FALSE(is_to_the_right(name)) << name;
}

TEST(Html, HasWhatIsBetweenTwoBackticksAsCodeAndBreaksNoInterval) {
  EXPECT_EQ(prose("`advise:` changes it, `a<b` too"),
            "<code>advise:</code> changes it, <code>a&lt;b</code> too");
  EXPECT_EQ(prose("one ` alone"), "one ` alone");
  EXPECT_EQ(prose("70 % [69.5, 70.5], 1.9x [1.8, 2.0]"), "70 % [69.5,&#160;70.5], 1.9x [1.8,&#160;2.0]");
  EXPECT_EQ(prose("[one] two, ["), "[one] two, [");
}

std::string latex(std::vector<Block> blocks) {
  return render_latex({.title = "t", .blocks = std::move(blocks)});
}

TEST(Latex, PutsThePointsOfNumbersBelowEachOther) {
  const Table table{.header = {"rung", "speedup", "nodes"},
                    .rows = {{{.text = "1gpu"}, {.text = "-"}, {.text = "1"}},
                             {{.text = "2gpu"},
                              {.text = "1.9x [1.8, 2.0]", .figure = stats::Estimate{1.9}, .is_starred = true},
                              {.text = "16"}}}};
  const auto text = latex({table});
  EXPECT_THAT(text, HasSubstr("\\begin{tabular}{@{}lr@{}lr@{}l@{}}\n"));
  EXPECT_THAT(text, HasSubstr("rung & \\multicolumn{2}{c}{speedup} & \\multicolumn{2}{c}{nodes} \\\\\n"));
  EXPECT_THAT(text, HasSubstr("{}1gpu & -& & 1& \\\\\n"));
  EXPECT_THAT(text, HasSubstr("{}2gpu & 1&.9x [1.8, 2.0]\\textsuperscript{*} & 16& \\\\\n"));
}

TEST(Latex, ContinuesATableThatIsLongerThanAPage) {
  Table table{.caption = "Ranks", .header = {"Rank"}, .notes = {"A note."}};
  for (int rank = 0; rank < 100; ++rank) table.rows.push_back({Cell{.text = fmt::format("{}", rank)}});
  const auto text = render_latex(Document{.blocks = {table}});
  EXPECT_THAT(text,
              HasSubstr("    {}44& \\\\\n    \\bottomrule\n  \\end{tabular}}\n\\end{table}\n\\clearpage\n\n"
                        "\\addtocounter{table}{-1}\n\n\\begin{table}[htbp]\n  \\centering\n"
                        "  \\caption{Ranks (continued)}\n"));
  EXPECT_THAT(text, HasSubstr("    {}99& \\\\\n    \\bottomrule\n  \\end{tabular}}\n\n"
                              "  {\\footnotesize A note.}\n\\end{table}\n"));
}

TEST(Latex, TakesAChartIfItsFileIsThere) {
  const auto text = latex({Figure{"a", "speedup", "scalegen report runs"}});
  EXPECT_THAT(text, HasSubstr("\\IfFileExists{speedup.pdf}{\\includegraphics{speedup.pdf}}{\\fbox{"));
  EXPECT_THAT(text, HasSubstr("    speedup.pdf is written by scalegen report runs\\par"));
}

TEST(Latex, IsForXelatexWhereLettersAskForIt) {
  for (const auto* const text : {"naïve", "Łódź", "a – b", "10 µs × 2 → 3 · €"})
    EXPECT_THAT(latex({Paragraph{text}}), testing::StartsWith("\\documentclass")) << text;
  for (const auto* const text : {"учёба", "学习", "αβ", "🚀", "Ħ"})
    EXPECT_THAT(latex({Paragraph{text}}), testing::StartsWith("% !TeX program = xelatex\n")) << text;
}

TEST(Terminal, IsWhatAPersonReads) {
  const Document document{
      .title = "mnist",
      .blocks = {Bullets{{"Ask for 2gpu."}, Role::answer}, Heading{"ladder"},
                 Table{.header = {"rung", "speedup"},
                       .rows = {{{.text = "2gpu"}, {.text = "1.9x", .is_starred = true}}}},
                 Bullets{{"2gpu *: idle"}, Role::warnings}, Bullets{{"baseline: 1gpu"}},
                 Paragraph{"The end."}}};
  EXPECT_EQ(render_terminal(document),
            "mnist\n\nAsk for 2gpu.\n\nladder\nrung  speedup\n2gpu  1.9x *\n\nwarning: 2gpu *: idle\n"
            "baseline: 1gpu\n\nThe end.\n");
  EXPECT_EQ(render_csv(document), "rung,speedup,speedup starred\n2gpu,1.9x,*\n");
}

const Document kWide{
    .blocks = {Bullets{{"Ask for 2gpu: it is the largest."}, Role::answer}, Heading{"ladder"},
               Table{.header = {"rung", "speedup", "efficiency"},
                     .rows = {{{.text = "2gpu"}, {.text = "1.9x ±0.1"}, {.text = "95 %", .heat = 1}},
                              {{.text = "4gpu"}, {.text = "3.0x"}, {.text = "75 %", .heat = 0}}}},
               Bullets{{"2gpu *: its nodes were shared"}, Role::warnings},
               Bullets{{"baseline: 1gpu"}, Role::details}, Heading{"more", true}}};

TEST(Terminal, WrapsAndStacksWhatHasNoRoom) {
  EXPECT_EQ(render_terminal(kWide, {.width = 20}),
            "Ask for 2gpu: it is\n  the largest.\n\nladder\nrung  speedup\n2gpu  1.9x ±0.1\n4gpu  3.0x\n\n"
            "rung  efficiency\n2gpu  95 %\n4gpu  75 %\n\nwarning: 2gpu *: its\n  nodes were "
            "shared\nbaseline: 1gpu\n\nmore\n");
}

TEST(Terminal, HasStylesWhereItCan) {
  EXPECT_EQ(render_terminal(without_details(kWide), {.width = 40, .has_styles = true}),
            "\x1b[1mAsk for 2gpu: it is the largest.\x1b[0m\n\n\x1b[1mladder\x1b[0m\n"
            "rung  speedup    efficiency\n2gpu  1.9x ±0.1  \x1b[1m95 %\x1b[0m\n4gpu  3.0x       75 %\n\n"
            "\x1b[1;33mwarning:\x1b[0m 2gpu *: its nodes were shared\n");
}

TEST(Terminal, HasNoLineThatANameForges) {
  const Document document{.title = "a\nb",
                          .blocks = {Bullets{{"1gpu\n\n2gpu: 9x"}, Role::warnings},
                                     Table{.header = {"ru\nng"}, .rows = {{{.text = "1gpu\n2gpu"}}}}}};
  EXPECT_EQ(render_terminal(document), "a b\n\nwarning: 1gpu  2gpu: 9x\n\nru ng\n1gpu 2gpu\n");
}

TEST(Terminal, IsAsciiWhereNoMoreIsShown) {
  EXPECT_THAT(render_terminal(kWide, {.is_ascii = true}), HasSubstr("1.9x +-0.1"));
}

TEST(Answer, IsItsFirstLine) {
  EXPECT_EQ(render_terminal(answer_of(kWide)), "Ask for 2gpu: it is the largest.\n");
  EXPECT_EQ(render_terminal(answer_of({})), "");
}

}  // namespace
}  // namespace scalegen::document
