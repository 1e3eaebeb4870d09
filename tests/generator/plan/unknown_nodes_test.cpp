// Profiles that make their partitions up, as 'generic' does: what a person asks for is passed on, and nothing
// is claimed of the nodes.
#include "core/directives.hpp"
#include "generator/plan/build_job.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

const std::string kHeat = "name: t\nrepeats: 1\ncommand: srun --ntasks={ranks} ./heat\nthreads: 1\n";

/// The lines of the first job; without job name, output and --no-requeue.
std::string request_of(const std::string& text, const std::string& cluster, plan::PlanOptions options = {}) {
  const auto planned = plan_text(text, cluster, std::move(options));
  if (!planned) return render(planned.error());
  const auto& plan = planned->plan;
  const auto lines = directives(plan.runs.front().resources, plan.head.launch, "t", "/o").value();
  std::string request;
  for (const auto& line : lines)
    if (const auto option = line.substr(8);
        !option.starts_with("--job-name") && !option.starts_with("--output") && option != "--no-requeue")
      request += option + "\n";
  return request;
}

std::string warnings_of(const std::string& text, const std::string& cluster) {
  const auto planned = plan_text(text, cluster);
  return render(planned ? planned->warnings : planned.error());
}

TEST(UnknownNodes, TakeThePartitionThatAPersonNames) {
  const std::string size =
      "--nodes=1\n--ntasks-per-node=1\n--cpus-per-task=1\n--gres=gpu:1\n--time=00:10:00\n";
  for (const std::string name : {"gpu", "cpu", "gpu-a100", "batch"}) {
    const auto named = "--partition=" + name + "\n" + size;
    EXPECT_EQ(request_of(kHeat + "scales: [1gpu]\npartition: " + name + "\n", "generic"), named);
    EXPECT_EQ(request_of(kHeat + "scales: [1gpu]\n", "generic", {.overrides = {.partition = name}}), named);
    EXPECT_EQ(request_of(kHeat + "scales: [1gpu]\n", "generic", {.fallbacks = {.partition = name}}), named);
  }
  EXPECT_EQ(request_of(kHeat + "scales: [1gpu]\n", "generic"), size);
}

TEST(UnknownNodes, TakeWhatElseAPersonAsksFor) {
  EXPECT_EQ(request_of(kHeat + "scales: [2x4cpu]\npartition: batch\nqos: long\naccount: a\nreservation: r\n"
                               "memory: 900G\nsbatch: [--constraint=ib]\n",
                       "generic"),
            "--account=a\n--partition=batch\n--qos=long\n--nodes=2\n--ntasks-per-node=4\n"
            "--cpus-per-task=1\n--mem=900G\n--time=00:10:00\n--constraint=ib\n--reservation=r\n");
}

TEST(UnknownNodes, LimitNoSizeAndSayNothingOfNeighbours) {
  EXPECT_EQ(warnings_of(kHeat + "scales: [8cpu, 32cpu, 192cpu, 64x192cpu]\n", "generic"), "");
  EXPECT_EQ(warnings_of("name: t\npython: a.py\nscales: [1gpu, 4gpu, 16gpu]\n", "generic"), "");
  const auto planned = plan_text(kHeat + "scales: [32cpu]\nsbatch: [--exclusive]\n", "generic");
  ASSERT_TRUE(planned) << render(planned.error());
  EXPECT_EQ(planned->plan.runs.front().rate.core_hours, 32);
  EXPECT_EQ(planned->plan.runs.front().rate.gpu_hours, 0);
}

TEST(UnknownNodes, AreWarnedOfWhereAWholeOneIsMeant) {
  EXPECT_EQ(warnings_of("name: t\npython: a.py\nscales: [1gpu, 1node]\n", "generic"),
            cited("sweep.yaml:3:16: warning: that rung '1node' is 4gpu is assumed: 'generic' knows no nodes",
                  "scales: [1gpu, 1node]", "'scalegen clusters detect' writes a profile of what Slurm says"));
  EXPECT_EQ(warnings_of("name: t\npython: a.py\nscales: [1gpu]\nsbatch: [--exclusive]\n", "generic"),
            "warning: jobs hold whole nodes, and prices count what they ask for: 'generic' knows no nodes\n"
            "      = hint: 'scalegen clusters detect' writes a profile of what Slurm says\n");
}

TEST(UnknownNodes, AreBuiltOnInThePartitionThatAPersonNames) {
  const auto partition_and_gpus = [](const std::string& name) {
    const auto build = plan::plan_build(find_profile("generic").value(), {.site = {.partition = name}});
    if (!build) return render(build.error());
    const auto& asked = build->run.resources;
    return asked.partition + " " + std::to_string(asked.gpus_per_node);
  };
  EXPECT_EQ(partition_and_gpus(""), " 1");
  EXPECT_EQ(partition_and_gpus("gpu"), "gpu 1");
  EXPECT_EQ(partition_and_gpus("gpu-a100"), "gpu-a100 1");
  EXPECT_EQ(partition_and_gpus("cpu"), "cpu 0");
}

TEST(UnknownNodes, AreNotTakenForKnownOnesBesideThem) {
  TemporaryFolder folder;
  const auto path = folder.path() / "mine.yaml";
  ASSERT_TRUE(write_file(path,
                         "extends: generic\nname: mine\nhardware:\n  partitions:\n"
                         "    - {name: a100, nodes: 4, cores_per_node: 64, gpus_per_node: 8}\n"
                         "    - {name: cpu, known: no, nodes: 1, cores_per_node: 1}\n"));
  EXPECT_EQ(request_of(kHeat + "scales: [2cpu]\n", path.string()),
            "--nodes=1\n--ntasks-per-node=2\n--cpus-per-task=1\n--time=00:10:00\n");
  EXPECT_EQ(errors_of(kHeat + "scales: [2cpu]\npartition: cpu\n", path.string()),
            cited("sweep.yaml:6:12: error: 'mine' has no partition 'cpu'", "partition: cpu", "known: a100"));
  EXPECT_EQ(request_of(kHeat + "scales: [2cpu]\npartition: a100\n", path.string()),
            "--partition=a100\n--nodes=1\n--ntasks-per-node=2\n--cpus-per-task=1\n--time=00:10:00\n");
}

}  // namespace
}  // namespace scalegen
