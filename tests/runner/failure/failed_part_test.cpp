// The part of a pipe that failed: real texts, run as scripts run them.
#include "runner/failure/failure_reason.hpp"

#include <gtest/gtest.h>

#include "core/bash_command.hpp"
#include "core/files.hpp"
#include "core/process.hpp"
#include "core/shell_quote.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

class FailedPart : public testing::Test {
 protected:
  /// The reason after a text has run in the folder of an attempt, with the words of lib/job.bash before it.
  std::string after(const std::string& text) const {
    const auto library = shell_quote(SCALEGEN_SOURCE_DIR "/templates/job/evidence.bash");
    const auto word = shell_quote(text);
    const auto script = "source " + library +
                        "; export SCALEGEN_RUN_DIR=" + shell_quote(folder_.path().string()) +
                        "; bash -o pipefail -c \"$_note_parts\"" + word;
    std::filesystem::remove(folder_.path() / "parts.txt");
    EXPECT_TRUE(run_program({"bash", "-c", script}));
    const scalegen::Run run{.command = bash_command(text)};
    return with_failed_part(run, AttemptFolder{folder_.path()}, "no such data");
  }

  TemporaryFolder folder_;
};

TEST_F(FailedPart, IsNamedBeforeItsReason) {
  EXPECT_EQ(after("(exit 3) | cat | cat >/dev/null"), "'( ... )', part 1 of 3 of its pipe: no such data");
  EXPECT_EQ(after("{ exit 3; } | cat"), "'{ ... }', part 1 of 2 of its pipe: no such data");
  EXPECT_EQ(after("echo 1 | bash -c 'exit 4'"), "'bash -c 'exit 4'', part 2 of 2 of its pipe: no such data");
  EXPECT_EQ(after("echo 1 && { false | cat; }"), "no such data");
  EXPECT_EQ(after("true | cat; A=1 false x 2>&1 | cat"),
            "'A=1 false x', part 1 of 2 of its pipe: no such data");
}

TEST_F(FailedPart, ThatWroteToAnEndedReaderIsToldApart) {
  EXPECT_EQ(after("yes | head -n 1 >/dev/null"),
            "'yes' was ended by SIGPIPE, as 'head -n 1' behind it had ended: let that read to the end");
}

TEST_F(FailedPart, IsNoneWhereItIsNotKnown) {
  EXPECT_EQ(after("true | cat"), "no such data");
  EXPECT_EQ(after("true | cat; exit 5"), "no such data");
  EXPECT_EQ(after("trap 'true' EXIT; false | cat"), "no such data");
  ASSERT_TRUE(write_file(folder_.path() / "parts.txt", "x y\n"));
  EXPECT_EQ(with_failed_part({.command = bash_command("a | b")}, AttemptFolder{folder_.path()}, "r"), "r");
}

}  // namespace
}  // namespace scalegen
