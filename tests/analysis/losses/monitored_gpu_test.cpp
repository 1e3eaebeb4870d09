#include "analysis/losses/straggler.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "analysis/report/sections.hpp"

namespace scalegen::losses {
namespace {

/// Two ranks on a node with two GPUs, each of which has one.
Measurement two_ranks(const std::vector<std::string>& devices, const std::vector<std::string>& visible) {
  Measurement run{.value = 1};
  for (int rank = 0; rank < 2; ++rank) {
    const auto at = static_cast<std::size_t>(rank);
    run.step_phases.ranks.push_back({.rank = rank, .host = "n1", .device = devices[at]});
    run.placement.tasks.push_back({.host = "n1", .rank = rank, .visible_gpus = visible[at]});
    const auto index = std::to_string(rank);
    run.placement.gpus.push_back(
        {.host = "n1", .index = index, .uuid = "GPU-" + index + index, .name = "H100"});
    run.gpus.push_back({.device = "n1:GPU-" + index + index});
  }
  return run;
}

TEST(MonitoredGpu, IsFoundByWhatItsRankSaw) {
  EXPECT_EQ(monitored_gpu(two_ranks({"cuda:0", "cuda:1"}, {"", ""}), "n1", "cuda:1"), "n1:GPU-11");
  EXPECT_EQ(monitored_gpu(two_ranks({"cuda:0", "cuda:1"}, {"1,0", "1,0"}), "n1", "cuda:1"), "n1:GPU-00");
  const std::string uuids = "GPU-11,GPU-00";
  EXPECT_EQ(monitored_gpu(two_ranks({"cuda:0", "cuda:1"}, {uuids, uuids}), "n1", "cuda:0"), "n1:GPU-11");
  EXPECT_EQ(monitored_gpu(two_ranks({"GPU-00", "GPU-11"}, {"", ""}), "n1", "GPU-11"), "n1:GPU-11");
}

TEST(MonitoredGpu, OfRanksThatTorchrunStartsIsFoundByWhatThatSaw) {
  auto run = two_ranks({"cuda:0", "cuda:1"}, {"0,1", ""});
  run.placement.tasks.resize(1);
  run.placement.tasks.front().rank.reset();
  EXPECT_EQ(monitored_gpu(run, "n1", "cuda:1"), "n1:GPU-11");
}

// Each rank sees one GPU and calls it the first, its visible one too: as in a control group of its own.
TEST(MonitoredGpu, IsUnknownIfRanksWouldShareIt) {
  EXPECT_EQ(monitored_gpu(two_ranks({"cuda:0", "cuda:0"}, {"0", "0"}), "n1", "cuda:0"), "");
}

TEST(MonitoredGpu, IsUnknownIfTheFactsDoNotTell) {
  const auto known = two_ranks({"cuda:0", "cuda:1"}, {"", ""});
  auto run = known;
  run.placement.tasks.clear();
  EXPECT_EQ(monitored_gpu(run, "n1", "cuda:1"), "") << "what the ranks saw";
  run = known;
  run.placement.gpus.clear();
  EXPECT_EQ(monitored_gpu(run, "n1", "cuda:1"), "") << "which GPUs there were";
  run = known;
  run.placement.gpus.front().name = "A100";
  EXPECT_EQ(monitored_gpu(run, "n1", "cuda:1"), "") << "in which order CUDA counts them";
  run = known;
  run.gpus.push_back({.device = "n1:GPU-22"});
  EXPECT_EQ(monitored_gpu(run, "n1", "cuda:1"), "") << "whether a third is the run's";
  EXPECT_EQ(monitored_gpu(known, "n1", "cuda:2"), "");
  EXPECT_EQ(monitored_gpu(known, "n2", "cuda:1"), "");
  EXPECT_EQ(monitored_gpu(two_ranks({"cuda:0", "cuda:1"}, {"0", "0"}), "n1", "cuda:1"), "");
  EXPECT_EQ(monitored_gpu(two_ranks({"cuda:0", "cuda:x"}, {"", ""}), "n1", "cuda:x"), "");
}

// Ten runs, in which ranks change places; the second GPU is slow and hot.
TEST(MonitoredGpu, HasItsClocksBesideAStraggler) {
  ScalingPoint point;
  for (int i = 0; i < 10; ++i) {
    auto run = two_ranks({"cuda:0", "cuda:1"}, {"", ""});
    for (auto& rank : run.step_phases.ranks) {
      rank.steps = 10;
      rank.seconds = (rank.device == "cuda:1" ? 1.2 : 1) + 0.001 * i;
      rank.phases[Phase::communication] = 0;
      if (i % 2 == 1) rank.rank = 1 - *rank.rank;
    }
    if (i % 2 == 1)
      for (auto& task : run.placement.tasks) task.rank = 1 - *task.rank;
    run.gpus[0].sm_clock_mhz = 1980;
    run.gpus[1].sm_clock_mhz = 1410;
    point.runs.push_back(run);
  }
  const auto found = stragglers_of({{.points = {point}}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(
      report::straggler_text(found.front()),
      "cuda:1 of node n1 is slow, whichever rank uses it; its own work takes 19.9 % longer than others', "
      "the most in 10 of 10 runs (p 0.0039 for 4 looked at); its GPUs had lower clocks: 1410 MHz, others "
      "in the same runs 1980 MHz");
}

}  // namespace
}  // namespace scalegen::losses
