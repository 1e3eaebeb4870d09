#include "analysis/scaling/shared_folder.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

// The sweep was written, a run was measured, somebody edited the script, and others were measured.
TEST(ChangedProgram, IsNamedWithTheLastMeasuredRunBeforeTheChange) {
  std::vector<Measurement> runs{
      {.run = "1cpu-r1", .folder = {.there = {"seen.py"}, .made = {"made.py"}}},
      {.run = "2cpu-r1", .unmeasured = "failed", .folder = {.there = {"seen.py"}}},
      {.run = "2cpu-r2", .folder = {.there = {"made.py", "a.txt", "seen.py", "train.py"}}},
      {.run = "1cpu-r2", .folder = {.there = {"train.py"}}}};
  find_changed_programs({{&runs[0]}, {&runs[1]}, {&runs[2]}, {&runs[3]}});
  EXPECT_EQ(runs[0].changed_program, std::nullopt);
  EXPECT_EQ(runs[1].changed_program, std::nullopt);
  EXPECT_EQ(runs[2].changed_program, (ChangedProgram{"train.py", "1cpu-r1"}));
  EXPECT_EQ(runs[3].changed_program, (ChangedProgram{"train.py", "1cpu-r1"}));
}

}  // namespace
}  // namespace scalegen
