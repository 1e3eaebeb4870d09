#include <gmock/gmock.h>

#include "core/directives.hpp"
#include "tests/generator/plans.hpp"

namespace scalegen {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Texts = std::vector<std::string>;

/// A cluster whose partitions and ladder are these.
class KindsOfNodes : public testing::Test {
 protected:
  void use_cluster(const std::string& partitions, const std::string& launch) {
    ASSERT_TRUE(write_file(
        path(), "name: two\nscheduler: slurm\nhardware:\n  source: s\n  partitions:\n" + partitions +
                    "requests: {source: s, gpus: gres}\nlaunch: {source: s, " + launch + "}\n"));
  }

  [[nodiscard]] std::string path() const { return (folder_.path() / "two.yaml").string(); }

  [[nodiscard]] plan::PlannedSweep planned(const std::string& lines = "",
                                           plan::PlanOptions options = {}) const {
    options.script.slurm = {};
    auto planned = plan_text("name: t\npython: train.py\nparameters: {global_batch: 192}\n" + lines, path(),
                             std::move(options));
    EXPECT_TRUE(planned) << render(planned ? Diagnostics{} : planned.error());
    return planned.value_or(plan::PlannedSweep{});
  }

  [[nodiscard]] std::string refused(const std::string& lines = "") const {
    auto text = errors_of("name: t\npython: train.py\nparameters: {global_batch: 192}\n" + lines, path());
    const auto folder = folder_.path().string() + "/";
    for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.erase(at, folder.size());
    return text;
  }

  /// "1gpu a100", a round of them in the order of the plan's rungs.
  static Texts places(const plan::PlannedSweep& planned) {
    std::map<std::pair<int, std::string>, std::string> by_size;
    for (const auto& run : planned.plan.runs)
      by_size[{world_size(run.rung), run.rung.name}] = run.resources.partition;
    Texts texts;
    for (const auto& [rung, partition] : by_size) texts.push_back(rung.second + " " + partition);
    return texts;
  }

  static std::string warnings(const plan::PlannedSweep& planned) {
    std::string text;
    for (const auto& warning : planned.warnings)
      if (warning.message.find("kind") != std::string::npos) text += render({warning});
    return text;
  }

