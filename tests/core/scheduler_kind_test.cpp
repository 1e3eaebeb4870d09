#include "core/scheduler_kind.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

TEST(SchedulerKinds, OfThisMachineRunOneJobAfterTheOther) {
  const auto here = traits_of(SchedulerKind::local);
  EXPECT_TRUE(here.runs_here);
  EXPECT_EQ(here.capacity, 1);
  for (const bool other :
       {here.has_partitions, here.takes_directives, here.starts_tasks, here.allocates, here.keeps_jobs})
    EXPECT_FALSE(other);
}

// As a report waits for them on a shared disk.
TEST(SchedulerKinds, ThatKeepJobsWaitForTheirFiles) {
  for (const auto& [kind, word] : words_of(SchedulerKind{})) {
    const auto traits = traits_of(kind);
    EXPECT_EQ(traits.keeps_jobs, traits.file_lag.count() > 0) << word;
    EXPECT_LE(traits.file_lag, traits.longest_file_lag) << word;
  }
}

}  // namespace
}  // namespace scalegen
