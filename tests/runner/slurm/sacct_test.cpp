#include <gtest/gtest.h>

#include "runner/slurm/sacct.hpp"
#include "tests/runner/slurm/stand_in_clients.hpp"

namespace scalegen::slurm {
namespace {

using std::chrono::minutes;

TEST(SlurmAccounting, IsReadWithTheSteps) {
  EXPECT_EQ(parse_accounting("7|COMPLETED|0:0|n[1-2]|5|2026-11-21T10:00:09|||||c1-1gpu|r1\n"
                             "7.batch|COMPLETED|0:0|n1||2026-11-21T10:00:09|||||batch\n"
                             "7.0|CANCELLED by 1000|0:9|n[1-2]||2026-11-21T10:00:08|||||scalegen-monitor\n"
                             "8|FAILED|3:0|n1|UNLIMITED|2026-11-21T10:00:05|||||other\n"),
            (std::vector<AccountedJob>{
                {"7",
                 "c1-1gpu|r1",
                 {{"COMPLETED",
                   {0, 0},
                   "n[1-2]",
                   minutes(5),
                   {{"batch", "batch", "COMPLETED", {0, 0}, "2026-11-21T10:00:09"},
                    {"0", "scalegen-monitor", "CANCELLED by 1000", {0, 9}, "2026-11-21T10:00:08"}}}}},
                {"8", "other", {{"FAILED", {3, 0}, "n1", std::nullopt, {}}}}}));
}

TEST(SlurmAccounting, KnowsTheMemoryOfANodeAndOfATask) {
  const auto memory = [](const std::string& asked_and_used) {
    const auto start =
        parse_accounting("7|OUT_OF_MEMORY|0:125|n1|5|2026-11-21T10:00:09|" + asked_and_used +
                         "|a\n7.0|OUT_OF_MEMORY|0:125|n1||2026-11-21T10:00:09||1|54320K||python3\n"
                         "7.1|COMPLETED|0:0|n1||2026-11-21T10:00:09||1|||python3\n")
            .front()
            .starts.front();
    return std::vector{start.asked_mib, start.steps[0].used_mib, start.steps[1].used_mib};
  };
  using Memory = std::vector<std::optional<std::int64_t>>;
  EXPECT_EQ(memory("100M|2||"), (Memory{50, 53, std::nullopt}));
  EXPECT_EQ(memory("1.50G|1||")[0], 1536);
  EXPECT_EQ(memory("2T|1||")[0], 2'097'152);
  EXPECT_EQ(memory("4Gn|2||")[0], 4096);  // so before Slurm 21.08
  for (const auto* nothing : {"4Gc|2||", "0|1||", "0n|1||", "|1||", "4G|0||", "16?|1||", "1M|2||",
                              "1e15M|1||", "1e40G|1||", "nanG|1||", "infG|1||"})
    EXPECT_EQ(memory(nothing)[0], std::nullopt) << nothing;
}

TEST(SlurmAccounting, KeepsTheStartsOfARequeuedJobApart) {
  EXPECT_EQ(parse_accounting("7|NODE_FAIL|0:0|n1|5|2026-11-21T10:00:09|||||a\n"
                             "7.batch|CANCELLED|0:15|n1||2026-11-21T10:00:09|||||batch\n"
                             "7|PENDING|0:0|None assigned|5|Unknown|||||a\n"),
            (std::vector<AccountedJob>{{"7",
                                        "a",
                                        {{"NODE_FAIL",
                                          {0, 0},
                                          "n1",
                                          minutes(5),
                                          {{"batch", "batch", "CANCELLED", {0, 15}, "2026-11-21T10:00:09"}}},
                                         {"PENDING", {0, 0}, "", minutes(5), {}, false}}}}));
}

// The beginning may be written down after the end, and the end long after the state.
TEST(SlurmAccounting, KnowsWhatIsHalfWritten) {
  const auto is_complete = [](const std::string& row) {
    return parse_accounting(row).front().starts.front().is_complete;
  };
  EXPECT_TRUE(is_complete("7|FAILED|3:0|n1|10|2026-11-21T10:00:09|||||a"));
  EXPECT_TRUE(is_complete("7|FAILED|3:0|n1|UNLIMITED|2026-11-21T10:00:09|||||a"));
  EXPECT_FALSE(is_complete("7|FAILED|3:0|n1||2026-11-21T10:00:09|||||allocation"));
  EXPECT_FALSE(is_complete("7|FAILED|0:0|n1|10|Unknown|||||a"));
}

TEST(SlurmAccounting, IsNotMisledByWhatIsNoRow) {
  EXPECT_EQ(parse_accounting("sacct: banner\n9.batch|COMPLETED|0:0|n1||2026-11-21T10:00:09|||||batch\n"),
            std::vector<AccountedJob>{});
}

TEST(SlurmAccounting, MayBeNoneOrSilent) {
  const StandInClients clients;
  clients.fail("sacct", "Slurm accounting storage is disabled");
  EXPECT_EQ(query_accounting({"7"}, {""}), (AccountingAnswer{Accounting::none, {}}));
  clients.fail("sacct", "sacct: error: Problem talking to the database: Connection refused");
  EXPECT_EQ(query_accounting({"7"}, {""}), (AccountingAnswer{Accounting::silent, {}}));
  clients.take_away_all();
  EXPECT_EQ(query_accounting({"7"}, {""}), (AccountingAnswer{Accounting::none, {}}));
}

constexpr const char* kTen = "2026-11-21T10:00:10";

JobStatus ended(std::optional<Outcome> abnormal_outcome, std::optional<int> exit_status = {}) {
  return {
      .state = JobState::ended, .abnormal_outcome = std::move(abnormal_outcome), .exit_status = exit_status};
}

AccountedStart start(const std::string& state, SlurmExit exit = {}, std::vector<SlurmStep> steps = {}) {
  return {state, exit, "n1", minutes(5), std::move(steps)};
}

JobStatus end_of_start(const std::string& state, SlurmExit exit = {}, std::vector<SlurmStep> steps = {}) {
  return end_of(AccountedJob{"7", "a", {start(state, exit, std::move(steps))}});
}

/// The script ended at 10 s, with this step before, in it or after it.
JobStatus end_with_step(const SlurmStep& step) {
  return end_of_start("COMPLETED", {}, {{"batch", "batch", "COMPLETED", {}, kTen}, step});
}

TEST(SlurmEnd, IsTheScriptsOwnToTellWhereItRanToItsEnd) {
  EXPECT_EQ(end_of_start("COMPLETED"), ended({}, 0));
  EXPECT_EQ(end_of_start("FAILED", {3, 0}), ended({}, 3));
  EXPECT_EQ(end_of_start("FAILED", {0, 9}), ended({}, 137));
  EXPECT_EQ(end_of_start("FAILED", {0, 0}), ended({}));
}

TEST(SlurmEnd, IsSlurmsToTellWhereTheScriptCouldNot) {
  EXPECT_EQ(end_of_start("OUT_OF_MEMORY", {0, 125}), ended(OutOfMemory{}));
  EXPECT_EQ(end_of_start("TIMEOUT"), ended(TimedOut{minutes(5)}));
  EXPECT_EQ(end_of_start("NODE_FAIL", {1, 0}), ended(NodeFailed{"n1"}));
  EXPECT_EQ(end_of_start("BOOT_FAIL"), ended(NodeFailed{"n1"}));
  EXPECT_EQ(end_of_start("RECONFIG_FAIL"), ended(NodeFailed{"n1"}));
  EXPECT_EQ(end_of_start("PREEMPTED"), ended(Preempted{}));
  EXPECT_EQ(end_of_start("CANCELLED by 1000"), ended(Cancelled{}));
  EXPECT_EQ(end_of_start("DEADLINE"), ended(Failed{0, "the deadline of its job was over"}));
}

TEST(SlurmEnd, IsAFailedLaunchWhereNothingWasRun) {
  const Failed not_launched{
      0, "Slurm could not start its script: its output file could not be opened, or the node was not ready"};
  EXPECT_EQ(end_of_start("FAILED", {0, 53}), ended(not_launched));
  EXPECT_EQ(end_of_start("LAUNCH_FAILED"), ended(not_launched));
  EXPECT_EQ(end_of(QueuedJob{"7", "FAILED", "n1", minutes(5), "a", "JobLaunchFailure"}), ended(not_launched));
}

TEST(SlurmEnd, NamesNoNodeWhereItMayBeOneOfSeveral) {
  for (const auto* nodes : {"n[1-2]", "n1,m1", ""})
    EXPECT_EQ(end_of(AccountedJob{"7", "a", {{"NODE_FAIL", {}, nodes, minutes(5), {}}}}),
              ended(NodeFailed{}));
}

TEST(SlurmEnd, IsBadWhereAStepFailedAndTheScriptWentOn) {
  EXPECT_EQ(end_with_step({"1", "bash", "FAILED", {7, 0}, kTen}),
            ended(Failed{7, "step 1 of its job, 'bash', failed, and its script went on"}, 0));
  EXPECT_EQ(end_with_step({"1", "bash", "CANCELLED", {0, 15}, "2026-11-21T10:00:09"}),
            ended(Failed{143, "step 1 of its job, 'bash', failed, and its script went on"}, 0));
  EXPECT_EQ(end_with_step({"1", "bash", "OUT_OF_MEMORY", {0, 125}, kTen}), ended(OutOfMemory{}, 0));
  EXPECT_EQ(end_with_step({"batch", "batch", "OUT_OF_MEMORY", {0, 125}, kTen}), ended(OutOfMemory{}, 0));
}

TEST(SlurmEnd, IsASuspensionWhateverTheScriptMadeOfIt) {
  const auto end = [](const std::string& state_and_exit, const std::string& suspended) {
    return end_of(
        parse_accounting("7|" + state_and_exit + "|n1|5|2026-11-21T10:00:09||||" + suspended + "|a\n")
            .front());
  };
  EXPECT_EQ(end("COMPLETED|0:0", "00:00:13"), ended(Suspended{std::chrono::seconds(13)}, 0));
  EXPECT_EQ(end("FAILED|1:0", "1-00:01:00"), ended(Suspended{minutes(24 * 60 + 1)}, 1));
  EXPECT_EQ(end("COMPLETED|0:0", "00:00:00"), ended({}, 0));
  EXPECT_EQ(end("TIMEOUT|0:0", "00:00:13"), ended(TimedOut{minutes(5)}));
}

TEST(SlurmEnd, SaysWhatMemoryWasAskedForAndUsed) {
  AccountedStart start{"OUT_OF_MEMORY", {0, 125}, "n1", minutes(5)};
  start.asked_mib = 50;
  start.steps = {{"batch", "batch", "OUT_OF_MEMORY", {0, 125}, kTen, 10},
                 {"extern", "extern", "COMPLETED", {}, kTen, 70},
                 {"0", "python3", "OUT_OF_MEMORY", {0, 125}, kTen, 49},
                 {"1", "bash", "COMPLETED", {}, kTen},
                 {"2", "scalegen-monitor", "COMPLETED", {}, kTen, 80}};
  EXPECT_EQ(end_of(AccountedJob{"7", "a", {start}}), ended(OutOfMemory{50, 49}));
}

TEST(SlurmEnd, IsNotBadWhereAStepWasEndedWithTheScript) {
  const std::vector<SlurmStep> harmless{
      {"1", "bash", "COMPLETED", {}, kTen},
      {"1", "bash", "CANCELLED by 1000", {0, 9}, "2026-11-21T10:00:09"},
      {"1", "sleep", "CANCELLED", {0, 15}, kTen},
      {"1", "sleep", "CANCELLED", {0, 15}, "2026-11-21T10:00:11"},
      {"1", "scalegen-monitor", "FAILED", {1, 0}, "2026-11-21T10:00:09"},
      {"1", "scalegen-monitor", "OUT_OF_MEMORY", {0, 125}, "2026-11-21T10:00:09"},
      {"extern", "extern", "OUT_OF_MEMORY", {0, 125}, kTen},
  };
  for (const auto& step : harmless) EXPECT_EQ(end_with_step(step), ended({}, 0)) << step.name << step.state;
}

TEST(SlurmEnd, IsThatOfTheLastStart) {
  EXPECT_EQ(end_of(AccountedJob{"7", "a", {start("NODE_FAIL"), start("COMPLETED")}}), ended({}, 0));
  EXPECT_EQ(end_of(AccountedJob{"7", "a", {start("PREEMPTED"), start("TIMEOUT")}}),
            ended(TimedOut{minutes(5)}));
}

// 75: its attempt is claimed.
TEST(SlurmEnd, IsThatOfTheStartBeforeWhereTheLastFoundNothingToDo) {
  const auto after = [](const std::string& state) {
    return end_of(AccountedJob{"7", "a", {start(state), start("FAILED", {75, 0})}});
  };
  EXPECT_EQ(after("NODE_FAIL"), ended(NodeFailed{"n1"}, 75));
  EXPECT_EQ(after("PREEMPTED"), ended(Preempted{}, 75));
  EXPECT_EQ(after("REQUEUED"), ended(Lost{"Slurm put its job back into the queue"}, 75));
  EXPECT_EQ(end_of_start("FAILED", {75, 0}), ended({}, 75));
}

TEST(SlurmEnd, IsToldByTheQueueWhereThereAreNoAccounts) {
  const auto by_queue = [](const std::string& state, const std::string& reason) {
    return end_of(QueuedJob{"7", state, "n1", minutes(5), "a", reason});
  };
  EXPECT_EQ(by_queue("COMPLETED", "None"), ended({}, 0));
  EXPECT_EQ(by_queue("FAILED", "NonZeroExitCode"), ended({}));
  EXPECT_EQ(by_queue("OUT_OF_MEMORY", "OutOfMemory"), ended(OutOfMemory{}));
  EXPECT_EQ(by_queue("TIMEOUT", "TimeLimit"), ended(TimedOut{minutes(5)}));
  EXPECT_EQ(by_queue("NODE_FAIL", "NodeDown"), ended(NodeFailed{"n1"}));
  EXPECT_EQ(by_queue("PREEMPTED", "None"), ended(Preempted{}));
  EXPECT_EQ(by_queue("CANCELLED", "None"), ended(Cancelled{}));
}

}  // namespace
}  // namespace scalegen::slurm
