#include "analysis/measurement/window.hpp"

#include <gtest/gtest.h>

#include "core/files.hpp"
#include "tests/analysis/temporary_folder.hpp"

namespace scalegen {
namespace {

std::string outcome(const std::string& exit_json) {
  const TemporaryFolder folder;
  const AttemptFolder attempt{folder.path()};
  EXPECT_TRUE(write_file(attempt.exited(), exit_json));
  const auto span = wall_time(attempt);
  return span ? std::to_string(seconds(*span)) : span.error().front().message;
}

TEST(WallTime, IsFromTheLaunchOfTheCommandToItsEnd) {
  EXPECT_EQ(outcome(R"({"status": 0, "time": 1763719300.9, "cause": "", )"
                    R"("launched": 1763719200.25, "finished": 1763719300.5})"),
            "100.250000");
}

TEST(WallTime, IsNoneWhereTheScriptDidNotSeeBothEnds) {
  const std::string expected = "exit.json does not say when the command began and ended";
  EXPECT_EQ(outcome(R"({"status": 0, "launched": 1763719200.25, "finished": null})"), expected);
  EXPECT_EQ(outcome(R"({"status": 0, "launched": null, "finished": 1763719200.25})"), expected);
  EXPECT_EQ(outcome(R"({"status": 0, "launched": "1", "finished": "2"})"), expected);
  EXPECT_EQ(outcome(R"({"status": 0})"), expected);
  EXPECT_EQ(outcome("{"), expected);
}

TEST(WallTime, IsNoneWhereAClockWasSetBack) {
  const std::string expected = "by exit.json the command ended before it began: a clock was set";
  EXPECT_EQ(outcome(R"({"launched": 5.5, "finished": 5.5})"), expected);
  EXPECT_EQ(outcome(R"({"launched": 5.5, "finished": 4})"), expected);
}

TEST(WallTime, NeedsAnExitFile) {
  const auto span = wall_time({"/nowhere"});
  ASSERT_FALSE(span);
  EXPECT_EQ(render(span.error()), "error: cannot read '/nowhere/exit.json': No such file or directory\n");
}

}  // namespace
}  // namespace scalegen
