// Commands for cores: the sites' ladders for them, ranks and their threads, and where they run.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/rung.hpp"
#include "generator/script/script_values.hpp"
#include "tests/generator/plans.hpp"

namespace scalegen {
namespace {

plan::PlannedSweep planned(const std::string& lines, const std::string& cluster, int gpus = 0) {
  plan::PlanOptions options{.workdir = "/home/ada"};
  options.overrides.account = cluster == "local" ? "" : "p1";
  const auto sweep = read_sweep("sweep.yaml", "name: t\nrepeats: 1\n" + lines);
  EXPECT_TRUE(sweep);
  auto found = plan::plan_sweep(*sweep, *find_profile(cluster),
                                {.cores = {0, 1, 2, 3, 4, 5, 6, 7}, .gpus = gpus}, options);
  EXPECT_TRUE(found) << (found ? "" : render(found.error()));
  return found.value_or(plan::PlannedSweep{});
}

/// "8cpu: 4 ranks of 2", of each rung in rising order; of GPUs "2gpu".
std::string rungs_of(const std::string& lines, const std::string& cluster, int gpus = 0) {
  auto runs = planned(lines, cluster, gpus).plan.runs;
  std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
    return std::pair(size_of(a.rung), a.rung.threads) < std::pair(size_of(b.rung), b.rung.threads);
  });
  std::vector<std::string> texts;
  for (const auto& run : runs)
    texts.push_back(run.rung.threads == 0
                        ? run.rung.name
                        : fmt::format("{}: {} of {}", run.rung.name, world_size(run.rung), run.rung.threads));
  return fmt::format("{}", fmt::join(texts, ", "));
}

const std::string kMpi = "command: srun --ntasks={ranks} ./lmp -in in.melt\n";
const std::string kOpenMp = "command: ./omp\nthreads: all\n";
const std::string kNote =
    cited("sweep.yaml:3:1: note: the command names no GPU: 'scales: auto' and whole nodes are of CPUs",
          "command: srun --ntasks={ranks} ./lmp -in in.melt",
          "for GPUs write scales: [1gpu, 2gpu], or another size");

TEST(Threads, AProgramForCoresTakesTheLadderOfASitesCpuNodes) {
  EXPECT_EQ(rungs_of(kMpi, "cyclone"), "5cpu, 10cpu, 20cpu, 40cpu, 2x40cpu");
  EXPECT_EQ(rungs_of(kMpi, "lumi"), "16cpu, 32cpu, 64cpu, 128cpu, 2x128cpu");
  EXPECT_EQ(rungs_of(kMpi, "olivia"), "32cpu, 64cpu, 128cpu, 256cpu, 2x256cpu");
  EXPECT_EQ(rungs_of(kMpi, "della"), "4cpu, 8cpu, 16cpu, 32cpu, 2x32cpu");
  EXPECT_EQ(rungs_of(kMpi, "param_rudra"), "6cpu, 12cpu, 24cpu, 48cpu, 2x48cpu");
  EXPECT_EQ(rungs_of(kMpi, "generic"), "4cpu, 8cpu, 16cpu, 32cpu");
  EXPECT_EQ(rungs_of(kMpi, "local", 2), "1cpu, 2cpu, 4cpu, 8cpu");
  EXPECT_NE(render(planned(kMpi, "cyclone").warnings).find(kNote), std::string::npos);
  EXPECT_EQ(render(planned(kMpi, "local").warnings).find("names no GPU"), std::string::npos);
}

TEST(Threads, OnlyWhatALauncherStartsTakesSeveralNodes) {
  EXPECT_EQ(rungs_of(kOpenMp, "lumi"), "16cpu: 1 of 16, 32cpu: 1 of 32, 64cpu: 1 of 64, 128cpu: 1 of 128");
  EXPECT_EQ(rungs_of(kMpi + "threads: all\nscales: [2x128cpu]\n", "lumi"), "2x128cpu: 2 of 128");
}

TEST(Threads, ThoseThatDivideNoRungOfALadderLeaveItOut) {
  EXPECT_EQ(rungs_of(kMpi + "threads: 4\n", "cyclone"), "20cpu: 5 of 4, 40cpu: 10 of 4, 2x40cpu: 20 of 4");
  EXPECT_NE(render(planned(kMpi + "threads: 4\n", "cyclone").warnings)
                .find(cited("sweep.yaml:4:10: note: 'scales: auto' leaves out 5cpu, 10cpu, whose cores "
                            "'threads' do not divide",
                            "threads: 4")),
            std::string::npos);
  EXPECT_EQ(rungs_of(kMpi + "sweep: {threads: [8, all]}\n", "cyclone"),
            "40cpu: 5 of 8, 40cpu: 1 of 40, 2x40cpu: 10 of 8, 2x40cpu: 2 of 40");
}

