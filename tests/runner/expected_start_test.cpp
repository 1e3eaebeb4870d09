#include "runner/slurm/sbatch.hpp"

#include <gtest/gtest.h>

namespace scalegen::slurm {
namespace {

TEST(ExpectedStart, IsReadFromWhatSbatchSays) {
  EXPECT_EQ(parse_expected_start("sbatch: Job 7 to start at 2026-11-21T15:04:05 using 24 processors on nodes "
                                 "gpu-[1-2] in partition gpu\n"),
            (ExpectedStart{"2026-11-21T15:04:05", "gpu-[1-2]", "gpu"}));
}

TEST(ExpectedStart, IsNotInARefusal) {
  EXPECT_EQ(parse_expected_start("allocation failure: Requested node configuration is not available\n"),
            std::nullopt);
  EXPECT_EQ(parse_expected_start(""), std::nullopt);
}

}  // namespace
}  // namespace scalegen::slurm
