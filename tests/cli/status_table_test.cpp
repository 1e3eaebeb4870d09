#include "cli/status_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "runner/run_status.hpp"

namespace scalegen {
namespace {

// A run of each kind, as `status` finds it; `kLook` is when it looks.
constexpr std::chrono::system_clock::time_point kLook{std::chrono::seconds(1'763'719'200)};

RunStatus completed(const std::string& run) {
  return {.record = {.run = {.id = run, .rung = {.name = "1gpu"}},
                     .attempt = "1",
                     .outcome = Completed{},
                     .elapsed = std::chrono::milliseconds(20'500)}};
}
RunStatus failed(const std::string& run) {
  return {.record = {
              .run = {.id = run, .rung = {.name = "1gpu"}}, .attempt = "2", .outcome = Failed{3, "no data"}}};
}
RunStatus running(const std::string& run, const std::string& job) {
  return {.record = {.run = {.id = run, .rung = {.name = "1gpu"}}, .attempt = "1"},
          .job = ObservedJob{.id = {job},
                             .attempt = "1",
                             .begun = kLook - std::chrono::seconds(90),
                             .status = {.state = JobState::active},
                             .place = {.nodes = "n[1-2]"}}};
}
RunStatus waiting(const std::string& run, const std::string& job, const std::string& reason,
                  const std::string& expected_start = "") {
  return {.record = {.run = {.id = run, .rung = {.name = "1gpu"}}},
          .job = ObservedJob{.id = {job},
                             .attempt = "1",
                             .status = {.state = JobState::waiting, .reason = reason},
                             .place = {.expected_start = expected_start}}};
}

std::string status_table(const SweepStatus& all) { return render_terminal(status_document(all, false)); }
std::string full_status_table(const SweepStatus& all) { return render_terminal(status_document(all, true)); }

TEST(StatusTable, HasARowForWhatIsUnderWayOrFailed) {
  EXPECT_EQ(status_table({.time = kLook,
                          .runs = {completed("a"), failed("b"), running("c", "7"),
                                   waiting("d", "8", "Priority", "2026-11-23T08:00:00"),
                                   waiting("e", "9", "JobHeldUser"), RunStatus{}}}),
            R"(6 runs: 1 completed, 1 failed, 1 running, 2 waiting, 1 not submitted

run  state    job  about it
b    failed        failed: exit status 3: no data
c    running  7    for 1 min 30 s on n[1-2]
d    waiting  8    Priority; expected to start 2026-11-23T08:00:00
e    waiting  9    JobHeldUser: it is held by its owner: scontrol release 9
)");
}

// In Slurm's word: no file tells.
TEST(StatusTable, SaysHowJobsEndedBeforeTheyBegan) {
  const auto ended = [](const std::string& run, const JobStatus& status, const JobPlace& place) {
    auto all = waiting(run, "7", "");
    all.job->status = status;
    all.job->place = place;
    return all;
  };
  const auto end_with = [](std::optional<Outcome> outcome, std::optional<int> exit_status = {}) {
    return JobStatus{.state = JobState::ended,
                     .abnormal_outcome = std::move(outcome),
                     .exit_status = exit_status,
                     .last_line = exit_status ? "bash: no such file" : ""};
  };
  auto claimed = ended("f", {.state = JobState::active}, {.end = "CANCELLED"});
  claimed.record.attempt = "1";
  EXPECT_EQ(
      status_table({.time = kLook,
                    .runs = {ended("a", end_with(NodeFailed{"n1"}), {.nodes = "n1", .end = "BOOT_FAIL"}),
                             ended("b", end_with(Failed{0, "not started"}), {.nodes = "n1", .end = "FAILED"}),
                             ended("c", end_with({}, 127), {.nodes = "n[1-2]", .end = "FAILED"}),
                             ended("d", end_with(OutOfMemory{}), {.end = "OUT_OF_MEMORY"}),
                             ended("e", {.state = JobState::active}, {.end = "CANCELLED"}), claimed}}),
      R"(6 runs: 1 running, 5 ended before it began

run  state                  job  about it
a    ended before it began  7    BOOT_FAIL on n1
b    ended before it began  7    FAILED on n1: not started
c    ended before it began  7    FAILED on n[1-2], exit status 127: bash: no such file
d    ended before it began  7    OUT_OF_MEMORY
e    ended before it began  7    CANCELLED
f    running                7    CANCELLED; no file says that its run ended
)");
}

TEST(StatusTable, SaysThatSlurmDoesNotAnswer) {
  EXPECT_EQ(status_table({.time = kLook, .runs = {completed("a")}, .scheduler_answers = false}),
            "1 run: 1 completed\nSlurm does not answer: this is what files and journal say\n");
}

SweepStatus many() {
  SweepStatus all{.time = kLook, .runs = {waiting("held", "9", "JobHeldUser")}};
  for (int i = 0; i < 5; ++i) all.runs.push_back(failed("f" + std::to_string(i)));
  for (int i = 0; i < 40; ++i)
    all.runs.push_back(waiting("w" + std::to_string(i), std::to_string(100 + i), "Priority"));
  all.runs.push_back(running("r", "7"));
  return all;
}

TEST(StatusTable, OfManyRunsShowsSomeOfEachKind) {
  EXPECT_EQ(status_table(many()),
            R"(47 runs: 5 failed, 1 running, 41 waiting

run   state    job  about it
held  waiting  9    JobHeldUser: it is held by its owner: scontrol release 9
f0    failed        failed: exit status 3: no data
f1    failed        failed: exit status 3: no data
f2    failed        failed: exit status 3: no data
w0    waiting  100  Priority
w1    waiting  101  Priority
w2    waiting  102  Priority
r     running  7    for 1 min 30 s on n[1-2]

and 2 more failed (exit status 3), 37 more waiting (Priority); 'status --all' shows each
)");
}

TEST(StatusTable, OfManyRunsThatDifferShowsAll) {
  SweepStatus all{.time = kLook};
  for (int i = 0; i < 50; ++i)
    all.runs.push_back(waiting("w" + std::to_string(i), "7", "Reason" + std::to_string(i)));
  EXPECT_EQ(status_table(all), full_status_table(all));
}

TEST(StatusTable, ShowsAllIfAsked) {
  const auto text = full_status_table(many());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3 + 47);
}

TEST(StatusJson, HasAllRunsWithWhatIsKnown) {
  EXPECT_EQ(status_json({"/home/you/mine"}, {.time = kLook,
                                             .runs = {completed("a"), failed("b"), running("c", "7"),
                                                      waiting("d", "8", "Priority", "2026-11-23T08:00:00")}}),
            R"({
  "scalegen_status": 1,
  "directory": "/home/you/mine",
  "scheduler_answers": true,
  "counts": {
    "completed": 1,
    "failed": 1,
    "running": 1,
    "waiting": 1
  },
  "runs": [
    {
      "run": "a",
      "rung": "1gpu",
      "state": "completed",
      "attempt": "1",
      "seconds": 20.5,
      "outcome": {
        "outcome": "completed"
      }
    },
    {
      "run": "b",
      "rung": "1gpu",
      "state": "failed",
      "about": "failed: exit status 3: no data",
      "attempt": "2",
      "outcome": {
        "outcome": "failed",
        "exit_status": 3,
        "reason": "no data"
      }
    },
    {
      "run": "c",
      "rung": "1gpu",
      "state": "running",
      "about": "for 1 min 30 s on n[1-2]",
      "attempt": "1",
      "job": "7",
      "nodes": "n[1-2]",
      "seconds": 90.0
    },
    {
      "run": "d",
      "rung": "1gpu",
      "state": "waiting",
      "about": "Priority; expected to start 2026-11-23T08:00:00",
      "attempt": "1",
      "job": "8",
      "expected_start": "2026-11-23T08:00:00",
      "reason": "Priority"
    }
  ]
}
)");
}

}  // namespace
}  // namespace scalegen
