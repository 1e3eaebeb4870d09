#include "runner/slurm/squeue.hpp"

#include "tests/runner/slurm/stand_in_clients.hpp"

namespace scalegen::slurm {
namespace {

using Jobs = std::vector<QueuedJob>;
using std::chrono::minutes;

TEST(SlurmQueue, IsReadWithReasonsThatAreSentences) {
  EXPECT_EQ(
      parse_queue("1|PENDING||5:00|c1-1gpu-r1-1|Priority\n"
                  "2|RUNNING|n[1-2]|1-00:00:00|c1-2gpu-r1-1|None\n"
                  "3|PENDING||UNLIMITED|c1-4gpu-r1-1|ReqNodeNotAvail, UnavailableNodes:n[3-4]\n"
                  "4|PENDING||10:00|c1-8gpu-r1-1|held | by hand\n"),
      (Jobs{{"1", "PENDING", "", minutes(5), "c1-1gpu-r1-1", "Priority"},
            {"2", "RUNNING", "n[1-2]", minutes(1440), "c1-2gpu-r1-1", "None"},
            {"3", "PENDING", "", std::nullopt, "c1-4gpu-r1-1", "ReqNodeNotAvail, UnavailableNodes:n[3-4]"},
            {"4", "PENDING", "", minutes(10), "c1-8gpu-r1-1", "held | by hand"}}));
}

TEST(SlurmQueue, TakesNoHeadingForAJob) {
  EXPECT_EQ(parse_queue("CLUSTER: cm2\n7|RUNNING|n1|5:00|a|None\n\n"),
            (Jobs{{"7", "RUNNING", "n1", minutes(5), "a", "None"}}));
  EXPECT_EQ(parse_queue(""), Jobs{});
}

TEST(SlurmQueue, IsAskedOnceForAllJobs) {
  const StandInClients clients;
  clients.answer("squeue", "7|RUNNING|n1|5:00|a|None\n");
  EXPECT_EQ(query_queue({"7", "8"}, "cm2").value(), (Jobs{{"7", "RUNNING", "n1", minutes(5), "a", "None"}}));
  EXPECT_EQ(clients.calls(),
            std::vector{"squeue --clusters=cm2" + std::string(kSqueue).substr(6) + "--jobs=7,8"});
  ASSERT_TRUE(query_queue_by_name({"a", "b"}, ""));
  EXPECT_EQ(clients.calls(), std::vector{kSqueue + std::string("--name=a,b")});
}

TEST(SlurmQueue, KnowsNoneWhereItSaysSo) {
  const StandInClients clients;
  clients.fail("squeue", "slurm_load_jobs error: Invalid job id specified");
  EXPECT_EQ(query_queue({"7"}, "").value(), Jobs{});
  clients.answer("squeue", "");
  EXPECT_EQ(query_queue({"7", "8"}, "").value(), Jobs{});
}

TEST(SlurmQueue, DoesNotAnswerWhereItFailed) {
  const StandInClients clients;
  for (const auto* text : {kUnreachable, kSlow, "what nobody has seen yet"}) {
    clients.fail("squeue", text);
    EXPECT_EQ(query_queue({"7"}, "").value(), std::nullopt) << text;
  }
  clients.fail("squeue", "squeue: error: 'cm2' can't be reached now", 0);
  EXPECT_EQ(query_queue({"7", "8"}, "cm2").value(), std::nullopt);
}

}  // namespace
}  // namespace scalegen::slurm
