// The charge for a job of a rung, beside what its script asks for.
#include <fmt/format.h>

#include "core/directives.hpp"
#include "generator/plan/price.hpp"
#include "tests/generator/plans.hpp"

namespace scalegen {
namespace {

/// The rate of each rung: "1gpu 6 cores 1 GPUs 0.5 LUMI GPU-hours".
std::vector<std::string> rates(const std::string& cluster, const std::string& lines) {
  const auto planned = plan_text("name: t\npython: a {ranks}\nrepeats: 1\naccount: p\n" + lines, cluster);
  if (!planned) return {render(planned.error())};
  std::vector<std::string> texts;
  for (const auto& run : planned->plan.runs)
    texts.push_back(fmt::format("{} {} cores {} GPUs {} {}", run.rung.name, run.rate.core_hours,
                                run.rate.gpu_hours, run.rate.units, run.rate.unit));
  std::sort(texts.begin(), texts.end());
  return texts;
}

using Rates = std::vector<std::string>;

TEST(RateOfRun, IsThatOfWholeNodesIfThePersonAsksForThem) {
  const std::string lumi = "scales: [1gpu, 8gpu, 2x8gpu]\npartition: small-g\n";
  EXPECT_EQ(rates("lumi", lumi),
            (Rates{"1gpu 7 cores 1 GPUs 0.5 LUMI GPU-hours", "2x8gpu 112 cores 16 GPUs 8 LUMI GPU-hours",
                   "8gpu 56 cores 8 GPUs 4 LUMI GPU-hours"}));
  EXPECT_EQ(rates("lumi", lumi + "sbatch: [--exclusive]\n"),
            (Rates{"1gpu 56 cores 8 GPUs 4 LUMI GPU-hours", "2x8gpu 112 cores 16 GPUs 8 LUMI GPU-hours",
                   "8gpu 56 cores 8 GPUs 4 LUMI GPU-hours"}));
  EXPECT_EQ(rates("lumi", "scales: [1cpu]\nlauncher: srun\nsbatch: [--mail-type=END, --exclus]\n"),
            (Rates{"1cpu 128 cores 0 GPUs 128 core-hours"}));
  EXPECT_EQ(rates("olivia", "scales: [1gpu]\nlauncher: srun\nsbatch: [--exclusive=user]\n"),
            (Rates{"1gpu 72 cores 1 GPUs 1 Olivia GPU-hours"}));
}

// The price of a job that does without.
TEST(RateOfRun, StandsBesideThatWithoutTheExclusiveOfASweepFile) {
  const auto without = [](const std::string& cluster, const std::string& lines) {
    const auto planned = plan_text("name: t\npython: a {ranks}\nrepeats: 1\naccount: p\n" + lines, cluster);
    return planned.value().plan.runs.front().without_exclusive;
  };
  const std::string lumi = "scales: [1gpu]\npartition: small-g\n";
  EXPECT_EQ(without("lumi", lumi), std::nullopt);
  EXPECT_EQ(without("lumi", lumi + "sbatch: [--exclusive]\n"),
            (Rate{.core_hours = 7, .gpu_hours = 1, .units = 0.5, .unit = "LUMI GPU-hours"}));
}

// Slurm gives more cores until the memory fits, at most as many to each task.
TEST(RateOfRun, IsOfTheCoresThatTheMemoryNeeds) {
  const TemporaryFolder folder;
  const auto profile = (folder.path() / "site.yaml").string();
  ASSERT_TRUE(write_file(profile,
                         "name: site\nscheduler: slurm\nhardware:\n  partitions:\n"
                         "    - {name: c, nodes: 2, cores_per_node: 8, max_memory_per_core: 1000M}\n"
                         "launch: {launcher: srun}\n"));
  const std::string sizes = "scales: [1cpu, 2cpu, 4cpu, 2x2cpu]\nparameters: {cpus_per_task: 1}\n";
  EXPECT_EQ(rates(profile, sizes + "memory: 4G\n"),
            (Rates{"1cpu 5 cores 0 GPUs 0 ", "2cpu 6 cores 0 GPUs 0 ", "2x2cpu 12 cores 0 GPUs 0 ",
                   "4cpu 8 cores 0 GPUs 0 "}));
  // Of memory per core it gives each task a multiple of its cores.
  const std::string per_core = "scales: [1cpu, 2cpu]\nparameters: {cpus_per_task: 3}\nmemory: {per_core: ";
  EXPECT_EQ(rates(profile, per_core + "1100M}\n"),
            (Rates{"1cpu 6 cores 0 GPUs 0 ", "2cpu 8 cores 0 GPUs 0 "}));
  EXPECT_EQ(rates(profile, per_core + "1000M}\n"),
            (Rates{"1cpu 3 cores 0 GPUs 0 ", "2cpu 6 cores 0 GPUs 0 "}));
  EXPECT_EQ(rates(profile, sizes), (Rates{"1cpu 1 cores 0 GPUs 0 ", "2cpu 2 cores 0 GPUs 0 ",
                                          "2x2cpu 4 cores 0 GPUs 0 ", "4cpu 4 cores 0 GPUs 0 "}));
}

// The site bills what Slurm gives, and nobody else can use the rest.
TEST(RateOfRun, IsThatOfWholeNodesIfNoCoreOrNoMemoryIsLeft) {
  const std::string olivia = "scales: [1gpu, 2gpu]\nlauncher: srun\n";
  EXPECT_EQ(rates("olivia", olivia + "memory: 808G\n"),
            (Rates{"1gpu 288 cores 4 GPUs 1 Olivia GPU-hours", "2gpu 288 cores 4 GPUs 2 Olivia GPU-hours"}));
  EXPECT_EQ(rates("olivia", olivia + "memory: 807G\n"),
            (Rates{"1gpu 72 cores 1 GPUs 1 Olivia GPU-hours", "2gpu 144 cores 2 GPUs 2 Olivia GPU-hours"}));
  EXPECT_EQ(rates("cyclone", "scales: [1gpu, 2gpu]\nparameters: {cpus_per_task: 20}\n"),
            (Rates{"1gpu 20 cores 1 GPUs 0 ", "2gpu 40 cores 4 GPUs 0 "}));
}

/// Nodes whose cores have two threads.
class NodesWithThreads {
 public:
  NodesWithThreads() {
    EXPECT_TRUE(write_file(path(),
                           "name: ht\nscheduler: slurm\nhardware:\n  partitions:\n"
                           "    - {name: c, nodes: 2, cores_per_node: 8, threads_per_core: 2, cpu: E,\n"
                           "       memory: {per_core: 1000M}}\n"
                           "launch: {launcher: srun}\n"));
  }
  [[nodiscard]] std::string path() const { return (folder_.path() / "ht.yaml").string(); }

