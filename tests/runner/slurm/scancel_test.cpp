#include "runner/slurm/scancel.hpp"
#include "tests/runner/slurm/stand_in_clients.hpp"
#include "tests/runner/stand_ins.hpp"

namespace scalegen::slurm {
namespace {

/// A queue in which the job passes through these states, one a look.
void pass_through(const StandInClients& clients, const std::string& states) {
  clients.put("squeue", "states=(" + states +
                            ")\nlook=$(cat \"$here/looks\" 2>/dev/null || echo 0)\n"
                            "echo $((look + 1)) >\"$here/looks\"\necho \"7|${states[look]}|n1|5:00|a|None\"");
}

std::vector<std::string> names_of(const std::vector<std::string>& calls) {
  std::vector<std::string> names;
  for (const auto& call : calls) names.push_back(call.substr(0, call.find(' ')));
  return names;
}

TEST(Cancel, WaitsUntilNothingRuns) {
  const StandInClients clients;
  FakeClock clock;
  clients.answer("scancel", "");
  pass_through(clients, "RUNNING COMPLETING COMPLETING CANCELLED");
  ASSERT_TRUE(cancel_jobs(ids_of({"7;cm2"}), clock));
  const auto calls = clients.calls();
  EXPECT_EQ(calls.front(), "scancel --clusters=cm2 7");
  EXPECT_EQ(names_of(calls), (std::vector<std::string>{"scancel", "squeue", "squeue", "squeue", "squeue"}));
}

// 7 and 9 end at once, 8 at the third look.
TEST(Cancel, IsGivenOnceForAllJobsOfACluster) {
  const StandInClients clients;
  FakeClock clock;
  clients.answer("scancel", "");
  clients.put("squeue",
              "echo look >>\"$here/looks\"; echo '7|CANCELLED|n1|5:00|a|None'\n"
              "(($(wc --lines <\"$here/looks\") > 2)) && echo '8|CANCELLED|n1|5:00|b|None' || echo "
              "'8|COMPLETING|n1|5:00|b|None'");
  ASSERT_TRUE(cancel_jobs(ids_of({"7", "8", "9"}), clock));
  EXPECT_EQ(clients.calls(), (std::vector<std::string>{"scancel 7 8 9", kSqueue + "--jobs=7,8,9",
                                                       kSqueue + "--jobs=8", kSqueue + "--jobs=8"}));
}

TEST(Cancel, IsGivenToEachClusterForItsOwn) {
  const StandInClients clients;
  FakeClock clock;
  clients.answer("scancel", "");
  clients.answer("squeue", "");
  ASSERT_TRUE(cancel_jobs(ids_of({"7;cm2", "8", "9;cm2", ""}), clock));
  EXPECT_EQ(names_of(clients.calls()), (std::vector<std::string>{"scancel", "scancel", "squeue", "squeue"}));
  ASSERT_TRUE(cancel_jobs(ids_of({}), clock));
  EXPECT_EQ(clients.calls(), std::vector<std::string>{});
}

TEST(Cancel, OfMoreJobsThanACommandLineHoldsTakesSeveral) {
  const StandInClients clients;
  FakeClock clock;
  clients.answer("scancel", "");
  clients.answer("squeue", "");
  ASSERT_TRUE(cancel_jobs(ids_of(std::vector<std::string>(20'000, "12345678")), clock));
  EXPECT_EQ(names_of(clients.calls()), (std::vector<std::string>{"scancel", "scancel", "squeue", "squeue"}));
}

TEST(Cancel, WaitsTwoMinutesForAllTogether) {
  const StandInClients clients;
  FakeClock clock;
  const auto begin = clock.now();
  clients.answer("scancel", "");
  clients.answer("squeue", "7|COMPLETING|n1|5:00|a|None\n8|COMPLETING|n1|5:00|b|None\n");
  EXPECT_EQ(render(cancel_jobs(ids_of({"7;cm2", "8;cm2", "9;cm2"}), clock).error()),
            "error: Slurm does not report that 2 jobs have ended, two minutes after scancel\n"
            "      = hint: check with: squeue --clusters=cm2 --jobs=7,8\n");
  EXPECT_LT(clock.now() - begin, std::chrono::minutes(3));
}

TEST(Cancel, IsGivenAgainWhereItWasPerhapsNotHeard) {
  const StandInClients clients;
  FakeClock clock;
  clients.put("scancel", "[[ -e $here/looks ]] || { echo 'Socket timed out' >&2; exit 140; }");
  pass_through(clients, "RUNNING CANCELLED");
  ASSERT_TRUE(cancel_jobs(ids_of({"7"}), clock));
  EXPECT_EQ(names_of(clients.calls()), (std::vector<std::string>{"scancel", "squeue", "scancel", "squeue"}));
}

TEST(Cancel, IsDoneWhereItFailedAndTookEffect) {
  const StandInClients clients;
  FakeClock clock;
  clients.fail("scancel",
               "scancel: error: Kill job error on job id 7: Socket timed out on send/recv operation", 140);
  clients.fail("squeue", "slurm_load_jobs error: Invalid job id specified");
  EXPECT_TRUE(cancel_jobs(ids_of({"7"}), clock));
}

TEST(Cancel, DoesNotTakeSilenceForAnEnd) {
  const StandInClients clients;
  FakeClock clock;
  clients.fail("scancel", "scancel: error: Kill job error on job id 7: Unable to contact slurm controller",
               8);
  clients.fail("squeue", kUnreachable);
  EXPECT_EQ(
      render(cancel_jobs(ids_of({"7"}), clock).error()),
      "error: Slurm does not report that job 7 has ended, two minutes after scancel\n"
      "      = note: squeue: slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n"
      "      = hint: check with: squeue --jobs=7\n");
}

}  // namespace
}  // namespace scalegen::slurm
