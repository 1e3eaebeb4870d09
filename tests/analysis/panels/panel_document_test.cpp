// Reports in the forms of panels, for a sweep of 1 to 2 x 4 GPUs with both ladders and a campaign.
#include "analysis/panels/parts.hpp"

#include <gmock/gmock.h>

#include "analysis/panels/panel.hpp"
#include "core/bash_command.hpp"
#include "core/regex.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/golden.hpp"

namespace scalegen::panels {
namespace {

using document::Document;
using document::kToDoHeading;
using document::Table;

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Panel panel_of(const std::string& name) {
  const auto file = find_file(panel_files(), name);
  EXPECT_TRUE(file) << render(file ? Diagnostics{} : file.error());
  const auto panel = read_panel(*file);
  EXPECT_TRUE(panel) << render(panel ? Diagnostics{} : panel.error());
  return panel.value_or(Panel{});
}

const std::vector<CampaignLine> kCampaign{
    {.run = "train", .runs = 3, .size = {.nodes = 2}, .unit = CampaignLine::Unit::steps, .amount = 6e6},
    {.run = "tune", .runs = 20, .size = {.gpus = 2}, .unit = CampaignLine::Unit::epochs, .amount = 90},
    {.run = "test", .runs = 1, .size = {.nodes = 16}, .unit = CampaignLine::Unit::steps, .amount = 1e6}};

// On nodes of 96 hardware threads.
std::string with_idle_threads(std::string node_log) {
  std::string idle;
  for (int thread = 1; thread < 96; ++thread) idle += fmt::format("cpu{} 0 0 0 0 0 0 0 0\n", thread);
  for (auto at = node_log.find("cpu0"); at != std::string::npos;
       at = node_log.find("cpu0", at + idle.size() + 1))
    node_log.insert(at, idle);
  return node_log;
}

/// The priced sweep with a weak ladder beside the strong one, of 512 images a rank.
MadeUpSweep both_ladders() {
  auto sweep = priced_sweep(3);
  sweep.add_weak_ladder(1);
  sweep.head.campaign = kCampaign;
  sweep.head.launch.account = "p100";
  for (auto& made : sweep.runs) {
    made.files["node.n1.txt"] = with_idle_threads(made.files["node.n1.txt"]);
    made.record.run.resources.fills_nodes = made.record.run.rung.ranks_per_node == 4;
  }
  return sweep;
}

Document document_of(const std::string& name, MadeUpSweep sweep, const RunFiles& files = {}) {
  const auto panel = panel_of(name);
  if (panel.rule) sweep.head.advise = *panel.rule;
  return document_for(panel, sweep.report(), files);
}

const RunFiles kFiles{
    .script =
        Script{.file = "jobs/2x4gpu-r1/job.sbatch",
               .rung = "2x4gpu",
               .text = "#!/bin/bash\n#SBATCH --nodes=2\necho '```' \"\\end{Verbatim}\"\n"
                       "echo {} # a line that is longer than a page is wide, of which the rest has to go on "
                       "below it on the page\n"},
    .cpus = {"AMD EPYC 9454 48-Core Processor"}};

TEST(RuleVerdict, NamesTheLimitThatWasAppliedAtEachSize) {
  auto sweep = priced_sweep(3);
  sweep.head.advise = read_advice_options({"per_doubling=1: 1.9, 4: 1.5"}).value();
  EXPECT_THAT(rule_verdict({}, sweep.report()),
              ElementsAre("Our own rule: a speedup of at least 1.9 per doubling, from 4 ranks on 1.5, with "
                          "the whole interval.",
                          "open: 2gpu (1.845x [1.803, 1.904], of at least 1.9x, not distinguishable from the "
                          "limit), 4gpu (1.73x "
                          "[1.71, 1.76], of at least 1.5x, a doubling below it is open), 2x4gpu (1.54x "
                          "[1.51, 1.57], of at least "
                          "1.5x, not distinguishable from the limit).",
                          "We ask for no more than 1gpu, the baseline, until more is known: no larger rung "
                          "is shown to meet the rule.",
                          "2gpu is 1.85x [1.80, 1.90] as fast at 1.08x [1.05, 1.11] the GPU-hours.",
                          "Not known: whether 2gpu meets 1.9x per doubling (1.845x [1.803, 1.904] per "
                          "doubling); about 1 more round "
                          "of it and 1gpu would tell (0.211 GPU-hours)."));
}

TEST(GoldenPanel, OfEachHasItsOwnWordsAndOrder) {
  for (const auto& file : embedded_panels()) {
    const auto name = std::filesystem::path(file.name).stem().string();
    const auto document = document_of(name, both_ladders(), kFiles);
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
  return unmet_requirements(panel_of(panel), sweep.report());
}

TEST(Lacks, AreNamedWithWhatWouldBringThem) {
  auto sweep = priced_sweep(1);
  EXPECT_THAT(
      lacks_in("eurohpc", sweep),
      ElementsAre(
          "weak scaling: none was measured; write 'scaling: [strong, weak]', for which all runs are measured "
          "again, in a new directory",
          "3 different numbers of nodes: 2 were measured (1, 2); with rungs such as 4nodes in 'scales' only "
          "these and their baseline are measured",
          "intervals: write 'repeats: 3'; only the further rounds are measured"));
  EXPECT_THAT(
      lacks_in("csc", sweep),
      ElementsAre(
          "3 different numbers of nodes: 2 were measured (1, 2); with rungs such as 4nodes in 'scales' only "
          "these and their baseline are measured",
          "a whole node as the unit: the baseline 1gpu is a part of one; a baseline of 1node takes another "
          "sweep, all of whose runs are measured again",
          "runs of at least 2 min: the shortest, of 2x4gpu, was measured for 2.59 s; more steps take another "
          "sweep, all of whose runs are measured again",
          "intervals: write 'repeats: 3'; only the further rounds are measured"));
}

TEST(Lacks, NameARungThatFillsANodeAsTheBaseline) {
  auto sweep = priced_sweep(2);
  for (auto& made : sweep.runs)
    made.record.run.resources.fills_nodes = made.record.run.rung.ranks_per_node == 4;
  EXPECT_THAT(
      lacks_in("archer2", sweep),
      ElementsAre(
          "a whole node as the unit: the baseline 1gpu is a part of one; 'baseline: 4gpu' is one, and "
          "nothing is measured again for it"));
}

TEST(Lacks, SpeakOfACampaignBeyondWhatWasMeasured) {
  EXPECT_THAT(
      lacks_in("archer2", both_ladders()),
      Contains(
          "a measurement at the size of 'test': 16 nodes were not measured: the largest rung has 2 nodes"));
}

TEST(Lacks, NameASizeThatIsPricedInPlaceOfThatOfTheCampaign) {
  EXPECT_THAT(
      lacks_in("eurohpc", both_ladders()),
      Contains("one size: 'campaign' has 2 nodes for 'train', a size that the verdict does not allow: "
               "'train' is priced on 4gpu, which is asked for"));
}

/// A table that says of no rung on how many nodes it was.
report::Report table_without_nodes(const std::string& counted) {
  auto report = report_of_table("t.csv", counted + ",seconds\n4,100\n8,52\n16,28\n").value();
  for (auto& point : report.tables.front().points) point.shape.nodes.reset();
  return report;
}

TEST(Lacks, NameTheColumnThatWouldSayTheNodes) {
  const auto report = table_without_nodes("gpus");
  for (const auto* name : {"archer2", "csc", "cscs", "eurohpc", "plain", "prace"}) {
    EXPECT_THAT(
        unmet_requirements(panel_of(name), report),
        Contains("the nodes of 4gpu, 8gpu, 16gpu: the table does not say them; add a column 'nodes' to it"))
        << name;
    EXPECT_THAT(unmet_requirements(panel_of(name), report), Not(Contains(HasSubstr("numbers of nodes"))));
    EXPECT_THAT(unmet_requirements(panel_of(name), report), Not(Contains(HasSubstr("is a part of one"))));
    const auto text = render_markdown(document_for(panel_of(name), report, {}));
    EXPECT_THAT(text, Not(testing::ContainsRegex("on [0-9]+ node"))) << name;
  }
  EXPECT_THAT(render_markdown(document_for(panel_of("eurohpc"), report, {})),
              HasSubstr("The largest size that was measured is 16gpu (16 GPUs)."));
  EXPECT_THAT(
      render_markdown(document_for(panel_of("csc"), report, {})),
      HasSubstr("- No rung can be advised: no rung is known to fill whole nodes, and nothing less can be "
                "asked for.\n"));
}

TEST(PanelDocument, CountsCoresWhereATableDoes) {
  const auto text = render_markdown(document_for(panel_of("eurohpc"), table_without_nodes("cores"), {}));
  EXPECT_THAT(text, HasSubstr("| Nodes | Processes | Cores | Time (s) |"));
  EXPECT_THAT(text, HasSubstr("| - | - | 16 | 28.0 |"));
  EXPECT_THAT(text, HasSubstr("is 16cores (16 cores)."));
  EXPECT_THAT(text, HasSubstr("'Speedup over 4cores' against 'Cores'"));
}

TEST(PanelDocument, LeavesOutAHeadingThatNothingFills) {
  const auto text = render_markdown(document_for(panel_of("eurohpc"), table_without_nodes("gpus"), {}));
  EXPECT_THAT(text, HasSubstr("- Parts of the form that nothing fills are left out: 'Precision reported', "
                              "'Time-to-solution', 'Memory usage', 'Milestones'.\n"));
  EXPECT_THAT(text, Not(HasSubstr("## Memory usage")));
  EXPECT_THAT(text, Not(testing::ContainsRegex("\n## [^\n]+\n\n(##|---)")));
  const Panel one{.items = {PanelHeading{"Memory"}, PanelFacts{{"memory"}}, PanelHeading{"How"},
                            PanelFacts{{"included"}}}};
  EXPECT_THAT(document_for(one, table_without_nodes("gpus"), {}).to_do,
              Contains("Parts of the form that nothing fills are left out: 'Memory'."));
}

report::Report edited(report::Report report) {
  for (auto& table : report.tables)
    for (auto& point : table.points) point.findings.push_back({.kind = FindingKind::edited_plan});
  return report;
}

TEST(Lacks, NameRungsWithoutAFigureAndThoseWithAStar) {
  auto sweep = priced_sweep(3);
  for (auto& made : sweep.runs)
    if (made.record.run.rung.name == "2x4gpu") made.record.outcome = Failed{7, "no"};
  const auto report = edited(sweep.report());
  const auto lacks = unmet_requirements(panel_of("plain"), report);
  const auto text = render_markdown(document_for(panel_of("prace"), report, {}));
  EXPECT_THAT(text, HasSubstr("| 16 | 20.3 [19.9, 20.8] \\* | 1.00 \\* | 1 | 1 |"));
  EXPECT_THAT(lacks, Contains("rungs that were planned and have no figure: 2x4gpu"));
  EXPECT_THAT(lacks, Contains("figures without a star: 1gpu, 2gpu, 4gpu have one, and the warnings say why"));
}

TEST(PanelDocument, StarsPricesThatRestOnAStarredRung) {
  auto sweep = priced_sweep(3);
  sweep.head.campaign = kCampaign;
  const auto report = edited(sweep.report());
  const PanelTable milestones{.rows = Rows::campaign,
                              .columns = {{"run", "run"}, {"node_hours", "node-hours"}}};
  const auto table = tables_of(milestones, report).front();
  EXPECT_EQ(table.rows[0][1].text, "789 [783, 800]");
  EXPECT_TRUE(table.rows[0][1].is_starred);
  EXPECT_THAT(table.notes, Contains("A star marks a figure with a warning; the warnings are at the end."));
}

constexpr auto kWatched =
    "timestamp, index, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
    "2025/11/21 10:00:18.000, 0, GPU-a, 90 %, 1500 MiB, 400.00 W\n"
    "2025/11/21 10:00:19.000, 0, GPU-a, 94 %, 1600 MiB, 500.00 W\n";

TEST(PanelDocument, HasEachJobAndEachGpu) {
  auto sweep = priced_sweep(1);
  sweep.runs.erase(sweep.runs.begin() + 1, sweep.runs.end());
  sweep.head.launch.account = "p100";
  auto& made = sweep.runs.front();
  made.files["started.json"] =
      R"({"pid": 1, "start_time": 1, "boot_id": "b", "host": "n1", "job": "4711", "time": 1763719200})";
  made.monitor = kWatched;
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

TEST(PanelDocument, HasAColumnForEachFigureBesideTheSpeed) {
  MadeUpSweep sweep(1);
  sweep.use_own_program();
  sweep.head.further = {{.name = "accuracy", .regex = "acc {number}", .unit = "%", .use = MetricUse::last},
                        {.name = "peak", .regex = "peak {number}", .unit = "GiB", .use = MetricUse::last}};
  for (auto& run : sweep.runs) run.out = "acc 81.5%\n";
  sweep.run("4cpu-r1").out += "peak 7G\n";
  const auto document = document_of("plain", sweep);
  const auto& table = *tables_of(document).front();
  EXPECT_EQ(std::vector(table.header.end() - 2, table.header.end()),
            (std::vector<std::string>{"accuracy", "peak GiB"}));
  const auto end_of = [&](std::size_t row) {
    return table.rows[row][table.header.size() - 2].text + " " + table.rows[row].back().text;
  };
  EXPECT_EQ(end_of(0), "0.815 -");
  EXPECT_EQ(end_of(2), "0.815 7.00");
  EXPECT_THAT(render_csv(table), HasSubstr("0.815,7\n"));
}

TEST(PanelDocument, OfASweepWithoutAFigureSaysSo) {
  auto sweep = priced_sweep(1);
  for (auto& made : sweep.runs) made.record.outcome = Failed{7, "no"};
  for (const auto& file : embedded_panels()) {
    const auto name = std::filesystem::path(file.name).stem().string();
    const auto text = render_markdown(document_of(name, sweep));
    EXPECT_THAT(text, Not(HasSubstr("| --- |"))) << name;
    const auto body = text.substr(0, text.find(kToDoHeading));
    EXPECT_THAT(body,
                HasSubstr("\n## Warnings\n\n- no speedups: the baseline 1gpu was not measured\n\n---\n"));
    for (const auto* to_do : {"'scales'", "'repeats", "campaign", "docs/", "wants"})
      EXPECT_THAT(body, Not(HasSubstr(to_do))) << name;
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
  EXPECT_THAT(
      render_markdown(document),
      HasSubstr("All runs were made on a\\_b & \\<c> \\| 50% \\$x\\$ \\\\input{/etc/passwd} #1 ~^, on"));
}

const RunFiles kNoFiles;

std::string fact(const std::string& name, const report::Report& report) {
  return fact_of(name, report, kNoFiles);
}

/// nanoGPT's trainer, which prints its figure, by torchrun on this machine.
MadeUpSweep printed_sweep(const std::string& unit) {
  MadeUpSweep sweep(3);
  sweep.use_own_program();
  sweep.head.name = "gpt-ladder";
  sweep.head.workload = "torchrun scripts/train.py";
  sweep.head.start = Start::each_node;
  sweep.head.metrics = {
      {.name = "train_runtime", .regex = "took {number}", .unit = unit, .higher_is_better = false}};
  for (auto& made : sweep.runs) {
    const auto ranks = static_cast<std::size_t>(world_size(made.record.run.rung));
    made.out = fmt::format("took {:.2f}\n", 100.0 / static_cast<double>(ranks) + made.record.run.round);
    made.tasks.resize(1);
    made.tasks.front() = {.host = "n1", .core_list = fmt::format("0-{}", ranks - 1)};
    made.record.run.resources.cpus_per_task = static_cast<int>(ranks);
    made.record.run.settings = Settings{{"global_batch", std::int64_t{48}}, {"steps", std::int64_t{60}}};
    made.files["node.n1.txt"] = with_idle_threads(node_log(1, 100));
  }
  return sweep;
}

TEST(PanelFacts, NameTheProgramTheSweepAndTheMachineOfAUsersOwnTrainer) {
  const auto report = printed_sweep("s").report();
  EXPECT_EQ(
      fact("program", report),
      "The program is train.py, started as 'torchrun scripts/train.py'; the sweep is called 'gpt-ladder'.");
  EXPECT_EQ(fact_of("machine", report, {.cpus = {"AMD EPYC 9454 48-Core Processor"}}),
            "All runs were made on n1. The node has 96 hardware threads (AMD EPYC 9454 48-Core "
            "Processor).");
  EXPECT_EQ(fact("problem", report), "The global batch is 48 samples.");
  EXPECT_EQ(document_for(panel_of("csc"), report, {}).title,
            "CSC Roihu, large and gpularge partitions: train.py on n1");
}

// The same, of a command whose placeholders each rung fills in.
std::string program_fact_of(const std::string& command, const std::string& workload) {
  auto sweep = printed_sweep("s");
  sweep.head.name = "melt";
  sweep.head.workload = workload;
  sweep.head.start = Start::once;
  for (auto& made : sweep.runs) {
    auto text = command;
    replace_matches(text, "{ranks}", std::to_string(world_size(made.record.run.rung)));
    made.record.run.command = bash_command(text);
  }
  return fact("program", sweep.report());
}

TEST(PanelFacts, NameWhatACommandStartsAndFillItsPlaceholders) {
  EXPECT_EQ(
      program_fact_of("mpirun --allow-run-as-root -n {ranks} lmp -in melt.lammps",
                      "mpirun --allow-run-as-root -n {ranks} lmp ..."),
      "The program is lmp, started as 'mpirun --allow-run-as-root -n 4 lmp -in melt.lammps' on 4cpu; the "
      "sweep is called 'melt'.");
  EXPECT_EQ(program_fact_of("./jacobi.x 1000", "./jacobi.x 1000"),
            "The program is jacobi.x, started as './jacobi.x 1000'; the sweep is called 'melt'.");
  EXPECT_EQ(program_fact_of("make && ./a.out {ranks} | tee log", "make && ./a.out {ranks} | tee log"),
            "The program is started as 'make && ./a.out 4 | tee log' on 4cpu; the sweep is called 'melt'.");
}

TEST(PanelFacts, NameNoProgramThatCannotBeTold) {
  const auto program = [](const std::string& command) {
    const auto text = program_fact_of(command, "{ranks}");
    std::string name;
    partial_match(text, "The program is (.*?),? ?started as", &name);
    return name;
  };
  EXPECT_EQ(program("mpirun --bind-to none -n {ranks} gmx_mpi mdrun -s a.tpr"), "gmx_mpi");
  EXPECT_EQ(program("cd case && OMP_NUM_THREADS=2 srun --ntasks={ranks} /opt/bin/pw.x -in a.in"), "pw.x");
  EXPECT_EQ(program("mpirun -n {ranks} python3 -u src/train.py --data d.h5"), "train.py");
  EXPECT_EQ(program("exec timeout 60 ./a.out"), "a.out");
  EXPECT_EQ(program("mpirun --oversubscribe lmp in.melt"), "") << "lmp may be the option's value";
  EXPECT_EQ(program("mpirun -n {ranks} $PROGRAM"), "");
  EXPECT_EQ(program("singularity exec a.sif lmp"), "");
  EXPECT_EQ(program("python3 -m train"), "");
}

TEST(PanelFacts, SayWhoRecordedThePlacement) {
  auto sweep = printed_sweep("s");
  EXPECT_EQ(
      fact("placement", sweep.report()),
      "Each torchrun recorded its node and its cores, not those of the ranks that it started: they were as "
      "asked in all 9 runs.");
  sweep.head.start = Start::once;
  EXPECT_EQ(
      fact("placement", sweep.report()),
      "The command recorded its node and its cores, not those of the ranks that it started: they were as "
      "asked in all 9 runs.");
  EXPECT_EQ(fact("placement", both_ladders().report()),
            "Each rank recorded its node and its cores: they were as asked in all 21 runs.");
}

std::vector<std::string> notes_of_times(const MadeUpSweep& sweep) {
  const PanelTable times{.rows = Rows::ladder, .columns = {{"nodes", "nodes"}, {"seconds", "s"}}};
  return tables_of(times, sweep.report()).front().notes;
}

TEST(PanelFacts, SayOfPrintedFiguresThatTheProgramMadeThem) {
  const auto report = printed_sweep("s").report();
  EXPECT_EQ(fact("included", report),
            "Figures are the 'train_runtime' that the program prints, in s, one match in each run.");
  EXPECT_EQ(to_add("included", report, kNoFiles),
            "Say what the printed figures include (start-up, evaluation, output): only the program tells.");
  EXPECT_EQ(
      fact("mechanism", report),
      "scalegen launched the program once for each run and collected the figures that the program prints.");
}

TEST(PanelDocument, SaysWhichTimeItsTableHas) {
  const auto brackets = std::string("In brackets: 95 % intervals.");
  EXPECT_THAT(notes_of_times(printed_sweep("s")),
              ElementsAre("Time of a run, as the program prints it.", brackets));
  EXPECT_THAT(
      notes_of_times(printed_sweep("ms/step")),
      ElementsAre("Time of the 2880 samples of a run, at the speed that the program prints.", brackets));
  EXPECT_THAT(
      notes_of_times(priced_sweep(3)),
      ElementsAre("Time of the 20480 samples of a run, at the speed of its measured steps.", brackets));
  EXPECT_THAT(notes_of_times(printed_sweep("s/epoch")),
              ElementsAre("Time of an epoch, at the speed that the program prints.", brackets));
  const auto of_rate = [](const std::string& unit) {
    auto sweep = printed_sweep(unit);
    sweep.head.metrics.front().higher_is_better = true;
    return notes_of_times(sweep);
  };
  EXPECT_THAT(
      of_rate("samples/s"),
      ElementsAre("Time of the 2880 samples of a run, at the speed that the program prints.", brackets));
  EXPECT_THAT(of_rate("tokens/s"),
              ElementsAre("Time of 1000 tokens, at the speed that the program prints.", brackets));
  EXPECT_THAT(of_rate("MLUPS"), IsEmpty()) << "no column of seconds";
  auto wall = printed_sweep("s");
  wall.head.metrics.clear();
  EXPECT_THAT(notes_of_times(wall), ElementsAre("Time of the whole command, start-up included.", brackets));
}

TEST(PanelFacts, SayUnderWhichRulesRoundsEndedAndRungsRan) {
  auto sweep = priced_sweep(4);
  sweep.head.rounds = 12;
  sweep.head.until = Until{.half_width = 0.05};
  sweep.head.climb = "efficiency > 0.7";
  for (int round = 5; round <= 6; ++round) {
    sweep.add_run({.name = "1gpu", .device = DeviceKind::gpu}, round, 0.5);
    auto& record = sweep.runs.back().record;
    record.attempt.clear();
    record.outcome.reset();
    record.not_needed = "rounds ended by 'until: 5 %' after 4 of at most 12";
  }
  EXPECT_EQ(
      fact("rounds", sweep.report()),
      "Each size (rung) was measured 4 times: a round runs all of them in shuffled order (seed 7), so that a "
      "drift of the machine does not look like scaling. Rounds were to end when no interval reached further "
      "than 5 % to either side, after two rounds in a row, or after 12 of them. A larger rung was measured "
      "only if the one before it met 'efficiency > 0.7'. Rounds ended by 'until: 5 %' after 4 of at most 12; "
      "simulated coverage of such intervals: 93 to 96 %, also if rungs differ much in noise.");
}

// Roihu's gpularge wants the use of GPUs, and its partitions without GPUs do not.
TEST(PanelDocument, ForCscHasTheUseOfGpusWhereThereAreSome) {
  auto sweep = priced_sweep(1);
  sweep.runs.erase(sweep.runs.begin() + 1, sweep.runs.end());
  sweep.runs.front().monitor = kWatched;
  const auto document = document_of("csc", sweep);
  const auto tables = tables_of(document);
  ASSERT_GE(tables.size(), 2U);
  EXPECT_EQ(render_csv(*tables[0]),
            "Nodes,GPUs,Ranks,Wall time (s),Speedup over 1gpu,Parallel efficiency,GPU utilization (%),Peak "
            "GPU memory (GiB)\n"
            "1,1,1,20.57404552242984,1,1,92,1.5625\n");
  EXPECT_EQ(render_csv(*tables[1]),
            "Node,GPU,GPU utilization (%),Peak GPU memory (GiB),Average power (W)\nn1,GPU-a,92,1.5625,450\n");
  EXPECT_THAT(tables_of(document_of("csc", printed_sweep("s"))).front()->header,
              ElementsAre("Nodes", "Ranks", "Wall time (s)", "Speedup over 1cpu", "Parallel efficiency"));
}

TEST(PanelDocument, TellsRungsOfCpusApart) {
  const auto document = document_of("eurohpc", printed_sweep("s"));
  const auto& table = *tables_of(document).front();
  EXPECT_THAT(table.header,
              ElementsAre("Nodes", "Processes", "Cores", "Time (s)", "Speedup over 1cpu", "Efficiency"));
  EXPECT_EQ(table.rows[0][1].text, "1");
  EXPECT_EQ(table.rows[2][1].text, "4");
}

// Each match of a run is of a step or of an epoch, and its unit does not say of which.
TEST(PanelDocument, HasPrintedTimesAsTheyAreIfNobodyKnowsWhatTheyAreOf) {
  auto sweep = printed_sweep("s");
  for (auto& made : sweep.runs) {
    const auto once = made.out;
    for (int match = 0; match < 9; ++match) made.out += once;
  }
  EXPECT_THAT(tables_of(document_of("archer2", sweep)).front()->header,
              ElementsAre("Number of nodes", "Processes", "Performance (s)", "Parallel efficiency"));
}

TEST(PanelDocument, HasNoGpuHoursOfRunsOnCpus) {
  auto sweep = printed_sweep("ms/step");
  sweep.head.campaign = {{.run = "train", .size = {.rung = "4cpu"}, .amount = 1000}};
  EXPECT_THAT(
      tables_of(document_of("plain", sweep))[1]->header,
      ElementsAre("Run", "Runs", "Nodes", "Work of a run", "Hours of a run", "Node-hours", "Core-hours"));
}

TEST(PanelDocument, BreaksLongLinesOfAScriptWhereThePageEnds) {
  const std::string words = "export A_VARIABLE_OF_FORTY_CHARACTERS_OR_SO=1 ";
  const RunFiles files{
      .script = Script{"job.sbatch", "2gpu", words + words + words + "'é`'\n" + std::string(230, 'x')}};
  const auto text = render_latex(document_of("csc", priced_sweep(2), files));
  EXPECT_THAT(text,
              HasSubstr("commandchars=\\\\\\{\\}]\n" + words + words + "export \n    \\textrightarrow{} " +
                        words.substr(7) + "\\textquotesingle{}é\\textasciigrave{}\\textquotesingle{}\n" +
                        std::string(100, 'x') + "\n    \\textrightarrow{} " + std::string(94, 'x') +
                        "\n    \\textrightarrow{} " + std::string(36, 'x') + "\n\\end{Verbatim}\n}\n"));
}

TEST(PanelDocument, ContinuesATableThatIsLongerThanAPage) {
  Table table{.caption = "Ranks", .header = {"Rank"}, .notes = {"A note."}};
  for (int rank = 0; rank < 100; ++rank)
    table.rows.push_back({document::Cell{.text = fmt::format("{}", rank)}});
  const auto text = render_latex(Document{.blocks = {table}});
  EXPECT_THAT(text,
              HasSubstr("    {}44& \\\\\n    \\bottomrule\n  \\end{tabular}}\n\\end{table}\n\\clearpage\n\n"
                        "\\addtocounter{table}{-1}\n\n\\begin{table}[htbp]\n  \\centering\n"
                        "  \\caption{Ranks (continued)}\n"));
  EXPECT_THAT(text, HasSubstr("    {}99& \\\\\n    \\bottomrule\n  \\end{tabular}}\n\n"
                              "  {\\footnotesize A note.}\n\\end{table}\n"));
}

TEST(PanelDocument, HasTheTimeOfAStepOfAWeakTable) {
  const auto text_of = [](const std::string& table) {
    const auto report = report_of_table("t.csv", table, {.scaling = Scaling::weak}).value();
    return render_markdown(document_for(panel_of("eurohpc"), report, {}));
  };
  for (const auto* columns : {",per_rank_batch,global_batch", ""}) {
    const bool has_batches = *columns != '\0';
    const auto steps =
        text_of(std::string("gpus,s/step") + columns + "\n4,0.47237" + (has_batches ? ",2,8" : "") +
                "\n8,0.4972875" + (has_batches ? ",2,16" : "") + "\n");
    EXPECT_THAT(steps, HasSubstr("| 4 | 0.472 |"));
    EXPECT_THAT(steps, HasSubstr("| 8 | 0.497 |"));
    EXPECT_THAT(steps, HasSubstr("Time of a step, at the speed in the table."));
  }
  EXPECT_THAT(text_of("gpus,epoch_time\n4,3779\n8,1989\n"),
              HasSubstr("Time of an epoch, at the speed in the table."));
  EXPECT_THAT(text_of("gpus,seconds\n4,3779\n8,3989\n"), HasSubstr("Time of a run, as in the table."));
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
