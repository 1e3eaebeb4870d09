#include "generator/script/run_directory_writer.hpp"

#include <algorithm>
#include <map>

#include "core/plan_file.hpp"
#include "generator/plan/rounds.hpp"
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
  EXPECT_EQ(names_in(folder.path()),
            (std::vector<std::string>{
                "deep", "deep/t-local", "deep/t-local/jobs", "deep/t-local/jobs/2cpu-r1",
                "deep/t-local/jobs/2cpu-r1/job.sbatch", "deep/t-local/jobs/2cpu-r2",
                "deep/t-local/jobs/2cpu-r2/job.sbatch", "deep/t-local/lib", "deep/t-local/lib/job.bash",
                "deep/t-local/plan.jsonl", "deep/t-local/scripts.cksum", "deep/t-local/sweep.yaml"}));
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

TEST(WriteRunDirectory, RefusesFoldersThatNoContainerCanBind) {
  const TemporaryFolder folder;
  const auto root = folder.path() / "10:30";
  const auto plan_on = [](const std::string& cluster) {
    return plan_text(sweep_text("scales: [1gpu]\nrepeats: 1\n"), cluster)->plan;
  };
  EXPECT_EQ(render(write_run_directory(root, "", plan_at(root, plan_on("olivia")), {}).error()),
            "error: '" + root.string() +
                "' cannot be bound into a container, which reads ':' and ',' as marks\n"
                "      = hint: choose another folder: -o FOLDER\n");
  EXPECT_TRUE(write_run_directory(root, "", plan_at(root, plan_on("alps")), {}));
}

TEST(WriteRunDirectory, DoublesThePercentSignThatSbatchWouldReplace) {
  const TemporaryFolder folder;
  const auto root = folder.path() / "50%j";
  ASSERT_TRUE(write_run_directory(
      root, "", plan_at(root, plan_text(sweep_text("scales: [1gpu]\nrepeats: 1\n"), "cyclone")->plan), {}));
  EXPECT_NE(read_file(root / "jobs/1gpu-r1/job.sbatch")
                ->find("#SBATCH --output=" + folder.path().string() + "/50%%j/jobs/1gpu-r1/slurm-%j.out\n"),
            std::string::npos);
}

TEST(WriteRunDirectory, RefusesRootsThatAreNoPaths) {
  const TemporaryFolder folder;
  const auto plan = plan_text(kText)->plan;
  EXPECT_EQ(render(write_run_directory(folder.path() / "t", kText, plan_at("relative", plan), {}).error()),
            "error: scripts need an absolute path without control characters, not 'relative'\n");
  EXPECT_EQ(render(write_run_directory(folder.path() / "t", kText, plan_at("/a\rb", plan), {}).error()),
            "error: scripts need an absolute path without control characters, not '/a?b'\n");
}

const std::string kTwo = "name: t\nworkload: mnist_cnn\nscales: [1cpu, 2cpu]\nrepeats: 2\n";
const std::string kFour = "name: t\nworkload: mnist_cnn\nscales: [1cpu, 2cpu]\nrepeats: 4\n";

void erase_between(std::string& text, std::string_view begin, char end) {
  if (const auto at = text.find(begin); at != std::string::npos) text.erase(at, text.find(end, at) - at);
}

/// Every file below a folder, with its text, but for whether rounds were added, and so the plan's sum.
std::map<std::string, std::string> texts_in(const fs::path& folder) {
  std::map<std::string, std::string> texts;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    auto text = read_text(entry.path());
    erase_between(text, ",\"rounds_before\":[", '}');
    erase_between(text, "{\"cksum\":", '\n');
    texts[entry.path().lexically_relative(folder).string()] = text;
  }
  return texts;
}

class ExtendRunDirectory : public testing::Test {
 protected:
  ExtendRunDirectory() {
    const auto written =
        write_run_directory(directory_.root, kTwo, plan_at(directory_.root, plan_text(kTwo)->plan), {});
    EXPECT_TRUE(written) << render(written.error());
  }

  [[nodiscard]] Result<void> extend(const std::vector<OwnTemplate>& own_templates = {}) const {
    const auto there = read_plan("", read_text(directory_.plan_file())).value();
    return extend_run_directory(directory_, kFour, there, plan::extend_plan(there, 4).value(), own_templates);
  }

