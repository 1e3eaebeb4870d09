#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "analysis/measurement/conditions.hpp"
#include "analysis/measurement/measurement.hpp"
#include "analysis/measurement/meeting.hpp"
#include "analysis/measurement/step_phases.hpp"
#include "analysis/measurement/timelines.hpp"
#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

TEST(Measurement, SaysWhetherAllEarlierAttemptsWereInterrupted) {
  const TemporaryFolder folder;
  const RunDirectory directory{folder.path()};
  const auto end = [&](const std::string& attempt, const std::string& exit) {
    const auto files = directory.attempt("2cpu-r1", attempt);
    ASSERT_TRUE(make_folders(files.root));
    ASSERT_TRUE(write_file(files.exited(), exit));
  };
  const auto was_interrupted = [&](const std::string& attempt) {
    const RunRecord record{.run = {.id = "2cpu-r1"}, .attempt = attempt, .outcome = Completed{}};
    return measure(record, {.own_program = true}, directory).was_interrupted;
  };
  end("1", R"({"status": 143, "cause": "TERM", "time": 5})");
  end("2", R"({"status": 0, "cause": "", "time": 6})");
  EXPECT_FALSE(was_interrupted("1")) << "there is none before it";
  EXPECT_TRUE(was_interrupted("2"));
  end("3", R"({"status": 0, "cause": "", "time": 7})");
  EXPECT_FALSE(was_interrupted("3")) << "the second ended by itself";
  end("2", R"({"status": 130, "cause": "INT", "time": 6})");
  EXPECT_TRUE(was_interrupted("3"));
  end("1", "");
  EXPECT_FALSE(was_interrupted("3")) << "nobody knows how the first ended";
}

const Settings kOnCpu{{"device", "cpu"}, {"steps", 3}};

/// Three steps of 64, 64 and 32 samples; the last one ends the second epoch.
TrainerLog log_of_steps() {
  return {.steps = {{.samples = 64}, {.samples = 64}, {.samples = 32}}, .epoch = 2};
}

Settings measured(const Settings& planned, const TrainerLog& log) {
  return measured_conditions({.settings = planned}, log, {});
}