 private:
  TemporaryFolder folder_;
};

const std::string kTwoTypes =
    "    - {name: a100, nodes: 8, cores_per_node: 64, gpus_per_node: 4, gpu_type: a100}\n"
    "    - {name: h100, nodes: 4, cores_per_node: 96, gpus_per_node: 8, gpu_type: h100}\n";
const std::string kLadder = "ladder: [1gpu, 2gpu, 4gpu, 2x4gpu], cpus_per_rank: {gpu: 8}";

TEST_F(KindsOfNodes, OneHoldsTheWholeLadder) {
  use_cluster(kTwoTypes, kLadder);
  EXPECT_THAT(places(planned()), ElementsAre("1gpu a100", "2gpu a100", "4gpu a100", "2x4gpu a100"));
  EXPECT_EQ(warnings(planned()), "");  // of kinds
  plan::PlanOptions options;
  options.one_allocation = true;
  EXPECT_EQ(planned("", options).plan.jobs.size(), 1U);
}

TEST_F(KindsOfNodes, AreOfOneLadderWhetherOrNotNodesAreSharedOrTheirDevicesAreNamed) {
  use_cluster(
      "    - {name: a, nodes: 8, cores_per_node: 64, gpus_per_node: 4, whole_nodes: yes}\n"
      "    - {name: b, nodes: 8, cores_per_node: 64, gpus_per_node: 4}\n",
      kLadder);
  EXPECT_THAT(places(planned()), ElementsAre("1gpu a", "2gpu a", "4gpu a", "2x4gpu a"));
  use_cluster(
      "    - {name: gpu, nodes: 2, cores_per_node: 128, gpus_per_node: 8, gpu_type: a100}\n"
      "    - {name: mig, nodes: 2, cores_per_node: 128, gpus_per_node: 56, gpu_type: a100_1g.5gb}\n",
      "ladder: [1gpu, 4gpu, 8gpu], cpus_per_rank: {gpu: 2}");
  EXPECT_THAT(places(planned()), ElementsAre("1gpu gpu", "4gpu gpu", "8gpu gpu"));
  use_cluster(
      "    - {name: cpu, nodes: 8, cores_per_node: 64}\n"
      "    - {name: bigmem, nodes: 8, cores_per_node: 128}\n",
      "ladder: [1cpu, 4cpu, 2x4cpu], cpus_per_rank: {cpu: 16}");
  EXPECT_THAT(places(planned()), ElementsAre("1cpu cpu", "4cpu cpu", "2x4cpu cpu"));
}

TEST_F(KindsOfNodes, ThatHoldMoreOfTheLadderComeFirst) {
  use_cluster(
      "    - {name: a100, nodes: 8, max_nodes: 1, cores_per_node: 64, gpus_per_node: 4, gpu_type: a100}\n"
      "    - {name: h100, nodes: 4, cores_per_node: 96, gpus_per_node: 8, gpu_type: h100}\n",
      kLadder);
  EXPECT_THAT(places(planned()), ElementsAre("1gpu h100", "2gpu h100", "4gpu h100", "2x4gpu h100"));
  use_cluster(
      "    - {name: short, nodes: 8, cores_per_node: 64, gpus_per_node: 4, gpu_type: a100, max_time: 5m}\n"
      "    - {name: long, nodes: 8, cores_per_node: 64, gpus_per_node: 4, gpu_type: h100}\n",
      kLadder);
  EXPECT_THAT(places(planned()), ElementsAre("1gpu long", "2gpu long", "4gpu long", "2x4gpu long"));
  EXPECT_THAT(places(planned("time_limit: 5m\n")),
              ElementsAre("1gpu short", "2gpu short", "4gpu short", "2x4gpu short"));
}

TEST_F(KindsOfNodes, AreNotLeftForTime) {
  use_cluster(
      "    - {name: a, nodes: 8, max_nodes: 1, cores_per_node: 64, gpus_per_node: 4, gpu_type: a100}\n"
      "    - {name: brief, nodes: 8, cores_per_node: 64, gpus_per_node: 4, gpu_type: a100, max_time: 5m}\n"
      "    - {name: h, nodes: 8, min_nodes: 2, cores_per_node: 64, gpus_per_node: 4, gpu_type: h100}\n",
      kLadder);
  EXPECT_EQ(refused(),
            "error: a time limit of 10 min is more than the 5 min of partition 'brief'\n"
            "      = note: two.yaml:7 sets max_time: 00:05:00\n");
}

TEST_F(KindsOfNodes, AreCrossedOnlyWhereTheSweepFileNamesTheRung) {
  use_cluster(kTwoTypes, "ladder: [1gpu, 2gpu, 8gpu, 8x4gpu], cpus_per_rank: {gpu: 8}");
  EXPECT_EQ(refused(),
            cited("two.yaml:9:42: error: rung '8gpu' would be on 'h100' (8 x h100, 96 cores), and the rest "
                  "of the ladder is on 'a100' (4 x a100, 64 cores): only the 'scales:' of a sweep file "
                  "crosses kinds of nodes",
                  "launch: {source: s, ladder: [1gpu, 2gpu, 8gpu, 8x4gpu], cpus_per_rank: {gpu: 8}}",
                  "the nearest available rung is 2x4gpu",
                  {"it asks for 8 GPUs a node, but a node of partition 'a100' has 4: two.yaml:6 sets "
                   "gpus_per_node: 4"}));
  const auto crossing = planned("scales: [1gpu, 2gpu, 8gpu, 8x4gpu]\n");
  EXPECT_THAT(places(crossing), ElementsAre("1gpu a100", "2gpu a100", "8gpu h100", "8x4gpu a100"));
  EXPECT_EQ(warnings(crossing),
            "warning: the ladder crosses kinds of nodes, and the report stars what is compared across them: "
            "1gpu, 2gpu, 8x4gpu on 'a100' (4 x a100, 64 cores); 8gpu on 'h100' (8 x h100, 96 cores)\n"
            "      = hint: leave out the rungs of one kind, or choose one with 'partition:'; nodes that are "
            "the same have the same 'gpu:' and 'cpu:' in the profile\n");
  EXPECT_EQ(run_of(crossing.plan, "8gpu-r1").resources.node_kind, "8 x h100, 96 cores");
  EXPECT_EQ(run_of(crossing.plan, "1gpu-r1").resources.node_kind, "4 x a100, 64 cores");
}

TEST_F(KindsOfNodes, InSeveralPartitionsAreOneLadder) {
  const auto note = [&](const std::string& cluster, const std::string& scales) {
    const auto planned = plan_text(
        "name: t\npython: a\naccount: p\nparameters: {global_batch: 192}\nscales: [" + scales + "]\n",
        cluster);
    EXPECT_TRUE(planned) << render(planned ? Diagnostics{} : planned.error());
    for (const auto& run : planned->plan.runs) EXPECT_EQ(run.resources.node_kind, "");
    return warnings(*planned);
  };
  EXPECT_EQ(
      note("lumi", "1gpu, 8gpu"),
      "note: rungs are in several partitions, with nodes of one kind (8 x AMD MI250X, one GCD, 64 GB HBM2e "
      "(mi250), 56 cores of AMD EPYC 7A53 \"Trento\", 64 cores): 8gpu on 'standard-g'; 1gpu on 'small-g'\n");
  EXPECT_EQ(note("lumi", "1cpu, 8cpu"),
            "note: rungs are in several partitions, with nodes of one kind (128 cores of 2 x AMD EPYC 7763, "
            "64 cores each): 8cpu on 'standard'; 1cpu on 'small'\n");
  EXPECT_EQ(note("param_rudra", "2gpu, 8x2gpu"),
            "note: rungs are in several partitions, with nodes of one kind (2 x NVIDIA A100 80 GB PCIe, 48 "
            "cores of 2 x Intel Xeon Gold 6240R): 2gpu on 'gpu-debug'; 8x2gpu on 'gpu-small'\n");
  EXPECT_EQ(note("param_rudra", "2gpu, 2x2gpu"), "");
}

TEST_F(KindsOfNodes, GiveTheLadderOfAProfileThatHasNone) {
  use_cluster(
      "    - {name: a, nodes: 4, cores_per_node: 24, gpus_per_node: 6}\n"
      "    - {name: b, nodes: 4, cores_per_node: 24, gpus_per_node: 6, chosen: no}\n",
      "time_limit: 5m");
  EXPECT_THAT(places(planned()), ElementsAre("1gpu a", "2gpu a", "4gpu a", "6gpu a", "2x6gpu a", "4x6gpu a"));
  EXPECT_THAT(places(planned("partition: b\n")),
              ElementsAre("1gpu b", "2gpu b", "4gpu b", "6gpu b", "2x6gpu b", "4x6gpu b"));
  use_cluster("    - {name: c, nodes: 5, min_nodes: 2, cores_per_node: 4}\n", "cpus_per_rank: {cpu: 2}");
  EXPECT_THAT(places(planned()), ElementsAre("2x2cpu c", "4x2cpu c"));
  use_cluster("    - {name: d, nodes: 4, cores_per_node: 4, chosen: no}\n", "time_limit: 5m");
  EXPECT_EQ(refused(),
            "error: 'two' has no ladder, and no partition that is used without being asked for\n"
            "      = hint: choose one with 'partition:' in the sweep file, or write 'chosen: yes' in the "
            "profile\n");
}

TEST_F(KindsOfNodes, AreTakenForTheirCoresAndTheirMemory) {
  const std::string sizes =
      "    - {name: small, nodes: 20, cores_per_node: 32, memory_per_node: 100G, cpu: A}\n"
      "    - {name: big, nodes: 20, cores_per_node: 96, memory_per_node: 400G, cpu: B}\n";
  use_cluster(sizes, "cpus_per_rank: {cpu: 1}");
  EXPECT_THAT(places(planned("scales: [16cpu, 32cpu]\n")), ElementsAre("16cpu small", "32cpu small"));
  EXPECT_THAT(places(planned("scales: [48cpu, 96cpu]\n")), ElementsAre("48cpu big", "96cpu big"));
  EXPECT_THAT(places(planned("scales: [16cpu]\nsweep: {cpus_per_task: [1, 3]}\n")), ElementsAre("16cpu big"));
  EXPECT_THAT(places(planned("scales: [16cpu]\nmemory: 200G\n")), ElementsAre("16cpu big"));
  EXPECT_THAT(refused("scales: [192cpu]\n"), HasSubstr("a node of partition 'small' has 32"));
}

TEST_F(KindsOfNodes, AreAskedForByTheTypeOfTheirGpus) {
  use_cluster(kTwoTypes, kLadder);
  const auto option = [&](const std::string& lines) {
    const auto plan = planned(lines).plan;
    const auto directives_of = directives(run_of(plan, "4gpu-r1").resources, plan.head.launch, "j", "o");
    for (const auto& line : directives_of.value_or(Texts{}))
      if (line.find("gpu") != std::string::npos) return line;
    return std::string("none");
  };
  EXPECT_EQ(option(""), "#SBATCH --gres=gpu:a100:4");
  EXPECT_EQ(option("partition: h100\n"), "#SBATCH --gres=gpu:h100:4");
  EXPECT_EQ(option("scales: [4gpu]\nsbatch: ['--gres=nvme:1,gpu:v100:4']\n"),
            "#SBATCH --gres=nvme:1,gpu:v100:4");
  EXPECT_EQ(option("scales: [4gpu, 2x4gpu]\nsbatch: ['--gpus-per-node=v100:4']\n"),
            "#SBATCH --gpus-per-node=v100:4");
  EXPECT_EQ(refused("scales: [2gpu, 4gpu]\nsbatch: ['--gpus-per-node=v100:4']\n"),
            cited("sweep.yaml:5:10: error: '--gpus-per-node=v100:4' is not what rung '2gpu' asks for",
                  "sbatch: ['--gpus-per-node=v100:4']",
                  "for rungs of several sizes, write 'gpu_type:' into a profile of your own"));
  EXPECT_EQ(refused("scales: [4gpu]\nsbatch: ['--gpus-per-node=h100:4']\n"),
            cited("sweep.yaml:5:10: error: '--gpus-per-node=h100:4' is not of partition 'a100', where rung "
                  "'4gpu' runs",
                  "sbatch: ['--gpus-per-node=h100:4']",
                  "write 'partition: h100', so that limits and prices are right"));
  EXPECT_THAT(refused("scales: [1cpu]\npartition: a100\nsbatch: ['--gres=gpu:v100:4']\n"),
              HasSubstr("error: '--gres=gpu:v100:4' is not what rung '1cpu' asks for\n"));
  for (const std::string one :
       {"--gres=gpu:4", "--gpus=v100:4", "--gpus-per-node=4", "--gres=shard:1", "--gpus-per-socket=p100:4",
        "--tres-per-task=gres/gpu:p100:1", "--tres-per-job=gres/gpu:v100:4"})
    EXPECT_EQ(refused("scales: [4gpu]\nsbatch: ['" + one + "']\n"),
              cited("sweep.yaml:5:10: error: the script itself sets the option '" +
                        one.substr(0, one.find('=')) + "'",
                    "sbatch: ['" + one + "']",
                    "'scales:' sets the number of GPUs; with their type it is written as --gres=gpu:v100:4"));
  EXPECT_EQ(refused("scales: [4gpu]\nsbatch: ['--mincpus=64']\n"),
            cited("sweep.yaml:5:10: error: the script itself sets the option '--mincpus'",
                  "sbatch: ['--mincpus=64']", "set the parameter 'cpus_per_task' instead"));
  EXPECT_EQ(
      refused("scales: [4gpu]\nsbatch: ['--gres=gpu:a100:4', '--gpus-per-node=a100:4']\n"),
      cited("sweep.yaml:5:31: error: '--gpus-per-node=a100:4' asks for GPUs, and so does '--gres=gpu:a100:4'",
            "sbatch: ['--gres=gpu:a100:4', '--gpus-per-node=a100:4']", "leave out one of the two"));
}

TEST_F(KindsOfNodes, AreComparedWithATypeThatAPersonAsksFor) {
  const auto warned = [](const std::string& type) {
    const auto planned = plan_text(
        "name: t\npython: a {ranks}\naccount: p\nscales: [2gpu]\nrepeats: 1\n"
        "sbatch: ['--gres=gpu:" +
            type + ":2']\n",
        "cyclone");
    return planned ? render(planned->warnings) : render(planned.error());
  };
  EXPECT_EQ(warned("v100"), "");
  EXPECT_EQ(warned("h100"),
            cited("sweep.yaml:6:10: warning: '--gres=gpu:h100:2' seems to ask for GPUs of another type than "
                  "those of partition 'gpu', NVIDIA Tesla V100-SXM2-32GB",
                  "sbatch: ['--gres=gpu:h100:2']",
                  "limits and prices are those of that partition: name another with 'partition:'"));
}

TEST_F(KindsOfNodes, HaveLocalScratchBesideTheirGpus) {
  use_cluster(kTwoTypes + "    - {name: c, nodes: 8, cores_per_node: 64}\n", kLadder);
  const auto resources_of = [&](const std::string& lines, std::optional<GpuRequest> request = {}) {
    auto plan = planned("sbatch: ['--gres=lscratch:10', '--mail-type=END']\n" + lines).plan;
    if (request) plan.head.launch.gpu_request = *request;
    Texts found;
    for (const auto& line :
         directives(plan.runs.front().resources, plan.head.launch, "j", "o").value_or(Texts{}))
      if (line.find("gpu") != std::string::npos || line.find("gres") != std::string::npos)
        found.push_back(line.substr(std::string("#SBATCH ").size()));
    return found;
  };
  EXPECT_THAT(resources_of("scales: [4gpu]\n"), ElementsAre("--gres=gpu:a100:4,lscratch:10"));
  EXPECT_THAT(resources_of("scales: [4cpu]\n"), ElementsAre("--gres=lscratch:10"));
  EXPECT_THAT(resources_of("scales: [4gpu]\n", GpuRequest::gpus_per_node),
              ElementsAre("--gpus-per-node=a100:4", "--gres=lscratch:10"));
}

}  // namespace
}  // namespace scalegen
