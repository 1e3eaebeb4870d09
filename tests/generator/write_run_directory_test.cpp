#include "generator/script/run_directory_writer.hpp"

#include <algorithm>

#include "core/plan_file.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

const std::string kText = "name: t # as written\r\nworkload: mnist_cnn\nscales: [2cpu]\nrepeats: 2";

Result<void> write(const fs::path& folder, const std::string& cluster = "local") {
  return write_run_directory(folder, kText, plan_at(folder, plan_text(kText, cluster)->plan), {});
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    names.push_back(entry.path().lexically_relative(folder).string());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(WriteRunDirectory, HoldsSweepPlanAndScripts) {
  const TemporaryFolder folder;
  const auto root = folder.path() / "deep/t-local";
  const auto written = write(root);
  ASSERT_TRUE(written) << render(written.error());
  EXPECT_EQ(
      names_in(folder.path()),
      (std::vector<std::string>{"deep", "deep/t-local", "deep/t-local/jobs", "deep/t-local/jobs/2cpu-r1",
                                "deep/t-local/jobs/2cpu-r1/job.sbatch", "deep/t-local/jobs/2cpu-r2",
                                "deep/t-local/jobs/2cpu-r2/job.sbatch", "deep/t-local/plan.jsonl",
                                "deep/t-local/scripts.cksum", "deep/t-local/sweep.yaml"}));
  EXPECT_EQ(read_text(root / "sweep.yaml"), kText);
  EXPECT_EQ(read_plan("", read_text(root / "plan.jsonl")).value(), plan_at(root, plan_text(kText)->plan));
}

// As the program cksum says it; tests/end_to_end/edited_script.sh asks that.
TEST(WriteRunDirectory, SumsScriptsAsPosixHasIt) {
  EXPECT_EQ(cksum_line("123456789", "digits"), "930766865 9 digits\n");
  EXPECT_EQ(cksum_line("", "nothing"), "4294967295 0 nothing\n");
}

TEST(WriteRunDirectory, TouchesNothingThatIsThere) {
  const TemporaryFolder folder;
  const auto root = folder.path() / "t-local";
  fs::create_directory(root);
  ASSERT_TRUE(write_file(root / "mine", "precious"));
  const auto refusal =
      "error: '" + root.string() + "' is there already\n      = hint: choose another folder with -o FOLDER\n";
  EXPECT_EQ(render(write(root).error()), refusal);
  EXPECT_EQ(render(write(root / "").error()), refusal);
  fs::create_symlink("nowhere", folder.path() / "link");
  EXPECT_FALSE(write(folder.path() / "link"));
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"link", "t-local", "t-local/mine"}));
}

TEST(WriteRunDirectory, SaysWhereItCannotBeMade) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "file", ""));
  EXPECT_EQ(render(write(folder.path() / "file" / "t").error()),
            "error: cannot make the folder '" + (folder.path() / "file").string() + "': Not a directory\n");
}

TEST(WriteRunDirectory, LeavesNothingHalfWritten) {
  const TemporaryFolder folder;
  const auto root = folder.path() / "t";
  auto plan = plan_at(root, plan_text(kText)->plan);
  plan.jobs.back().id = std::string(300, 'x');  // no file system takes such a name
  const auto written = write_run_directory(root, kText, plan, {});
  ASSERT_FALSE(written);
  EXPECT_NE(render(written.error()).find("File name too long"), std::string::npos);
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{});
}

TEST(WriteRunDirectory, RefusesFoldersThatNoDirectiveHolds) {
  const TemporaryFolder folder;
  const auto root = folder.path() / "a b";
  EXPECT_EQ(
      render(write_run_directory(
                 root, "",
                 plan_at(root, plan_text(sweep_text("scales: [1gpu]\nrepeats: 1\n"), "cyclone")->plan), {})
                 .error()),
      "error: a line '#SBATCH' cannot hold '--output=" + root.string() +
          "/jobs/1gpu-r1/slurm-%j.out'\n"
          "      = hint: choose a folder without blanks, quotes, backslashes, '#' and characters beyond "
          "ASCII\n");
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{});
}

TEST(WriteRunDirectory, RefusesRootsThatAreNoPaths) {
  const TemporaryFolder folder;
  const auto plan = plan_text(kText)->plan;
  EXPECT_EQ(render(write_run_directory(folder.path() / "t", kText, plan_at("relative", plan), {}).error()),
            "error: scripts need an absolute path without control characters, not 'relative'\n");
  EXPECT_EQ(render(write_run_directory(folder.path() / "t", kText, plan_at("/a\rb", plan), {}).error()),
            "error: scripts need an absolute path without control characters, not '/a?b'\n");
}

}  // namespace
}  // namespace scalegen
