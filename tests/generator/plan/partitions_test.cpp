#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

/// The first hint of what is said of a rung on Olivia, whose nodes have 4 GPUs.
std::string hint_for(const std::string& rung) {
  const auto errors = errors_of("name: t\npython: a\nscales: [" + rung + "]\n", "olivia");
  const auto hint = errors.find("      = hint: ");
  return hint == std::string::npos ? errors : errors.substr(hint, errors.find('\n', hint) + 1 - hint);
}

TEST(NearestRung, KeepsTheRanksWhereTheyCanBeSpreadEvenly) {
  EXPECT_EQ(
      errors_of("name: t\npython: a\nscales: [6gpu]\n", "olivia"),
      cited(
          "sweep.yaml:3:10: error: rung '6gpu' asks for 6 GPUs a node, but a node of partition 'accel' has 4",
          "scales: [6gpu]", "the nearest available rung is 2x3gpu",
          {"clusters/olivia.yaml:41 sets gpus_per_node: 4"}) +
          cited("sweep.yaml:3:10: error: rung '6gpu' asks for 432 cores a node (6 x 72 cpus_per_task), but a "
                "node of partition 'accel' has 288",
                "scales: [6gpu]", "", {"clusters/olivia.yaml:37 sets cores_per_node: 288"}));
  EXPECT_EQ(hint_for("9gpu"), "      = hint: the nearest available rung is 3x3gpu\n");
}

TEST(NearestRung, FillsNodesWhereTheyCannot) {
  EXPECT_EQ(hint_for("7gpu"), "      = hint: the nearest available rung is 2x4gpu\n");
  EXPECT_EQ(hint_for("8gpu"), "      = hint: the nearest available rung is 2x4gpu\n");
  EXPECT_EQ(hint_for("16x4gpu"), "      = hint: the nearest available rung is 8x4gpu\n");
}

TEST(NearestRung, HasNoMoreGpusThanAJobMayHave) {
  const TemporaryFolder folder;
  const auto path = (folder.path() / "mig.yaml").string();
  ASSERT_TRUE(write_file(path,
                         "name: mig\nscheduler: slurm\nhardware:\n  partitions:\n"
                         "    - {name: mig, nodes: 4, cores_per_node: 64, gpus_per_node: 7, max_gpus: 1}\n"));
  EXPECT_EQ(
      errors_of("name: t\npython: a {ranks}\nscales: [1gpu, 2gpu]\n", path),
      cited("sweep.yaml:3:16: error: rung '2gpu' asks for 2 GPUs, but partition 'mig' allows at most 1",
            "scales: [1gpu, 2gpu]", "the nearest available rung is 1gpu", {path + ":5 sets max_gpus: 1"}));
}

TEST(AskedPartition, ThatTheSiteChoosesIsNotToBeNamed) {
  EXPECT_EQ(
      errors_of("name: t\npython: a\nscales: [1gpu]\npartition: gpu\n", "della"),
      cited(
          "sweep.yaml:4:12: error: 'della' chooses the partition 'gpu' itself, and refuses jobs that name it",
          "partition: gpu", "write none, or write which kind of nodes instead: 'gpu80', 'gpu40', 'mig40'"));
}

TEST(AskedPartition, OfSeveralKindsOfNodesIsToBeOneOfThem) {
  const TemporaryFolder folder;
  const auto path = (folder.path() / "kinds.yaml").string();
  ASSERT_TRUE(
      write_file(path,
                 "name: kinds\nscheduler: slurm\nhardware:\n  source: s\n  partitions:\n"
                 "    - {name: old, partition: gpu, nodes: 8, cores_per_node: 8, gpus_per_node: 2}\n"
                 "    - {name: new, partition: gpu, nodes: 8, cores_per_node: 8, gpus_per_node: 4}\n"));
  plan::PlanOptions options;
  options.overrides.partition = "gpu";
  EXPECT_EQ(errors_of("name: t\npython: a\nscales: [1gpu]\n", path, options),
            "error: 'kinds' has several kinds of nodes in partition 'gpu'\n"
            "      = hint: write which kind of nodes instead: 'old', 'new'\n");
}

const std::string kWeak = "scaling: weak\nparameters: {per_rank_batch: 8}\n";

TEST(LeastSizes, OfGpusAreNamedWithTheNearestRungs) {
  EXPECT_EQ(errors_of(sweep_text(kWeak + "scales: [5x1gpu]\npartition: gpu-small\n"), "param_rudra"),
            cited("sweep.yaml:5:10: error: rung '5x1gpu' asks for 5 GPUs, but partition 'gpu-small' requires "
                  "at least 10",
                  "scales: [5x1gpu]", "the nearest available rung is 10x1gpu",
                  {"clusters/param_rudra.yaml:35 sets min_gpus: 10"}));
  EXPECT_EQ(errors_of(sweep_text(kWeak + "scales: [5x2gpu, 10x1gpu]\n"), "param_rudra"), "no error\n");
}

TEST(LeastSizes, OfCoresAreOfTheWholeJob) {
  EXPECT_EQ(errors_of("name: t\npython: a\nscales: [10x1cpu]\n", "param_rudra"),
            cited("sweep.yaml:3:10: error: rung '10x1cpu' asks for 120 cores in all (10 x 12 cpus_per_task), "
                  "but partition 'terai' requires at least 480",
                  "scales: [10x1cpu]", "take more ranks a node, or more cpus_per_task",
                  {"clusters/param_rudra.yaml:83 sets min_cores: 480"}));
  EXPECT_EQ(errors_of("name: t\npython: a\nscales: [10x4cpu]\n", "param_rudra"), "no error\n");
}

TEST(LeastSizes, BeyondWhatAPartitionHasContradictIt) {
  const auto profile = read_profile("p.yaml",
                                    "name: x\nscheduler: slurm\nhardware:\n  source: s\n  partitions:\n"
                                    "    - {name: a, nodes: 4, cores_per_node: 8, min_cores: 33}\n");
  ASSERT_FALSE(profile);
  EXPECT_EQ(
      render(profile.error()),
      cited("p.yaml:6:57: error: partition 'a' gives a job no less than 33 cores, but no more than 32",
            "    - {name: a, nodes: 4, cores_per_node: 8, min_cores: 33}", "", {"p.yaml:6 sets nodes: 4"}));
}

}  // namespace
}  // namespace scalegen
