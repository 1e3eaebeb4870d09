#include "analysis/measurement/measurement_cache.hpp"

#include <gtest/gtest.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

/// Two runs of a program whose output has their figures.
class Kept : public testing::Test {
 protected:
  Kept() {
    head_.own_program = true;
    head_.metrics = {{.name = "throughput", .regex = "rate: {number}", .unit = "images/s"}};
    for (const auto* id : {"1cpu-r1", "2cpu-r1"})
      records_.push_back({.run = {.id = id}, .attempt = "1", .outcome = Completed{}, .is_persisted = true});
  }

  void print(const std::string& run, const std::string& rate) const {
    const auto attempt = directory_.attempt(run, "1");
    EXPECT_TRUE(make_folders(attempt.root));
    EXPECT_TRUE(write_file(attempt.out(), "rate: " + rate + "\nscalegen: end of " + run + "\n"));
  }

  std::vector<double> values() { return values_of(cache_.measure(records_, head_, directory_)); }

  TemporaryFolder folder_;
  RunDirectory directory_{folder_.path()};
  PlanHead head_;
  std::vector<RunRecord> records_;
  MeasurementCache cache_;
};

using Values = std::vector<double>;

TEST_F(Kept, AreNotReadTwice) {
  print("1cpu-r1", "100");
  print("2cpu-r1", "190");
  EXPECT_EQ(values(), (Values{100, 190}));
  print("1cpu-r1", "7");
  EXPECT_EQ(values(), (Values{100, 190}));
}

TEST_F(Kept, AreThoseOfOutcomesThatAreWritten) {
  print("1cpu-r1", "100");
  print("2cpu-r1", "190");
  records_[0].is_persisted = false;
  EXPECT_EQ(values(), (Values{100, 190}));
  print("1cpu-r1", "101");
  EXPECT_EQ(values(), (Values{101, 190}));
}

TEST_F(Kept, AreOfOneAttemptAndItsOutcome) {
  print("1cpu-r1", "100");
  print("2cpu-r1", "190");
  (void)values();
  records_[0].outcome = Failed{1, "no"};
  EXPECT_EQ(values(), (Values{190}));
  records_[0].attempt = "2";
  records_[0].outcome.reset();
  EXPECT_EQ(values(), (Values{190}));
}

}  // namespace
}  // namespace scalegen
