#include "runner/slurm/job_tracker.hpp"

#include "tests/runner/slurm/stand_in_clients.hpp"

namespace scalegen::slurm {
namespace {

using Ids = std::optional<FoundIds>;

QueuedJob in_queue(const std::string& number, const std::string& state) {
  return {number, state, state == "PENDING" ? "" : "n1", {}, "a", ""};
}

TEST(LookUp, PrefersTheJobThatHasNotEndedAndThenTheFirst) {
  EXPECT_EQ(number_of_name("a", {in_queue("10", "PENDING"), in_queue("9", "PENDING")}, {}), "9");
  EXPECT_EQ(number_of_name("a", {in_queue("8", "CANCELLED"), in_queue("10", "RUNNING")}, {}), "10");
  EXPECT_EQ(number_of_name("a", {in_queue("10", "FAILED"), in_queue("9", "COMPLETED")}, {}), "9");
  EXPECT_EQ(number_of_name("a", {}, {{"12", "a", {{}}}, {"7", "a", {{}}}, {"5", "b", {{}}}}), "7");
  EXPECT_EQ(number_of_name("b", {in_queue("9", "PENDING")}, {}), std::nullopt);
  EXPECT_EQ(
      number_of_name("a", {{"9", "CANCELLED", "", {}, "a", ""}}, {{"9", "a", {{.state = "CANCELLED"}}}}),
      std::nullopt);
}

TEST(LookUp, FindsAnArrayByAnyOfItsTasks) {
  EXPECT_EQ(number_of_name("a", {in_queue("10_3", "PENDING"), in_queue("9_12", "RUNNING")}, {}), "9");
  EXPECT_EQ(number_of_name("a", {in_queue("9_0", "FAILED"), in_queue("9_1", "RUNNING")}, {}), "9");
  EXPECT_EQ(number_of_name("a", {}, {{"12_[4-7]", "a", {{}}}}), "12");
}

TEST(LookUp, AsksTheAccountsOnlyForWhatHasLeftTheQueue) {
  const StandInClients clients;
  clients.answer("squeue", "7|PENDING||5:00|a|Priority\n");
  clients.answer("sacct", "5|COMPLETED|0:0|n1|5|2026-11-21T10:00:09|||||b\n");
  EXPECT_EQ(find_by_name({"a"}, {""}).value(), Ids({JobId{"7"}}));
  EXPECT_EQ(clients.calls(), std::vector{kSqueue + "--name=a"});
  EXPECT_EQ(find_by_name({"c", "b", "a"}, {""}).value(), Ids({std::nullopt, JobId{"5"}, JobId{"7"}}));
  EXPECT_EQ(clients.calls(), (std::vector<std::string>{kSqueue + "--name=c,b,a", kSacct + "--name=c,b,a"}));
}

TEST(LookUp, AsksEachClusterThatMayHaveGotIt) {
  const StandInClients clients;
  clients.put(
      "squeue",
      "case $* in *--clusters=cm2*) echo 'CLUSTER: cm2'; echo '7|PENDING||5:00|a|Priority' ;;\n"
      "*--clusters=inter*) echo '9|PENDING||5:00|b|Priority'; echo '8|PENDING||5:00|a|Priority' ;; esac");
  clients.answer("sacct", "");
  EXPECT_EQ(find_by_name({"a", "b", "c"}, {"cm2", "inter"}).value(),
            Ids({JobId{"7", "cm2"}, JobId{"9", "inter"}, std::nullopt}));
  EXPECT_EQ(clients.calls().front(), "squeue --clusters=cm2" + kSqueue.substr(6) + "--name=a,b,c");
}

TEST(LookUp, KnowsNothingWhereOneClusterDoesNotAnswer) {
  const StandInClients clients;
  clients.put("squeue", "[[ $* == *--clusters=cm2* ]] || exit 1; echo '7|PENDING||5:00|a|Priority'");
  EXPECT_EQ(find_by_name({"a"}, {"cm2", "inter"}).value(), std::nullopt);
}

}  // namespace
}  // namespace scalegen::slurm
