// Reports as the section of a proposal, and the facts that it shares with a page.
#include "analysis/report/proposal.hpp"

#include <gmock/gmock.h>

#include "core/bash_command.hpp"
#include "core/regex.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/golden.hpp"

namespace scalegen::report {
namespace {

using document::Table;

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const RunFiles kNoFiles;
const RunFiles kFiles{.cpus = {"AMD EPYC 9454 48-Core Processor"}};
const document::Figure kChart{"Speedup. Over GPUs: how many times as fast as the baseline each rung is.",
                              "speedup", "scalegen report mnist-local --plots . --for paper"};

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
MadeUpSweep priced_ladders() {
  auto sweep = priced_sweep(3);
  sweep.add_weak_ladder(1);
  for (auto& made : sweep.runs) made.files["node.n1.txt"] = with_idle_threads(made.files["node.n1.txt"]);
  return sweep;
}

std::string fact(const std::string& name, const Report& report) { return fact_of(name, report, kNoFiles); }

std::string section_of(const Report& report) {
  return document::render_markdown(proposal_of(report, kNoFiles, {}));
}

Table first_table(const Report& report) { return proposal_table(report, report.tables.front()); }

// The cells of a column, or of no column.
std::vector<std::string> column_of(const Table& table, const std::string& title) {
  std::vector<std::string> cells;
  for (std::size_t c = 0; c < table.header.size(); ++c)
    if (table.header[c] == title)
      for (const auto& row : table.rows) cells.push_back(row[c].text);
  return cells;
}

TEST(GoldenProposal, IsASectionInMarkdownAndLatex) {
  const auto document = proposal_of(priced_ladders().report(), kFiles, kChart);
  expect_golden("proposal/both_ladders.md", document::render_markdown(document));
  expect_golden("proposal/both_ladders.tex", document::render_latex(document));
}

// What was allocated is on the bill, and in no row: efficiencies are per GPU.
TEST(ProposalTable, CountsTheGpusThatAreUsed) {
  auto sweep = priced_sweep(2);
  for (auto& made : sweep.runs) {
    auto& run = made.record.run;
    run.rate = {.core_hours = 64.0 * run.rung.nodes, .gpu_hours = 4.0 * run.rung.nodes};
    run.resources.whole_nodes = true;
  }
  const auto table = first_table(sweep.report());
  EXPECT_THAT(table.header,
              ElementsAre("Size", "Nodes", "GPUs", "Time (s)", "Speedup over 1gpu", "Efficiency"));
  EXPECT_THAT(column_of(table, "Nodes"), ElementsAre("1", "1", "1", "2"));
  EXPECT_THAT(column_of(table, "GPUs"), ElementsAre("1", "2", "4", "8"));
}

TEST(ProposalTable, CountsTheCoresOfRanksThatHaveAsMany) {
  auto sweep = MadeUpSweep(2);
  const auto give = [&](int cores_of_the_largest) {
    for (auto& made : sweep.runs) {
      auto& run = made.record.run;
      const auto ranks = run.rung.ranks_per_node;
      run.rate = {.core_hours = 128};
      run.resources = {.tasks_per_node = ranks, .cpus_per_task = ranks == 4 ? cores_of_the_largest : 8};
    }
    return first_table(sweep.report());
  };
  EXPECT_THAT(column_of(give(8), "Cores"), ElementsAre("8", "16", "32"));
  EXPECT_THAT(column_of(give(8), "Ranks"), IsEmpty());
  EXPECT_THAT(column_of(give(4), "Cores"), IsEmpty()) << "one rank more is not so many cores more";
  EXPECT_THAT(column_of(give(4), "Ranks"), ElementsAre("1", "2", "4"));
}

/// A table that says of no rung on how many nodes it was.
Report table_without_nodes(const std::string& counted) {
  auto report = report_of_table("t.csv", counted + ",seconds\n4,100\n8,52\n16,28\n").value();
  for (auto& point : report.tables.front().points) point.shape.nodes.reset();
  return report;
}

TEST(ProposalTable, CountsWhatATableCounts) {
  EXPECT_THAT(column_of(first_table(table_without_nodes("gpus")), "GPUs"), ElementsAre("4", "8", "16"));
  EXPECT_THAT(column_of(first_table(table_without_nodes("cores")), "Cores"), ElementsAre("4", "8", "16"));
  EXPECT_THAT(column_of(first_table(table_without_nodes("ranks")), "Ranks"), ElementsAre("4", "8", "16"));
  EXPECT_THAT(column_of(first_table(table_without_nodes("gpus")), "Nodes"), ElementsAre("-", "-", "-"));
}

TEST(ProposalSection, LeavesToTheApplicantWhatATableDoesNotSay) {
  const auto text = section_of(table_without_nodes("gpus"));
  EXPECT_THAT(text, HasSubstr("## Machine\n\nTo be added by you: the machine and its nodes (the table does "
                              "not say where it is from).\n\n## Program\n"));
  EXPECT_THAT(text, HasSubstr("To be added by you: the program (the table does not name it); the versions of "
                              "the software (nothing recorded them); the data and the batch (no run reports "
                              "them); the arithmetic precision (no run reports it).\n"));
  EXPECT_THAT(text,
              HasSubstr("To be added by you: a second run of each size (one alone cannot be told from "
                        "chance); the number of nodes of 4gpu, 8gpu, 16gpu (the table does not say it).\n"));
  EXPECT_THAT(
      text,
      HasSubstr("To be added by you: the memory that a node or a GPU has in use (nothing recorded it)."));
  EXPECT_THAT(text, Not(testing::ContainsRegex("on [0-9]+ node")));
  EXPECT_THAT(text, Not(testing::ContainsRegex("\n## [^\n]+\n\n##")));
}

// The wish for a second run is the applicant's affair: the sentence for who decides has none.
TEST(ProposalSection, SaysOfOneRunWhatItIs) {
  const auto report = report_of_table("one.csv", "nodes,seconds\n1,400\n2,212\n4,118\n",
                                      {.advise = read_advice_options({"efficiency=75 %"}).value()})
                          .value();
  const auto text = section_of(report);
  EXPECT_THAT(text, HasSubstr("- 4nodes: 84.7 %, one run each.\n"));
  EXPECT_THAT(text,
              HasSubstr("- The rule is an efficiency of at least 75 %, met with the whole interval.\n"));
  EXPECT_THAT(text, Not(HasSubstr("run again")));
}

TEST(ProposalSection, OfASweepWithoutAFigureSaysSo) {
  auto sweep = priced_sweep(1);
  for (auto& made : sweep.runs) made.record.outcome = Failed{7, "no"};
  const auto text = section_of(sweep.report());
  EXPECT_THAT(
      text,
      HasSubstr("## Scaling\n\nTo be added by you: a measurement (no run has a figure).\n\n## Method\n"));
  EXPECT_THAT(text, HasSubstr("\n## Warnings\n\n- no speedups: the baseline 1gpu was not measured\n"));
  EXPECT_THAT(text, Not(HasSubstr("| --- |")));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(ProposalSection, StarsFiguresAndNamesSizesWithout) {
  auto sweep = priced_sweep(3);
  for (auto& made : sweep.runs)
    if (made.record.run.rung.name == "2x4gpu") made.record.outcome = Failed{7, "no"};
  auto report = sweep.report();
  for (auto& point : report.tables.front().points)
    point.findings.push_back({.kind = FindingKind::edited_plan});
  const auto table = first_table(report);
  EXPECT_TRUE(table.rows[0][3].is_starred);
  EXPECT_THAT(table.notes, Contains("A star marks a figure with a warning; the warnings are at the end."));
  EXPECT_THAT(table.notes, Contains(testing::StartsWith("2x4gpu: ")));
}

TEST(ProposalSection, EscapesNamesFromElsewhere) {
  auto sweep = priced_sweep(2);
  sweep.head.cluster = "a_b & <c> | 50% $x$ \\input{/etc/passwd} #1 ~^";
  const auto document = proposal_of(sweep.report(), kNoFiles, {});
  EXPECT_THAT(
      document::render_latex(document),
      HasSubstr("All runs were made on a\\_b \\& {<}c{>} {|} 50\\% \\$x\\$ "
                "\\textbackslash{}input\\{/etc/passwd\\} \\#1 \\textasciitilde{}\\textasciicircum{}, on"));
  EXPECT_THAT(
      document::render_markdown(document),
      HasSubstr("All runs were made on a\\_b & \\<c> \\| 50% \\$x\\$ \\\\input{/etc/passwd} #1 ~^, on"));
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

TEST(Facts, NameTheProgramTheSweepTheMachineAndThePrintedFiguresOfAUsersOwnTrainer) {
  const auto report = printed_sweep("s").report();
  EXPECT_EQ(
      fact("program", report),
      "The program is train.py, started as 'torchrun scripts/train.py'; the sweep is called 'gpt-ladder'.");
  EXPECT_EQ(fact_of("machine", report, kFiles),
            "All runs were made on n1. The node has 96 hardware threads (AMD EPYC 9454 48-Core Processor).");
  EXPECT_EQ(fact("problem", report), "The global batch is 48 samples.");
  EXPECT_EQ(fact("included", report),
            "Figures are the 'train_runtime' that the program prints, in s, one match in each run.");
  EXPECT_EQ(
      fact("mechanism", report),
      "scalegen launched the program once for each run and collected the figures that the program prints.");
}

TEST(Facts, LeaveToTheAuthorWhatNobodyRecorded) {
  const auto report = printed_sweep("s").report();
  const auto lack = [&](const std::string& name) { return to_add(name, report, kNoFiles); };
  EXPECT_EQ(lack("software"), "the versions of the software (nothing recorded them)");
  EXPECT_EQ(lack("precision"), "the arithmetic precision (no run reports it)");
  EXPECT_EQ(lack("included"),
            "whether the printed figures include start-up, evaluation and output (only the program tells)");
  for (const auto* const known :
       {"program", "machine", "problem", "rounds", "baseline", "mechanism", "placement"})
    EXPECT_EQ(lack(known), "") << known;
  const auto priced = priced_sweep(2).report();
  for (const auto* const known :
       {"program", "software", "machine", "precision", "problem", "memory", "included"})
    EXPECT_EQ(to_add(known, priced, kNoFiles), "") << known;
}

// The same, of a command whose placeholders each rung fills in.
std::string program_fact_of(const std::string& command, const std::string& workload) {
  auto sweep = printed_sweep("s");
  sweep.head.name = "melt";
  sweep.head.workload = workload;
  sweep.head.start = Start::once;
  for (auto& made : sweep.runs) {
    auto text = command;
    replace_matches(text, Regex("{ranks}"), std::to_string(world_size(made.record.run.rung)));
    made.record.run.command = bash_command(text);
  }
  return fact("program", sweep.report());
}

TEST(Facts, NameWhatACommandStartsAndFillItsPlaceholders) {
  EXPECT_EQ(program_fact_of("mpirun --allow-run-as-root -n {ranks} lmp -in melt.lammps",
                            "mpirun --allow-run-as-root -n {ranks} lmp ..."),
            "The program is lmp, started as 'mpirun --allow-run-as-root -n 4 lmp -in melt.lammps' on 4cpu; "
            "the sweep is called 'melt'.");
  EXPECT_EQ(program_fact_of("./jacobi.x 1000", "./jacobi.x 1000"),
            "The program is jacobi.x, started as './jacobi.x 1000'; the sweep is called 'melt'.");
  EXPECT_EQ(program_fact_of("make && ./a.out {ranks} | tee log", "make && ./a.out {ranks} | tee log"),
            "The program is started as 'make && ./a.out 4 | tee log' on 4cpu; the sweep is called 'melt'.");
}

TEST(Facts, NameNoProgramThatCannotBeTold) {
  const auto program = [](const std::string& command) {
    const auto text = program_fact_of(command, "{ranks}");
    std::string name;
    partial_match(text, Regex("The program is (.*?),? ?started as"), &name);
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

TEST(Facts, SayWhoRecordedThePlacement) {
  auto sweep = printed_sweep("s");
  EXPECT_EQ(fact("placement", sweep.report()),
            "Each torchrun recorded its node and its cores, not those of the ranks that it started: they "
            "were as asked in all 9 runs.");
  sweep.head.start = Start::once;
  EXPECT_EQ(fact("placement", sweep.report()),
            "The command recorded its node and its cores, not those of the ranks that it started: they were "
            "as asked in all 9 runs.");
  EXPECT_EQ(fact("placement", priced_ladders().report()),
            "Each rank recorded its node and its cores: they were as asked in all 21 runs.");
}

std::string time_in(const MadeUpSweep& sweep) { return first_table(sweep.report()).notes.front(); }

TEST(ProposalTable, SaysWhichTimeItHas) {
  EXPECT_EQ(time_in(printed_sweep("s")), "Time of a run, as the program prints it.");
  EXPECT_EQ(time_in(printed_sweep("ms/step")),
            "Time of the 2880 samples of a run, at the speed that the program prints.");
  EXPECT_THAT(first_table(priced_sweep(3).report()).notes,
              ElementsAre("Time of the 20480 samples of a run, at the speed of its measured steps.",
                          "In brackets: 95 % intervals.",
                          "Nodes, GPUs and cores are those that ranks use, not all that was allocated."));
  EXPECT_EQ(time_in(printed_sweep("s/epoch")), "Time of an epoch, at the speed that the program prints.");
  const auto of_rate = [](const std::string& unit) {
    auto sweep = printed_sweep(unit);
    sweep.head.metrics.front().higher_is_better = true;
    return time_in(sweep);
  };
  EXPECT_EQ(of_rate("samples/s"), "Time of the 2880 samples of a run, at the speed that the program prints.");
  EXPECT_EQ(of_rate("tokens/s"), "Time of 1000 tokens, at the speed that the program prints.");
  EXPECT_EQ(of_rate("MLUPS"), "In brackets: 95 % intervals.") << "no column of seconds";
  auto wall = printed_sweep("s");
  wall.head.metrics.clear();
  EXPECT_EQ(time_in(wall), "Time of the whole command, start-up included.");
}

TEST(ProposalTable, HasTheTimeOfAStepOfAWeakTable) {
  const auto table_of = [](const std::string& text) {
    return first_table(report_of_table("t.csv", text, {.scaling = Scaling::weak}).value());
  };
  for (const auto* columns : {",per_rank_batch,global_batch", ""}) {
    const bool has_batches = *columns != '\0';
    const auto steps =
        table_of(std::string("gpus,s/step") + columns + "\n4,0.47237" + (has_batches ? ",2,8" : "") +
                 "\n8,0.4972875" + (has_batches ? ",2,16" : "") + "\n");
    EXPECT_THAT(column_of(steps, "Time (s)"), ElementsAre("0.472", "0.497"));
    EXPECT_EQ(steps.notes.front(), "Time of a step, at the speed in the table.");
  }
  EXPECT_EQ(table_of("gpus,epoch_time\n4,3779\n8,1989\n").notes.front(),
            "Time of an epoch, at the speed in the table.");
  EXPECT_EQ(table_of("gpus,seconds\n4,3779\n8,3989\n").notes.front(), "Time of a run, as in the table.");
}

// Each match of a run is of a step or of an epoch, and its unit does not say of which.
TEST(ProposalTable, HasPrintedTimesAsTheyAreIfNobodyKnowsWhatTheyAreOf) {
  auto sweep = printed_sweep("s");
  for (auto& made : sweep.runs) {
    const auto once = made.out;
    for (int match = 0; match < 9; ++match) made.out += once;
  }
  const auto table = first_table(sweep.report());
  EXPECT_THAT(column_of(table, "Time (s)"), IsEmpty());
  EXPECT_THAT(table.header, Contains("s"));
}

}  // namespace
}  // namespace scalegen::report
