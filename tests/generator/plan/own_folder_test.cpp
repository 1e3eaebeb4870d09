// Sweeps whose runs have folders of their own, and what precedes their programs there.
#include "core/plan_file.hpp"
#include "generator/plan/run_environment.hpp"
#include "tests/generator/plans.hpp"

namespace scalegen {
namespace {

using Words = std::vector<std::string>;

plan::PlannedSweep planned(const std::string& lines, const std::string& cluster = "local") {
  plan::PlanOptions options{.workdir = "/home/ada/my lab"};
  options.overrides.account = cluster == "local" ? "" : "p1";
  options.is_sibling = [](const std::string& path) {
    return path == "train.py" || path == "./train" || path == "run.sh" || path == "data";
  };
  const auto sweep = read_sweep("sweep.yaml", "name: t\nrepeats: 1\nscales: [2cpu]\n" + lines);
  EXPECT_TRUE(sweep);
  auto plan = plan::plan_sweep(*sweep, *find_profile(cluster), {.cores = {0, 1, 2, 3}}, options);
  EXPECT_TRUE(plan) << (plan ? "" : render(plan.error()));
  return plan.value_or(plan::PlannedSweep{});
}

Run run_of(const std::string& lines) { return planned(lines).plan.runs.at(0); }

const std::string kOwn = "workdir: \"{run_dir}\"\n";

TEST(OwnFolder, IsAWordOfBash) {
  const std::string program = "python: train.py\nparameters: {at: /scratch/a b}\n";
  EXPECT_EQ(run_of(program + kOwn).own.workdir, "\"$SCALEGEN_RUN_DIR\"/work");
  EXPECT_EQ(run_of(program + "workdir: \"{run_dir}/{rung}\"\n").own.workdir, "\"$SCALEGEN_RUN_DIR\"/2cpu");
  EXPECT_EQ(run_of(program + "workdir: \"of-{ranks}\"\n").own.workdir, "\"$SCALEGEN_SWEEP_DIR\"/of-2");
  EXPECT_EQ(run_of(program + "workdir: \"~/{rung}\"\n").own.workdir, "\"$HOME\"/2cpu");
  EXPECT_EQ(run_of(program + "workdir: \"{at}/{rung}\"\n").own.workdir, "'/scratch/a b/2cpu'");
  EXPECT_EQ(planned(program + kOwn).plan.head.launch.workdir, "");
  EXPECT_EQ(planned(program + kOwn).plan.head.launch.sweep_folder, "/home/ada/my lab");
}

TEST(OwnFolder, IsSharedWithoutPlaceholders) {
  const auto plan = planned("python: train.py\nsetup: echo $x\nenv: {A: \"{b}\"}\n").plan;
  EXPECT_EQ(plan.head.launch.workdir, "/home/ada/my lab");
  EXPECT_EQ(plan.head.launch.setup, Words{"echo $x"});
  EXPECT_EQ(plan.head.launch.env, (Variables{{"A", "{b}"}}));
  EXPECT_EQ(plan.runs.at(0).own, RunEnvironment{});
  EXPECT_EQ(plan.runs.at(0).command, (Words{"bash", "-c", "python3 train.py"}));
}

TEST(OwnFolder, FindsTheScriptOfPython) {
  EXPECT_EQ(run_of(kOwn + "python: -u train.py --data x.py >log\n").command,
            (Words{"bash", "-c", "python3 -u \"$SCALEGEN_SWEEP_DIR\"/train.py --data x.py >log"}));
  EXPECT_EQ(run_of(kOwn + "python: [lab/other.py, \"{ranks}\"]\n").command,
            (Words{"bash", "-c", "exec python3 \"$SCALEGEN_SWEEP_DIR\"/lab/other.py 2"}));
  EXPECT_EQ(run_of(kOwn + "python: /lab/train.py\n").command, (Words{"bash", "-c", "python3 /lab/train.py"}));
  EXPECT_EQ(run_of(kOwn + "torchrun: train.py\n").command,
            (Words{"bash", "-c",
                   "torchrun --nnodes=1 --nproc_per_node=2 --node_rank=0 --master_addr=\"$MASTER_ADDR\" "
                   "--master_port=\"$MASTER_PORT\" \"$SCALEGEN_SWEEP_DIR\"/train.py"}));
  EXPECT_EQ(run_of(kOwn + "python: -m lab.train\n").command,
            (Words{"bash", "-c",
                   "PYTHONPATH=\"$SCALEGEN_SWEEP_DIR${PYTHONPATH:+:$PYTHONPATH}\" python3 -m lab.train"}));
}

TEST(OwnFolder, FindsProgramsOfACommand) {
  EXPECT_EQ(
      run_of(kOwn + "command: cp a.py b.py; ./train {ranks} | tee train.py.log && bash run.sh > run.sh\n")
          .command,
      (Words{"bash", "-o", "pipefail", "-c",
             "cp a.py b.py; \"$SCALEGEN_SWEEP_DIR\"/./train 2 | tee train.py.log && bash "
             "\"$SCALEGEN_SWEEP_DIR\"/run.sh > run.sh"}));
  EXPECT_EQ(run_of(kOwn + "command: [mpirun, ./train, \"{ranks}\"]\n").command,
            (Words{"bash", "-c", "exec mpirun \"$SCALEGEN_SWEEP_DIR\"/./train 2"}));
}

TEST(OwnFolder, HasTheSetupAndVariablesOfEachRun) {
  const auto own = run_of(
                       "python: train.py\nsetup: [\"source {sweep_dir}/venv/bin/activate {rung}\"]\n"
                       "env: {A: \"{ranks} it's {run_dir}\"}\n")
                       .own;
  EXPECT_EQ(*own.setup, Words{"source \"$SCALEGEN_SWEEP_DIR\"/venv/bin/activate 2cpu"});
  EXPECT_EQ(*own.env, (Variables{{"A", "'2 it'\\''s '\"$SCALEGEN_RUN_DIR\""}}));
}

// What prepares has them, too.
TEST(OwnFolder, HasOnlyTheVariablesThatFollowTheRun) {
  const auto plan = planned(kOwn + "python: train.py\nenv: {B: \"{ranks}\", A: same}\n").plan;
  EXPECT_EQ(plan.head.launch.env, (Variables{{"A", "same"}}));
  EXPECT_EQ(*plan.runs.at(0).own.env, (Variables{{"B", "2"}}));
}

TEST(OwnFolder, SurvivesThePlanFile) {
  const auto plan = plan_at(
      "/runs",
      planned(kOwn + "python: train.py\nsetup: echo {rung}\nenv: {B: \"{ranks}\", A: \"{nodes}\"}\n").plan);
  const auto read = read_plan("plan.jsonl", write_plan(plan));
  ASSERT_TRUE(read) << render(read.error());
  EXPECT_EQ(read->runs.at(0).own, plan.runs.at(0).own);
  EXPECT_EQ(read->head.launch, plan.head.launch);
}

TEST(OwnFolder, LacksWhatIsReadAndHasWhatIsWritten) {
  EXPECT_EQ(
      render(planned(kOwn + "command: srun solver {ranks} <data >data 2>| data\n").warnings),
      cited("sweep.yaml:5:31: warning: 'data' is in the folder of the sweep file, and not in a run's own",
            "command: srun solver {ranks} <data >data 2>| data",
            "if the program reads it, write {sweep_dir}/data; what it writes belongs into its own folder"));
}

TEST(OwnFolder, WarnsOfASetupThatAContainerDoesNotSee) {
  EXPECT_EQ(render(planned("torchrun: /lab/train.py\nsetup: source venv/bin/activate\nlauncher: "
                           "container+srun\nimage: /i.sif\n",
                           "olivia")
                       .warnings),
            cited("sweep.yaml:5:8: warning: 'setup' runs on the node, and the program in a container, which "
                  "sees little of it",
                  "setup: source venv/bin/activate",
                  "a virtual environment is env: {APPTAINERENV_PREPEND_PATH: /path/of/it/bin}; variables "
                  "reach into the container, modules and activated environments do not"));
}

TEST(OwnFolder, NamesWhatPutsACommandIntoAContainer) {
  EXPECT_EQ(plan::container_words({.run = {"apptainer", "exec", "--nv"}, .image = "/i.sif"}),
            "apptainer exec --nv /i.sif");
  EXPECT_EQ(plan::container_words({.image = "~/i.toml", .srun = {"--environment={image}", "--a={mounts}"}}),
            "srun --environment=~/i.toml --a=...");
}

}  // namespace
}  // namespace scalegen
