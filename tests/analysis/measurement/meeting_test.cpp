// The connections are those that tests/end_to_end/python_ddp.sh sees of a real PyTorch.
#include "analysis/measurement/meeting.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

Run run_of(int ranks) { return {.rung = {.name = "cpus", .ranks_per_node = ranks}}; }

NodeLog with_connections(const std::set<std::string>& at_end) {
  return {.host = "n1", .end = {.lists_connections = true, .connections = at_end}};
}

constexpr auto kRank = Start::each_rank;
constexpr auto kTorchrun = Start::each_node;

TEST(Meeting, IsAConnectionOfAnyRank) {
  EXPECT_EQ(meeting_of(run_of(2), kRank, with_connections({"a", "b"}), {}).happened, true);
  EXPECT_EQ(meeting_of(run_of(2), kRank, with_connections({}), {}).happened, false);
}

TEST(Meeting, IsAConnectionBesideTorchrunsOwn) {
  EXPECT_EQ(meeting_of(run_of(2), kTorchrun, with_connections({"a", "b", "c"}), {}).happened, true);
  EXPECT_EQ(meeting_of(run_of(2), kTorchrun, with_connections({"a"}), {}).happened, false);
  EXPECT_EQ(meeting_of(run_of(2), kTorchrun, with_connections({"a"}), {{1, 20.5, 20.25}}).happened, false);
}

TEST(Meeting, WasSeenWhileItRanAlthoughTheKernelHasForgottenIt) {
  const auto meeting =
      meeting_of(run_of(2), kTorchrun, with_connections({}), {{1, 20.5, 20.25}, {3, 24.5, 23.0}});
  EXPECT_EQ(meeting, (Meeting{.happened = true, .not_before = 23.0}));
}

TEST(Meeting, LeavesOutConnectionsOfTheRunBefore) {
  auto log = with_connections({"a", "b"});
  log.begin.connections = {"a", "b"};
  EXPECT_EQ(meeting_of(run_of(2), kRank, log, {}).happened, false);
}

TEST(Meeting, IsNotClaimedWhereNobodyCanKnow) {
  EXPECT_EQ(meeting_of(run_of(2), Start::once, with_connections({}), {}), Meeting{});
  EXPECT_EQ(meeting_of(run_of(1), kRank, with_connections({}), {}), Meeting{});
  EXPECT_EQ(meeting_of(run_of(2), kRank, std::nullopt, {}), Meeting{});
  EXPECT_EQ(meeting_of(run_of(2), kRank, NodeLog{.host = "n1"}, {}), Meeting{});
  // Not even torchrun was seen.
  EXPECT_EQ(meeting_of(run_of(2), kTorchrun, with_connections({}), {}), Meeting{});
}

}  // namespace
}  // namespace scalegen