 private:
  TemporaryFolder folder_;
};

TEST(RequestOfRun, IsForWholeCoresWhereTheyHaveThreads) {
  const NodesWithThreads nodes;
  const auto options = [&](const std::string& lines) {
    const auto planned = plan_text("name: t\npython: a\nrepeats: 1\nscales: [2cpu]\n" + lines, nodes.path());
    if (!planned) return render(planned.error());
    const auto& plan = planned->plan;
    auto text = planned->warnings.empty() ? "" : render(planned->warnings);
    const auto written = directives(plan.runs[0].resources, plan.head.launch, "j", "/o").value();
    for (const auto& line : written)
      if (line.find("cpu") != std::string::npos || line.find("hint") != std::string::npos ||
          line.find("threads") != std::string::npos)
        text += line + "\n";
    return text + fmt::format("{} cores\n", plan.runs[0].rate.core_hours);
  };
  EXPECT_EQ(
      options("parameters: {cpus_per_task: 2}\n"),
      "#SBATCH --cpus-per-task=2\n#SBATCH --hint=nomultithread\n#SBATCH --mem-per-cpu=1000M\n4 cores\n");
  EXPECT_EQ(
      options("parameters: {cpus_per_task: 2}\nsbatch: [--threads-per-core=1]\n"),
      "#SBATCH --cpus-per-task=2\n#SBATCH --mem-per-cpu=1000M\n#SBATCH --threads-per-core=1\n4 cores\n");
  EXPECT_EQ(options("parameters: {cpus_per_task: 2}\nsbatch: [--hint=multithread]\n"),
            "warning: with '--hint=multithread' Slurm counts each of the 2 threads of a core of partition "
            "'c': what a rung calls cores may be the threads of fewer\n"
            "      = hint: leave it out: scripts ask for whole cores\n"
            "#SBATCH --cpus-per-task=2\n#SBATCH --mem-per-cpu=1000M\n#SBATCH --hint=multithread\n4 cores\n");
}

/// Nodes that bill their GPUs and cores, others of 80 that bill nothing, and the path.
class BilledNodes {
 public:
  BilledNodes() {
    EXPECT_TRUE(write_file(
        path(),
        "name: c5\nscheduler: slurm\nhardware:\n  partitions:\n"
        "    - {name: g, nodes: 4, cores_per_node: 64, memory_per_node: 512G, gpus_per_node: 4, cpu: E,\n"
        "       memory: {per_core: 4G}, billing: {units: gpus*10 + cores/4, unit: BU}}\n"
        "    - {name: c, nodes: 8, cores_per_node: 64, cpu: E, billing: {units: cores/4, unit: BU}}\n"
        "    - {name: d, nodes: 80, min_nodes: 9, cores_per_node: 64, cpu: E}\n"
        "requests: {gpus: gres}\n"));
  }
  [[nodiscard]] std::string path() const { return (folder_.path() / "c5.yaml").string(); }

