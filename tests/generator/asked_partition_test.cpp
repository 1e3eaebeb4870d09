// What is said where a profile has no partition of the name that a person asks for.
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

TEST(AskedPartition, ThatTheSiteChoosesIsNotToBeNamed) {
  EXPECT_EQ(
      errors_of("name: t\npython: a\nscales: [1gpu]\npartition: gpu\n", "della"),
      "sweep.yaml:4:12: error: 'della' chooses the partition 'gpu' itself, and refuses jobs that name it\n"
      "    4 | partition: gpu\n"
      "      |            ^\n"
      "      = hint: write none, or write which kind of nodes instead: 'gpu80', 'gpu40', 'mig40'\n");
}

TEST(AskedPartition, OfSeveralKindsOfNodesIsToBeOneOfThem) {
  const TemporaryFolder folder;
  const auto path = (folder.path() / "kinds.yaml").string();
  ASSERT_TRUE(
      write_file(path,
                 "name: kinds\nscheduler: slurm\nhardware:\n  source: s\n  partitions:\n"
                 "    - {name: old, partition: gpu, nodes: 8, cores_per_node: 8, gpus_per_node: 2}\n"
                 "    - {name: new, partition: gpu, nodes: 8, cores_per_node: 8, gpus_per_node: 4}\n"));
  PlanOptions options;
  options.overrides.partition = "gpu";
  EXPECT_EQ(errors_of("name: t\npython: a\nscales: [1gpu]\n", path, options),
            "error: 'kinds' has several kinds of nodes in partition 'gpu'\n"
            "      = hint: write which kind of nodes instead: 'old', 'new'\n");
}

}  // namespace
}  // namespace scalegen