TEST(Threads, AProgramThatMayUseGpusKeepsTheLadderOfGpus) {
  const auto takes_gpus = [](const std::string& lines) {
    return rungs_of(lines, "cyclone").find("1gpu") != std::string::npos;
  };
  EXPECT_TRUE(takes_gpus("command: srun --ntasks={gpus} ./lmp\n"));
  EXPECT_TRUE(takes_gpus("command: srun --ntasks={ranks} ./lmp -sf GPU\n"));
  EXPECT_TRUE(takes_gpus("command: mpirun -n {ranks} python3 train.py\n"));
  EXPECT_TRUE(takes_gpus("command: ./run.sh {ranks}\n"));
  EXPECT_TRUE(takes_gpus(kMpi + "setup: module load CUDA/12\n"));
  EXPECT_TRUE(takes_gpus(kMpi + "partition: gpu\n"));
  EXPECT_TRUE(takes_gpus("torchrun: train.py\n"));
  EXPECT_FALSE(takes_gpus("command: python3 stencil.py\nthreads: all\n"));
  EXPECT_FALSE(takes_gpus("command: ./solver {ranks}\n"));
}

TEST(Threads, AWholeNodeIsOneOfCpus) {
  const auto plan = planned(kMpi + "scales: [1node, 2nodes]\n", "lumi").plan;
  const auto& run = run_of(plan, "2nodes-r1");
  EXPECT_EQ(run.resources.partition, "standard");
  EXPECT_EQ(run.resources.gpus_per_node, 0);
  EXPECT_EQ(world_size(run.rung), 256);
  EXPECT_EQ(rungs_of(kMpi + "scales: [1node, 4gpu]\n", "lumi"), "4gpu, 1node");
  EXPECT_EQ(
      run_of(planned(kMpi + "scales: [1node, 4gpu]\n", "lumi").plan, "1node-r1").resources.gpus_per_node, 8);
}

TEST(Threads, ACommandHasACoreARankUnlessItSaysMore) {
  const auto plan = planned(kMpi + "scales: [64cpu, 2x128cpu]\n", "lumi").plan;
  EXPECT_EQ(run_of(plan, "64cpu-r1").rate.core_hours, 64);
  EXPECT_EQ(setting_of(run_of(plan, "64cpu-r1"), "cpus_per_task"), "1");
  const auto more = planned(kMpi + "scales: [4cpu]\nparameters: {cpus_per_task: 3}\n", "lumi").plan;
  EXPECT_EQ(more.runs.front().rate.core_hours, 12);
  EXPECT_EQ(planned("python: train.py\nscales: [2cpu]\n", "lumi").plan.runs.front().rate.core_hours, 32);
}

TEST(Threads, ShareTheCoresOfARung) {
  const auto plan =
      planned(
          "command: srun --ntasks={ranks} ./x {threads} {cores} {cores_per_node} {cpus_per_task}\n"
          "parameters: {rows: = 10 * cores / threads}\nthreads: 4\nscales: [2x8cpu]\n",
          "lumi")
          .plan;
  const auto& run = plan.runs.front();
  EXPECT_EQ(run.command->back(), "srun --ntasks=4 ./x 4 16 8 4");
  EXPECT_EQ(setting_of(run, "rows"), "40");
  EXPECT_EQ(run.rung, (Rung{"2x8cpu", DeviceKind::cpu, 2, 2, 4}));
  EXPECT_EQ(size_of(run.rung), 16);
  EXPECT_EQ(run.resources.tasks_per_node, 2);
  EXPECT_EQ(run.resources.cpus_per_task, 4);
  EXPECT_EQ(run.rate.core_hours, 16);
}

