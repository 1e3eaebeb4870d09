// The units that a site lets one job ask for.
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

/// A cluster whose jobs may ask for 20 cores, and its path.
class BilledCluster {
 public:
  explicit BilledCluster(const std::string& more = {}) {
    EXPECT_TRUE(write_file(path(),
                           "name: billed\nscheduler: slurm\nhardware:\n  source: s\n  partitions:\n"
                           "    - name: a\n      nodes: 8\n      cores_per_node: 8\n"
                           "      max_units: 20\n      billing: {units: cores, unit: core-hours}\n" +
                               more));
  }
  [[nodiscard]] std::string path() const { return (folder_.path() / "billed.yaml").string(); }

 private:
  TemporaryFolder folder_;
};

TEST(BillLimit, OfAQosIsToldWithTheNearestRung) {
  const std::string lines = "name: t\npython: a\nlauncher: srun\npartition: large\n";
  EXPECT_EQ(
      errors_of(lines + "qos: devel\nscales: [4nodes, 5nodes]\n", "olivia", {.overrides = {.account = "p1"}}),
      cited("sweep.yaml:6:18: error: rung '5nodes' asks for 1280 billing units, but QoS 'devel' allows at "
            "most 1152",
            "scales: [4nodes, 5nodes]", "the nearest available rung is 4x4cpu",
            {"clusters/olivia.yaml:64 sets max_units: 1152"}));
  EXPECT_EQ(errors_of(lines + "scales: [5nodes]\n", "olivia"), "no error\n");
}

TEST(RequestedQos, ThatTheProfileDoesNotListIsLeftToSlurm) {
  const std::string lines = "name: t\npython: a {ranks}\naccount: p\nscales: [1gpu, 2x4gpu]\n";
  const auto in_file = plan_text(lines + "qos: normal\n", "olivia");
  ASSERT_TRUE(in_file) << render(in_file.error());
  EXPECT_EQ(in_file->plan.head.launch.qos, "normal");
  EXPECT_EQ(
      render(in_file->warnings),
      "warning: other jobs may share the nodes of 1gpu, but not those of 2x4gpu: what they slow down looks "
      "like scaling\n"
      "      = hint: begin the ladder with a whole node: 'olivia' forbids '--exclusive' in job scripts\n" +
          cited("sweep.yaml:5:6: note: the profile 'olivia' does not list the QoS 'normal': its limits are "
                "not checked, and Slurm decides",
                "qos: normal", "known: devel"));
  const auto as_option = plan_text(lines, "olivia", {.overrides = {.qos = "normal"}, .one_allocation = true});
  ASSERT_TRUE(as_option) << render(as_option.error());
  EXPECT_EQ(render(as_option->warnings),
            "note: the profile 'olivia' does not list the QoS 'normal': its limits are not checked, and "
            "Slurm decides\n"
            "      = hint: known: devel\n");
}

TEST(RequestedQos, ThatTheProfileListsIsStillChecked) {
  EXPECT_EQ(errors_of("name: t\npython: a {ranks}\naccount: p\nscales: [1gpu]\nqos: devel\ntime_limit: 3h\n",
                      "olivia"),
            cited("sweep.yaml:6:13: error: a time limit of 3 h is more than the 2 h of QoS 'devel'",
                  "time_limit: 3h", "", {"clusters/olivia.yaml:62 sets max_time: 02:00:00"}));
}

TEST(BillLimit, OfAQosHoldsForBillsInItsOwnUnit) {
  const auto profile = *find_profile("olivia");
  EXPECT_EQ(profile.qos.front().unit, "billing units");
  EXPECT_EQ(errors_of("name: t\npython: a\nqos: devel\nscales: [4x4gpu]\n", "olivia"), "no error\n");
}

TEST(BillLimit, OfAPartitionCountsTheCoresOfEachRank) {
  const BilledCluster cluster;
  EXPECT_EQ(
      errors_of("name: t\npython: a\nscales: [2x2cpu, 4x2cpu]\nsweep: {cpus_per_task: [2, 3]}\n",
                cluster.path()),
      cited(
          "sweep.yaml:3:18: error: rung '4x2cpu' asks for 24 core-hours, but partition 'a' allows at most 20",
          "scales: [2x2cpu, 4x2cpu]", "the nearest available rung is 3x2cpu",
          {cluster.path() + ":9 sets max_units: 20"}));
}

TEST(BillLimit, OfOliviasSmallPartitionIsAWholeNode) {
  const auto profile = *find_profile("olivia");
  EXPECT_EQ(profile.partitions.front().name, "small");
  EXPECT_EQ(profile.partitions.front().max_units->value, 256);
  EXPECT_EQ(errors_of("name: t\npython: a\nlauncher: srun\nscales: [4cpu]\npartition: small\n", "olivia"),
            "no error\n");
}

TEST(BillLimit, WantsABill) {
  const auto profile =
      read_profile("p.yaml",
                   "name: x\nscheduler: slurm\nhardware:\n  source: s\n  partitions:\n"
                   "    - {name: a, nodes: 4, cores_per_node: 8, max_units: 9}\n"
                   "    - {name: b, nodes: 4, cores_per_node: 8, billing: {units: cores, unit: core-hours}}\n"
                   "requests:\n  source: s\n  qos:\n    levels:\n"
                   "      - {name: p, max_units: 9}\n"
                   "      - {name: q, max_units: 9, unit: core-hour}\n");
  ASSERT_FALSE(profile);
  EXPECT_EQ(render(profile.error()),
            cited("p.yaml:6:57: error: partition 'a' has no bill to limit",
                  "    - {name: a, nodes: 4, cores_per_node: 8, max_units: 9}",
                  "add billing: {units: \"nodes * 256\", unit: billing units}") +
                cited("p.yaml:12:9: error: missing key 'unit'", "      - {name: p, max_units: 9}",
                      "add the unit of the bill, as in a partition's 'billing:'") +
                cited("p.yaml:13:39: error: no partition bills in 'core-hour'",
                      "      - {name: q, max_units: 9, unit: core-hour}", "did you mean 'core-hours'?"));
}

}  // namespace
}  // namespace scalegen
