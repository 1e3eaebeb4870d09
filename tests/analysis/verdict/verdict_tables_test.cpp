#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "analysis/analyse.hpp"
#include "analysis/report/formats.hpp"
#include "analysis/report/sections.hpp"
#include "core/json.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/numbered_rounds.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/golden.hpp"

namespace scalegen::verdict {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// The first lines of a report of tables whose answer is known by hand:
// tests/golden/report/verdict_tables.txt.
//
//     # name: options
//     1gpu 100 101 99.5
//     => what is said of it
//
// A line is a rung with the values of its rounds; '-' is a lost run. Options are baseline=RUNG, scaling=weak,
// rate (of images/s), rows (that say no round), and those of `advise`, with _ for a blank.

struct Block {
  std::string title{};
  std::vector<std::string> rungs{};
};

std::vector<Block> read_blocks(const std::string& text) {
  std::vector<Block> blocks;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# "))
      blocks.push_back({.title = line.substr(2)});
    else if (!line.empty() && !line.starts_with("=>"))
      blocks.back().rungs.push_back(line);
  }
  return blocks;
}

std::vector<std::string> options_of(const std::string& title) {
  const auto colon = title.find(": ");
  std::istringstream words(colon == std::string::npos ? "" : title.substr(colon + 2));
  std::vector<std::string> options;
  for (std::string word; words >> word;) options.push_back(word);
  return options;
}

bool has(const std::vector<std::string>& options, const std::string& word) {
  return std::find(options.begin(), options.end(), word) != options.end();
}

std::string csv_of(const Block& block, const std::vector<std::string>& options) {
  const bool has_rounds = !has(options, "rows");
  std::string text = has(options, "rate") ? "rung,images_per_s" : "rung,seconds";
  text += has_rounds ? ",round\n" : "\n";
  for (const auto& line : block.rungs) {
    std::istringstream words(line);
    std::string rung;
    words >> rung;
    int round = 0;
    for (std::string value; words >> value;) {
      ++round;
      if (value != "-")
        text += fmt::format("{},{}{}\n", rung, value, has_rounds ? fmt::format(",{}", round) : "");
    }
  }
  return text;
}

TableOptions table_options(const std::vector<std::string>& options) {
  TableOptions table;
  std::vector<std::string> rule;
  for (auto option : options) {
    std::replace(option.begin(), option.end(), '_', ' ');
    if (option.starts_with("baseline="))
      table.baseline = option.substr(9);
    else if (option.starts_with("scaling="))
      table.scaling = option == "scaling=weak" ? Scaling::weak : Scaling::throughput;
    else if (option.starts_with("per doubling="))
      rule.push_back("per_doubling=" + option.substr(13));
    else if (option != "rate" && option != "rows")
      rule.push_back(option);
  }
  if (!rule.empty()) table.advise = read_advice_options(rule).value();
  return table;
}

std::string said_of(const Block& block) {
  const auto options = options_of(block.title);
  const auto report = report_of_table("t.csv", csv_of(block, options), table_options(options)).value();
  auto text = "# " + block.title + "\n";
  for (const auto& rung : block.rungs) text += rung + "\n";
  for (const auto& line : verdict_lines(report))
    if (!options.empty() || !line.starts_with("rule: ")) text += "=> " + line + "\n";
  for (const auto& warning : report.warnings) text += "=> warning: " + warning + "\n";
  for (const auto& note : report::notes_and_method(report))
    if (note.starts_with("no ") || note.starts_with("one ")) text += "=> note: " + note + "\n";
  return text;
}

TEST(VerdictTables, SayWhatIsKnownOfThem) {
  const auto known = read_file(SCALEGEN_TESTS_DIR "/golden/report/verdict_tables.txt").value();
  const auto blocks = read_blocks(known);
  ASSERT_GE(blocks.size(), 50U);
  std::string text;
  for (const auto& block : blocks) text += (text.empty() ? "" : "\n") + said_of(block);
  expect_golden("report/verdict_tables.txt", text);
}

// One run of a size is an answer, and no proof.

constexpr auto kOneEach = "nodes,seconds\n1,400\n2,212\n4,118\n";

report::Report report_on(const std::string& text, const std::vector<std::string>& rule = {}) {
  return report_of_table("t.csv", with_rounds(text),
                         {.advise = rule.empty() ? default_advice() : read_advice_options(rule).value()})
      .value();
}

std::vector<std::string> sentences(const std::string& text, const std::vector<std::string>& rule = {}) {
  return report::verdict_sentences(report_on(text, rule));
}

