#include "generator/profile/profile.hpp"

#include "generator/embedded.hpp"
#include "tests/generator/sweeps.hpp"
#include "tests/golden.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

TEST(Profile, OfCycloneSaysWhatItsPagesSay) {
  const auto profile = find_profile("cyclone");
  ASSERT_TRUE(profile) << render(profile.error());
  EXPECT_EQ(profile->origin, "built in");
  EXPECT_EQ(profile->scheduler, SchedulerKind::slurm);
  EXPECT_TRUE(profile->needs_account);
  EXPECT_EQ(profile->gpu_request, GpuRequest::gpus_per_node);
  ASSERT_EQ(profile->partitions.size(), 2U);
  EXPECT_EQ(profile->partitions[0].name, "cpu");
  EXPECT_EQ(profile->partitions[0].nodes.value, 17);
  EXPECT_EQ(gpus_per_node(profile->partitions[0]), 0);
  EXPECT_EQ(profile->partitions[1].nodes.value, 16);
  EXPECT_EQ(gpus_per_node(profile->partitions[1]), 4);
  EXPECT_EQ(profile->cpus_per_cpu_rank, 10);
  EXPECT_EQ(profile->cpus_per_gpu_rank, 10);
  EXPECT_EQ(profile->unknown.size(), 6U);
}

TEST(Profile, OfEachBundledClusterIsWellFormedAndNamedAsItsFile) {
  for (const auto& file : embedded_clusters()) {
    const auto name = fs::path(file.name).stem().string();
    const auto profile = find_profile(name);
    ASSERT_TRUE(profile) << render(profile.error());
    EXPECT_EQ(profile->name, name);
    EXPECT_FALSE(profile->title.empty());
  }
}

TEST(Profile, OfTheUserComesBeforeTheBundledOne) {
  const TemporaryFolder home;
  const auto folder = home.path() / ".config/scalegen/clusters";
  ASSERT_TRUE(make_folders(folder));
  ASSERT_TRUE(write_file(folder / "cyclone.yaml", "name: cyclone\nscheduler: local\n"));
  const auto profile = find_profile("cyclone", {home.path()});
  ASSERT_TRUE(profile) << render(profile.error());
  EXPECT_EQ(profile->origin, (folder / "cyclone.yaml").string());
  EXPECT_EQ(profile->scheduler, SchedulerKind::local);
}

TEST(Profile, MayBeNamedByItsPath) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "mine.yaml";
  ASSERT_TRUE(write_file(path, "name: mine\nscheduler: local\n"));
  EXPECT_EQ(find_profile(path.string())->origin, path.string());
  EXPECT_EQ(render(find_profile("./none.yaml").error()),
            "error: cannot read './none.yaml': No such file or directory\n");
}

TEST(Profile, OfAnUnknownClusterIsAskedFor) {
  const TemporaryFolder home;
  ASSERT_TRUE(make_folders(home.path() / ".config/scalegen/clusters"));
  ASSERT_TRUE(write_file(home.path() / ".config/scalegen/clusters/mine.yaml", ""));
  EXPECT_EQ(render(find_profile("cyclon", {home.path()}).error()),
            "error: unknown cluster 'cyclon'\n"
            "      = note: put your own profile into ~/.config/scalegen/clusters, or give its path\n"
            "      = hint: did you mean 'cyclone'?\n");
  EXPECT_EQ(render(find_profile("x", {home.path()}).error()),
            "error: unknown cluster 'x'\n"
            "      = note: put your own profile into ~/.config/scalegen/clusters, or give its path\n"
            "      = hint: known: alps, cyclone, della, frontier, generic, leonardo, local, lumi, mine, "
            "olivia, param_rudra, perlmutter, roihu\n");
}

