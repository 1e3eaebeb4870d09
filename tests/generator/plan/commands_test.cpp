// The start of programs of one's own.
#include <fmt/format.h>

#include "tests/generator/plans.hpp"

namespace scalegen {
namespace {

using Words = std::vector<std::string>;

Result<plan::PlannedSweep> plan_own(const std::string& lines, const std::string& cluster = "local",
                                    plan::PlanOptions options = {.workdir = "/home/ada/lab"}) {
  options.overrides.account = cluster == "local" ? "" : "p1";
  const auto sweep = read_sweep("sweep.yaml", "name: t\nrepeats: 1\n" + lines);
  if (!sweep) return tl::make_unexpected(sweep.error());
  return plan::plan_sweep(*sweep, *find_profile(cluster), {.cores = {0, 1, 2, 3}}, options);
}

plan::PlannedSweep planned_own(const std::string& lines, const std::string& cluster = "local") {
  auto planned = plan_own(lines, cluster);
  EXPECT_TRUE(planned) << (planned ? "" : render(planned.error()));
  return planned.value_or(plan::PlannedSweep{});
}

/// The command of the run that sorts last: that of the largest rung here.
Words command_of(const std::string& lines, const std::string& cluster = "local") {
  const auto planned = planned_own(lines, cluster);
  if (planned.plan.runs.empty()) return {};
  return run_of(planned.plan, ids_of_a_round(planned.plan).back()).command;
}

std::string warnings_of(const std::string& lines, const std::string& cluster = "local") {
  auto warnings = planned_own(lines, cluster).warnings;
  std::erase_if(warnings, [](const auto& one) { return one.severity == Severity::note; });
  return render(warnings);
}

std::string refusal_of(const std::string& lines, const std::string& cluster = "local") {
  const auto planned = plan_own(lines, cluster);
  return planned ? "no error\n" : render(planned.error());
}

const std::string kRungs = "scales: [1cpu, 2cpu]\nparameters: {global_batch: 64, model: res net}\n";

TEST(OwnProgram, OfPythonIsStartedOnceARank) {
  EXPECT_EQ(command_of(kRungs + "python: train.py --batch {per_rank_batch} >log.$RANK\n"),
            (Words{"bash", "-c", "python3 train.py --batch 32 >log.$RANK"}));
  EXPECT_EQ(command_of(kRungs + "python: [-m, lab.train, \"--batch={per_rank_batch}\", \"{model}\"]\n"),
            (Words{"python3", "-m", "lab.train", "--batch=32", "res net"}));
  const auto planned = planned_own(kRungs + "python: train.py\n");
  EXPECT_EQ(planned.plan.head.start, Start::each_rank);
  EXPECT_EQ(planned.plan.head.workload, "python train.py");
  EXPECT_EQ(run_of(planned.plan, "2cpu-r1").resources.tasks_per_node, 2);
}

TEST(OwnProgram, OfACommandIsStartedOnce) {
  EXPECT_EQ(command_of(kRungs + "command: mpirun -n {ranks} ./lbm --size {global_batch} | tee out\n"),
            (Words{"bash", "-o", "pipefail", "-c", "mpirun -n 2 ./lbm --size 64 | tee out"}));
  EXPECT_EQ(command_of(kRungs + "command: [mpirun, -n, \"{ranks}\", ./lbm, \"{model}{unknown}\"]\n"),
            (Words{"mpirun", "-n", "2", "./lbm", "res net{unknown}"}));
  EXPECT_EQ(command_of(kRungs + "command: |\n  set -e\n  ./warm\n  ./go {ranks}\n"),
            (Words{"bash", "-c", "set -e\n./warm\n./go 2"}));
  const auto planned =
      planned_own(kRungs + "command: mpirun -n {ranks} ./lattice-boltzmann --size {global_batch}\n");
  EXPECT_EQ(planned.plan.head.start, Start::once);
  EXPECT_EQ(planned.plan.head.workload, "mpirun -n {ranks} ./lattice-boltzmann ...");
}

TEST(OwnProgram, OfTorchrunIsStartedOnceANode) {
  const std::string gpus = "scales: [1gpu, 2x2gpu]\nparameters: {global_batch: 64, model: res net}\n";
  EXPECT_EQ(command_of(kRungs + "torchrun: --max-restarts=0 train.py --batch {per_rank_batch}\n"),
            (Words{"bash", "-c",
                   "torchrun --nnodes=1 --nproc_per_node=2 --node_rank=0 --master_addr=\"$MASTER_ADDR\" "
                   "--master_port=\"$MASTER_PORT\" --max-restarts=0 train.py --batch 32"}));
  EXPECT_EQ(command_of(gpus + "torchrun: [~/lab/train.py, \"--model={model}\", \"$(id)\", \"~\", \"\"]\n",
                       "cyclone"),
            (Words{"bash", "-c",
                   "torchrun --nnodes=2 --nproc_per_node=2 --node_rank=\"$SLURM_NODEID\" "
                   "--master_addr=\"$MASTER_ADDR\" --master_port=\"$MASTER_PORT\" \"$HOME\"/lab/train.py "
                   "'--model=res net' '$(id)' \"$HOME\" ''"}));
  const auto planned = planned_own(gpus + "torchrun: train.py\nlauncher: srun\n", "cyclone");
  EXPECT_EQ(planned.plan.head.start, Start::each_node);
  EXPECT_EQ(planned.plan.head.workload, "torchrun train.py");
  EXPECT_EQ(run_of(planned.plan, "2x2gpu-r1").resources, (Resources{.nodes = 2,
                                                                    .tasks_per_node = 1,
                                                                    .cpus_per_task = 20,
                                                                    .gpus_per_node = 2,
                                                                    .time_limit = std::chrono::minutes(10),
                                                                    .partition = "gpu",
                                                                    .architecture = "x86_64"}));
  EXPECT_EQ(setting_of(run_of(planned.plan, "2x2gpu-r1"), "cpus_per_task"), "10");
  EXPECT_EQ(run_of(planned.plan, "2x2gpu-r1").rate, (Rate{40, 4}));
}

TEST(OwnProgram, FindsTheFolderOfItsAttemptInAVariable) {
  EXPECT_EQ(command_of(kRungs + "python: train.py --out {run_dir}/m \"--log={run_dir}/l\"\n"),
            (Words{"bash", "-c",
                   "python3 train.py --out \"$SCALEGEN_RUN_DIR\"/m \"--log=${SCALEGEN_RUN_DIR}/l\""}));
  EXPECT_EQ(
      command_of(kRungs + "python: [train.py, \"{run_dir}\", \"--out={run_dir}/{model}\", \"$x\"]\n"),
      (Words{"bash", "-c",
             "exec python3 train.py \"$SCALEGEN_RUN_DIR\" --out=\"$SCALEGEN_RUN_DIR\"'/res net' '$x'"}));
  EXPECT_EQ(command_of(kRungs + "command: [./a, \"{ranks}\", \"{run_dir}\"]\n"),
            (Words{"bash", "-c", "exec ./a 2 \"$SCALEGEN_RUN_DIR\""}));
}

TEST(OwnProgram, KnowsWhatPlaceholdersStandFor) {
  EXPECT_EQ(
      command_of("scales: [2x2gpu]\ndata: /data/set\nparameters: {global_batch: 64, lr: 1e-3, _x: =ranks}\n"
                 "command: a {rung} {ranks} {nodes} {gpus} {gpus_per_node} {ranks_per_node} {per_rank_batch} "
                 "{global_batch} {cpus_per_task} {data} {lr} {_x} srun\n",
                 "cyclone"),
      (Words{"bash", "-c", "a 2x2gpu 4 2 4 2 2 16 64 10 /data/set 0.001 4 srun"}));
}

TEST(OwnProgram, LeavesWhatBashMeans) {
  EXPECT_EQ(
      command_of(kRungs + "command: \"a ${ranks} {a,b} {1..3} { x; } {} ${model:-{ranks}} {0} {ranks\"\n"),
      (Words{"bash", "-c", "a ${ranks} {a,b} {1..3} { x; } {} ${model:-2} {0} {ranks"}));
}

TEST(OwnProgram, WarnsOfPlaceholdersThatAreAlmostKnown) {
  EXPECT_EQ(warnings_of(kRungs + "command: a {ranks} 'x{rank}' {ranks}{awk}\n"),
            cited("sweep.yaml:5:22: warning: '{rank}' is not a placeholder and stays as it is",
                  "command: a {ranks} 'x{rank}' {ranks}{awk}", "did you mean '{ranks}'?"));
}

TEST(OwnProgram, WarnsOfUnknownPlaceholdersInAList) {
  EXPECT_EQ(warnings_of(kRungs + "command: [a, \"{ranks}\", \"--lr={lr}\", \"x{lr}\"]\n"),
            cited("sweep.yaml:5:31: warning: '{lr}' is not a placeholder and stays as it is",
                  "command: [a, \"{ranks}\", \"--lr={lr}\", \"x{lr}\"]", "add 'lr:' under 'parameters:'"));
}

TEST(OwnCommand, MayNameAParameterThatIsRefused) {
  EXPECT_EQ(errors_of("name: t\ncommand: ./ok {x} {y}\nscales: [1cpu, 2cpu]\n"
                      "parameters: {x: = ranks ** 2}\nsweep: {y: [= 2 ** 3]}\n"),
            cited("sweep.yaml:4:25: error: '**' means nothing here", "parameters: {x: = ranks ** 2}",
                  "there are no powers: write the factors out") +
                cited("sweep.yaml:5:17: error: '**' means nothing here", "sweep: {y: [= 2 ** 3]}",
                      "there are no powers: write the factors out"));
}

TEST(OwnProgram, LeavesTheTemplatesOfOtherPrograms) {
  for (const auto* text : {"ls {ranks} | xargs -I {f} cp {f} /there", "awk '{print}' {ranks}",
                           "python3 -c 'print(f\"{x}\")' {ranks}", "a {ranks} <<E\n  {name}\n  E"})
    EXPECT_EQ(warnings_of(kRungs + "command: |\n  " + text + "\n"), "") << text;
}

TEST(OwnProgram, OnSeveralNodesIsToldThatOneNodeAloneIsUsed) {
  const std::string rungs = "scales: [1gpu, 2x2gpu]\n";
  EXPECT_EQ(warnings_of(rungs + "command: ./train {ranks} not-srun.sh\n", "cyclone"),
            cited("sweep.yaml:4:1: warning: a command is started on the first node only, but rung '2x2gpu' "
                  "has 2 nodes",
                  "command: ./train {ranks} not-srun.sh",
                  "start the others with srun in it, or write 'torchrun:' or 'python:'"));
  for (const std::string command :
       {"torchrun --standalone --nproc_per_node={gpus_per_node} a", "deepspeed --num_gpus {gpus} a",
        "accelerate launch --num_processes {ranks} a"})
    EXPECT_TRUE(warnings_of(rungs + "command: " + command + "\n", "cyclone")
                    .starts_with("sweep.yaml:4:1: warning: a command is started on the first node only"))
        << command;
  for (const auto* command :
       {"srun -n {ranks} a", "/usr/bin/mpirun -n {ranks} a", "deepspeed --hostfile hosts-{ranks} a"})
    EXPECT_EQ(warnings_of(rungs + "command: " + command + "\n", "cyclone"), "") << command;
  EXPECT_EQ(warnings_of("scales: [1gpu, 2gpu]\ncommand: ./train {ranks}\n", "cyclone"), "");
}

TEST(OwnCommand, IsToldWhereTorchrunGivesOneThreadAndWhereAll) {
  const std::string rungs = "scales: [1cpu, 2cpu]\nparameters: {cpus_per_task: 4}\n";
  const std::string line = "command: torchrun --standalone --nproc_per_node={ranks} a";
  const auto command = line + "\n";
  EXPECT_EQ(warnings_of(rungs + command, "cyclone"),
            cited("sweep.yaml:5:1: warning: torchrun gives each process one thread on rung '2cpu', and all "
                  "of its cores on rung '1cpu'",
                  line, "write 'torchrun:' in place of 'command: torchrun', or how many with 'threads:'"));
  EXPECT_EQ(warnings_of("scales: [1cpu, 2cpu]\n" + command, "cyclone"), "");
  EXPECT_EQ(warnings_of("scales: [2cpu, 4cpu]\nparameters: {cpus_per_task: 4}\n" + command, "cyclone"), "");
  const std::string setup = "setup: export OMP_NUM_THREADS=4\n";
  EXPECT_EQ(warnings_of(rungs + command + setup, "cyclone"), "");
  EXPECT_EQ(warnings_of("scales: [1gpu]\npython: a.py\n" + setup, "cyclone"),
            cited("sweep.yaml:5:8: warning: the script itself sets OMP_NUM_THREADS, behind 'setup'",
                  "setup: export OMP_NUM_THREADS=4", "set the parameter 'cpus_per_task'"));
}

TEST(OwnProgram, IsToldThatSetupReplacesTheMeetingPoint) {
  const std::string sweep = "scales: [1gpu]\npython: a.py\nsetup: export ";
  EXPECT_EQ(
      warnings_of(sweep + "MASTER_PORT=29500\n", "cyclone"),
      cited("sweep.yaml:5:8: warning: 'setup' replaces the MASTER_PORT that the script sets for each run",
            "setup: export MASTER_PORT=29500",
            "leave it out: runs can then share a node, and ranks of several nodes meet"));
  EXPECT_THAT(warnings_of(sweep + "MASTER_ADDR=\"localhost\"\n", "cyclone"),
              testing::HasSubstr("'setup' replaces the MASTER_ADDR that"));
  for (const std::string right : {"MASTER_PORT=$((MASTER_PORT + 1))", "HOST=$MASTER_ADDR", "MY_MASTER_PORT=1",
                                  "A=b # MASTER_PORT=29500"})
    EXPECT_EQ(warnings_of(sweep + right + "\n", "cyclone"), "") << right;
}

// By the rules of lint, for the widest rung.
TEST(OwnProgram, StartsTorchrunOnceANodeAndTellsItWhereTheyMeet) {
  const std::string rungs = "scales: [1gpu, 2x2gpu]\n";
  const std::string right =
      "srun torchrun --nnodes={nodes} --rdzv_backend=c10d --rdzv_endpoint=$A:1 "
      "--nproc_per_node={gpus_per_node} a";
  EXPECT_EQ(warnings_of(rungs + "tasks: per_node\ncommand: " + right + "\n", "cyclone"), "");
  EXPECT_EQ(warnings_of(rungs + "command: " + right + "\n", "cyclone"),
            cited("sweep.yaml:4:1: warning: on rung '2x2gpu' srun starts torchrun 2 times a node, and each "
                  "starts all ranks",
                  "command: " + right, "write: srun --ntasks-per-node=1 --cpus-per-task=CORES torchrun ..."));
  EXPECT_EQ(
      warnings_of(rungs + "tasks: per_node\ncommand: srun torchrun --nproc_per_node={gpus_per_node} a\n",
                  "cyclone"),
      cited("sweep.yaml:5:1: warning: on rung '2x2gpu' each node's torchrun trains alone: it is told of no "
            "other node",
            "command: srun torchrun --nproc_per_node={gpus_per_node} a",
            "write: torchrun --nnodes=$SLURM_NNODES --rdzv_backend=c10d --rdzv_endpoint=$(scontrol show "
            "hostnames $SLURM_JOB_NODELIST | head -n 1):$((10000 + SLURM_JOB_ID % 50000))"));
}

TEST(OwnProgram, MayDifferByWhatTheScriptSays) {
  EXPECT_EQ(refusal_of("scales: [1cpu, 2cpu]\ncommand: ./train $SLURM_CPUS_ON_NODE\n"), "no error\n");
  EXPECT_EQ(refusal_of("scales: [1cpu, 2cpu]\ncommand: [bash, -c, \"./train ${SCALEGEN_RANKS}\"]\n"),
            "no error\n");
  EXPECT_EQ(refusal_of("scales: [1cpu, 2cpu]\ncommand: ./train\nenv: {NPROC: \"{ranks}\"}\n"), "no error\n");
  EXPECT_EQ(refusal_of("scales: [1cpu, 2cpu]\ncommand: ./train\nsetup: export NPROC={ranks}\n"),
            "no error\n");
  EXPECT_EQ(refusal_of("scales: [2cpu]\ncommand: ./train\n"), "no error\n");
  EXPECT_EQ(refusal_of("scales: [1cpu, 2cpu]\npython: train.py\n"), "no error\n");
  EXPECT_EQ(refusal_of("scales: [1cpu, 2cpu]\ntorchrun: train.py\n"), "no error\n");
  EXPECT_EQ(refusal_of("scales: [1cpu, 2cpu]\ncommand: ./train {n}\nsweep: {n: [1, 2]}\n"),
            cited("sweep.yaml:4:1: error: the command is the same on all rungs: nothing would scale",
                  "command: ./train {n}", "use a placeholder that differs: {ranks}"));
}

TEST(OwnProgram, MaySeeOnlyOtherGpusOnOtherRungs) {
  const std::string same = "command: kernprof -l train.py --epochs 5";
  EXPECT_EQ(warnings_of("scales: [1gpu, 2gpu]\n" + same + "\n", "cyclone"),
            cited("sweep.yaml:4:1: warning: the command is the same on all rungs: only CUDA_VISIBLE_DEVICES "
                  "or ROCR_VISIBLE_DEVICES differs",
                  "command: kernprof -l train.py --epochs 5",
                  "right for a program that uses all of them, as nn.DataParallel does; else give it {gpus}"));
  const auto error_with = [](const std::string& command, const std::string& differs) {
    return cited("sweep.yaml:4:1: error: the command is the same on all rungs: nothing would scale", command,
                 "use a placeholder that differs: " + differs);
  };
  EXPECT_EQ(refusal_of("scales: [1gpu, 2gpu, 2x2gpu]\n" + same + "\n", "cyclone"),
            error_with(same, "{ranks} or {nodes} or {gpus}") +
                cited("sweep.yaml:4:1: warning: a command is started on the first node only, but rung "
                      "'2x2gpu' has 2 nodes",
                      same, "start the others with srun in it, or write 'torchrun:' or 'python:'"));
  EXPECT_EQ(refusal_of("scales: [cpu, 1gpu]\n" + same + "\n", "cyclone"), error_with(same, "{gpus}"));
  const std::string of_ranks = "command: ./train --workers {ranks}";
  EXPECT_EQ(refusal_of("scales: [cpu, 1gpu]\n" + of_ranks + "\n", "cyclone"), error_with(of_ranks, "{gpus}"));
  EXPECT_EQ(refusal_of("scales: [1cpu, 2cpu]\n" + same + "\n"), error_with(same, "{ranks}"));
}

TEST(OwnProgram, DerivesBatchesOnlyFromThoseThatAreGiven) {
  const auto without =
      planned_own("scales: [2cpu]\ncommand: ./a {ranks}\nparameters: {n: 3}\n").plan.runs.front();
  EXPECT_EQ(*without.settings, (Settings{{"n", std::int64_t{3}}, {"cpus_per_task", std::int64_t{1}}}));
  const auto strong =
      planned_own("scales: [2cpu]\ncommand: ./a\nparameters: {global_batch: 8}\n").plan.runs.front();
  EXPECT_EQ(setting_of(strong, "per_rank_batch"), "4");
  const auto weak =
      planned_own("scales: [2cpu]\nscaling: weak\ncommand: ./a\nparameters: {per_rank_batch: 8}\n")
          .plan.runs.front();
  EXPECT_EQ(setting_of(weak, "global_batch"), "16");
  EXPECT_EQ(refusal_of("scales: [2cpu]\ncommand: ./a\nparameters: {global_batch: 7}\n"),
            cited("sweep.yaml:5:28: error: global_batch 7 does not divide by the 2 ranks of rung '2cpu'",
                  "parameters: {global_batch: 7}",
                  "strong scaling keeps the global batch: use a multiple of 2, such as 8"));
}

TEST(OwnProgram, TakesAllItsParametersFreely) {
  const auto run = planned_own(
                       "scales: [1cpu]\ncommand: ./a\nparameters: {precision: int8, steps: -1, x: 1.5, "
                       "evaluate: \"4\", epochs: never}\n")
                       .plan.runs.front();
  EXPECT_EQ(*run.settings, (Settings{{"precision", "int8"},
                                     {"steps", std::int64_t{-1}},
                                     {"x", 1.5},
                                     {"evaluate", "4"},
                                     {"epochs", "never"},
                                     {"cpus_per_task", std::int64_t{1}}}));
}

TEST(OwnProgram, RunsInTheFolderOfItsSweepFileOrAnother) {
  const auto workdir = [](const std::string& lines) {
    return planned_own("scales: [1cpu]\n" + lines).plan.head.launch.workdir;
  };
  EXPECT_EQ(workdir("python: a\n"), "/home/ada/lab");
  EXPECT_EQ(workdir("python: a\nworkdir: ../other/x\n"), "/home/ada/other/x");
  EXPECT_EQ(workdir("python: a\nworkdir: /scratch/ada\n"), "/scratch/ada");
  EXPECT_EQ(workdir("python: a\nworkdir: ~/lab\n"), "~/lab");
  EXPECT_EQ(plan_text(sweep_text(""))->plan.head.launch.workdir, "");
  EXPECT_EQ(plan_text(sweep_text("workdir: /tmp\n"))->plan.head.launch.workdir, "/tmp");
  EXPECT_EQ(errors_of(sweep_text("workdir: lab\n")),
            cited("sweep.yaml:3:10: error: the path 'lab' is not absolute", "workdir: lab",
                  "write where it is on the cluster: /folder or ~/folder"));
}

TEST(OwnProgram, NeedsNeitherDataNorScalegenTrain) {
  const auto planned = planned_own("scales: [1cpu]\npython: a\n");
  EXPECT_EQ(planned.plan.head.dataset, "");
  EXPECT_EQ(planned.plan.head.launch.data_folder, "");
  EXPECT_EQ(planned_own("scales: [1cpu]\npython: a {data}\ndata: images/small\n").plan.head.dataset,
            "images/small");
}

TEST(OwnProgram, SaysHowFastItWasWhereAPatternFindsIt) {
  const auto metrics = [](const std::string& text) {
    return planned_own("scales: [1cpu]\npython: a\nmetrics: " + text + "\n").plan.head.metrics;
  };
  EXPECT_EQ(metrics("{throughput: {regex: 'Throughput: ([0-9.]+)', unit: images/s}}"),
            (std::vector<MetricPattern>{{"throughput", "Throughput: ([0-9.]+)", "images/s", true}}));
  EXPECT_EQ(metrics("{throughput: {regex: 'Throughput: {number}', unit: images/s}}"),
            (std::vector<MetricPattern>{{"throughput", "Throughput: {number}", "images/s", true}}));
  EXPECT_EQ(metrics("{throughput: {regex: '(.)', unit: ms/step, better: lower}}"),
            (std::vector<MetricPattern>{{"throughput", "(.)", "ms/step", false}}));
  EXPECT_EQ(metrics("{time: {regex: 'took (?:about )?([0-9]+)'}}"),
            (std::vector<MetricPattern>{{"time", "took (?:about )?([0-9]+)", "s", false}}));
  EXPECT_EQ(metrics("{time: {regex: '(.)', use: median, skip: 10}}"),
            (std::vector<MetricPattern>{{"time", "(.)", "s", false, MetricUse::median, 10}}));
  EXPECT_EQ(metrics("{time: {regex: '(.)', use: sum}}"),
            (std::vector<MetricPattern>{{"time", "(.)", "s", false, MetricUse::sum}}));
  EXPECT_EQ(metrics("{time: {regex: '(.)', skip: auto}}"),
            (std::vector<MetricPattern>{{"time", "(.)", "s", false}}));
}

TEST(OwnProgram, RefusesPatternsThatWouldNeverEnd) {
  const auto refusal = [](const std::string& regex) {
    return refusal_of("scales: [1cpu]\npython: a\nmetrics: {time: {regex: '" + regex + "'}}\n");
  };
  EXPECT_NE(refusal(std::string(100'000, '(')).find("this is not a regular expression: missing )\n"),
            std::string::npos);
  EXPECT_NE(refusal("((a{1000}){1000}){1000}").find("invalid repetition size"), std::string::npos);
}

TEST(UnknownWork, IsWarnedOfBeforeWeakScalingIsPaidFor) {
  const auto warnings = [](const std::string& lines) {
    const auto planned = plan_text("name: t\npython: a\nscales: [1cpu, 2cpu]\nscaling: weak\n" + lines);
    return planned ? render(planned->warnings) : render(planned.error());
  };
  const std::string time = "metrics: {time: {regex: 'took ([0-9]+)'}}\n";
  EXPECT_EQ(warnings(time),
            cited("sweep.yaml:2:1: warning: a time is no speed with weak scaling: the number of samples of a "
                  "run is unknown",
                  "python: a", "add 'samples:' under 'parameters:', those of all epochs together"));
  EXPECT_EQ(warnings(time + "parameters: {samples: 1000}\n"), "");
  EXPECT_EQ(
      warnings(""),
      cited("sweep.yaml:2:1: warning: without 'metrics:' and event lines the wall time counts, which is no "
            "speed with weak scaling: the number of samples of a run is unknown",
            "python: a", "add 'metrics:', or 'samples:' under 'parameters:', those of all epochs together"));
  EXPECT_EQ(warnings("parameters: {samples: 1000}\n"), "");
  EXPECT_EQ(warnings("metrics: {throughput: {regex: '([0-9]+)', unit: images/s}}\n"), "");
  EXPECT_NE(warnings("metrics: {time: {regex: '([0-9]+)', unit: min}}\nparameters: {samples: all}\n"), "");
}

TEST(UnknownWork, IsThatOfSimulatedTimeInWeakScaling) {
  const auto refusal = [](const std::string& scaling, const std::string& metric) {
    return refusal_of("python: a\nscales: [1cpu, 2cpu]\nscaling: " + scaling + "\nmetrics: {" + metric +
                      "}\n");
  };
  const std::string rate = "throughput: {regex: '{number}', unit: ns/day}";
  EXPECT_EQ(
      refusal("weak", rate),
      cited(
          "sweep.yaml:3:1: error: 'ns/day' is of simulated time, which does not grow with the work: in weak "
          "scaling it is no speed",
          "python: a",
          "let the program print steps/s or work a second, such as atom-step/s, or write 'scaling: strong'"));
  EXPECT_NE(refusal("weak", "time: {regex: '{number}', unit: hours/ns}"), "no error\n");
  EXPECT_EQ(refusal("strong", rate), "no error\n");
  EXPECT_EQ(refusal("weak", "throughput: {regex: '{number}', unit: steps/s}"), "no error\n");
}

TEST(UnknownWork, IsWarnedOfWhereNothingIsHeldEqual) {
  const auto warnings = [](const std::string& lines) {
    return warnings_of("python: a\nscales: [1cpu, 2cpu]\nscaling: throughput\n" + lines);
  };
  EXPECT_EQ(warnings("metrics: {throughput: {regex: '([0-9]+)', unit: it/s}}\n"),
            cited("sweep.yaml:3:1: warning: a step is no measure of speed with throughput scaling: the "
                  "number of its samples is unknown",
                  "python: a", "add 'global_batch:' or 'per_rank_batch:' under 'parameters:'"));
  EXPECT_EQ(warnings("metrics: {throughput: {regex: '([0-9]+)', unit: it/s}}\n"
                     "parameters: {per_rank_batch: 8}\n"),
            "");
}

TEST(Unit, MayHaveManyForms) {
  const auto refusal = [](const std::string& metric) {
    return refusal_of("python: a\nscales: [1cpu]\nmetrics: {" + metric + "}\n");
  };
  for (const auto* unit :
       {"images/s", "tokens/s/GPU", "it/s", "samples per second", "tokens_per_sec", "TFLOP/s", "TFLOPS",
        "MLUPS", "fps", "GB/s", "ns/day", "Hz", "images/(s*GPU)", "steps/min"})
    EXPECT_EQ(refusal(fmt::format("throughput: {{regex: '{{number}}', unit: {}}}", unit)), "no error\n");
  for (const auto* unit : {"s", "ms", "min", "ms/step", "s per epoch", "hours/ns"})
    EXPECT_EQ(refusal(fmt::format("time: {{regex: '{{number}}', unit: {}}}", unit)), "no error\n");
  EXPECT_EQ(refusal("throughput: {regex: '{number}', unit: ms/step, better: lower}"), "no error\n");
}

}  // namespace
}  // namespace scalegen
