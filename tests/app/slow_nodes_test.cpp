#include "app/slow_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/open_run_directory.hpp"
#include "core/run_directory.hpp"
#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

class ExcludedSlowNodes : public UserSession {
 protected:
  ExcludedSlowNodes() {
    write("mine.yaml", "name: mine\ncommand: ./train {gpus}\nscales: [4x1gpu]\nrepeats: 8\n");
    make_run_directory("mine.yaml");
  }

  // Four nodes take turns; one of them takes 30 % longer than the others for the same.
  static void complete_runs(const std::string& slow_node) {
    const auto opened = open_run_directory("").value();
    for (std::size_t i = 0; i < opened.plan.runs.size(); ++i) {
      const auto& run = opened.plan.runs[i];
      const auto attempt = opened.directory.attempt(run.id, "1");
      complete_attempt(attempt, run.id);
      std::string lines;
      for (int step = 1; step <= 20; ++step)
        lines += fmt::format("{{\"event\":\"step\",\"step\":{},\"seconds\":0.2,\"samples\":512}}\n", step);
      std::string ranks;
      for (std::size_t rank = 0; rank < 4; ++rank) {
        const auto host = fmt::format("n{}", (rank + i) % 4 + 1);
        const double wait = host == slow_node ? 0.4 : 1.3 - 0.001 * static_cast<double>((rank + i * i) % 3);
        ranks += fmt::format(
            R"({}{{"rank":{},"host":"{}","device":"cuda:0","steps":20,"seconds":4,"phases":{{"communication":{}}}}})",
            rank == 0 ? "" : ",", rank, host, wait);
      }
      write(attempt.metrics(), lines + "{\"event\":\"ranks\",\"ranks\":[" + ranks + "]}\n");
    }
  }
  static void complete_on_nodes_in_turn(const RunDirectory& directory, const scalegen::Run& run) {
    const auto attempt = directory.attempt(run.id, "1");
    bool is_slow = false;
    std::string gpus;
    for (int rank = 0; rank < run.rung.nodes; ++rank) {
      const int node = (run.round * run.rung.nodes + rank + run.round / 4) % 4 + 1;
      is_slow = is_slow || node == 3;
      if (rank == 0) write(attempt.root / fmt::format("place.n{}.txt", node), "rank= cores=0 gpus=0\n");
      gpus += fmt::format(R"({}{{"host":"n{}","index":"0","uuid":"GPU-{}","driver":"570","name":"H100"}})",
                          rank == 0 ? "" : ",", node, node);
    }
    write(attempt.environment(), "{\"gpus\":[" + gpus + "]}\n");
    complete_attempt(attempt, run.id, "", 1763719200 + (is_slow ? 120 : 100) / run.rung.nodes);
  }
  static Result<SlowNodes> slow() {
    const auto opened = open_run_directory("").value();
    return slow_nodes_of(opened.directory, opened.plan);
  }
};

TEST_F(ExcludedSlowNodes, AreThoseThatTheReportNames) {
  complete_runs("n3");
  const auto found = slow();
  ASSERT_TRUE(found) << error_of(found);
  EXPECT_EQ(found->names, std::vector<std::string>{"n3"});
  ASSERT_EQ(found->reasons.size(), 1U);
  EXPECT_EQ(found->reasons.front(),
            "node n3 is slow; its own work takes 33.3 % longer than others', the most in 8 of 8 runs (p "
            "0.00018 for 12 looked at)");
}

// All that is known is how long each run took, its first node, and the GPUs of all of its nodes.
TEST_F(ExcludedSlowNodes, AreThoseWhoseRunsAreSlow) {
  write("turns.yaml", "name: turns\ncommand: ./train {gpus}\nscales: [1gpu, 2x1gpu]\nrepeats: 12\n");
  const auto opened = make_run_directory("turns.yaml");
  for (const auto& run : opened.plan.runs) complete_on_nodes_in_turn(opened.directory, run);
  const auto found = slow_nodes_of(opened.directory, opened.plan);
  ASSERT_TRUE(found) << error_of(found);
  EXPECT_EQ(found->names, std::vector<std::string>{"n3"});
  EXPECT_EQ(
      found->reasons,
      std::vector<std::string>{"node n3 is slow; runs with it take 20.0 % longer than those of the same rung "
                               "without it, and are slower in 7 of 7 rounds (p 0.031 for 4 looked at)"});
}

TEST_F(ExcludedSlowNodes, AreRefusedIfNoneIsNamed) {
  EXPECT_EQ(error_of(slow()), "error: no node of '" + (work() / "mine-cyclone").string() +
                                  "' is shown to be slow\n      = hint: leave out --exclude-slow; it needs "
                                  "event lines `ranks` of enough runs (docs/metrics.md), or rungs that ran "
                                  "on other nodes from round to round (docs/statistics.md)\n");
}

TEST_F(ExcludedSlowNodes, NeedSlurm) {
  auto opened = open_run_directory("").value();
  opened.plan.head.scheduler = SchedulerKind::local;
  EXPECT_EQ(error_of(slow_nodes_of(opened.directory, opened.plan)),
            "error: --exclude-slow is for jobs that Slurm gives nodes to: here there is no other node\n      "
            "= hint: leave it out\n");
}

}  // namespace
}  // namespace scalegen
