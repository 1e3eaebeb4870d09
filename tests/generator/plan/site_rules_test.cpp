// Sites in what they forbid and where they bind: whole nodes, nodes shared with others, several nodes.
#include <algorithm>

#include "core/directives.hpp"
#include "generator/script/launch_line.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

Plan plan_on(const std::string& site, const std::string& lines) {
  const auto planned = plan_text("name: t\naccount: p\nrepeats: 1\n" + lines, site);
  EXPECT_TRUE(planned) << (planned ? "" : render(planned.error()));
  return planned ? planned->plan : Plan{};
}

std::string launch_on(const std::string& site, const std::string& lines) {
  const auto plan = plan_on(site, lines);
  return plan.runs.empty() ? "" : launch_line(plan.runs.front(), plan.head);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(SharedNodes, AreNotMadeWholeWhereTheSiteForbidsIt) {
  const std::string sweep = "name: t\npython: train.py\nscales: [1gpu, 4gpu]\n";
  EXPECT_EQ(
      errors_of(sweep + "sbatch: [--exclusive]\n", "olivia"),
      cited("sweep.yaml:4:10: error: 'olivia' forbids '--exclusive' in job scripts", "sbatch: [--exclusive]",
            "begin the ladder with a whole node; if the site told you to use it, a profile of yours says "
            "'exclusive: allowed'",
            {"clusters/olivia.yaml:56 sets exclusive: refused"}));
  const auto planned = plan_text(sweep + "account: p\n", "olivia");
  ASSERT_TRUE(planned);
  EXPECT_EQ(
      render(planned->warnings),
      "warning: other jobs may share the nodes of 1gpu, but not those of 4gpu: what they slow down looks "
      "like scaling\n"
      "      = hint: begin the ladder with a whole node: 'olivia' forbids '--exclusive' in job scripts\n");
  EXPECT_EQ(errors_of(sweep + "sbatch: [--exclude=n1]\naccount: p\n", "olivia"), "no error\n");
}

TEST(SharedNodes, AreMadeWholeByThePartitionOfWholeNodesWhereThereIsOne) {
  const auto hint = [](const std::string& site, const std::string& scales) {
    const auto planned = plan_text("name: t\naccount: p\npython: a\nscales: " + scales + "\n", site);
    return planned ? render(planned->warnings) : render(planned.error());
  };
  EXPECT_TRUE(has(hint("lumi", "[1gpu, 8gpu]"), "write 'partition: standard-g'\n"));
  EXPECT_TRUE(has(hint("perlmutter", "[1gpu, 4gpu]"), "write 'partition: gpu'\n"));
  EXPECT_TRUE(has(hint("cyclone", "[1gpu, 4gpu]"), "add 'sbatch: [--exclusive]' to the sweep file\n"));
}

TEST(CpuBind, ByNameIsOfEachRankAndByNumberOfWholeNodes) {
  EXPECT_TRUE(has(launch_on("olivia", "python: a\nscales: [1gpu]\n"), " --cpu-bind=cores "));
  EXPECT_TRUE(has(launch_on("olivia", "python: a\nscales: [2x4gpu]\n"), " --cpu-bind=cores "));
  EXPECT_FALSE(has(launch_on("olivia", "torchrun: a\nscales: [2x4gpu]\n"), "cpu-bind"));
  const std::string small = "python: a\npartition: small-g\n";
  EXPECT_FALSE(has(launch_on("lumi", small + "scales: [2gpu]\n"), "cpu-bind"));
  EXPECT_FALSE(has(launch_on("lumi", small + "scales: [8gpu]\n"), "cpu-bind"));
  EXPECT_TRUE(has(launch_on("lumi", small + "scales: [8gpu]\nsbatch: [--exclusive]\n"),
                  "--cpu-bind=mask_cpu:0x00fe"));
  EXPECT_TRUE(has(launch_on("lumi", "python: a\nscales: [2x8gpu]\n"), "--cpu-bind=mask_cpu:0x00fe"));
}

// --hint=nomultithread of the job binds; srun forgets it beside --cpu-bind (slurm_opt.c,
// validate_hint_option).
TEST(CpuBind, IsLeftToTheHintWhereCoresHaveThreads) {
  EXPECT_FALSE(has(launch_on("perlmutter", "python: a\nscales: [2x4cpu]\nlauncher: srun\n"), "cpu-bind"));
  EXPECT_TRUE(has(launch_on("perlmutter", "python: a\nscales: [1gpu]\n"), " --cpu-bind=cores "));
}

TEST(TorchrunOptions, AreThoseOfTheSitesImageOnWholeNodes) {
  const std::string binds = " --numa-binding=exclusive train.py";
  const std::string sweep = "torchrun: train.py\nlauncher: container+torchrun\n";
  EXPECT_TRUE(has(launch_on("lumi", sweep + "scales: [8gpu]\n"), binds));
  EXPECT_TRUE(has(launch_on("lumi", sweep + "scales: [2x8gpu]\n"), binds));
  EXPECT_TRUE(
      has(launch_on("lumi", "torchrun: [train.py]\nlauncher: container+torchrun\nscales: [8gpu]\n"), binds));
  EXPECT_FALSE(has(launch_on("lumi", sweep + "scales: [4gpu]\n"), "numa"));
  EXPECT_FALSE(has(launch_on("lumi", sweep + "scales: [8gpu]\nimage: /my.sif\n"), "numa"));
  EXPECT_FALSE(has(launch_on("lumi", "torchrun: train.py\nlauncher: torchrun\nscales: [8gpu]\n"), "numa"));
  EXPECT_TRUE(has(launch_on("lumi", "workload: mnist_cnn\nlauncher: container+torchrun\nscales: [8gpu]\n"),
                  " --numa-binding=exclusive --no_python env MASTER_PORT"));
}

TEST(SoftwareOfOneNode, IsRefusedOnSeveral) {
  EXPECT_EQ(errors_of("name: t\npython: train.py\nlauncher: srun\nscales: [8gpu, 2x8gpu]\n", "lumi"),
            cited("sweep.yaml:4:16: error: rung '2x8gpu' has 2 nodes, and the modules of 'lumi' are for one: "
                  "CSC's PyTorch has had no Slingshot since January 2026",
                  "scales: [8gpu, 2x8gpu]",
                  "use the container: 'launcher: container+srun' or 'launcher: container+torchrun'; a "
                  "profile of yours with software of your own says 'one_node_only: \"\"'",
                  {"clusters/lumi.yaml:114 sets one_node_only: ..."}));
  const auto planned =
      plan_text("name: t\naccount: p\ncommand: srun python a.py {gpus}\nscales: [8gpu, 2x8gpu]\n", "lumi");
  ASSERT_TRUE(planned) << render(planned.error());
  EXPECT_EQ(
      render(planned->warnings),
      cited("sweep.yaml:4:16: warning: rung '2x8gpu' has 2 nodes, and the modules of 'lumi' are for one: "
            "CSC's PyTorch has had no Slingshot since January 2026",
            "scales: [8gpu, 2x8gpu]", "if the command brings software of its own, write 'software: own'",
            {"clusters/lumi.yaml:114 sets one_node_only: ..."}));
  EXPECT_EQ(render(plan_text("name: t\naccount: p\ncommand: srun python a.py {gpus}\nsoftware: own\n"
                             "scales: [8gpu, 2x8gpu]\n",
                             "lumi")
                       ->warnings),
            "");
  for (const auto* fine :
       {"python: train.py\nlauncher: srun\nscales: [8gpu]\n",

        "python: train.py\nlauncher: srun\nscales: [2x8cpu]\npartition: standard\n",
        "command: srun ./a.out\nlauncher: srun\nscales: [2x8gpu]\n", "python: train.py\nscales: [2x8gpu]\n"})
    EXPECT_EQ(errors_of(std::string("name: t\naccount: p\n") + fine, "lumi"), "no error\n") << fine;
}

TEST(SoftwareOfOneNode, IsTakenBackByAProfileOfOnesOwn) {
  TemporaryFolder folder;
  const auto path = folder.path() / "mine.yaml";
  ASSERT_TRUE(write_file(path, "extends: lumi\nname: mine\nsoftware: {one_node_only: ''}\n"));
  EXPECT_EQ(
      errors_of("name: t\naccount: p\npython: train.py\nlauncher: srun\nscales: [2x8gpu]\n", path.string()),
      "no error\n");
}

std::string qos_of(const std::string& lines) {
  const auto plan = plan_on("perlmutter", "python: train.py\n" + lines);
  std::string found;
  for (const auto& run : plan.runs) {
    const auto lines_of_job = directives(run.resources, plan.head.launch, "t", "/o").value();
    for (const auto& line : lines_of_job)
      if (line.starts_with("#SBATCH --qos=")) found += run.rung.name + line.substr(13) + " ";
  }
  return found;
}

TEST(QosOfAPartition, IsThatOfItsJobsUnlessAPersonAsksForAnother) {
  EXPECT_EQ(qos_of("scales: [1gpu]\n"), "1gpu=shared ");
  EXPECT_EQ(qos_of("scales: [4gpu]\n"), "4gpu=regular ");
  EXPECT_EQ(qos_of("scales: [4gpu]\nqos: debug\ntime_limit: 20m\n"), "4gpu=debug ");
}

TEST(QosOfAPartition, IsNotBesideOneOfAllPartitions) {
  EXPECT_EQ(
      errors_of_profile("name: p\nscheduler: slurm\nhardware:\n  partitions:\n"
                        "    - {name: a, nodes: 1, cores_per_node: 4, qos: short}\nrequests: {qos: long}\n"),
      cited("p.yaml:6:17: error: partition 'a' has a QoS of its own, 'short'", "requests: {qos: long}",
            "name one in each partition instead"));
}

}  // namespace
}  // namespace scalegen
