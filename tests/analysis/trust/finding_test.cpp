// A finding shows in every form of a report: nobody meets a starred figure without its star.
#include "analysis/trust/finding.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <regex>
#include <set>

#include "analysis/comparison/comparison.hpp"
#include "analysis/comparison/comparison_text.hpp"
#include "analysis/document/document.hpp"
#include "analysis/page/page.hpp"
#include "analysis/report/formats.hpp"
#include "analysis/report/notes.hpp"
#include "core/json.hpp"
#include "core/xml_text.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"

namespace scalegen {
namespace {

using testing::HasSubstr;

std::set<std::string> placeholders_in(std::string_view form) {
  const std::string text(form);
  const std::regex placeholder(R"(\{(\w+)\})");
  std::set<std::string> names;
  for (std::sregex_iterator found(text.begin(), text.end(), placeholder), end; found != end; ++found)
    names.insert((*found)[1]);
  return names;
}

/// One of a kind, of the rung 4cpu, with a text for each part of its sentence.
Finding finding_of(const KindTraits& traits) {
  Finding finding{.kind = traits.kind, .rungs = {"4cpu"}, .rounds = {2}};
  for (const auto& name : placeholders_in(traits.sentence)) finding.facts.push_back({name, "the " + name});
  return finding;
}

report::Report report_with(const Finding& finding) {
  static const auto kReport = MadeUpSweep(3).report();
  auto report = kReport;
  report.findings.push_back(finding);
  report.tables.front().points[2].findings.push_back(finding);
  report.warnings = report::warnings_of(report);
  return report;
}

std::string line_of_rung(const std::string& text, const std::string& begin) {
  const auto at = text.find("\n" + begin);
  return at == std::string::npos ? "" : text.substr(at + 1, text.find('\n', at + 1) - at - 1);
}

class EachKind : public ::testing::TestWithParam<KindTraits> {
 protected:
  Finding finding_ = finding_of(GetParam());
  report::Report report_ = report_with(finding_);
  std::string text_ = text_of(finding_);
};

TEST_P(EachKind, SaysWhatItHas) {
  EXPECT_THAT(text_, testing::Not(testing::EndsWith(".")));
  for (const auto& fact : finding_.facts)
    if (fact.name != "rungs" && fact.name != "rounds" && fact.name != "run_dir") {
      EXPECT_THAT(text_, HasSubstr(fact.text));
    }
}

TEST_P(EachKind, IsInJson) {
  const auto json = parse_json(report::render_json(report_)).value();
  const auto& found = json["findings"].back();
  EXPECT_EQ(found["kind"], std::string(GetParam().word));
  EXPECT_EQ(found["consequence"], std::string(to_text(GetParam().consequence)));
  EXPECT_EQ(found["rungs"], Json::array({"4cpu"}));
  EXPECT_EQ(found["rounds"], Json::array({2}));
  EXPECT_EQ(found["text"], text_);
}

TEST_P(EachKind, IsInEachFormForPeople) {
  if (GetParam().consequence == Consequence::note) return;
  EXPECT_THAT(report::render_terminal(report_), HasSubstr("warning: " + text_ + "\n"));
  EXPECT_THAT(report::render_markdown(report_),
              HasSubstr("**Warning:** " + document::escaped_markdown(text_)));
  EXPECT_THAT(page::render_html(report_, {}), HasSubstr(escaped_xml(text_)));
}

std::string name_of(const testing::TestParamInfo<KindTraits>& kind) {
  auto name = fmt::format("{}_{}", static_cast<int>(kind.param.kind), kind.param.word);
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Findings, EachKind, testing::ValuesIn(all_kinds().begin(), all_kinds().end()),
                         name_of);

std::vector<KindTraits> stars() {
  std::vector<KindTraits> kinds;
  for (const auto& kind : all_kinds())
    if (kind.consequence == Consequence::star) kinds.push_back(kind);
  return kinds;
}

class EachStar : public EachKind {};

TEST_P(EachStar, HasAReason) { EXPECT_NE(reason_of(finding_), ""); }

TEST_P(EachStar, IsBesideItsFigureInEachTable) {
  EXPECT_THAT(line_of_rung(report::render_terminal(report_), "4cpu "), HasSubstr(" *"));
  EXPECT_THAT(line_of_rung(report::render_markdown(report_), "| 4cpu "), HasSubstr(" \\*"));
  EXPECT_THAT(line_of_rung(report::render_csv(report_), "4cpu,"), testing::MatchesRegex(".*,[a-z_ ]+"));
  const auto json = parse_json(report::render_json(report_)).value();
  EXPECT_FALSE(json["tables"][0]["points"][2]["starred"].empty());
}

TEST_P(EachStar, LeavesTheRungOpen) {
  const auto& table = report_.tables.front();
  const Advice rule = GetParam().concerns == Concerns::doubling
                          ? read_advice_options({"per_doubling=1.2"}).value()
                          : default_advice();
  const auto verdict = verdict::verdict_on(table, {.rule = rule, .metric = report_.head.metric});
  EXPECT_EQ(verdict.rungs[2].judgement, verdict::Judgement::open);
  EXPECT_THAT(verdict.rungs[2].conditions.front().why_open, HasSubstr(reason_of(finding_)));
}

TEST_P(EachStar, IsInAComparison) {
  if (GetParam().concerns == Concerns::doubling) return;
  auto other = MadeUpSweep(3).report();
  other.head.directory_id = "another";
  const auto compared =
      comparison::compare({.report = report_}, {.report = other}, comparison::At::size).value();
  const auto text = report::render_terminal(compared);
  EXPECT_THAT(text, testing::ContainsRegex("\n4cpu [^\n]* \\*"));
  EXPECT_THAT(report::render_json(compared), testing::ContainsRegex("starred\": true"));
}

INSTANTIATE_TEST_SUITE_P(Findings, EachStar, testing::ValuesIn(stars()), name_of);

TEST(Finding, FillsInWhatAFactSaysOnce) {
  const Finding finding{.kind = FindingKind::went_on,
                        .rungs = {"4cpu"},
                        .facts = {{"run", "{process}"}, {"process", "{rungs} {x}"}}};
  EXPECT_THAT(text_of(finding), HasSubstr("the command of {process} had returned, '{rungs} {x}' went on"));
}

TEST(Finding, OfAValueConcernsEachFigure) {
  const Findings findings{{.kind = FindingKind::beyond_ideal}, {.kind = FindingKind::slow_first}};
  EXPECT_EQ(star_of(findings, Concerns::value), &findings[1]);
  EXPECT_EQ(star_of(findings, Concerns::speedup), &findings[0]);
  EXPECT_EQ(star_of(findings, Concerns::doubling), &findings[1]);
  EXPECT_EQ(star_of({{.kind = FindingKind::went_on}}, Concerns::value), nullptr) << "a warning is no star";
}

}  // namespace
}  // namespace scalegen
