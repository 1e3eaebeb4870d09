#include "core/files.hpp"

#include <gmock/gmock.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "tests/cannot_run.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] std::string name_of(const std::string& name) const { return at(name).string(); }

  TemporaryFolder folder_;
};

TEST_F(Files, ReadsWhatWasWrittenWhateverTheBytes) {
  const std::string text("a\0b\n\xff", 5);
  ASSERT_TRUE(write_file(at("f"), text));
  EXPECT_EQ(read_file(at("f")), text);
}

TEST_F(Files, NamesTheFileThatItCannotRead) {
  EXPECT_EQ(render(read_file(at("none")).error()),
            "error: cannot read '" + name_of("none") + "': No such file or directory\n");
}

TEST_F(Files, LeavesPipesAndDevicesAlone) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", at("zeros"));
  for (const auto* name : {"pipe", "zeros"}) {
    const auto refused = "error: cannot read '" + name_of(name) +
                         "': Operation not supported\n"
                         "      = hint: a file is expected there, and this is a pipe or a device\n";
    EXPECT_EQ(render(read_file(at(name)).error()), refused);
    EXPECT_EQ(render(read_file_if_there(at(name)).error()), refused);
    EXPECT_EQ(render(read_beginning(at(name), 10).error()), refused);
    EXPECT_EQ(render(read_end(at(name), 10).error()), refused);
    EXPECT_EQ(render(read_in_pieces(at(name), [](auto all) { return all.size(); }).error()), refused);
  }
  EXPECT_EQ(read_file("/dev/null"), "");
  EXPECT_FALSE(read_beginning("/dev/zero", 2));
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);  // as <(command) is
  ASSERT_EQ(::write(pipe[1], "text", 4), 4);
  ::close(pipe[1]);
  EXPECT_EQ(read_file(fmt::format("/dev/fd/{}", pipe[0])), "text");
  ::close(pipe[0]);
}

TEST_F(Files, TellsAnAbsentFileFromOneThatCannotBeRead) {
  EXPECT_EQ(read_file_if_there(at("none")), std::nullopt);
  ASSERT_TRUE(write_file(at("f"), "text"));
  EXPECT_EQ(read_file_if_there(at("f")), "text");
  EXPECT_EQ(read_file_if_there(at("f") / "below a file"), std::nullopt);
  EXPECT_EQ(render(read_file_if_there(folder_.path()).error()),
            "error: cannot read '" + folder_.path().string() + "': Is a directory\n");
}

TEST_F(Files, ReadsAFileInPieces) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += std::to_string(i) + '\n';
  text += std::string(300'000, 'x') + "\nend";
  ASSERT_TRUE(write_file(at("f"), text));
  std::string taken;
  const auto take_lines = [&](std::string_view piece) {
    const auto end = piece.rfind('\n') + 1;  // none: 0
    taken += piece.substr(0, end);
    return end;
  };
  EXPECT_EQ(read_in_pieces(at("f"), take_lines).value(), "end");
  EXPECT_EQ(taken + "end", text);
  EXPECT_EQ(read_in_pieces(at("none"), take_lines), std::nullopt);
  EXPECT_EQ(render(read_in_pieces(folder_.path(), take_lines).error()),
            "error: cannot read '" + folder_.path().string() + "': Is a directory\n");
}

TEST_F(Files, ReadsTheEndOfAFile) {
  ASSERT_TRUE(write_file(at("f"), "0123456789"));
  EXPECT_EQ(read_end(at("f"), 3), "789");
  EXPECT_EQ(read_end(at("f"), 100), "0123456789");
  EXPECT_EQ(read_end(at("none"), 3), "");
  EXPECT_EQ(read_beginning(at("f"), 3), "012");
  EXPECT_EQ(read_beginning(at("f"), 100), "0123456789");
  EXPECT_EQ(read_beginning(at("none"), 3), "");
}

TEST_F(Files, ListsAFolderAndNothingWhereThereIsNone) {
  ASSERT_TRUE(write_file(at("a"), ""));
  ASSERT_TRUE(make_folders(at("b/c")));
  EXPECT_THAT(*names_in(folder_.path()), testing::UnorderedElementsAre("a", "b"));
  EXPECT_THAT(*names_in(at("none")), testing::IsEmpty());
  EXPECT_EQ(render(names_in(at("a")).error()),
            "error: cannot read '" + name_of("a") + "': Not a directory\n");
}

// Whoever may write in the folder may have put links where the new text is to be written first.
TEST_F(Files, WritesThroughNoLinkBesideAFileThatItReplaces) {
  ASSERT_TRUE(write_file(at("mine"), "mine"));
  for (int i = 0; i < 20; ++i)
    fs::create_symlink("mine", at(".f." + std::to_string(::getpid()) + "." + std::to_string(i)));
  ASSERT_TRUE(replace_file(at("f"), "text"));
  EXPECT_EQ(read_file(at("mine")), "mine");
  EXPECT_FALSE(fs::is_symlink(at("f")));
  EXPECT_EQ(read_file(at("f")), "text");
}

TEST_F(Files, ReplacesAFileAndLeavesNothingBesideIt) {
  ASSERT_TRUE(replace_file(at("f"), "a longer old text"));
  ASSERT_TRUE(replace_file(at("f"), "new"));
  ASSERT_TRUE(replace_file_durably(at("f"), "newer"));
  EXPECT_EQ(read_file(at("f")), "newer");
  EXPECT_THAT(*names_in(folder_.path()), testing::ElementsAre("f"));
}