Settings operator+(Settings settings, const Settings& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

TEST(Conditions, HaveTheWorkOfStepLinesWhereNobodySaysIt) {
  EXPECT_EQ(measured({}, log_of_steps()), (kOnCpu + Settings{{"samples", 160}, {"epochs", 2}}));
  auto of_unknown_samples = log_of_steps();
  of_unknown_samples.steps.front() = {};
  EXPECT_EQ(measured({}, of_unknown_samples), (kOnCpu + Settings{{"epochs", 2}}));
}

TEST(Conditions, TakeStepLinesForTheSamplesThatThePlanForetold) {
  EXPECT_EQ(measured({{"samples", 320}, {"epochs", 4}}, log_of_steps()),
            (Settings{{"samples", 160}, {"epochs", 4}} + kOnCpu));
}

TEST(Conditions, LeaveSamplesAndEpochsToABatchAndALengthThatAreKnown) {
  const Settings batch{{"global_batch", 64}};
  EXPECT_EQ(measured(batch + Settings{{"seconds", 20}}, log_of_steps()),
            (batch + Settings{{"seconds", 20}} + kOnCpu));
  auto of_one_epoch = log_of_steps();
  of_one_epoch.epoch = 1;
  of_one_epoch.start = TrainerStart{.global_batch = 64};
  EXPECT_EQ(measured({}, of_one_epoch), kOnCpu + batch) << "it may have ended within the first";
}

// The connections are those that tests/end_to_end/python_ddp.sh sees of a real PyTorch.

Meeting meeting(const Run& run, Start start, const std::optional<NodeLog>& log,
                const std::vector<MeetingLook>& looks) {
  return meeting_of(run, start, log, looks, last_look_of("scalegen 0.3.0: scalegen sweep mine.yaml"));
}

Run run_of(int ranks) { return {.rung = {.name = "cpus", .ranks_per_node = ranks}}; }

NodeLog with_connections(const std::set<std::string>& at_end) {
  return {.host = "n1", .end = {.lists_connections = true, .connections = at_end}};
}

constexpr auto kRank = Start::each_rank;
constexpr auto kTorchrun = Start::each_node;

TEST(Meeting, IsAConnectionOfAnyRankOrBesideTorchrunsOwn) {
  EXPECT_EQ(meeting(run_of(2), kRank, with_connections({"a", "b"}), {}).happened, true);
  EXPECT_EQ(meeting(run_of(2), kRank, with_connections({}), {}).happened, false);
  EXPECT_EQ(meeting(run_of(2), kTorchrun, with_connections({"a", "b", "c"}), {}).happened, true);
  EXPECT_EQ(meeting(run_of(2), kTorchrun, with_connections({"a"}), {}).happened, false);
  EXPECT_EQ(meeting(run_of(2), kTorchrun, with_connections({"a"}), {{1, 20.5, 20.25}}).happened, false);
}

// A group of one rank, or torchrun with the two connections that PyTorch 1.13 opens.
TEST(Meeting, IsNoConnectionOfALoneRankOrOfTorchrun) {
  EXPECT_EQ(meeting(run_of(2), kRank, with_connections({"a"}), {{1, 20.5, 20.25}}).happened, false);
  EXPECT_EQ(meeting(run_of(2), kTorchrun, with_connections({"a", "b"}), {{2, 20.5, 20.25}}).happened, false);
  // Beside one rank on this node nobody can tell.
  EXPECT_EQ(meeting(run_of(1), kTorchrun, with_connections({"a", "b"}), {}).happened, true);
}

TEST(Meeting, WasSeenWhileItRanAlthoughTheKernelHasForgottenIt) {
  EXPECT_EQ(meeting(run_of(2), kTorchrun, with_connections({}), {{1, 20.5, 20.25}, {3, 24.5, 23.0}}),
            (Meeting{.happened = true, .not_before = 23.0}));
}

TEST(Meeting, IsUnknownOfAnOlderScriptThatLookedNoMoreAtTheSecondConnection) {
  const auto log = with_connections({"a", "b"});
  for (const auto* made_by : {"scalegen 0.1.0: ", "scalegen 0.2.0: "})
    EXPECT_EQ(meeting_of(run_of(2), kTorchrun, log, {{2, 20.5, 20.25}}, last_look_of(made_by)), Meeting{});
  EXPECT_EQ(meeting(run_of(2), kTorchrun, log, {{2, 20.5, 20.25}}).happened, false);
}

TEST(Meeting, LeavesOutConnectionsOfTheRunBefore) {
  auto log = with_connections({"a", "b"});
  log.begin.connections = {"a", "b"};
  EXPECT_EQ(meeting(run_of(2), kRank, log, {}).happened, false);
}

TEST(Meeting, IsNotClaimedWhereNobodyCanKnow) {
  EXPECT_EQ(meeting(run_of(2), Start::once, with_connections({}), {}), Meeting{});
  EXPECT_EQ(meeting(run_of(1), kRank, with_connections({}), {}), Meeting{});
  EXPECT_EQ(meeting(run_of(2), kRank, std::nullopt, {}), Meeting{});
  EXPECT_EQ(meeting(run_of(2), kRank, NodeLog{.host = "n1"}, {}), Meeting{});
  // Not even torchrun was seen.
  EXPECT_EQ(meeting(run_of(2), kTorchrun, with_connections({}), {}), Meeting{});
}

// The phases of steps, and how ranks differ in them, as a log tells.

StepPhases phases_of(std::string_view text) {
  const auto log = read_event_excerpt(text);
  return step_phases(log, {.steps = static_cast<std::int64_t>(log.steps.size()),
                           .seconds = 1.0 * static_cast<double>(log.steps.size())});
}

TEST(StepPhases, KeepsThePhasesOfStepsThatTheRanksDoNotSay) {
  const auto phases = phases_of(R"({"event": "start", "world_size": 2}
{"event": "step", "step": 1, "seconds": 1, "samples": 8, "phases": {"data": 0.1, "backward": 0.5, "communication": 0.3}}
{"event": "step", "step": 2, "seconds": 1, "samples": 8, "phases": {"data": 0.1, "backward": 0.5, "communication": 0.3}}
{"event": "ranks", "ranks": [{"rank": 0, "steps": 2, "seconds": 2, "phases": {"communication": 0.6}}, {"rank": 1, "steps": 2, "seconds": 2, "phases": {"communication": 0.2}}]}
)");
  EXPECT_TRUE(phases.refused.empty());
  EXPECT_DOUBLE_EQ(*phases.per_step[Phase::data], 0.1);
  EXPECT_DOUBLE_EQ(*phases.per_step[Phase::backward], 0.5);
  EXPECT_DOUBLE_EQ(*phases.per_step[Phase::communication], 0.1);  // of rank 1, which waits for nobody
  EXPECT_DOUBLE_EQ(*phases.imbalance, 0.1);
}

TEST(StepPhases, TakesPhasesFromRanksWhereStepsHaveNone) {
  const auto phases = phases_of(R"({"event": "start", "world_size": 2}
{"event": "step", "step": 1, "seconds": 1, "samples": 8}
{"event": "ranks", "ranks": [{"rank": 0, "steps": 4, "seconds": 4, "phases": {"data": 0.4}}, {"rank": 1, "steps": 4, "seconds": 4, "phases": {"data": 0.8}}]}
)");
  EXPECT_DOUBLE_EQ(*phases.per_step[Phase::data], 0.15);
  EXPECT_FALSE(phases.per_step[Phase::backward]);
  EXPECT_FALSE(phases.imbalance);
}

Measurement write_run(const RunDirectory& directory, const std::string& file, const std::string& text) {
  const auto attempt = directory.attempt("1gpu-r1", "1");
  EXPECT_TRUE(make_folders(attempt.root));
  EXPECT_TRUE(write_file(attempt.root / file, text));
  return {.run = "1gpu-r1", .attempt = "1", .window = MeasuredWindow{.warm_up_steps = 2}};
}

stats::Summary all_of(const Trace& trace) {
  stats::Summary all;
  for (const auto& part : trace.parts) all.add(part);
  return all;
}

TEST(Timelines, TellWarmUpFromMeasuredStepsAndTakeNoUnknownTimeForZero) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 1; i <= 6; ++i)
    text +=
        fmt::format(R"({{"event":"step","step":{},"seconds":{},"samples":8}})", i, i < 3 ? 0.5 : 0.25) + "\n";
  const RunDirectory directory{folder.path()};
  auto timeline = read_step_timeline(write_run(directory, "metrics.jsonl", text), directory);
  ASSERT_TRUE(timeline);
  EXPECT_EQ(all_of(timeline->warm_up).count, 2);
  EXPECT_EQ(all_of(timeline->warm_up).least, 0.5);
  EXPECT_EQ(all_of(timeline->measured).count, 4);
  EXPECT_EQ(all_of(timeline->measured).most, 0.25);
  EXPECT_EQ(timeline->warm_up.parts[0].count, 1) << "step 1";
  const auto third = static_cast<std::size_t>(std::log2(3) / timeline->measured.width);
  EXPECT_EQ(timeline->measured.parts[third].count, 1);
  text.replace(text.find("\"seconds\":0.25,", text.find("\"step\":4")), 15, "");
  timeline = read_step_timeline(write_run(directory, "metrics.jsonl", text), directory);
  ASSERT_TRUE(timeline);
  EXPECT_EQ(all_of(timeline->measured).count, 3);
  EXPECT_EQ(all_of(timeline->measured).least, 0.25);
  const TemporaryFolder empty;
  EXPECT_FALSE(read_step_timeline({.run = "1gpu-r1", .attempt = "1"}, {empty.path()}));
}

}  // namespace
}  // namespace scalegen