 private:
  TemporaryFolder folder_;
};

TEST(RateOfRun, HasUnitsOfWhatSlurmGives) {
  const BilledNodes nodes;
  const Rates whole = {"1gpu 64 cores 4 GPUs 56 BU"};
  for (const std::string more : {"sbatch: [--exclusive]\n", "sbatch: ['--exclusive=topo']\n",
                                 "sbatch: ['--core-spec=8']\n", "sbatch: ['--thread-spec=8']\n"})
    EXPECT_EQ(rates(nodes.path(), "scales: [1gpu]\n" + more), whole) << more;
  EXPECT_EQ(rates(nodes.path(), "scales: [1gpu]\nmemory: 512G\n"), (Rates{"1gpu 64 cores 4 GPUs 14 BU"}));
  EXPECT_EQ(rates(nodes.path(), "scales: [1gpu]\n"), (Rates{"1gpu 16 cores 1 GPUs 14 BU"}));
}

TEST(Price, HasNoUnitsWhereSomeRunsHaveNone) {
  const BilledNodes nodes;
  const auto price_of = [&](const std::string& scales) {
    const auto planned =
        plan_text("name: t\ncommand: ./ok {ranks}\nrepeats: 1\ntime_limit: 1h\n" + scales, nodes.path());
    EXPECT_TRUE(planned) << (planned ? "" : render(planned.error()));
    return planned ? plan::price(planned->plan, planned->plan.jobs) : plan::Price{};
  };
  EXPECT_EQ(price_of("scales: [4cpu, 64cpu]\n"), (plan::Price{68, 0, {{"BU", 17}}}));
  EXPECT_EQ(price_of("scales: [1cpu, 9x64cpu]\n"), (plan::Price{577, 0, {}}));
}

TEST(RateOfRun, ChangesNothingInWhatTheScriptAsksFor) {
  const auto asked = [](const std::string& line) {
    const auto plan = plan_of("scales: [1gpu]\nrepeats: 1\naccount: p\n" + line, "cyclone");
    auto launch = plan.head.launch;
    launch.sbatch_options.clear();
    return directives(plan.runs.front().resources, launch, "job", "out").value();
  };
  EXPECT_EQ(asked(""), asked("sbatch: [--exclusive]\n"));
}

TEST(RateOfRun, KnowsNoMemoryUnderSbatch) {
  EXPECT_EQ(rates("cyclone", "scales: [1gpu]\nsbatch: [--mem=0]\n"),
            (Rates{cited("sweep.yaml:6:10: error: the script itself sets the option '--mem'",
                         "sbatch: [--mem=0]", "write 'memory:' instead")}));
}

}  // namespace
}  // namespace scalegen
