#include "runner/slurm/end.hpp"

#include <fmt/format.h>

#include "runner/slurm/states.hpp"
#include "runner/slurm/step.hpp"

namespace scalegen {
namespace {

constexpr int kAlreadyRun = 75;       // a script's status where its attempt was claimed before
constexpr int kLaunchFailure = 53;    // the signal that Slurm writes where the script did not start
constexpr const char* kNotLaunched =  // Slurm says no more, and writes no output
    "Slurm could not start its script: its output could not be opened, or the node was not ready";

// Of several nodes Slurm does not say which one failed; a job that had none has "None assigned".
std::string single_node(const std::string& nodes) {
  return nodes.find_first_of("[, ") == std::string::npos ? nodes : "";
}

/// What a state alone says; nothing for those after which the script can have spoken for itself.
std::optional<Outcome> bad_end_of(std::string_view state, const std::string& nodes,
                                  std::optional<std::chrono::seconds> limit) {
  if (state == "OUT_OF_MEMORY") return OutOfMemory{};
  if (state == "TIMEOUT") return TimedOut{limit.value_or(std::chrono::seconds(0))};
  if (state == "NODE_FAIL" || state == "BOOT_FAIL") return NodeFailed{single_node(nodes)};
  if (state == "PREEMPTED") return Preempted{};
  if (state == "CANCELLED") return Cancelled{};
  if (state == "REQUEUED") return Lost{"Slurm put its job back into the queue"};
  if (state == "DEADLINE") return Failed{0, "the deadline of its job was over"};
  return std::nullopt;
}

std::optional<Outcome> bad_end_of(const AccountedStart& start) {
  return bad_end_of(state_word(start.state), start.nodes, start.time_limit);
}

int as_bash_counts(const SlurmExit& exit) { return exit.signal > 0 ? 128 + exit.signal : exit.status; }

Failed failure_of(const AccountedStep& step) {
  return {as_bash_counts(step.exit),
          fmt::format("step {} of its job, '{}', failed, and its script went on", step.id, step.name)};
}

bool did_not_start(const AccountedStart& start) {
  return start.state == "FAILED" && start.exit == SlurmExit{0, kLaunchFailure};
}

// A job that was put back into the queue finds its attempt claimed by its earlier start, and leaves. Then
// what ended that one counts.
std::optional<Outcome> end_before(const AccountedJob& job) {
  if (job.starts.size() < 2 || job.starts.back().exit != SlurmExit{kAlreadyRun, 0}) return std::nullopt;
  return bad_end_of(job.starts[job.starts.size() - 2]);
}

std::optional<Outcome> bad_end_of(const AccountedJob& job) {
  const auto& last = job.starts.back();
  if (ran_out_of_memory(last)) return OutOfMemory{last.asked_mib, most_memory_used(last)};
  if (auto bad = bad_end_of(last)) return bad;
  if (did_not_start(last)) return Failed{0, kNotLaunched};
  if (auto before = end_before(job)) return before;
  const auto step = last.state == "COMPLETED" ? failed_step(last) : std::nullopt;
  return step ? std::optional<Outcome>(failure_of(*step)) : std::nullopt;
}

bool says_its_status(const AccountedStart& start) {
  if (start.state == "COMPLETED") return true;
  return start.state == "FAILED" && start.exit != SlurmExit{} && !did_not_start(start);
}

}  // namespace

JobStatus end_of(const AccountedJob& job) {
  const auto& last = job.starts.back();
  return {.state = JobState::ended,
          .bad_end = bad_end_of(job),
          .exit_status = says_its_status(last) ? std::optional(as_bash_counts(last.exit)) : std::nullopt};
}

JobStatus end_of(const QueuedJob& job) {
  JobStatus status{.state = JobState::ended,
                   .bad_end = bad_end_of(state_word(job.state), job.nodes, job.time_limit)};
  if (job.state == "FAILED" && job.reason == "JobLaunchFailure") status.bad_end = Failed{0, kNotLaunched};
  if (job.state == "COMPLETED") status.exit_status = 0;
  return status;
}

}  // namespace scalegen
