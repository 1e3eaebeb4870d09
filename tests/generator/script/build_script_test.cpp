#include "generator/script/build_script.hpp"
#include "core/process.hpp"
#include "generator/embedded.hpp"
#include "tests/generator/script/lines_with.hpp"
#include "tests/generator/sweeps.hpp"
#include "tests/golden.hpp"

namespace scalegen {
namespace {

const plan::BuildChoices kAccount{.site = {.account = "p123"}};

Result<plan::PlannedBuild> plan_for(const std::string& cluster,
                                    const plan::BuildChoices& choices = kAccount) {
  return find_profile(cluster).and_then([&](const Profile& p) { return plan::plan_build(p, choices); });
}

Result<std::string> script_at(const std::string& root, plan::PlannedBuild build,
                              const std::string& made_by = "") {
  build.launch.root = root;
  build.launch.made_by = made_by;
  return build_script(build, {});
}

std::string script_for(const std::string& cluster, const plan::BuildChoices& choices = kAccount) {
  const auto script = plan_for(cluster, choices).and_then([&](const plan::PlannedBuild& build) {
    return script_at("/home/ada/scalegen/" + cluster, build,
                     "scalegen 0.1.0: scalegen build --cluster " + cluster);
  });
  return script ? *script : render(script.error());
}

std::string script_findings(const std::vector<std::string>& argv) {
  const auto result = run_program(argv);
  return result ? result->out + result->err : render(result.error());
}

class BuildScripts : public testing::TestWithParam<std::string> {};

TEST_P(BuildScripts, AreWrittenSoAndPleaseBashAndShellCheck) {
  const auto name = "build-" + GetParam() + ".sbatch";
  expect_golden(name, script_for(GetParam()));
  const std::string path = SCALEGEN_SOURCE_DIR "/tests/golden/" + name;
  EXPECT_EQ(script_findings({"bash", "-n", path}), "");
  EXPECT_EQ(script_findings({"shellcheck", "--shell=bash", path}), "");
}

INSTANTIATE_TEST_SUITE_P(All, BuildScripts, testing::Values("lumi", "cyclone"));

TEST(BuildScript, AsksForWhatThePartitionThatIsNamedWants) {
  const auto script = script_for("cyclone", {.site = {.account = "p123", .partition = "cpu"}});
  EXPECT_EQ(lines_with(script, "#SBATCH"),
            "#SBATCH --job-name=scalegen-build-cyclone\n"
            "#SBATCH --account=p123\n"
            "#SBATCH --partition=cpu\n"
            "#SBATCH --nodes=1\n"
            "#SBATCH --ntasks-per-node=1\n"
            "#SBATCH --cpus-per-task=8\n"
            "#SBATCH --time=00:30:00\n"
            "#SBATCH --no-requeue\n"
            "#SBATCH --output=/home/ada/scalegen/cyclone/slurm-%j.out\n");
  EXPECT_EQ(lines_with(script, "compile-train"), "bash \"$_root/source/cmake/compile-train\" \"$_root\"\n");
}

TEST(BuildScript, TakesNoMoreCoresThanANodeHas) {
  auto profile = find_profile("cyclone").value();
  for (auto& partition : profile.partitions) partition.cores_per_node.value = 4;
  const auto build = plan::plan_build(profile, {.site = {.account = "p123", .partition = "cpu"}});
  ASSERT_TRUE(build) << render(build.error());
  EXPECT_EQ(build->run.resources.cpus_per_task, 4);
}

TEST(BuildScript, TakesTheLibTorchThatIsNamedAndElseTheProfiles) {
  auto profile = find_profile("della").value();
  profile.torch_root = "~/env/torch dir";
  const std::string root = "/home/ada/b";
  EXPECT_EQ(lines_with(*script_at(root, plan::plan_build(profile, {}).value()), "compile-train"),
            "bash \"$_root/source/cmake/compile-train\" \"$_root\" -DTORCH_ROOT=\"$HOME\"/'env/torch dir' "
            "-DSCALEGEN_REQUIRE_NCCL=ON\n");
  EXPECT_EQ(lines_with(*script_at(root, plan::plan_build(profile, {.torch_root = "/opt/torch"}).value()),
                       "compile-train"),
            "bash \"$_root/source/cmake/compile-train\" \"$_root\" -DTORCH_ROOT=/opt/torch "
            "-DSCALEGEN_REQUIRE_NCCL=ON\n");
}

TEST(BuildScript, TakesAnotherImage) {
  const auto script = script_for("olivia", {.site = {.account = "p123"}, .image = "/images/mine.sif"});
  EXPECT_EQ(lines_with(script, "_image="), "_image=/images/mine.sif\n");
}

TEST(BuildScript, CompilesInAContainerByOptionsOfSrun) {
  auto build = plan_for("olivia").value();
  build.launch.container->run = {};
  build.launch.container->srun = {"--container-image={image}", "--container-workdir={workdir}"};
  const auto script = script_at("/home/ada/b", build).value();
  EXPECT_EQ(lines_with(script, "  --container"),
            "  --container-image=\"$_image\"\n  --container-workdir=\"$_root\"\n");
  EXPECT_EQ(lines_with(script, "compile-train"),
            "srun --ntasks=1 --cpus-per-task=72 \"${_container[@]}\" bash "
            "\"$_root/source/cmake/compile-train\" \"$_root\" -DSCALEGEN_REQUIRE_NCCL=ON\n");
}

TEST(BuildScript, IsRefusedWithoutTheAccountThatTheSiteWants) {
  EXPECT_EQ(script_for("olivia", {.settings = "~/.config/scalegen/settings.yaml"}),
            "error: 'olivia' requires an account for each job\n"
            "      = hint: add --account NAME, or to ~/.config/scalegen/settings.yaml the line 'olivia: "
            "{account: NAME}'\n");
}

TEST(BuildScript, IsRefusedForNodesOfAnotherArchitectureThanTheContainer) {
  EXPECT_EQ(script_for("olivia", {.site = {.account = "p123", .partition = "small"}}),
            "error: the nodes of partition 'small' are x86_64, and the container is for aarch64\n"
            "      = note: clusters/olivia.yaml:109 sets architecture: aarch64\n"
            "      = hint: name another partition, or with --image an image for these nodes\n");
}

TEST(BuildScript, IsRefusedForAPartitionThatIsNotThere) {
  EXPECT_EQ(script_for("cyclone", {.site = {.account = "p123", .partition = "gpus"}}),
            "error: 'cyclone' has no partition 'gpus'\n"
            "      = note: it is that of --partition, of the allocation that you are in, of your settings or "
            "of SBATCH_PARTITION\n"
            "      = hint: did you mean 'gpu'?\n");
}

TEST(BuildScript, IsRefusedForAFolderThatNoDirectiveCanHold) {
  const auto build = plan_for("cyclone").value();
  const auto script = script_at("/home/ada/my folder", build);
  ASSERT_FALSE(script);
  EXPECT_EQ(
      render(script.error()),
      "error: a line '#SBATCH' cannot hold '--output=/home/ada/my folder/slurm-%j.out'\n"
      "      = hint: choose a folder without blanks, quotes, backslashes, '#' and characters beyond ASCII\n");
}

TEST(TrainSources, AreUnpackedWholeInThePlaceOfWhatIsThere) {
  const TemporaryFolder folder;
  const auto source = folder.path() / "source";
  std::filesystem::create_directories(source);
  ASSERT_TRUE(write_file(source / "of an older version", ""));
  for (int time = 0; time < 2; ++time) {
    const auto written = write_train_sources(source);
    ASSERT_TRUE(written) << render(written.error());
  }
  EXPECT_EQ(names_in(folder.path()).value(), std::vector<std::string>{"source"});
  EXPECT_FALSE(std::filesystem::exists(source / "of an older version"));
  for (const auto* file : {"CMakeLists.txt", "cmake/compile-train", "cmake/LibTorch.cmake",
                           "workloads/train/main.cpp", "workloads/train/ranks/world.hpp"})
    EXPECT_EQ(read_text(source / file), read_text(std::filesystem::path(SCALEGEN_SOURCE_DIR) / file));
  for (const auto* file : {"include/fmt/format.h", "include/nlohmann/json.hpp",
                           "workloads/train/shim/torch/csrc/distributed/autograd/context/context.h"})
    EXPECT_TRUE(std::filesystem::exists(source / file)) << file;
}

TEST(TrainSources, LeaveWhatIsThereWhereTheyCannotBeWritten) {
  const auto written = write_train_sources("/proc/source");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().front().message.substr(0, 27), "cannot make the folder '/pr");
}

}  // namespace
}  // namespace scalegen
