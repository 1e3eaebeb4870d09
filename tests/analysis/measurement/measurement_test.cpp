#include "analysis/measurement/measurement.hpp"

#include <gtest/gtest.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

TEST(Measurement, SaysWhetherAllEarlierAttemptsWereInterrupted) {
  const TemporaryFolder folder;
  const RunDirectory directory{folder.path()};
  const auto end = [&](const std::string& attempt, const std::string& exit) {
    const auto files = directory.attempt("2cpu-r1", attempt);
    ASSERT_TRUE(make_folders(files.root));
    ASSERT_TRUE(write_file(files.exited(), exit));
  };
  const auto was_interrupted = [&](const std::string& attempt) {
    const RunRecord record{.run = {.id = "2cpu-r1"}, .attempt = attempt, .outcome = Completed{}};
    return measure(record, {.own_program = true}, directory).was_interrupted;
  };
  end("1", R"({"status": 143, "cause": "TERM", "time": 5})");
  end("2", R"({"status": 0, "cause": "", "time": 6})");
  EXPECT_FALSE(was_interrupted("1")) << "there is none before it";
  EXPECT_TRUE(was_interrupted("2"));
  end("3", R"({"status": 0, "cause": "", "time": 7})");
  EXPECT_FALSE(was_interrupted("3")) << "the second ended by itself";
  end("2", R"({"status": 130, "cause": "INT", "time": 6})");
  EXPECT_TRUE(was_interrupted("3"));
  end("1", "");
  EXPECT_FALSE(was_interrupted("3")) << "nobody knows how the first ended";
}

}  // namespace
}  // namespace scalegen