TEST(OneRun, OfEachSizeNamesTheLargestThatPasses) {
  EXPECT_THAT(
      sentences(kOneEach),
      ElementsAre("4nodes: 84.7 %, one run each; run again to prove it: add a second run of each size.",
                  "It is 1.80x as fast as 2nodes at 1.11x its node-hours.",
                  "Not known: whether more than 4nodes meets the rule; rounds on 8 nodes may tell."));
  EXPECT_THAT(report_on(kOneEach).notes,
              Contains("one round gives no interval, so nothing can be told from chance: add a second run of "
                       "each size"));
}

TEST(OneRun, NamesALargerSizeThatDoesNotPassByItsPrice) {
  EXPECT_THAT(sentences("1gpu,100\n2gpu,52\n4gpu,28\n8gpu,25\n"),
              ElementsAre("4gpu: 89.3 %, one run each; run again to prove it: add a second run of each size.",
                          "It is 1.86x as fast as 2gpu at 1.08x its GPU-hours; 8gpu is 1.12x as fast at "
                          "1.79x the GPU-hours."));
}

TEST(OneRun, PassesByEveryConditionOfTheRule) {
  EXPECT_THAT(
      sentences("1gpu,100\n2gpu,52\n4gpu,28\n8gpu,17\n", {"efficiency=70 %", "per_doubling=1.7"})[0],
      "4gpu: efficiency 89.3 %, 1.86x per doubling, one run each; run again to prove it: add a second run of "
      "each size.");
  EXPECT_THAT(sentences("1gpu,100\n2gpu,90\n4gpu,46\n", {"per_doubling=1.5"})[0],
              "Ask for no more than 1gpu, the baseline, until more is known: no larger rung is shown to meet "
              "the rule.");
}

// The smallest size has no doubling to be judged by, and is not the baseline here.
TEST(OneRun, IsTheAnswerBesideASizeThatMeetsTheRuleByDefinition) {
  const auto report =
      report_of_table("t.csv", with_rounds("1gpu,100\n2gpu,52\n4gpu,28\n"),
                      {.baseline = "2gpu", .advise = read_advice_options({"per_doubling=1.5"}).value()})
          .value();
  EXPECT_EQ(report::verdict_sentences(report)[0],
            "4gpu: 1.86x per doubling, one run each; run again to prove it: add a second run of each size.");
}

TEST(OneRun, KeepsADeadlineByItsFigure) {
  const auto lines = sentences("1gpu,100\n2gpu,52\n4gpu,28\n", {"deadline=10m", "runs=10"});
  EXPECT_EQ(lines[0], "2gpu: 8.67 min, one run each; run again to prove it: add a second run of each size.");
}

TEST(OneRun, OfTheBaselineAlone) {
  EXPECT_EQ(sentences("1gpu,100\n2gpu,52\n2gpu,52.2\n4gpu,28\n4gpu,28.3\n")[0],
            "4gpu: 89.3 %, one run of 1gpu; run again to prove it: add a second run of each size.");
}

// Of the sizes above it nobody knows whether they meet the rule, whatever a still larger one does.
TEST(OneRun, BetweenSizesThatAreProvenIsSaidAlone) {
  EXPECT_THAT(sentences("1gpu,100\n1gpu,101\n2gpu,52\n2gpu,52.6\n4gpu,28\n8gpu,22\n8gpu,22.2\n"),
              ElementsAre(StartsWith("Ask for 2gpu: efficiency 96.1 % ["), StartsWith("It is 1.922x ["),
                          "4gpu: 89.3 %, one run; run again to prove it: add a second run of each size."));
  EXPECT_THAT(sentences("1gpu,100\n1gpu,101\n4gpu,28\n8gpu,22\n8gpu,22.2\n",
                        {"efficiency=70 %", "deadline=1h", "runs=1"}),
              ElementsAre("Ask for 1gpu, the baseline: no larger rung is shown to meet the rule.",
                          StartsWith("4gpu is 3.57x as fast"), StartsWith("8gpu has efficiency 56.8 % ")));
}

TEST(OneRun, OfAHigherDoublingMeetsNoRuleThatALowerOneMisses) {
  const auto lines = sentences("1gpu,100\n1gpu,101\n2gpu,90\n2gpu,90.4\n4gpu,46\n", {"per_doubling=1.5"});
  EXPECT_THAT(lines, Not(Contains(HasSubstr("4gpu meets"))));
}

