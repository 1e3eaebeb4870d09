#include "core/files.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace scalegen {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  void SetUp() override { fs::create_directory(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  const fs::path folder_ = fs::temp_directory_path() / ("scalegen-files-" + std::to_string(::getpid()));
};

TEST_F(Files, HoldWhatWasWrittenLast) {
  const auto path = folder_ / "f";
  ASSERT_TRUE(write_file(path, "a longer text"));
  ASSERT_TRUE(write_file(path, "short"));
  EXPECT_EQ(read_file(path).value(), "short");
  ASSERT_TRUE(replace_file(path, "new"));
  ASSERT_TRUE(append_durably(path, " end"));
  EXPECT_EQ(read_file(path).value(), "new end");
  ASSERT_TRUE(replace_file_durably(path, ""));
  EXPECT_EQ(read_file(path).value(), "");
}

TEST_F(Files, LeaveNothingBesideThemWhenReplaced) {
  ASSERT_TRUE(replace_file_durably(folder_ / "f", "text"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(Files, NameThePathAndWhatTheSystemSaid) {
  const auto missing = (folder_ / "none").string();
  EXPECT_EQ(render(read_file(missing).error()),
            "error: cannot read '" + missing + "': No such file or directory\n");
  EXPECT_EQ(render(sync_folder(missing).error()),
            "error: cannot write '" + missing + "': No such file or directory\n");
}

TEST_F(Files, AdviseWhereAFolderCannotBeWritten) {
  EXPECT_EQ(render(file_failure("write", "/x", EACCES).value()),
            "error: cannot write '/x': Permission denied\n"
            "      = hint: choose a folder that you may write with -o FOLDER\n");
  EXPECT_EQ(render(file_failure("write", "/x", ENOSPC).value()),
            "error: cannot write '/x': No space left on device\n"
            "      = hint: free some space, then give the same command again: it continues\n");
}

TEST_F(Files, AreNotMadeBelowAFile) {
  ASSERT_TRUE(write_file(folder_ / "f", ""));
  const auto below = folder_ / "f" / "g";
  EXPECT_EQ(render(make_folders(below).error()),
            "error: cannot make the folder '" + below.string() + "': Not a directory\n");
}

}  // namespace
}  // namespace scalegen