TEST(Threads, AreAllOfANodeInWordsAndNumbers) {
  const auto plan =
      planned("command: ./x {threads}\nsweep: {threads: [1, all]}\nscales: [4cpu, 8cpu]\n", "local").plan;
  const auto& run = run_of(plan, "8cpu-threads=all-r1");
  EXPECT_EQ(run.command->back(), "./x 8");
  EXPECT_EQ(setting_of(run, "threads"), "all");
  EXPECT_EQ(run_of(plan, "8cpu-threads=1-r1").rung.ranks_per_node, 8);
  EXPECT_EQ(plan.head.baseline, "4cpu");
}

TEST(Threads, ThatDoNotDivideASizeAreLeftOutByACondition) {
  EXPECT_EQ(rungs_of(kMpi + "scales: [1cpu, 2cpu, 6cpu]\n"
                            "sweep: {threads: [1, 4, all], where: cores_per_node % threads == 0}\n",
                     "lumi"),
            "1cpu: 1 of 1, 1cpu: 1 of 1, 2cpu: 2 of 1, 2cpu: 1 of 2, 6cpu: 6 of 1, 6cpu: 1 of 6");
  EXPECT_EQ(rungs_of(kMpi + "scales: [16cpu, 2x8cpu]\n"
                            "sweep: {threads: [8, 16], where: cores_per_node % threads == 0}\n",
                     "lumi"),
            "16cpu: 2 of 8, 2x8cpu: 2 of 8, 16cpu: 1 of 16");
}

TEST(Threads, ThatDoNotFitANodeAreToldInThePersonsWords) {
  const auto refused = [](const std::string& lines) {
    return errors_of("name: t\ncommand: srun ./x {ranks}\n" + lines, "cyclone");
  };
  EXPECT_EQ(refused("scales: [128cpu]\nthreads: all\n"),
            cited("sweep.yaml:3:10: error: rung '128cpu' asks for 128 cores a node, but a node of partition "
                  "'cpu' has 40",
                  "scales: [128cpu]", "nodes have 40 cores: write 40cpu or 4x32cpu",
                  {"clusters/cyclone.yaml:15 sets cores_per_node: 40"}));
  EXPECT_EQ(refused("scales: [4gpu]\nthreads: 32\n"),
            cited("sweep.yaml:3:10: error: rung '4gpu' asks for 128 cores a node (4 x 32 threads), but a "
                  "node of partition 'gpu' has 40",
                  "scales: [4gpu]", "", {"clusters/cyclone.yaml:20 sets cores_per_node: 40"}));
  EXPECT_EQ(refused("scales: [cpu]\nthreads: 4\n"),
            cited("sweep.yaml:3:10: error: 4 threads a rank do not divide the 1 core of rung 'cpu'",
                  "scales: [cpu]",
                  "the nearest that do: 4cpu; below 'sweep:' a line 'where: cores_per_node % threads == 0' "
                  "leaves out the others"));
}

TEST(Threads, OnNodesWhoseGpusStayIdleAreTold) {
  const TemporaryFolder folder;
  const auto path = (folder.path() / "idle.yaml").string();
  const auto noted = [&](const std::string& chosen, const std::string& lines) {
    EXPECT_TRUE(write_file(path,
                           "name: idle\nscheduler: slurm\nhardware:\n  partitions:\n"
                           "    - {name: g, nodes: 4, cores_per_node: 4, gpus_per_node: 4, cpu: E}\n"
                           "    - {name: c, nodes: 8, cores_per_node: 4, cpu: E, chosen: " +
                               chosen + "}\n"));
    return render({planned(kMpi + lines, path).warnings.front()});
  };
  const std::string idle = cited(
      "sweep.yaml:3:1: note: the command names no GPU: 'scales: auto' and whole nodes are of CPUs, and the "
      "GPUs of partition 'g' stay idle",
      "command: srun --ntasks={ranks} ./lmp -in in.melt", "for nodes without GPUs write 'partition: c'");
  EXPECT_EQ(noted("no", "scales: [1node]\n"), idle);
  EXPECT_EQ(noted("yes", "scales: [1node]\n"), kNote);
}

TEST(Threads, OfARankOnAGpuAreCoresBesideIt) {
  const auto plan =
      planned("command: srun --ntasks={ranks} ./x {threads}\nthreads: 5\nscales: [2gpu]\n", "cyclone").plan;
  const auto& run = plan.runs.front();
  EXPECT_EQ(run.command->back(), "srun --ntasks=2 ./x 5");
  EXPECT_EQ(run.rate.core_hours, 10);
  EXPECT_EQ(size_of(run.rung), 2);
}

