#include "runner/max_in_flight.hpp"

#include "tests/runner/stand_ins.hpp"

namespace scalegen {
namespace {

TEST(JobsAtATime, AreWhatWasSaidLast) {
  const Directory directory;
  EXPECT_EQ(read_max_in_flight(directory.get()), std::nullopt);
  ASSERT_TRUE(write_max_in_flight(directory.get(), 20));
  ASSERT_TRUE(write_max_in_flight(directory.get(), 5));
  EXPECT_EQ(read_max_in_flight(directory.get()), 5);
}

TEST(JobsAtATime, AreNotLimitedByWhatIsNoNumberOfJobs) {
  const Directory directory;
  for (const auto* text : {"", "many\n", "0\n", "-3\n", "99999999999999\n"}) {
    ASSERT_TRUE(write_file(directory.get().max_in_flight(), text));
    EXPECT_EQ(read_max_in_flight(directory.get()), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace scalegen
