#include "core/outcome.hpp"
#include "core/json.hpp"

#include <gtest/gtest.h>

#include <set>

namespace scalegen {
namespace {

struct Case {
  Outcome outcome;
  std::string words;
  std::string json;
};

const std::vector<Case> kEach = {
    {Completed{}, "completed", R"({"outcome":"completed"})"},
    {Failed{124, ""}, "failed: exit status 124 (timeout's)",
     R"({"outcome":"failed","exit_status":124,"reason":""})"},
    {Failed{7, ""}, "failed: exit status 7", R"({"outcome":"failed","exit_status":7,"reason":""})"},
    {Failed{139, "cannot bind 'n1:29500'"}, "failed: exit status 139: cannot bind 'n1:29500'",
     R"({"outcome":"failed","exit_status":139,"reason":"cannot bind 'n1:29500'"})"},
    {TimedOut{std::chrono::minutes(10)}, "timed out after 10 min (time_limit: 10m)",
     R"({"outcome":"timed_out","limit_seconds":600})"},
    {TimedOut{std::chrono::minutes(10), {}, std::chrono::seconds(597)}, "timed out after 10 min",
     R"({"outcome":"timed_out","limit_seconds":600,"after_seconds":597})"},
    {TimedOut{std::chrono::minutes(1), {}, std::chrono::seconds(61), std::chrono::minutes(10)},
     "timed out after 1 min, though the plan gives it 10 min: its job's limit was shortened",
     R"({"outcome":"timed_out","limit_seconds":60,"after_seconds":61,"planned_seconds":600})"},
    {TimedOut{std::chrono::minutes(1), StepsReached{30}, {}, std::chrono::minutes(10)},
     "timed out after 1 min, though the plan gives it 10 min: its job's limit was shortened; its last was "
     "step 30, after 0 s",
     R"({"outcome":"timed_out","limit_seconds":60,"planned_seconds":600,"step":30,"step_seconds":0})"},
    {TimedOut{std::chrono::minutes(60), StepsReached{30}, std::chrono::seconds(62)},
     "timed out after 1 min 2 s (its job's limit: 1 h); its last was step 30, after 0 s",
     R"({"outcome":"timed_out","limit_seconds":3600,"after_seconds":62,"step":30,"step_seconds":0})"},
    {TimedOut{std::chrono::minutes(10), StepsReached{30}},
     "timed out after 10 min (time_limit: 10m); its last was step 30, after 0 s",
     R"({"outcome":"timed_out","limit_seconds":600,"step":30,"step_seconds":0})"},
    {TimedOut{std::chrono::minutes(10), StepsReached{30, std::chrono::seconds(80), 40}},
     "timed out after 10 min (time_limit: 10m); its last was step 30 of 40, after 1 min 20 s",
     R"({"outcome":"timed_out","limit_seconds":600,"step":30,"step_seconds":80,"steps":40})"},
    {TimedOut{std::chrono::minutes(10),
              StepsReached{30, std::chrono::seconds(599), 40, std::chrono::minutes(75)}},
     "timed out after 10 min at step 30 of 40; about 1 h 15 min would do (time_limit: 75m)",
     R"({"outcome":"timed_out","limit_seconds":600,"step":30,"step_seconds":599,"steps":40,"needed_seconds":4500})"},
    {TimedOut{.limit = std::chrono::minutes(3), .held_by = "its set-up"},
     "timed out after 3 min before its command began, in its set-up",
     R"({"outcome":"timed_out","limit_seconds":180,"held_by":"its set-up"})"},
    {Suspended{std::chrono::seconds(13)}, "suspended for 13 s",
     R"({"outcome":"suspended","suspended_seconds":13})"},
    {Suspended{}, "suspended", R"({"outcome":"suspended","suspended_seconds":0})"},
    {OutOfMemory{}, "out of memory; ask for more with 'memory:'", R"({"outcome":"out_of_memory"})"},
    {OutOfMemory{50, {}}, "out of memory: asked for 50 MiB a node; ask for more with 'memory:'",
     R"({"outcome":"out_of_memory","asked_mib":50})"},
    {OutOfMemory{{}, 49}, "out of memory: a task used at least 49 MiB; ask for more with 'memory:'",
     R"({"outcome":"out_of_memory","used_mib":49})"},
    {OutOfMemory{50, 49},
     "out of memory: asked for 50 MiB a node, a task used at least 49 MiB; ask for more with 'memory:'",
     R"({"outcome":"out_of_memory","asked_mib":50,"used_mib":49})"},
    {NodeFailed{"cn07"}, "node failed: cn07", R"({"outcome":"node_failed","node":"cn07"})"},
    {NodeFailed{}, "node failed", R"({"outcome":"node_failed","node":""})"},
    {Preempted{}, "preempted", R"({"outcome":"preempted"})"},
    {Cancelled{}, "cancelled", R"({"outcome":"cancelled"})"},
    {Lost{"its script ended without an exit.json"}, "lost: its script ended without an exit.json",
     R"({"outcome":"lost","reason":"its script ended without an exit.json"})"},
};

TEST(Outcome, IsDescribedInAFewWords) {
  for (const auto& each : kEach) EXPECT_EQ(describe(each.outcome), each.words);
}

TEST(Outcome, IsReadAsItWasWritten) {
  for (const auto& each : kEach) {
    EXPECT_EQ(json_line(to_json(each.outcome)), each.json);
    EXPECT_EQ(outcome_from_json(*parse_json(each.json)), each.outcome);
  }
  std::set<std::size_t> kinds;
  for (const auto& each : kEach) kinds.insert(each.outcome.index());
  ASSERT_EQ(kinds.size(), std::variant_size_v<Outcome>) << "an outcome is missing here";
}

TEST(Outcome, HasNoStepsWhereTheirTimeIsMissing) {
  EXPECT_EQ(outcome_from_json(*parse_json(R"({"outcome":"timed_out","limit_seconds":60,"step":3})")),
            Outcome(TimedOut{std::chrono::minutes(1)}));
}

TEST(Outcome, IsNothingWhereItsWordIsUnknown) {
  EXPECT_EQ(outcome_from_json(*parse_json(R"({"outcome":"frozen"})")), std::nullopt);
  EXPECT_EQ(outcome_from_json(*parse_json(R"({"outcome":1})")), std::nullopt);
  EXPECT_EQ(outcome_from_json(*parse_json("{}")), std::nullopt);
  EXPECT_EQ(outcome_from_json(*parse_json("[]")), std::nullopt);
}

TEST(Outcome, IsCompletedInOneCaseOnly) {
  for (const auto& each : kEach) EXPECT_EQ(is_completed(each.outcome), each.words == "completed");
}

}  // namespace
}  // namespace scalegen