TEST(Threads, AreLeftToWhoeverUsesTheirNameOtherwise) {
  const auto plan =
      planned("python: train.py --threads {threads}\nparameters: {threads: 3}\nscales: [2cpu]\n", "local")
          .plan;
  EXPECT_EQ(plan.runs.front().rung.ranks_per_node, 2);
  EXPECT_EQ(plan.runs.front().command->back(), "python3 train.py --threads 3");
}

/// The line that `plan` prints.
std::string variables_of(const std::string& lines, const std::string& cluster) {
  const auto plan = planned(lines, cluster).plan;
  std::vector<const Run*> runs;
  for (const auto& run : plan.runs) runs.push_back(&run);
  return given_variables(runs, plan.head);
}

TEST(Threads, AreAVariableOfACommandOnlyIfSaid) {
  const std::string base =
      "MASTER_ADDR, MASTER_PORT, {}SCALEGEN_METRICS, SCALEGEN_PROGRAM, SCALEGEN_RUN_DIR, SCALEGEN_RUN_ID, "
      "SCALEGEN_SUBMISSION, SCALEGEN_SWEEP_DIR";
  const auto with = [&](const std::string& before) { return fmt::format(fmt::runtime(base), before); };
  EXPECT_EQ(variables_of("command: ./x {ranks}\nscales: [2cpu]\n", "local"), with("") + " (scalegen)");
  EXPECT_EQ(variables_of("command: ./x\nthreads: all\nscales: [2cpu, 4cpu]\nenv: {A: 1}\n", "local"),
            with("OMP_NUM_THREADS, ") + " (scalegen); A (env)");
  EXPECT_EQ(
      variables_of("command: srun ./x {ranks}\nsoftware: site\nthreads: 2\nscales: [2gpu]\n", "param_rudra"),
      "MASTER_ADDR, MASTER_PORT, NCCL_DEBUG, NCCL_DEBUG_FILE, NCCL_DEBUG_SUBSYS, OMP_NUM_THREADS, "
      "SCALEGEN_METRICS, SCALEGEN_PROGRAM, SCALEGEN_RUN_DIR, SCALEGEN_RUN_ID, SCALEGEN_SWEEP_DIR, "
      "SLURM_CPUS_PER_TASK, SRUN_CPUS_PER_TASK (scalegen); NCCL_IB_HCA (the site)");
  EXPECT_EQ(
      variables_of("python: train.py\nscales: [2cpu]\n", "local"),
      "LOCAL_RANK, MASTER_ADDR, MASTER_PORT, OMP_NUM_THREADS, RANK, SCALEGEN_METRICS, SCALEGEN_PROGRAM, "
      "SCALEGEN_RUN_DIR, SCALEGEN_RUN_ID, SCALEGEN_SUBMISSION, SCALEGEN_SWEEP_DIR, WORLD_SIZE (scalegen)");
}

TEST(Threads, ProgramsForCoresStayOutOfASitesContainer) {
  const auto is_inside = [](const std::string& lines) {
    return planned(lines, "lumi").plan.head.launch.container.has_value();
  };
  EXPECT_FALSE(is_inside(kMpi));
  EXPECT_FALSE(is_inside("command: mpirun -n {ranks} python3 train.py --gpus {gpus}\n"));
  EXPECT_FALSE(is_inside("command: |\n  cd run\n  /usr/bin/mpiexec -n {ranks} ./x\n"));
  EXPECT_FALSE(is_inside(kOpenMp));
  EXPECT_TRUE(is_inside(kMpi + "launcher: container+srun\n"));
  EXPECT_TRUE(is_inside(kMpi + "image: /own.sif\n"));
  EXPECT_TRUE(is_inside("command: python3 train.py {ranks}\n"));
  EXPECT_TRUE(is_inside("python: train.py\n"));
}

TEST(Threads, ArePartOfThePlansFile) {
  auto plan = planned("command: ./x {threads}\nthreads: all\nscales: [4cpu]\n", "local").plan;
  EXPECT_EQ(shape_of(plan.runs.front().rung), (RungShape{DeviceKind::cpu, 1, 4, 4}));
  EXPECT_EQ(rank_count(shape_of(plan.runs.front().rung)), 1);
  EXPECT_EQ(rank_count({DeviceKind::gpu, 1, 4}), 4);
  EXPECT_EQ(rank_count({}), std::nullopt);
}

}  // namespace
}  // namespace scalegen