TEST_F(Files, LeavesNothingBesideAFileThatCannotBeReplaced) {
  ASSERT_TRUE(make_folders(at("f/full")));
  EXPECT_EQ(render(replace_file(at("f"), "text").error()),
            "error: cannot write '" + name_of("f") + "': Is a directory\n");
  EXPECT_THAT(*names_in(folder_.path()), testing::ElementsAre("f"));
}

TEST_F(Files, AppendsWithoutTouchingWhatIsThere) {
  ASSERT_TRUE(append_durably(at("f"), "one\n"));
  ASSERT_TRUE(append_durably(at("f"), "two\n"));
  EXPECT_EQ(read_file(at("f")), "one\ntwo\n");
}

TEST_F(Files, MakesFoldersThatMayBeThere) {
  EXPECT_TRUE(make_folders(at("a/b")));
  EXPECT_TRUE(make_folders(at("a/b")));
  ASSERT_TRUE(write_file(at("f"), ""));
  EXPECT_EQ(render(make_folders(at("f/below")).error()),
            "error: cannot make the folder '" + name_of("f/below") + "': Not a directory\n");
}

TEST_F(Files, SaysWhatToDoWithoutPermission) {
  EXPECT_EQ(render(file_failure("write", "x", EACCES).value()),
            "error: cannot write 'x': Permission denied\n"
            "      = hint: you need permission to write there, or another folder: -o FOLDER of sweep, "
            "generate and build\n");
}

TEST_F(Files, DoesNotSendElsewhereWhoCannotRead) {
  EXPECT_EQ(render(file_failure("read", "x", EACCES).value()), "error: cannot read 'x': Permission denied\n");
}

TEST_F(Files, TellsWhatIsThereFromWhatCannotBeLookedAt) {
  ASSERT_TRUE(write_file(at("f"), ""));
  fs::create_symlink("loop", at("loop"));
  EXPECT_EQ(is_there(at("f")), true);
  EXPECT_EQ(is_there(at("none")), false);
  EXPECT_EQ(is_there(at("f/below a file")), false);
  EXPECT_EQ(is_folder(at("f")), false);
  EXPECT_EQ(is_folder(folder_.path()), true);
  EXPECT_EQ(render(is_folder(at("loop")).error()),
            "error: cannot read '" + name_of("loop") + "': Too many levels of symbolic links\n");
  const auto name = name_of(std::string(300, 'x'));
  EXPECT_EQ(render(is_folder(name).error()), "error: cannot read '" + name + "': File name too long\n");
}

TEST_F(Files, SaysThatTheWorkingFolderIsGone) {
  const auto before = fs::current_path();
  EXPECT_EQ(absolute_path("a/../b"), before / "b");
  EXPECT_EQ(absolute_path("."), before);
  EXPECT_EQ(absolute_path("/a/b/"), std::filesystem::path("/a/b"));
  EXPECT_EQ(absolute_path("/"), std::filesystem::path("/"));
  ASSERT_TRUE(make_folders(at("gone")));
  fs::current_path(at("gone"));
  fs::remove(at("gone"));
  const auto relative = absolute_path("x");
  const auto absolute = absolute_path("/a/./x");
  fs::current_path(before);
  ASSERT_FALSE(relative);
  EXPECT_EQ(render(relative.error()),
            "error: cannot read the working folder: No such file or directory\n"
            "      = hint: change to a folder that exists\n");
  EXPECT_EQ(absolute, fs::path("/a/x"));
}

// A disk of two pages. Needs root, as tests/run's container has it.
TEST_F(Files, KeepsTheOldTextOnAFullDiskAndSaysWhatToDo) {
  ASSERT_TRUE(make_folders(at("disk")));
  if (::mount("none", at("disk").c_str(), "tmpfs", 0, "size=8k") != 0) {
    SCALEGEN_CANNOT_RUN("cannot mount a tmpfs here");
  }
  ASSERT_TRUE(replace_file(at("disk/f"), "old"));
  const auto replaced = replace_file(at("disk/f"), std::string(20'000, 'x'));
  const auto text = read_file(at("disk/f"));
  const auto names = names_in(at("disk"));
  ::umount(at("disk").c_str());
  ASSERT_FALSE(replaced);
  EXPECT_THAT(render(replaced.error()),
              testing::MatchesRegex(
                  "error: cannot write '.*/disk/.f.[0-9]+': No space left on device\n"
                  "      = hint: free some space, then give the same command again: it continues\n"));
  EXPECT_EQ(text, "old");
  EXPECT_THAT(*names, testing::ElementsAre("f"));
}

TEST(FileFailure, SaysWhatToDoAboutADiskThatDoesNotAnswer) {
  for (const auto& [number, what] : {std::pair{ESTALE, "Stale file handle"}, {EIO, "Input/output error"}})
    EXPECT_EQ(render(file_failure("read", "/a/exit.json", number).value()),
              fmt::format("error: cannot read '/a/exit.json': {}\n      = hint: the disk may answer again in "
                          "a moment: give the same command again\n",
                          what));
}

}  // namespace
}  // namespace scalegen
