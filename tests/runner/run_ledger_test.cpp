#include "runner/run_ledger.hpp"

#include <gtest/gtest.h>

#include "tests/runner/stand_ins.hpp"

namespace scalegen {
namespace {

class WrittenHere : public testing::Test {
 protected:
  std::string error_of(const std::filesystem::path& root) const {
    Plan plan;
    plan.head.launch.root = root;
    const auto here = check_directory_not_moved(RunDirectory{root_}, plan);
    return here ? "" : render(here.error());
  }

  Directory directory_;
  std::filesystem::path root_ = directory_.get().root / "with a blank";
};

TEST_F(WrittenHere, IsAScriptThatNamesItsDirectoryByAnyOfItsNames) {
  ASSERT_TRUE(make_folders(root_));
  const auto link = directory_.get().root / "link";
  std::filesystem::create_directory_symlink(root_, link);
  EXPECT_EQ(error_of(root_), "");
  EXPECT_EQ(error_of(link), "");
}

TEST_F(WrittenHere, IsNotOneThatNamesAnother) {
  EXPECT_EQ(error_of("/somewhere/else"),
            "error: the scripts in '" + root_.string() +
                "' are for another folder\n"
                "      = note: its plan.jsonl says root=/somewhere/else\n"
                "      = hint: move it back there, or begin a new run directory with -o NEW_FOLDER\n");
  EXPECT_NE(error_of(directory_.get().root), "");
}

TEST(Claimant, OfAPersonsJobHasNoIdBeforeItsNameIsRecorded) {
  const Directory directory;
  const Job job{.id = "a", .runs = {"a"}};
  const auto claim = [&](const std::string& attempt) {
    directory.write("a", attempt, "started.json", R"({"job": "7"})");
    return claimant_of(directory.get(), job, attempt).value().value();
  };
  EXPECT_EQ(claim("1").job, "7");
  EXPECT_EQ(claim("slurm-7").job, "");
  for (const auto* const text : {"null", "[]", R"({"slurm": 1})"}) {
    directory.write("a", "slurm-7", "environment.json", text);
    EXPECT_EQ(claim("slurm-7").job, "") << text;
  }
  directory.write("a", "slurm-7", "environment.json",
                  R"({"slurm": {"SLURM_JOB_NAME": "mine", "SLURM_CLUSTER_NAME": "kelda"}})");
  EXPECT_EQ(claim("slurm-7"), (Started{.job = "7", .job_name = "mine", .cluster = "kelda"}));
}

}  // namespace
}  // namespace scalegen
