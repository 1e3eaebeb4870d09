// Axes that change no run, and batches that no program gets.
#include "core/plan_file.hpp"
#include "tests/generator/plans.hpp"

namespace scalegen {
namespace {

Result<plan::PlannedSweep> planned(const std::string& lines) {
  return plan_text("name: t\nscales: [1cpu, 2cpu]\n" + lines, "local", {.workdir = "/home/ada"});
}

/// Empty if there is none.
std::string refusal_of(const std::string& lines) {
  const auto found = planned(lines);
  return found ? "" : render(found.error());
}

std::string notes_of(const std::string& lines) {
  const auto found = planned(lines);
  EXPECT_EQ(found ? found->plan.head.batch_is_stated : false, found && !found->warnings.empty()) << lines;
  return found ? render(found->warnings) : render(found.error());
}

TEST(UnusedAxis, IsRefusedInAnyKindOfProgram) {
  const std::string axis = "sweep: {optimizer: [adam, sgd]}";
  const auto refused = cited(
      "sweep.yaml:4:9: error: 'optimizer' changes nothing: command, environment and request are the same for "
      "all values",
      axis, "write {optimizer} where the program takes it, as in '--optimizer {optimizer}', or leave it out");
  for (const auto* program : {"python: own.py\n", "torchrun: own.py\n", "command: ./own {ranks}\n",
                              "command: [./own, \"{ranks}\"]\n", "command: ./own {ranks} ${optimizer}\n"})
    EXPECT_EQ(refusal_of(program + axis + "\n"), refused) << program;
}

TEST(UnusedAxis, IsNoneThatReachesTheProgramInAnyWay) {
  for (const auto* lines : {
           "python: own.py --lr {lr}\n",
           "python: [own.py, \"{lr}\"]\n",
           "python: own.py\nsetup: export LR={lr}\n",
           "python: own.py\nenv: {LR: \"{lr}\"}\n",
           "python: own.py\nworkdir: \"/data/{lr}\"\n",
           "python: own.py --decay {decay}\nparameters: {decay: = lr / 10}\n",
           "python: own.py --decay {decay}\nparameters: {decay: = half / 10, half: = lr / 2}\n",
       })
    EXPECT_EQ(refusal_of(std::string(lines) + "sweep: {lr: [0.1, 0.2]}\n"), "") << lines;
  EXPECT_EQ(refusal_of("python: own.py\nsweep: {cpus_per_task: [1, 2], where: ranks * cpus_per_task <= 2}\n"),
            "");
  EXPECT_EQ(refusal_of("command: ./own {ranks}\nsweep: {threads: [1, all], where: ranks * threads < 3}\n"),
            "");
}

TEST(UnusedAxis, IsNoneThatWhereTellsApart) {
  const std::string lines = "python: own.py --tp {tp}\nsweep: {tp: [1, 2], name: [small, large], where: ";
  EXPECT_EQ(refusal_of(lines + "\"(name == 'small') == (tp == 1)\"}\n"), "");
  EXPECT_NE(refusal_of(lines + "tp <= ranks}\n").find("error: 'name' changes nothing: "), std::string::npos);
  EXPECT_NE(refusal_of(lines + "\"name != 'other'\"}\n").find("error: 'name' changes nothing: "),
            std::string::npos);
}

TEST(UnusedAxis, MayBeTheNameOfAZip) {
  EXPECT_EQ(refusal_of("python: own.py {depth}\nsweep: {zip: {name: [small, large], depth: [1, 2]}}\n"), "");
}

TEST(UnusedAxis, OfOneValueComparesNothing) {
  EXPECT_EQ(refusal_of("python: own.py\nsweep: {optimizer: [adam]}\n"), "");
}

TEST(UnusedAxis, IsFoundInBothLadders) {
  EXPECT_NE(refusal_of("python: own.py {per_rank_batch}\nscaling: [strong, weak]\n"
                       "parameters: {global_batch: 8, samples: 80}\nsweep: {lr: [1, 2]}\n")
                .find("error: 'lr' changes nothing: "),
            std::string::npos);
}

TEST(SameCommand, ComparesWhatEachRungStartsWith) {
  EXPECT_EQ(refusal_of("command: ./own\nworkdir: \"case_{ranks}\"\n"), "");
  EXPECT_NE(refusal_of("command: ./own\nsetup: export A={run_dir} B={x}\nparameters: {x: 1}\n")
                .find("error: the command is the same on all rungs: nothing would scale\n"),
            std::string::npos);
}

TEST(StatedBatch, IsNotedWhereNoProgramGetsIt) {
  EXPECT_EQ(notes_of("python: own.py\nparameters: {lr: 0.1, global_batch: 128}\n"),
            cited("sweep.yaml:4:23: note: global_batch is in no command: the program has to have this batch "
                  "by itself",
                  "parameters: {lr: 0.1, global_batch: 128}",
                  "else write {global_batch} or {per_rank_batch} where the program takes it"));
  EXPECT_EQ(notes_of("torchrun: own.py\nscaling: weak\nparameters: {per_rank_batch: 32, samples: 64}\n"),
            cited("sweep.yaml:5:14: note: per_rank_batch is in no command: the program has to have this "
                  "batch by itself",
                  "parameters: {per_rank_batch: 32, samples: 64}",
                  "else write {global_batch} or {per_rank_batch} where the program takes it"));
}

TEST(StatedBatch, IsNoneThatReachesTheProgramInAnyWay) {
  for (const auto* lines : {"python: own.py {per_rank_batch}\n", "python: [own.py, \"{global_batch}\"]\n",
                            "python: own.py\nsetup: export B={global_batch}\n",
                            "python: own.py\nenv: {B: \"{per_rank_batch}\"}\n",
                            "python: own.py\nworkdir: \"/data/{global_batch}\"\n"})
    EXPECT_EQ(notes_of(std::string(lines) + "parameters: {global_batch: 8}\n"), "") << lines;
  EXPECT_EQ(notes_of("python: own.py {steps}\nparameters: {steps: = half * 2, half: = 64 / global_batch, "
                     "global_batch: 8}\n"),
            "");
  EXPECT_EQ(notes_of("python: own.py {rows}\nscaling: weak\n"
                     "parameters: {samples: 64, per_rank_batch: = half * 2, half: = rows * 4, rows: 2}\n"),
            "");
  EXPECT_EQ(notes_of("command: ./own {ranks}\nscaling: throughput\nparameters: {global_batch: = 8 * ranks}\n"
                     "metrics: {throughput: {regex: '{number}', unit: images/s}}\n")
                .substr(0, 68),
            "sweep.yaml:5:14: note: global_batch is in no command: the program ha");
  EXPECT_EQ(notes_of("workload: mnist_cnn\nparameters: {global_batch: 8}\n"), "");
  EXPECT_EQ(notes_of("python: own.py\n"), "");
}

TEST(StatedBatch, IsInThePlanFile) {
  auto plan = planned("python: own.py\nparameters: {global_batch: 8}\n")->plan;
  const auto text = write_plan(plan);
  EXPECT_NE(text.find(",\"batch_is_stated\":true"), std::string::npos);
  EXPECT_EQ(read_plan("", text), plan);
  plan = planned("python: own.py {global_batch}\nparameters: {global_batch: 8}\n")->plan;
  EXPECT_EQ(write_plan(plan).find("batch_is_stated"), std::string::npos);
}

}  // namespace
}  // namespace scalegen
