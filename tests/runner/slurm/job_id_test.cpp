#include "runner/slurm/job_id.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace scalegen::slurm {
namespace {

TEST(SlurmJobId, IsANumberAndPerhapsACluster) {
  EXPECT_EQ(parse_job_id("42"), (JobId{"42", ""}));
  EXPECT_EQ(parse_job_id("42;cm2"), (JobId{"42", "cm2"}));
  for (const auto* text : {"", ";cm2", "42 ", "Submitted batch job 42", "4-2"})
    EXPECT_EQ(parse_job_id(text), std::nullopt) << text;
}

TEST(SlurmJobId, OfATaskHoldsTheArrays) {
  EXPECT_EQ(parse_job_id("42_7"), (JobId{"42_7", ""}));
  EXPECT_EQ(parse_job_id("42_7;cm2"), (JobId{"42_7", "cm2"}));
  for (const auto* text : {"42_", "_7", "42_[0-7]", "42_7_8"})
    EXPECT_EQ(parse_job_id(text), std::nullopt) << text;
  EXPECT_EQ(id_of_task({"42"}, 7), (JobId{"42_7"}));
  EXPECT_EQ(id_of_task({"42", "cm2"}, 7), (JobId{"42_7", "cm2"}));
  EXPECT_EQ(number_of_array("42_7"), "42");
  EXPECT_TRUE(is_task("42_7"));
  EXPECT_FALSE(is_task("42"));
}

TEST(SlurmJobId, IsWrittenAsItWasRead) {
  EXPECT_EQ(to_string(JobId{"42"}), "42");
  EXPECT_EQ(to_string(JobId{"42", "cm2"}), "42;cm2");
  EXPECT_EQ(job_id_of("42_7;cm2"), (JobId{"42_7", "cm2"}));
  EXPECT_EQ(job_id_of("n1:77:1234"), JobId{"n1:77:1234"});
}

TEST(SlurmJobId, IsAskedForAtItsCluster) {
  EXPECT_EQ(numbers_by_cluster({{"7"}, {"9", "cm2"}, {"8"}, {""}, {"11", "cm2"}}),
            (std::map<std::string, std::vector<std::string>>{{"", {"7", "8"}}, {"cm2", {"9", "11"}}}));
  EXPECT_EQ(comma_separated({"7", "8"}), "7,8");
}

TEST(SlurmJobId, IsAskedForWithAsManyOthersAsAnArgumentHolds) {
  EXPECT_EQ(comma_separated_lists({}), std::vector<std::string>{});
  EXPECT_EQ(comma_separated_lists({"7", "8"}), std::vector<std::string>{"7,8"});
  const std::vector<std::string> ids(30'000, "12345678");
  const auto lists = comma_separated_lists(ids);
  EXPECT_EQ(lists.size(), 3U);
  std::size_t count = 0;
  for (const auto& list : lists) {
    EXPECT_LE(list.size(), 100'008U);
    count += static_cast<std::size_t>(std::count(list.begin(), list.end(), ',')) + 1;
  }
  EXPECT_EQ(count, ids.size());
}

}  // namespace
}  // namespace scalegen::slurm
