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
      "sweep.yaml:3:10: error: rung '6gpu' asks for 6 GPUs a node, and a node of partition 'accel' has 4\n"
      "    3 | scales: [6gpu]\n"
      "      |          ^\n"
      "      = note: clusters/olivia.yaml:41 sets gpus_per_node: 4\n"
      "      = hint: the nearest rung that can be had is 2x3gpu\n"
      "sweep.yaml:3:10: error: rung '6gpu' asks for 432 cores a node (6 x 72 cpus_per_task), and a node of "
      "partition 'accel' has 288\n"
      "    3 | scales: [6gpu]\n"
      "      |          ^\n"
      "      = note: clusters/olivia.yaml:37 sets cores_per_node: 288\n");
  EXPECT_EQ(hint_for("9gpu"), "      = hint: the nearest rung that can be had is 3x3gpu\n");
}

TEST(NearestRung, FillsNodesWhereTheyCannot) {
  EXPECT_EQ(hint_for("7gpu"), "      = hint: the nearest rung that can be had is 2x4gpu\n");
  EXPECT_EQ(hint_for("8gpu"), "      = hint: the nearest rung that can be had is 2x4gpu\n");
  EXPECT_EQ(hint_for("16x4gpu"), "      = hint: the nearest rung that can be had is 8x4gpu\n");
}

}  // namespace
}  // namespace scalegen
