#include "runner/slurm/job_id.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

TEST(SlurmJobId, IsANumberAndPerhapsACluster) {
  EXPECT_EQ(parse_job_id("42"), (SlurmJobId{"42", ""}));
  EXPECT_EQ(parse_job_id("42;cm2"), (SlurmJobId{"42", "cm2"}));
  for (const auto* text : {"", ";cm2", "42 ", "Submitted batch job 42", "4-2"})
    EXPECT_EQ(parse_job_id(text), std::nullopt) << text;
}

TEST(SlurmJobId, IsWrittenAsItWasRead) {
  EXPECT_EQ(to_string({"42", ""}), "42");
  EXPECT_EQ(to_string({"42", "cm2"}), "42;cm2");
}

TEST(SlurmJobId, IsAskedForAtItsCluster) {
  EXPECT_EQ(numbers_by_cluster({"7", "9;cm2", "8", "", "11;cm2"}),
            (std::map<std::string, std::vector<std::string>>{{"", {"7", "8"}}, {"cm2", {"9", "11"}}}));
  EXPECT_EQ(comma_separated({"7", "8"}), "7,8");
}

}  // namespace
}  // namespace scalegen
