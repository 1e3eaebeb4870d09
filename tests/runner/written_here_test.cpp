#include "runner/campaign.hpp"

#include <gtest/gtest.h>

#include "tests/runner/stand_ins.hpp"

namespace scalegen {
namespace {

class WrittenHere : public testing::Test {
 protected:
  std::string said_of(const std::string& root_line) {
    const auto script = root_ / "jobs/a/job.sbatch";
    EXPECT_TRUE(make_folders(script.parent_path()));
    EXPECT_TRUE(write_file(script, "#!/bin/bash\nrun=a\n" + root_line + "\nuproot=x\n"));
    const auto here = check_written_here(RunDirectory{root_}, script);
    return here ? "" : render(here.error());
  }

  Directory directory_;
  std::filesystem::path root_ = directory_.get().root / "with a blank";
};

TEST_F(WrittenHere, IsAScriptThatNamesItsDirectoryByAnyOfItsNames) {
  ASSERT_TRUE(make_folders(root_));
  const auto link = directory_.get().root / "link";
  std::filesystem::create_directory_symlink(root_, link);
  EXPECT_EQ(said_of("root='" + root_.string() + "'"), "");
  EXPECT_EQ(said_of("root=" + link.string()), "");
  EXPECT_EQ(said_of("root='" + link.string() + "'"), "");
  EXPECT_EQ(said_of("# a template of one's own"), "");
}

TEST_F(WrittenHere, IsNotOneThatNamesAnother) {
  EXPECT_EQ(said_of("root=/somewhere/else"),
            "error: the scripts in '" + root_.string() +
                "' are for another folder\n"
                "      = note: jobs/a/job.sbatch says root=/somewhere/else\n"
                "      = hint: move it back there, or begin a new run directory with -o NEW_FOLDER\n");
  EXPECT_NE(said_of("root=" + directory_.get().root.string()), "");
}

}  // namespace
}  // namespace scalegen
