// Reports in the forms of panels, for a sweep of 1 to 2 x 4 GPUs with both ladders and a campaign.
#include "analysis/panels/panel_document.hpp"

#include <gmock/gmock.h>

#include "analysis/panels/columns.hpp"
#include "analysis/panels/embedded.hpp"
#include "analysis/panels/lacks.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"
#include "tests/golden.hpp"

namespace scalegen::panels {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Panel panel_of(const std::string& name) {
  const auto file = find_file(panel_files(""), name);
  EXPECT_TRUE(file) << render(file ? Diagnostics{} : file.error());
  const auto panel = read_panel(*file);
  EXPECT_TRUE(panel) << render(panel ? Diagnostics{} : panel.error());
  return panel.value_or(Panel{});
}

const std::vector<CampaignLine> kCampaign{
    {.run = "train", .runs = 3, .size = {.nodes = 2}, .unit = CampaignLine::Unit::steps, .amount = 6e6},
    {.run = "tune", .runs = 20, .size = {.gpus = 2}, .unit = CampaignLine::Unit::epochs, .amount = 90},
    {.run = "test", .runs = 1, .size = {.nodes = 16}, .unit = CampaignLine::Unit::steps, .amount = 1e6}};

/// The priced sweep with a weak ladder beside the strong one, of 512 images a rank.
MadeUpSweep both_ladders() {
  auto sweep = priced_sweep(3);
  sweep.add_weak_ladder(1);
  sweep.head.campaign = kCampaign;
  sweep.head.launch.account = "p100";
  return sweep;
}

Document document_of(const std::string& name, MadeUpSweep sweep, const std::optional<Script>& script = {}) {
  const auto panel = panel_of(name);
  if (panel.rule) sweep.head.advise = *panel.rule;
  return document_for(panel, sweep.report(), script);
}

const Script kScript{.file = "jobs/2x4gpu-r1/job.sbatch",
                     .rung = "2x4gpu",
                     .text = "#!/bin/bash\n#SBATCH --nodes=2\necho '```' \"\\end{verbatim}\"\n"};

TEST(GoldenPanel, OfEachHasItsOwnWordsAndOrder) {
  for (const auto& file : embedded_panels()) {
    const auto name = std::filesystem::path(file.name).stem().string();
    const auto document = document_of(name, both_ladders(), kScript);
    expect_golden("panels/" + name + ".md", render_markdown(document));
    expect_golden("panels/" + name + ".tex", render_latex(document));
  }
}

TEST(GoldenPanel, HasItsTablesAsCsvWithTheEndsOfIntervals) {
  std::string all;
  const auto document = document_of("eurohpc", both_ladders());
  for (const auto* table : tables_of(document)) all += render_csv(*table) + "\n";
  expect_golden("panels/eurohpc-tables.csv", all);
}

std::vector<std::string> lacks_in(const std::string& panel, const MadeUpSweep& sweep) {
  return lacks_of(panel_of(panel), sweep.report());
}

TEST(Lacks, AreNamedWithWhatWouldBringThem) {
  auto sweep = priced_sweep(1);
  EXPECT_THAT(
      lacks_in("eurohpc", sweep),
      ElementsAre(
          "weak scaling: none was measured; write 'scaling: [strong, weak]'",
          "3 different numbers of nodes: 2 were measured (1, 2); add rungs such as 4nodes to 'scales'",
          "the plan of production runs: write 'campaign: [{run: train, runs: 3, nodes: 4, steps: 6e6}]'",
          "intervals: write 'repeats: 3'"));
  EXPECT_THAT(
      lacks_in("csc", sweep),
      ElementsAre(
          "3 different numbers of nodes: 2 were measured (1, 2); add rungs such as 4nodes to 'scales'",
          "a whole node as the unit: the baseline 1gpu is a part of one; write 'baseline: 1node' with 1node "
          "in "
          "'scales'",
          "runs of at least 2 min: the shortest, of 2x4gpu, was measured for 3.11 s; let it do more steps",
          "intervals: write 'repeats: 3'"));
}

TEST(Lacks, SpeakOfACampaignBeyondWhatWasMeasured) {
  EXPECT_THAT(
      lacks_in("archer2", both_ladders()),
      Contains(
          "a measurement at the size of 'test': 16 nodes were not measured: the largest rung has 2 nodes"));
}

TEST(Lacks, NameRungsWithoutAFigureAndThoseWithAStar) {
  auto sweep = priced_sweep(3);
  for (auto& made : sweep.runs)
    if (made.record.run.rung.name == "2x4gpu") made.record.outcome = Failed{7, "no"};
  auto report = sweep.report();
  report.head.plan_is_edited = true;
  const auto lacks = lacks_of(panel_of("plain"), report);
  const auto text = render_markdown(document_for(panel_of("prace"), report, {}));
  EXPECT_THAT(text, HasSubstr("| 16 | 20.3 [20.0, 20.8] \\* | 1.00 \\* | 1 | 1 |"));
  EXPECT_THAT(lacks, Contains("rungs that were planned and have no figure: 2x4gpu"));
  EXPECT_THAT(lacks,
              Contains("figures without a star: 1gpu, 2gpu, 4gpu have one; 'scalegen report' says why"));
}

TEST(PanelDocument, StarsPricesThatRestOnAStarredRung) {
  auto sweep = priced_sweep(3);
  sweep.head.campaign = kCampaign;
  auto report = sweep.report();
  report.head.plan_is_edited = true;
  const PanelTable milestones{.rows = Rows::campaign,
                              .columns = {{"run", "run"}, {"node_hours", "node-hours"}}};
  const auto table = tables_of(milestones, report).front();
  EXPECT_EQ(table.rows[0][1].text, "1027 [1017, 1042] *");
  EXPECT_THAT(table.notes, Contains("A star marks a figure with a warning below."));
}

TEST(PanelDocument, HasEachJobAndEachGpu) {
  auto sweep = priced_sweep(1);
  sweep.runs.erase(sweep.runs.begin() + 1, sweep.runs.end());
  sweep.head.launch.account = "p100";
  auto& made = sweep.runs.front();
  made.files["started.json"] =
      R"({"pid": 1, "start_time": 1, "boot_id": "b", "host": "n1", "job": "4711", "time": 1763719200})";
  made.monitor =
      "timestamp, index, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
      "2025/11/21 10:00:18.000, 0, GPU-a, 90 %, 1500 MiB, 400.00 W\n"
      "2025/11/21 10:00:19.000, 0, GPU-a, 94 %, 1600 MiB, 500.00 W\n";
  const auto tables = [&](Rows rows, const std::vector<PanelColumn>& columns) {
    return render_csv(tables_of(PanelTable{.rows = rows, .columns = columns}, sweep.report()).front());
  };
  EXPECT_EQ(tables(Rows::runs, {{"job", "job"},
                                {"account", "account"},
                                {"begin", "begin"},
                                {"end", "end"},
                                {"elapsed", "elapsed"},
                                {"gpus", "gpus"},
                                {"gpu_percent", "%"},
                                {"gpu_watts", "W"},
                                {"gpu_kwh", "kWh"}}),
            "job,account,begin,end,elapsed,gpus,%,W,kWh\n"
            "4711,p100,2025-11-21 10:00:00,2025-11-21 10:06:20,380.1,1,92,450,0.0475125\n");
  EXPECT_EQ(tables(Rows::gpus, {{"node", "node"}, {"gpu", "GPU"}, {"gpu_memory_gib", "GiB"}}),
            "node,GPU,GiB\n"
            "n1,GPU-a,1.5625\n");
}

TEST(PanelDocument, OfASweepWithoutAFigureSaysSo) {
  auto sweep = priced_sweep(1);
  for (auto& made : sweep.runs) made.record.outcome = Failed{7, "no"};
  for (const auto& file : embedded_panels()) {
    const auto name = std::filesystem::path(file.name).stem().string();
    const auto text = render_markdown(document_of(name, sweep));
    EXPECT_THAT(text, HasSubstr("(No table: ")) << name;
    EXPECT_THAT(text, Not(HasSubstr("nan"))) << name;
  }
}

TEST(PanelDocument, EscapesNamesFromElsewhere) {
  auto sweep = priced_sweep(2);
  sweep.head.cluster = "a_b & <c> | 50% $x$ \\input{/etc/passwd} #1 ~^";
  const auto document = document_of("plain", sweep);
  EXPECT_THAT(
      render_latex(document),
      HasSubstr("All runs were made on a\\_b \\& {<}c{>} {|} 50\\% \\$x\\$ "
                "\\textbackslash{}input\\{/etc/passwd\\} \\#1 \\textasciitilde{}\\textasciicircum{}, on"));
  EXPECT_THAT(render_markdown(document),
              HasSubstr("All runs were made on a\\_b & \\<c> \\| 50% $x$ \\\\input{/etc/passwd} #1 ~^, on"));
}

TEST(PanelDocument, HasNoPerformanceBesideATime) {
  const auto report = report_of_table("t.csv", "rung,seconds\n1node,100\n2nodes,55\n4nodes,30\n");
  ASSERT_TRUE(report);
  const auto document = document_for(panel_of("archer2"), *report, {});
  const auto tables = tables_of(document);
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_THAT(tables[0]->header,
              ElementsAre("Number of nodes", "Processes", "Runtime (s)", "Parallel efficiency"));
  EXPECT_THAT(render_markdown(document),
              HasSubstr("table 1: 'Runtime (s)' against 'Number of nodes', linear axes"));
}

}  // namespace
}  // namespace scalegen::panels
