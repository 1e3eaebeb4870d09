#include "runner/slurm/sacct.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "core/units.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/slurm_client.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen::slurm {

namespace {

// JobName is the last column, because a person may have chosen it. Only fields that all releases know: an
// unknown one is an error.
constexpr const char* kAccountingColumns =
    "--format=JobID,State,ExitCode,NodeList,TimelimitRaw,End,ReqMem,NNodes,MaxRSS,Suspended,JobName";
constexpr std::size_t kColumnCount = 11;
// By default sacct looks for names in today's jobs alone. Relative, so that clock and time zone do not
// matter.
constexpr const char* kSince = "--starttime=now-30days";

SlurmExit parse_exit(const std::string& text) {
  const auto colon = text.find(':');
  if (colon == std::string::npos) return {};
  return {std::atoi(text.c_str()), std::atoi(text.c_str() + colon + 1)};
}

/// Reads 512000K, 1.50G. Returns nullopt for no memory, or if nobody sampled it.
std::optional<std::int64_t> memory_mib(const std::string& text) {
  constexpr std::string_view kUnits = "KMGTP";
  char* unit = nullptr;
  const double number = std::strtod(text.c_str(), &unit);
  const auto power = kUnits.find(*unit);
  if (*unit == '\0' || power == std::string_view::npos) return std::nullopt;
  const double mib = number * std::pow(1024.0, static_cast<double>(power) - 1);
  constexpr double kMost = 1e12;  // no machine has an exabyte; strtod also reads inf and nan
  return mib >= 1 && mib <= kMost ? std::optional(static_cast<std::int64_t>(mib)) : std::nullopt;
}

// Since 21.08 Slurm prints what the whole job asked for; before, 4Gn for a node or 2Gc for a core.
std::optional<std::int64_t> memory_of_a_node(const std::string& asked, const std::string& nodes) {
  const auto mib = memory_mib(asked);
  const int count = std::atoi(nodes.c_str());
  if (!mib || asked.ends_with('n')) return mib;
  if (asked.ends_with('c') || count < 1 || *mib < count) return std::nullopt;
  return *mib / count;
}

AccountedJob* job_of(const std::string& number, std::vector<AccountedJob>& jobs) {
  const auto found = std::ranges::find(jobs, number, &AccountedJob::number);
  return found == jobs.end() ? nullptr : &*found;
}

void add_start(const std::vector<std::string>& row, std::vector<AccountedJob>& jobs) {
  auto* job = job_of(row[0], jobs);
  if (job == nullptr) job = &jobs.emplace_back(AccountedJob{.number = row[0], .name = row[10]});
  job->starts.push_back({.state = row[1],
                         .exit = parse_exit(row[2]),
                         .nodes = row[3] == "None assigned" ? "" : row[3],
                         .time_limit = parse_time(row[4]),
                         .is_complete = !row[4].empty() && row[5] != "Unknown",
                         .asked_mib = memory_of_a_node(row[6], row[7]),
                         .suspended = parse_time(row[9]).value_or(std::chrono::seconds(0))});
}

// A step's line follows that of its start.
void add_step(const std::vector<std::string>& row, std::vector<AccountedJob>& jobs) {
  const auto dot = row[0].find('.');
  auto* job = job_of(row[0].substr(0, dot), jobs);
  if (job == nullptr) return;
  job->starts.back().steps.push_back({.id = row[0].substr(dot + 1),
                                      .name = row[10],
                                      .state = row[1],
                                      .exit = parse_exit(row[2]),
                                      .end = row[5],
                                      .used_mib = memory_mib(row[8])});
}

AccountingAnswer ask_sacct(const std::string& which, const JobsOf& whose) {
  const auto answer = run_client({"sacct", "--noheader", "--parsable2", "--duplicates", kSince,
                                  kAccountingColumns, fmt::format("--user={}", whose.user), which},
                                 whose.cluster);
  if (!answer || answer->err.find("accounting storage is disabled") != std::string::npos)
    return {.accounting = Accounting::none};
  if (answer->exit_status != 0) return {.accounting = Accounting::silent};
  return {.accounting = Accounting::answers, .jobs = parse_accounting(answer->out)};
}

AccountingAnswer ask_sacct_for_all(const std::string& option, const std::vector<std::string>& words,
                                   const JobsOf& whose) {
  AccountingAnswer all{.accounting = Accounting::answers};
  for (const auto& list : comma_separated_lists(words)) {
    auto some = ask_sacct(option + list, whose);
    if (some.accounting != Accounting::answers) return some;
    std::move(some.jobs.begin(), some.jobs.end(), std::back_inserter(all.jobs));
  }
  return all;
}

// The extern step is not the script's, and Slurm calls it out of memory whenever any step was.
bool is_of_interest(const SlurmStep& step) { return step.name != kMonitorStep && step.id != "extern"; }

std::string end_of_script(const AccountedStart& start) {
  const auto batch = std::ranges::find(start.steps, "batch", &SlurmStep::id);
  return batch == start.steps.end() ? "" : batch->end;
}

// A step in which a rank fails and ends the others is CANCELLED 0:15, and so is one that still ran when its
// script ended, but later. `CANCELLED by UID` is one that someone ended, such as its script.
bool was_ended_by_a_rank(const SlurmStep& step, const std::string& script_end) {
  return step.state == "CANCELLED" && step.exit != SlurmExit{} && step.end < script_end;
}

bool failed(const SlurmStep& step, const std::string& script_end) {
  if (step.id == "batch" || !is_of_interest(step)) return false;
  if (was_ended_by_a_rank(step, script_end)) return true;
  return kind_of(step.state) == StateKind::has_ended && step.state != "COMPLETED" &&
         state_word(step.state) != "CANCELLED";
}

/// True if a step or the script itself exceeded its memory.
bool ran_out_of_memory(const AccountedStart& start) {
  return start.state == "OUT_OF_MEMORY" || std::ranges::any_of(start.steps, [](const SlurmStep& step) {
           return step.state == "OUT_OF_MEMORY" && is_of_interest(step);
         });
}

/// By the largest task of any of its steps, in MiB.
std::optional<std::int64_t> most_memory_used(const AccountedStart& start) {
  std::optional<std::int64_t> most;
  for (const auto& step : start.steps)
    if (is_of_interest(step)) most = std::max(most, step.used_mib);  // nullopt is less than any number
  return most;
}

/// The first srun that failed although its script may have ended well. Not one that the script, or its end,
/// ended.
std::optional<SlurmStep> failed_step(const AccountedStart& start) {
  const auto script_end = end_of_script(start);
  const auto step = std::ranges::find_if(
      start.steps, [&](const SlurmStep& candidate) { return failed(candidate, script_end); });
  return step == start.steps.end() ? std::nullopt : std::optional(*step);
}

constexpr int kAlreadyRun = 75;     // a script's status if its attempt was claimed before
constexpr int kLaunchFailure = 53;  // the signal that Slurm records if the script did not start
// Slurm says no more, and writes no output.
constexpr const char* kNotLaunched =
    "Slurm could not start its script: its output file could not be opened, or the node was not ready";

// If there are several nodes Slurm does not say which one failed.
std::string single_node(const std::string& nodes) {
  return nodes.find_first_of("[, ") == std::string::npos ? nodes : "";
}

/// The outcome that a state alone tells. Returns nullopt for states after which the script itself may have
/// said how it ended.
std::optional<Outcome> abnormal_outcome_of(std::string_view state, const std::string& nodes,
                                           std::optional<std::chrono::seconds> limit) {
  if (state == "OUT_OF_MEMORY") return OutOfMemory{};
  if (state == "TIMEOUT") return TimedOut{limit.value_or(std::chrono::seconds(0))};
  if (state == "LAUNCH_FAILED") return Failed{0, kNotLaunched};
  if (state == "NODE_FAIL" || state == "BOOT_FAIL" || state == "RECONFIG_FAIL")
    return NodeFailed{single_node(nodes)};
  if (state == "PREEMPTED") return Preempted{};
  if (state == "CANCELLED") return Cancelled{};
  if (state == "REQUEUED") return Lost{"Slurm put its job back into the queue"};
  if (state == "DEADLINE") return Failed{0, "the deadline of its job was over"};
  return std::nullopt;
}

std::optional<Outcome> abnormal_outcome_of(const AccountedStart& start) {
  return abnormal_outcome_of(state_word(start.state), start.nodes, start.time_limit);
}

int as_bash_counts(const SlurmExit& exit) { return exit.signal > 0 ? 128 + exit.signal : exit.status; }

Failed failure_of(const SlurmStep& step) {
  return {as_bash_counts(step.exit),
          fmt::format("step {} of its job, '{}', failed, and its script went on", step.id, step.name)};
}

bool did_not_start(const AccountedStart& start) {
  return start.state == "FAILED" && start.exit == SlurmExit{0, kLaunchFailure};
}

// A requeued job finds its attempt claimed by its earlier start, and leaves. Then what ended that start
// counts.
std::optional<Outcome> outcome_before_requeue(const AccountedJob& job) {
  if (job.starts.size() < 2 || job.starts.back().exit != SlurmExit{kAlreadyRun, 0}) return std::nullopt;
  return abnormal_outcome_of(job.starts[job.starts.size() - 2]);
}

std::optional<Outcome> abnormal_outcome_of(const AccountedJob& job) {
  const auto& last = job.starts.back();
  if (ran_out_of_memory(last)) return OutOfMemory{last.asked_mib, most_memory_used(last)};
  if (auto abnormal = abnormal_outcome_of(last)) return abnormal;
  if (did_not_start(last)) return Failed{0, kNotLaunched};
  if (auto before = outcome_before_requeue(job)) return before;
  if (last.suspended.count() > 0) return Suspended{last.suspended};
  const auto step = last.state == "COMPLETED" ? failed_step(last) : std::nullopt;
  return step ? std::optional<Outcome>(failure_of(*step)) : std::nullopt;
}

bool has_exit_status(const AccountedStart& start) {
  if (start.state == "COMPLETED") return true;
  return start.state == "FAILED" && start.exit != SlurmExit{} && !did_not_start(start);
}

}  // namespace

