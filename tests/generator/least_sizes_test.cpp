// Partitions that a site keeps for large jobs.
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

const std::string kWeak = "scaling: weak\nparameters: {per_rank_batch: 8}\n";

TEST(LeastSizes, OfGpusAreNamedWithTheNearestRungs) {
  EXPECT_EQ(errors_of(sweep_text(kWeak + "scales: [5x1gpu]\npartition: gpu-small\n"), "param_rudra"),
            "sweep.yaml:5:10: error: rung '5x1gpu' asks for 5 GPUs, and partition 'gpu-small' gives no less "
            "than 10\n"
            "    5 | scales: [5x1gpu]\n"
            "      |          ^\n"
            "      = note: clusters/param_rudra.yaml:28 sets min_gpus: 10\n"
            "      = hint: the nearest rung that can be had is 10x1gpu\n");
  EXPECT_EQ(errors_of(sweep_text(kWeak + "scales: [5x2gpu, 10x1gpu]\n"), "param_rudra"), "no error\n");
}

TEST(LeastSizes, OfCoresAreOfTheWholeJob) {
  EXPECT_EQ(errors_of("name: t\npython: a\nscales: [10x1cpu]\n", "param_rudra"),
            "sweep.yaml:3:10: error: rung '10x1cpu' asks for 120 cores in all (10 x 12 cpus_per_task), and "
            "partition "
            "'terai' gives no less than 480\n"
            "    3 | scales: [10x1cpu]\n"
            "      |          ^\n"
            "      = note: clusters/param_rudra.yaml:72 sets min_cores: 480\n"
            "      = hint: take more ranks a node, or more cpus_per_task\n");
  EXPECT_EQ(errors_of("name: t\npython: a\nscales: [10x4cpu]\n", "param_rudra"), "no error\n");
}

TEST(LeastSizes, BeyondWhatAPartitionHasContradictIt) {
  const auto profile = read_profile("p.yaml",
                                    "name: x\nscheduler: slurm\nhardware:\n  source: s\n  partitions:\n"
                                    "    - {name: a, nodes: 4, cores_per_node: 8, min_cores: 33}\n");
  ASSERT_FALSE(profile);
  EXPECT_EQ(render(profile.error()),
            "p.yaml:6:57: error: partition 'a' gives a job no less than 33 cores, but no more than 32\n"
            "    6 |     - {name: a, nodes: 4, cores_per_node: 8, min_cores: 33}\n"
            "      |                                                         ^\n"
            "      = note: p.yaml:6 sets nodes: 4\n");
}

TEST(UnknownWork, IsWarnedOfBeforeWeakScalingIsPaidFor) {
  const auto warnings = [](const std::string& lines) {
    const auto planned = plan_text("name: t\npython: a\nscales: [1cpu, 2cpu]\nscaling: weak\n" + lines);
    return planned ? render(planned->warnings) : render(planned.error());
  };
  const std::string time = "metrics: {time: {regex: 'took ([0-9]+)'}}\n";
  EXPECT_EQ(warnings(time),
            "sweep.yaml:2:1: warning: with weak scaling a time is no speed: nobody says how many samples a "
            "run takes\n"
            "    2 | python: a\n"
            "      | ^\n"
            "      = hint: add 'samples:' under 'parameters:', those of all epochs together\n");
  EXPECT_EQ(warnings(time + "parameters: {samples: 1000}\n"), "");
  EXPECT_EQ(
      warnings(""),
      "sweep.yaml:2:1: warning: without 'metrics:' and event lines the wall time counts, and with weak "
      "scaling it "
      "is no speed: nobody says how many samples a run takes\n"
      "    2 | python: a\n"
      "      | ^\n"
      "      = hint: add 'metrics:', or 'samples:' under 'parameters:', those of all epochs together\n");
  EXPECT_EQ(warnings("parameters: {samples: 1000}\n"), "");
  EXPECT_EQ(warnings("metrics: {throughput: {regex: '([0-9]+)', unit: images/s}}\n"), "");
}

}  // namespace
}  // namespace scalegen
