#include "generator/profile/profile_reader.hpp"
#include "tests/generator/sweeps.hpp"
#include "tests/golden.hpp"

namespace scalegen {
namespace {

std::string with_partition(const std::string& keys, const std::string& rest = {}) {
  return errors_of_profile(
      "name: x\nscheduler: slurm\nhardware:\n  source: s\n  partitions:\n    - {name: a, " + keys + "}\n" +
      rest);
}

TEST(ProfileContradiction, IsReportedWithBothPlaces) {
  expect_golden("profile-contradictions.txt",
                errors_of_profile("name: x\n"
                                  "scheduler: slurm\n"
                                  "hardware:\n"
                                  "  source: s\n"
                                  "  partitions:\n"
                                  "    - name: a\n"
                                  "      nodes: 4\n"
                                  "      min_nodes: 9\n"
                                  "      max_nodes: 8\n"
                                  "      cores_per_node: 40\n"
                                  "      memory_per_node: 100G\n"
                                  "      memory: {per_core: 3G}\n"
                                  "      reserved_cores: [0, 44, 0, x]\n"
                                  "    - name: b\n"
                                  "      nodes: 4\n"
                                  "      min_nodes: 3\n"
                                  "      max_gpus: 2\n"
                                  "      cores_per_node: 40\n"
                                  "      gpus_per_node: 4\n"
                                  "      memory_per_node: 100G\n"
                                  "      memory: {per_gpu: 50G}\n"
                                  "      billing: {units: node * 2 + gpus, unit: units}\n"
                                  "    - name: b\n"
                                  "      nodes: 4\n"
                                  "      max_gpus: 2\n"
                                  "      cores_per_node: 40\n"
                                  "      memory: {per_gpu: 50G}\n"
                                  "    - name: c\n"
                                  "      nodes: 4\n"
                                  "      min_nodes: 2\n"
                                  "      max_gpus: 7\n"
                                  "      whole_nodes: yes\n"
                                  "      cores_per_node: 40\n"
                                  "      gpus_per_node: 4\n"
                                  "      memory_per_node: 100G\n"
                                  "      memory: {per_node: 101G}\n"
                                  "      billing: {units: nodes *, unit: units}\n"
                                  "requests:\n"
                                  "  source: s\n"
                                  "  qos: {levels: [{name: q, partitions: [bb, a]}]}\n"
                                  "launch:\n"
                                  "  source: s\n"
                                  "  ladder: [1gpu, 3x2gpu, 8cpu, 9nodes, 2nodes]\n"
                                  "  launcher: container+srun\n"
                                  "  cpus_per_rank: {cpu: 6, gpu: 11}\n"));
}

TEST(ProfileContradiction, IsNoneAtTheVeryLimit) {
  EXPECT_EQ(with_partition(
                "nodes: 4, min_nodes: 4, max_nodes: 4, max_gpus: 16, whole_nodes: yes, cores_per_node: 40, "
                "gpus_per_node: 4, memory_per_node: 40G, memory: {per_gpu: 10G}, reserved_cores: [40]",
                "launch: {source: s, ladder: [4x4gpu, 4nodes], cpus_per_rank: {gpu: 10}}\n"),
            "no error\n");
}

TEST(ProfileContradiction, WithPerCoreMemoryAndWholeNodesIsNone) {
  EXPECT_EQ(
      with_partition(
          "nodes: 4, cores_per_node: 40, whole_nodes: yes, memory_per_node: 40G, memory: {per_core: 1G}"),
      "no error\n");
}

TEST(ProfileContradiction, OfTheLadderLeavesOutPartitionsThatAPersonHasToAskFor) {
  EXPECT_EQ(with_partition("nodes: 4, cores_per_node: 40, chosen: no", "launch: {source: s, ladder: 1cpu}\n"),
            cited("p.yaml:7:29: error: no partition can run the rung '1cpu'",
                  "launch: {source: s, ladder: 1cpu}", "partitions with 'chosen: no' are left out"));
}

TEST(ProfileContradiction, OfCoresForAGpuNeedsEachGpuPartitionToBeTooSmall) {
  const std::string launch = "launch: {source: s, cpus_per_rank: {gpu: 11}}\n";
  const std::string small = "nodes: 4, cores_per_node: 40, gpus_per_node: 4";
  EXPECT_EQ(
      with_partition(small + "}\n    - {name: b, nodes: 1, cores_per_node: 44, gpus_per_node: 4", launch),
      "no error\n");
  EXPECT_EQ(with_partition(small, launch),
            cited("p.yaml:7:42: error: with 11 cores for each GPU no node can use all its GPUs",
                  "launch: {source: s, cpus_per_rank: {gpu: 11}}", "",
                  {"partition 'a' has 4 GPUs a node: p.yaml:6 sets cores_per_node: 40"}));
}

TEST(ProfileBilling, IsANumber) {
  const auto bill = [](const std::string& units) {
    return with_partition("nodes: 4, cores_per_node: 40, billing: {units: " + units + ", unit: coins}", "");
  };
  EXPECT_EQ(bill("nodes + gpus / 4"), "no error\n");
  const auto word = bill("\"'many'\"");
  EXPECT_NE(word.find("error: a bill must be a number, not the word 'many'\n"), std::string::npos) << word;
  const auto sum = bill("\"nodes * 'many'\"");
  EXPECT_NE(sum.find("error: "), std::string::npos) << sum;
}

TEST(ProfileMemory, IsOneRuleAlone) {
  const auto with = [](const std::string& memory) {
    return with_partition("nodes: 4, cores_per_node: 40, memory: " + memory);
  };
  const std::string hint =
      "      = hint: write site, refused, {per_node: 440G}, {per_core: 2900M} or {per_gpu: 110G}\n";
  EXPECT_EQ(with("site"), "no error\n");
  EXPECT_EQ(with("refused"), "no error\n");
  EXPECT_EQ(with("all"), cited("p.yaml:6:55: error: unknown value for 'memory'",
                               "    - {name: a, nodes: 4, cores_per_node: 40, memory: all}") +
                             hint);
  EXPECT_EQ(with("{per_node: 1G, per_core: 1G}"),
            cited("p.yaml:6:55: error: 'memory' takes exactly one key",
                  "    - {name: a, nodes: 4, cores_per_node: 40, memory: {per_node: 1G, per_core: 1G}}") +
                hint);
}

}  // namespace
}  // namespace scalegen
