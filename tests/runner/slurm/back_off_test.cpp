#include "runner/slurm/slurm_scheduler.hpp"

#include <gtest/gtest.h>

namespace scalegen::slurm {
namespace {

using std::chrono::milliseconds;

TEST(BackOff, LooksSoonAfterAChangeAndLaterAndLaterWithoutOne) {
  EXPECT_EQ(next_interval(milliseconds(40'000), true), milliseconds(2'000));
  EXPECT_EQ(next_interval(milliseconds(2'000), false), milliseconds(3'000));
  EXPECT_EQ(next_interval(milliseconds(50'000), false), milliseconds(60'000));
  EXPECT_EQ(next_interval(milliseconds(60'000), false), milliseconds(60'000));
}

TEST(BackOff, IsOutOfStepWithOthers) {
  EXPECT_EQ(with_jitter(milliseconds(10'000), 0), milliseconds(9'000));
  EXPECT_EQ(with_jitter(milliseconds(10'000), 1), milliseconds(11'000));
}

}  // namespace
}  // namespace scalegen::slurm