  /// As if all four repeats had been asked for at once.
  [[nodiscard]] std::map<std::string, std::string> made_at_once() const {
    const auto aside = folder_.path() / "aside";
    fs::rename(directory_.root, aside);
    EXPECT_TRUE(
        write_run_directory(directory_.root, kFour, plan_at(directory_.root, plan_text(kFour)->plan), {}));
    auto texts = texts_in(directory_.root);
    fs::remove_all(directory_.root);
    fs::rename(aside, directory_.root);
    return texts;
  }

  TemporaryFolder folder_;
  RunDirectory directory_{folder_.path() / "t-local"};
};

TEST_F(ExtendRunDirectory, HoldsWhatItWouldHaveHeldFromTheBeginning) {
  const auto written = extend();
  ASSERT_TRUE(written) << render(written.error());
  EXPECT_EQ(texts_in(directory_.root), made_at_once());
  EXPECT_FALSE(read_plan("", read_text(directory_.plan_file())).value().is_edited);
}

TEST_F(ExtendRunDirectory, TouchesNothingThatIsThere) {
  const auto script = directory_.job_script("1cpu-r2");
  ASSERT_TRUE(write_file(script, "edited by hand\n"));
  ASSERT_TRUE(write_file(directory_.job_folder("1cpu-r1") / "local-1.out", "said\n"));
  ASSERT_TRUE(make_folders(directory_.run_folder("1cpu-r1") / "1"));
  ASSERT_TRUE(extend());
  EXPECT_EQ(read_text(script), "edited by hand\n");
  EXPECT_EQ(read_text(directory_.job_folder("1cpu-r1") / "local-1.out"), "said\n");
  EXPECT_TRUE(fs::exists(directory_.run_folder("1cpu-r1") / "1"));
}

TEST_F(ExtendRunDirectory, GoesOnWhereACallWasKilled) {
  const auto expected = made_at_once();
  // Before the plan was in place: some scripts, of a scalegen that wrote others.
  ASSERT_TRUE(make_folders(directory_.job_folder("2cpu-r3")));
  ASSERT_TRUE(write_file(directory_.job_script("2cpu-r3"), "half"));
  ASSERT_TRUE(make_folders(directory_.job_folder("1cpu-r4")));
  ASSERT_TRUE(extend());
  EXPECT_EQ(texts_in(directory_.root), expected);
}

TEST_F(ExtendRunDirectory, RefusesWhereTodaysScriptsAreOthers) {
  const auto before = texts_in(directory_.root);
  const auto refused = extend({{"setup.part", "own/setup.part", "echo more\n"}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(render(refused.error()), "error: this scalegen and these templates make another script of '" +
                                         directory_.job_script("1cpu-r1").string() +
                                         "': no runs can be added\n"
                                         "      = hint: give the --templates that made it; what an older "
                                         "scalegen made is measured anew, with -o NEW_FOLDER\n");
  EXPECT_EQ(texts_in(directory_.root), before);
}

TEST_F(ExtendRunDirectory, RefusesWhereAPersonEditedAScriptOfRoundOne) {
  const auto script = directory_.job_script("2cpu-r1");
  ASSERT_TRUE(write_file(script, read_text(script) + "echo more\n"));
  const auto refused = extend();
  ASSERT_FALSE(refused);
  EXPECT_EQ(render(refused.error()), "error: '" + script.string() +
                                         "' was edited by hand: no runs can be added\n"
                                         "      = hint: begin a new run directory with -o NEW_FOLDER\n");
  EXPECT_FALSE(fs::exists(directory_.job_folder("2cpu-r3")));
}

TEST_F(ExtendRunDirectory, RefusesScriptsThatWereMadeForAnotherPlace) {
  const auto before = directory_.root.string();
  fs::rename(directory_.root, folder_.path() / "moved");
  directory_.root = folder_.path() / "moved";
  const auto refused = extend();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().front().notes.front(), "its plan has the root '" + before + "'");
}

TEST_F(ExtendRunDirectory, SaysWhichScriptIsGone) {
  fs::remove(directory_.job_script("1cpu-r1"));
  EXPECT_EQ(render(extend().error()), "error: cannot read '" + directory_.job_script("1cpu-r1").string() +
                                          "': No such file or directory\n");
}

}  // namespace
}  // namespace scalegen