TEST(Profile, ReportsAllItsMistakesAtOnce) {
  expect_golden("invalid-profile.txt",
                errors_of_profile(
                    "title: x\n"
                    "scheduler: pbs\n"
                    "hardware:\n"
                    "  partitions:\n"
                    "    - {name: a b, nodes: 0, core_per_node: 40, max_time: soon, memory_per_node: lots}\n"
                    "    - gpu\n"
                    "requests: {gpus: gpu, account: perhaps, sbatch: [--nodes=2]}\n"
                    "launch: {ladder: [1gpu, big], cpus_per_rank: {cpu: 10, tpu: 1}, time_limit: 0}\n"
                    "software: {modules: {a: b}, env: {PATH: [x]}}\n"));
}

TEST(Profile, OfAClusterNeedsAPartition) {
  EXPECT_EQ(errors_of_profile("name: x\nscheduler: slurm\n"),
            cited("p.yaml:1:1: error: missing key 'hardware'", "name: x",
                  "a cluster needs at least one partition"));
  EXPECT_EQ(errors_of_profile("[]\n"), cited("p.yaml:1:1: error: a profile is a map of keys", "[]"));
}

// Limits that no bundled profile has yet.
TEST(Profile, SetsLimitsThatMessagesPointTo) {
  const TemporaryFolder folder;
  const auto path = (folder.path() / "small.yaml").string();
  ASSERT_TRUE(
      write_file(path,
                 "name: small\nscheduler: slurm\nhardware:\n  partitions:\n    - name: wide\n      nodes: 8\n"
                 "      min_nodes: 2\n      cores_per_node: 4\n      max_time: 1h\n  source: made up\n"
                 "software: {program: /opt/train, source: made up}\n"));
  EXPECT_EQ(
      errors_of(sweep_text("scales: [1cpu, 1gpu]\ntime_limit: 2h\n"), path),
      cited("sweep.yaml:3:10: error: rung '1cpu' asks for 1 node, but partition 'wide' requires at least 2",
            "scales: [1cpu, 1gpu]", "the nearest available rung is 2x1cpu", {path + ":7 sets min_nodes: 2"}) +
          cited("sweep.yaml:3:16: error: rung '1gpu' needs GPUs, but 'small' has none",
                "scales: [1cpu, 1gpu]") +
          cited("sweep.yaml:4:13: error: a time limit of 2 h is more than the 1 h of partition 'wide'",
                "time_limit: 2h", "", {path + ":9 sets max_time: 01:00:00"}));
}

TEST(Profile, WithoutAProgramIsRefused) {
  const TemporaryFolder folder;
  const auto path = (folder.path() / "bare.yaml").string();
  ASSERT_TRUE(
      write_file(path,
                 "name: bare\nscheduler: slurm\n"
                 "hardware: {source: made up, partitions: [{name: a, nodes: 1, cores_per_node: 4}]}\n"));
  EXPECT_EQ(errors_of(sweep_text("scales: 1cpu\n"), path),
            "error: profile 'bare' does not say where scalegen-train is\n"
            "      = hint: add 'program:' under 'software:'\n");
}

const std::string kShortest = SCALEGEN_SOURCE_DIR "/docs/cluster.yaml";

TEST(ShortestProfile, IsReadAndPlannedFor) {
  const auto profile = find_profile(kShortest);
  ASSERT_TRUE(profile) << render(profile.error());
  EXPECT_EQ(profile->assumed,
            (std::vector<std::string>{"cpus_per_rank: cpu: 1",
                                      "cpus_per_rank: gpu: 16, the cores of a node divided by its GPUs"}));
  const auto planned = plan_text(sweep_text(""), kShortest);
  ASSERT_TRUE(planned) << render(planned.error());
  EXPECT_EQ(render(planned->warnings),
            "warning: other jobs may share the nodes of 1gpu, 2gpu, but not those of 4gpu: what they slow "
            "down looks like scaling\n"
            "      = hint: for whole nodes, at their price, add 'sbatch: [--exclusive]' to the sweep file\n");
  EXPECT_EQ(planned->plan.runs.front().resources.cpus_per_task, 16);
}

TEST(ShortestProfile, StandsInThePageOnClusters) {
  EXPECT_NE(
      read_text(SCALEGEN_SOURCE_DIR "/docs/clusters.md").find("```yaml\n" + read_text(kShortest) + "```\n"),
      std::string::npos);
}

}  // namespace
}  // namespace scalegen