TEST(OneRun, OfASmallerSizeIsNotTheAnswer) {
  EXPECT_THAT(sentences("1gpu,100\n1gpu,101\n2gpu,52\n4gpu,28\n4gpu,28.3\n"),
              ElementsAre(StartsWith("Ask for 4gpu: efficiency 89.3 % ["), StartsWith("It is 1.86x as fast"),
                          StartsWith("Not known: whether more than 4gpu meets the rule")));
}

// 2gpu is told from no limit, 4gpu has one run.
TEST(OneRun, LeavesASizeOpenThatIsUncertainOtherwise) {
  const auto lines = sentences("1gpu,100\n1gpu,110\n1gpu,120\n2gpu,70\n2gpu,84\n2gpu,77\n4gpu,28\n");
  EXPECT_EQ(lines[0], "4gpu: 89.3 %, one run; run again to prove it: add a second run of each size.");
}

TEST(OneRun, ThatDoesNotPassIsSaidWithItsFigure) {
  EXPECT_THAT(sentences("1gpu,100\n2gpu,90\n"),
              ElementsAre("Ask for no more than 1gpu, the baseline, until more is known: no larger rung is "
                          "shown to meet the rule.",
                          "2gpu is 1.11x as fast at 1.80x the GPU-hours.",
                          "Not known: whether 2gpu meets an efficiency of 70 % (efficiency 55.6 %): it has "
                          "one run."));
}

TEST(OneRun, OfOneSizeKeepsADeadline) {
  EXPECT_EQ(sentences("4gpu,100\n", {"deadline=10m", "runs=1"})[0],
            "4gpu: 1.67 min, one run; run again to prove it: add a second run of each size.");
}

// Of 111 % nobody knows what was compared.
TEST(OneRun, DoesNotPassIfItIsUncertainOtherwise) {
  EXPECT_EQ(sentences("1gpu,100\n2gpu,52\n4gpu,22.5\n")[0],
            "2gpu: 96.2 %, one run each; run again to prove it: add a second run of each size.");
  MadeUpSweep sweep(1);
  for (auto& run : sweep.runs) run.files["edited.sbatch"] = "#!/bin/bash\n";
  EXPECT_EQ(report::verdict_sentences(sweep.report())[0],
            "No rung can be advised: no rung is shown to meet the rule; 1cpu is open, since it has a star: "
            "its script was edited by hand.");
}

TEST(OneRun, OfADirectorySaysTheCommandForMissingRounds) {
  MadeUpSweep sweep(3);
  std::erase_if(sweep.runs, [](const auto& run) {
    return run.record.run.rung.name == "4cpu" && run.record.run.round > 1;
  });
  EXPECT_THAT(report::verdict_sentences(sweep.report()),
              Contains("4cpu: 79.2 %, one run; run again to prove it: give the same 'scalegen sweep' command "
                       "again for the rounds that are missing."));
}

TEST(OneRun, OfManySettingsIsSaidOnce) {
  const std::string rows =
      "precision,rung,seconds\nfp32,1gpu,100\nfp32,2gpu,52\nbf16,1gpu,60\nbf16,2gpu,32\ntf32,1gpu,80\n"
      "tf32,2gpu,42\n";
  EXPECT_EQ(report::verdict_sentences(report_of_table("t.csv", rows, {}).value())[0],
            "2gpu at each of 3 values of precision: efficiency 93.7 to 96.2 %, the largest rung of at least "
            "70 %, one run each; run again to prove it: add a second run of each size.");
}

TEST(OneRun, IsUnprovenInJson) {
  const auto json = parse_json(report::render_json(report_on(kOneEach))).value();
  const auto& verdict = json["tables"][0]["verdict"];
  EXPECT_EQ(verdict["unproven"], "4nodes");
  EXPECT_FALSE(verdict.contains("advised"));
  EXPECT_FALSE(verdict.contains("none"));
  EXPECT_EQ(verdict["rungs"][2]["judgement"], "open");
  EXPECT_EQ(verdict["rungs"][2]["conditions"][0]["why_open"], "it has one run");
}

TEST(OneRun, PredictsNothing) {
  EXPECT_THAT(report::render_terminal(report_on(kOneEach)), Not(HasSubstr("predicted")));
  const std::string four = "1gpu,100\n1gpu,101\n2gpu,51\n2gpu,52\n4gpu,27\n4gpu,27.2\n8gpu,15\n";
  EXPECT_THAT(report::render_terminal(report_on(four)), Not(HasSubstr("predicted")));
  EXPECT_THAT(report::render_terminal(report_on(four + "8gpu,15.1\n")),
              HasSubstr("\n16 GPUs, shape unknown  "));
}

}  // namespace
}  // namespace scalegen::verdict
