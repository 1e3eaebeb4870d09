#include "core/outcome.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

struct Case {
  Outcome outcome;
  std::string words;
  std::string json;
};

const std::vector<Case> kEach = {
    {Completed{}, "completed", R"({"outcome":"completed"})"},
    {Failed{7, ""}, "failed: exit status 7", R"({"outcome":"failed","exit_status":7,"reason":""})"},
    {Failed{139, "cannot bind 'n1:29500'"}, "failed: exit status 139: cannot bind 'n1:29500'",
     R"({"outcome":"failed","exit_status":139,"reason":"cannot bind 'n1:29500'"})"},
    {TimedOut{std::chrono::minutes(10)}, "timed out after 10 min",
     R"({"outcome":"timed_out","limit_seconds":600})"},
    {OutOfMemory{}, "out of memory", R"({"outcome":"out_of_memory"})"},
    {NodeFailed{"cn07"}, "node failed: cn07", R"({"outcome":"node_failed","node":"cn07"})"},
    {Preempted{}, "preempted", R"({"outcome":"preempted"})"},
    {Cancelled{}, "cancelled", R"({"outcome":"cancelled"})"},
    {Lost{"its script ended without a word"}, "lost: its script ended without a word",
     R"({"outcome":"lost","reason":"its script ended without a word"})"},
};

TEST(Outcome, IsDescribedInAFewWords) {
  for (const auto& each : kEach) EXPECT_EQ(describe(each.outcome), each.words);
}

TEST(Outcome, IsReadAsItWasWritten) {
  for (const auto& each : kEach) {
    EXPECT_EQ(json_line(to_json(each.outcome)), each.json);
    EXPECT_EQ(outcome_from_json(*parse_json(each.json)), each.outcome);
  }
  ASSERT_EQ(kEach.size(), std::variant_size_v<Outcome> + 1) << "an outcome is missing here";
}

TEST(Outcome, IsNothingWhereItsWordIsUnknown) {
  EXPECT_EQ(outcome_from_json(*parse_json(R"({"outcome":"suspended"})")), std::nullopt);
  EXPECT_EQ(outcome_from_json(*parse_json(R"({"outcome":1})")), std::nullopt);
  EXPECT_EQ(outcome_from_json(*parse_json("{}")), std::nullopt);
  EXPECT_EQ(outcome_from_json(*parse_json("[]")), std::nullopt);
}

TEST(Outcome, IsCompletedInOneCaseOnly) {
  for (const auto& each : kEach) EXPECT_EQ(is_completed(each.outcome), each.words == "completed");
}

}  // namespace
}  // namespace scalegen
