#include "runner/max_in_flight.hpp"

#include "tests/runner/stand_ins.hpp"

namespace scalegen {
namespace {

TEST(JobsAtATime, AreWhatWasSaidLast) {
  const Directory directory;
  EXPECT_EQ(limit_of_jobs_at_a_time(directory.get()), std::nullopt);
  ASSERT_TRUE(limit_jobs_at_a_time(directory.get(), 20));
  ASSERT_TRUE(limit_jobs_at_a_time(directory.get(), 5));
  EXPECT_EQ(limit_of_jobs_at_a_time(directory.get()), 5);
}

TEST(JobsAtATime, AreNotLimitedByWhatIsNoNumberOfJobs) {
  const Directory directory;
  for (const auto* text : {"", "many\n", "0\n", "-3\n", "99999999999999\n"}) {
    ASSERT_TRUE(write_file(directory.get().jobs_at_a_time(), text));
    EXPECT_EQ(limit_of_jobs_at_a_time(directory.get()), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace scalegen
