#include "runner/slurm/sacct.hpp"

#include "tests/runner/slurm/stand_in_clients.hpp"

namespace scalegen::slurm {
namespace {

using std::chrono::minutes;

TEST(SlurmAccounting, IsReadWithTheSteps) {
  EXPECT_EQ(parse_accounting("7|COMPLETED|0:0|n[1-2]|5|2026-11-21T10:00:09||||c1-1gpu|r1\n"
                             "7.batch|COMPLETED|0:0|n1||2026-11-21T10:00:09||||batch\n"
                             "7.0|CANCELLED by 1000|0:9|n[1-2]||2026-11-21T10:00:08||||scalegen-monitor\n"
                             "8|FAILED|3:0|n1|UNLIMITED|2026-11-21T10:00:05||||other\n"),
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
                         "a\n7.0|OUT_OF_MEMORY|0:125|n1||2026-11-21T10:00:09||1|54320K|python3\n"
                         "7.1|COMPLETED|0:0|n1||2026-11-21T10:00:09||1||python3\n")
            .front()
            .starts.front();
    return std::vector{start.asked_mib, start.steps[0].used_mib, start.steps[1].used_mib};
  };
  using Memory = std::vector<std::optional<std::int64_t>>;
  EXPECT_EQ(memory("100M|2||"), (Memory{50, 53, std::nullopt}));
  EXPECT_EQ(memory("1.50G|1||")[0], 1536);
  EXPECT_EQ(memory("2T|1||")[0], 2'097'152);
  EXPECT_EQ(memory("4Gn|2||")[0], 4096);  // so before Slurm 21.08
  for (const auto* nothing : {"4Gc|2||", "0|1||", "0n|1||", "|1||", "4G|0||", "16?|1||"})
    EXPECT_EQ(memory(nothing)[0], std::nullopt) << nothing;
}

TEST(SlurmAccounting, KeepsTheStartsOfARequeuedJobApart) {
  EXPECT_EQ(parse_accounting("7|NODE_FAIL|0:0|n1|5|2026-11-21T10:00:09||||a\n"
                             "7.batch|CANCELLED|0:15|n1||2026-11-21T10:00:09||||batch\n"
                             "7|PENDING|0:0|None assigned|5|Unknown||||a\n"),
            (std::vector<AccountedJob>{{"7",
                                        "a",
                                        {{"NODE_FAIL",
                                          {0, 0},
                                          "n1",
                                          minutes(5),
                                          {{"batch", "batch", "CANCELLED", {0, 15}, "2026-11-21T10:00:09"}}},
                                         {"PENDING", {0, 0}, "None assigned", minutes(5), {}, false}}}}));
}

// The beginning may be written down after the end, and the end long after the state.
TEST(SlurmAccounting, KnowsWhatIsHalfWritten) {
  const auto is_complete = [](const std::string& row) {
    return parse_accounting(row).front().starts.front().is_complete;
  };
  EXPECT_TRUE(is_complete("7|FAILED|3:0|n1|10|2026-11-21T10:00:09||||a"));
  EXPECT_TRUE(is_complete("7|FAILED|3:0|n1|UNLIMITED|2026-11-21T10:00:09||||a"));
  EXPECT_FALSE(is_complete("7|FAILED|3:0|n1||2026-11-21T10:00:09||||allocation"));
  EXPECT_FALSE(is_complete("7|FAILED|0:0|n1|10|Unknown||||a"));
}

TEST(SlurmAccounting, IsNotMisledByWhatIsNoRow) {
  EXPECT_EQ(parse_accounting("sacct: banner\n9.batch|COMPLETED|0:0|n1||2026-11-21T10:00:09||||batch\n"),
            std::vector<AccountedJob>{});
}

TEST(SlurmAccounting, IsAskedOnceForAllJobs) {
  const StandInClients clients;
  clients.answer("sacct", "7|FAILED|3:0|n1|5|2026-11-21T10:00:09||||a\n");
  EXPECT_EQ(
      query_accounting({"7", "8"}, ""),
      (AccountingAnswer{Accounting::answers, {{"7", "a", {{"FAILED", {3, 0}, "n1", minutes(5), {}}}}}}));
  EXPECT_EQ(query_accounting_by_name({"a", "b"}, "").jobs.size(), 1U);
  EXPECT_EQ(clients.calls(), (std::vector<std::string>{kSacct + std::string("--jobs=7,8"),
                                                       kSacct + std::string("--name=a,b")}));
}

TEST(SlurmAccounting, MayBeNoneOrSilent) {
  const StandInClients clients;
  clients.fail("sacct", "Slurm accounting storage is disabled");
  EXPECT_EQ(query_accounting({"7"}, ""), (AccountingAnswer{Accounting::none, {}}));
  clients.fail("sacct", "sacct: error: Problem talking to the database: Connection refused");
  EXPECT_EQ(query_accounting({"7"}, ""), (AccountingAnswer{Accounting::silent, {}}));
  clients.take_away_all();
  EXPECT_EQ(query_accounting({"7"}, ""), (AccountingAnswer{Accounting::none, {}}));
}

}  // namespace
}  // namespace scalegen::slurm