std::vector<AccountedJob> parse_accounting(std::string_view text) {
  std::vector<AccountedJob> jobs;
  for (const auto& row : parse_rows(text, kColumnCount)) {
    const bool is_step = row[0].find('.') != std::string::npos;
    is_step ? add_step(row, jobs) : add_start(row, jobs);
  }
  return jobs;
}

AccountingAnswer query_accounting(const std::vector<std::string>& numbers, const JobsOf& whose) {
  return ask_sacct_for_all("--jobs=", numbers, whose);
}

AccountingAnswer query_accounting_by_name(const std::vector<std::string>& names, const JobsOf& whose) {
  return ask_sacct_for_all("--name=", names, whose);
}

JobStatus end_of(const AccountedJob& job) {
  const auto& last = job.starts.back();
  return {.state = JobState::ended,
          .abnormal_outcome = abnormal_outcome_of(job),
          .exit_status = has_exit_status(last) ? std::optional(as_bash_counts(last.exit)) : std::nullopt};
}

JobStatus end_of(const QueuedJob& job) {
  JobStatus status{.state = JobState::ended,
                   .abnormal_outcome = abnormal_outcome_of(state_word(job.state), job.nodes, job.time_limit)};
  if (job.state == "FAILED" && job.reason == "JobLaunchFailure")
    status.abnormal_outcome = Failed{0, kNotLaunched};
  if (job.state == "COMPLETED") status.exit_status = 0;
  return status;
}

}  // namespace scalegen::slurm
