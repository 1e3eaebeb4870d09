#include "analysis/page/page.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>

#include "tests/analysis/made_up_sweep.hpp"
#include "tests/golden.hpp"

namespace scalegen::page {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// Expects that a browser would have nothing to repair. Of our own elements, meta stays open by design.
void expect_balanced(const std::string& html) {
  for (const auto* tag : {"table", "thead",   "tbody",  "tr",   "td",   "th",      "ul",      "li",
                          "p",     "section", "figure", "svg",  "g",    "details", "summary", "pre",
                          "nav",   "main",    "header", "body", "html", "div",     "text",    "title"}) {
    const std::string name(tag);
    EXPECT_EQ(count(html, "<" + name + ">") + count(html, "<" + name + " "), count(html, "</" + name + ">"))
        << tag;
  }
}

TEST(Page, ShowsAReportWhole) {
  const auto html = render_html(MadeUpSweep(3).report(), {.files = {{"sweep.yaml", "name: a\n# <b>\n"}}});
  expect_golden("report/three_rounds.html", html);
  expect_balanced(html);
}

TEST(Page, LoadsNothing) {
  const auto html = render_html(MadeUpSweep(2).report(), {});
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
  EXPECT_THAT(html, Not(HasSubstr("src=")));
  EXPECT_THAT(html, Not(HasSubstr("url(")));
  EXPECT_THAT(html, Not(HasSubstr("@import")));
}

TEST(Page, ExecutesNothingThatARunSays) {
  MadeUpSweep sweep(2);
  const std::string hostile = "<script>alert(1)</script>\"'&<img src=x onerror=alert(1)>";
  sweep.head.name = hostile;
  sweep.head.dataset = hostile;
  sweep.head.workload = hostile;
  for (auto& run : sweep.runs) run.start.device_name = hostile;
  sweep.run("4cpu-r2").record.outcome = Failed{.exit_status = 7, .reason = hostile};
  const auto html = render_html(sweep.report(), {.files = {{hostile, hostile}}});
  EXPECT_EQ(count(html, "<script"), 1U) << "our own";
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
  expect_balanced(html);
}

TEST(Page, OfFailedRunsSaysWhatWouldHelp) {
  MadeUpSweep sweep(1);
  for (auto& run : sweep.runs) run.record.outcome = OutOfMemory{};
  const auto html = render_html(sweep.report(), {});
  EXPECT_THAT(html, HasSubstr("<h2>Runs without a figure</h2>"));
  EXPECT_THAT(html, Not(HasSubstr("id=\"charts\"")));
  EXPECT_EQ(count(html, "out of memory; ask for more with &#39;memory:&#39;"), 6U)
      << "among the runs without a figure and among all";
  expect_balanced(html);
}

TEST(Page, SaysBelowItsTitleWhenItWasMeasured) {
  auto report = MadeUpSweep(1).report();
  report.tables[0].points[0].runs[0].begun = 1763719200;
  EXPECT_THAT(render_html(report, {}), HasSubstr("</h1>\n<p class=\"note\">Measured 2025-11-21 10:00"));
  report.head.imported = true;
  EXPECT_THAT(render_html(report, {}), HasSubstr("</h1>\n<section class=\"verdict"));
}

// The kind of the box around the answer.
std::string kind_of_answer(const report::Report& report) {
  const auto html = render_html(report, {});
  const std::string before = "<section class=\"verdict ";
  const auto begin = html.find(before) + before.size();
  return html.substr(begin, html.find('"', begin) - begin);
}

TEST(Page, ColoursTheAnswerByWhatItIs) {
  auto report = MadeUpSweep(3).report();
  report.verdicts[0].advised = 2;
  EXPECT_EQ(kind_of_answer(report), "good");
  report.verdicts[0].advised = 0;
  EXPECT_EQ(kind_of_answer(report), "open") << "the baseline";
  report.verdicts[0].advised.reset();
  EXPECT_EQ(kind_of_answer(report), "none");
  report.verdicts[0].unproven = 1;
  EXPECT_EQ(kind_of_answer(report), "open") << "one run proves nothing";
  report.verdicts[0].unproven.reset();
  report.tables.push_back(report.tables[0]);
  report.verdicts.push_back(report.verdicts[0]);
  report.losses.push_back(report.losses[0]);
  report.verdicts[0].advised = 2;
  EXPECT_EQ(kind_of_answer(report), "open") << "of two tables one has none";
}

TEST(Page, LeadsFromTheTableToTheRunsWithoutAFigure) {
  MadeUpSweep sweep(2);
  sweep.run("4cpu-r2").record.outcome = OutOfMemory{};
  EXPECT_THAT(render_html(sweep.report(), {}), HasSubstr("<a href=\"#missing\">1 run without a figure</a>"));
  EXPECT_THAT(render_html(MadeUpSweep(2).report(), {}), Not(HasSubstr("#missing")));
}

TEST(Page, OfOneRunHasNoLineOfItAndNoAccuracyThatIsNoNumber) {
  MadeUpSweep sweep(1);
  sweep.runs.resize(1);
  const auto html = render_html(sweep.report(), {});
  EXPECT_EQ(count(html, "<figure"), 1U);
  expect_balanced(html);
  sweep = MadeUpSweep(1);
  for (auto& run : sweep.runs) run.accuracy = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(render_html(sweep.report(), {}), Not(testing::AnyOf(HasSubstr("nan"), HasSubstr("inf"))));
}

TEST(Page, OfManyRunsListsTheFirst) {
  const auto html = render_html(MadeUpSweep(700).report(), {});
  EXPECT_THAT(html,
              HasSubstr("<p>The first 2000 runs; &#39;scalegen report --format json&#39; has all.</p>"));
  EXPECT_LT(html.size(), 1'000'000U);
}

}  // namespace
}  // namespace scalegen::page
