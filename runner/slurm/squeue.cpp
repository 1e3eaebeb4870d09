#include "runner/slurm/squeue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/slurm_client.hpp"

namespace scalegen::slurm {

namespace {

using Word = std::string_view;

// Requeued jobs wait again; held ones wait until someone releases them.
constexpr std::array<Word, 7> kWaiting{"PENDING",      "REQUEUED",      "REQUEUE_HOLD", "REQUEUE_FED",
                                       "SPECIAL_EXIT", "RESV_DEL_HOLD", "EXPEDITING"};
// COMPLETING, SIGNALING and STAGE_OUT do not say yet how the job ends.
constexpr std::array<Word, 9> kActive{"RUNNING",   "CONFIGURING", "COMPLETING", "SUSPENDED",    "STOPPED",
                                      "SIGNALING", "RESIZING",    "STAGE_OUT",  "POWER_UP_NODE"};
constexpr std::array<Word, 11> kEnded{"COMPLETED", "FAILED",        "TIMEOUT",      "CANCELLED",
                                      "NODE_FAIL", "BOOT_FAIL",     "PREEMPTED",    "OUT_OF_MEMORY",
                                      "DEADLINE",  "LAUNCH_FAILED", "RECONFIG_FAIL"};
// REVOKED is not among them: a sibling cluster has started the job.

bool is_one_of(std::string_view word, const auto& words) {
  return std::ranges::find(words, word) != words.end();
}

// Never --json: it says "no jobs" and exits with 0 if the controller is away, and its form differs between
// releases. The fourth column has two times: the limit and the start, which is N/A if Slurm expects none. The
// reason is the last, because it may be a sentence of the site's. With --array each task has its own line.
constexpr const char* kQueueColumns = "--format=%i|%T|%N|%l %S|%j|%r";

// Asked for one job that it does not know, squeue fails; asked for several, it prints nothing and succeeds.
bool knows_none(const ProgramResult& answer) {
  return answer.err.find("Invalid job id specified") != std::string::npos;
}

bool may_ask_several_clusters(const std::string& cluster) {
  return !cluster.empty() || std::getenv("SLURM_CLUSTERS") != nullptr;
}

// With --clusters squeue exits with 0 even if a cluster does not answer, and only stderr tells. Without, an
// error there beside an exit with 0 is one that squeue got over, such as that of a plugin.
bool failed(const ProgramResult& answer, const std::string& cluster) {
  if (answer.exit_status != 0) return true;
  return may_ask_several_clusters(cluster) && answer.err.find("error:") != std::string::npos;
}

/// The words of squeue on its failure: the last line with an error, else the last line.
std::string complaint_of(const ProgramResult& answer) {
  const auto lines = lines_of(answer.err);
  if (lines.empty()) return fmt::format("it ended with status {} and says nothing", answer.exit_status);
  const auto error = std::find_if(lines.rbegin(), lines.rend(), [](const std::string& line) {
    return line.find("error:") != std::string::npos;
  });
  const auto& line = error == lines.rend() ? lines.back() : *error;
  constexpr std::string_view kItself = "squeue: ";
  return line.starts_with(kItself) ? line.substr(kItself.size()) : line;
}

/// Without --all one's own jobs are hidden, too, in a partition that is.
Result<QueueAnswer> ask_squeue(const JobsOf& whose, const std::vector<std::string>& which = {}) {
  std::vector<std::string> command{"squeue",
                                   "--noheader",
                                   "--array",
                                   "--all",
                                   "--states=all",
                                   kQueueColumns,
                                   fmt::format("--user={}", whose.user)};
  command.insert(command.end(), which.begin(), which.end());
  TRY_ASSIGN(const auto answer, run_client(std::move(command), whose.cluster));
  if (knows_none(answer)) return QueueAnswer{.jobs = std::vector<QueuedJob>{}};
  if (failed(answer, whose.cluster)) return QueueAnswer{.complaint = complaint_of(answer)};
  return QueueAnswer{.jobs = parse_queue(answer.out)};
}

Result<QueueAnswer> ask_squeue_for_all(const std::string& option, const std::vector<std::string>& words,
                                       const JobsOf& whose) {
  std::vector<QueuedJob> all;
  for (const auto& list : comma_separated_lists(words)) {
    TRY_ASSIGN(auto some, ask_squeue(whose, {option + list}));
    if (!some.jobs) return some;
    std::move(some.jobs->begin(), some.jobs->end(), std::back_inserter(all));
  }
  return QueueAnswer{.jobs = std::move(all)};
}

std::pair<std::string, std::string> limit_and_start(const std::string& times) {
  const auto blank = times.find(' ');
  if (blank == std::string::npos) return {times, ""};
  auto start = times.substr(blank + 1);
  if (start == "N/A") start.clear();
  return {times.substr(0, blank), std::move(start)};
}

/// A reason, or the beginning of several. In the words, {} stands for the job as a client takes it.
struct Advice {
  std::string_view reason{};
  std::string_view words{};
};

// The first that fits counts. A reason that can never be satisfied says "never".
constexpr std::array<Advice, 33> kAdvice{{
    {"JobHeldUser", "it is held by its owner: scontrol release {}"},
    {"JobHeldAdmin", "it is held by an administrator: ask the site"},
    {"launch failed requeued held", "it could not start, and is held: see why, then scontrol release {}"},
    {"launch_failed_requeued_held", "it could not start, and is held: see why, then scontrol release {}"},
    {"job requeued in held state", "it was put back into the queue, and is held: scontrol release {}"},
    {"REQUEUE_HOLD", "it was put back into the queue, and is held: scontrol release {}"},
    {"SPECIAL_EXIT", "it was put back into the queue, and is held: scontrol release {}"},
    {"RESV_DEL_HOLD", "its reservation was deleted, and it is held: scontrol release {}"},
    {"PartitionTimeLimit", "it asks for more time than its partition allows, and never starts: scancel {}"},
    {"PartitionNodeLimit",
     "it asks for more or fewer nodes than its partition has, or they are down; it may never start"},
    {"PartitionConfig",
     "it asks for something that its partition does not have, and never starts: scancel {}"},
    {"JobArrayTaskLimit", "as many tasks of its array run as --max-in-flight allows"},
    {"PartitionDown", "its partition is down: ask the site"},
    {"PartitionInactive", "its partition is inactive: ask the site"},
    {"QOSMaxSubmitJob", "its QoS takes no more jobs of yours now"},
    {"QOSMaxJobs", "its QoS runs no more jobs of yours at a time"},
    {"QOSMaxWall", "it asks for more time than its QoS allows, and never starts: scancel {}"},
    {"QOSTimeLimit", "its QoS has used up its time"},
    {"QOSGrp", "the jobs of its QoS have together used all that they may"},
    {"QOSMin", "it asks for less than its QoS requires of a job, and never starts: scancel {}"},
    {"QOSNotAllowed", "its partition does not take its QoS, and it never starts: scancel {}"},
    {"AssocMaxSubmitJob", "your account takes no more jobs now"},
    {"AssocMaxJobs", "your account runs no more jobs at a time"},
    {"AssocMaxWall", "it asks for more time than your account allows, and never starts: scancel {}"},
    {"AssocGrp", "the jobs of your account have together used all that they may"},
    {"InvalidAccount", "the account does not exist (any more), and it never starts: scancel {}"},
    {"InvalidQOS", "the QoS does not exist (any more), and it never starts: scancel {}"},
    {"AccountNotAllowed", "its partition does not take your account, and it never starts: scancel {}"},
    {"BadConstraints", "no node has the features that it asks for, and it never starts: scancel {}"},
    {"DependencyNeverSatisfied", "the job that it depends on has failed, and it never starts: scancel {}"},
    {"ReqNodeNotAvail",
     "nodes that it needs are down, in maintenance or reserved; it starts when they are back"},
    {"Nodes required for job are DOWN",
     "nodes that it needs are down or reserved; it starts when they are back"},
    {"Reservation", "its reservation has not begun, or is full"},
}};

// A person may write a reason in lower case.
bool are_same_letters(char a, char b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return lower(a) == lower(b);
}

bool begins_with(std::string_view text, std::string_view word) {
  return text.size() >= word.size() && std::equal(word.begin(), word.end(), text.begin(), are_same_letters);
}

bool contains(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(), are_same_letters) != text.end();
}

// QOSMaxCpuPerJobLimit, AssocMaxNodePerJobLimit: more than any job may have. With PerUser the person's other
// jobs may end. MaxCpuPerAccount: so may those of others.
std::string_view text_for_limit(std::string_view reason) {
  if (begins_with(reason, "Max") && contains(reason, "PerAccount"))
    return "your account's jobs use all that they may have at a time";
  if (!begins_with(reason, "QOSMax") && !begins_with(reason, "AssocMax")) return "";
  if (contains(reason, "PerUser"))
    return "your other jobs use what it needs, or it asks for more than you may have at a time";
  return "it asks for more than a job may have here, and never starts: scancel {}";
}

std::string_view text_for(std::string_view reason) {
  const auto* const advice =
      std::ranges::find_if(kAdvice, [&](const Advice& a) { return begins_with(reason, a.reason); });
  return advice != kAdvice.end() ? advice->words : text_for_limit(reason);
}

}  // namespace

std::string_view state_word(std::string_view state) { return state.substr(0, state.find(' ')); }

StateKind kind_of(std::string_view state) {
  const auto word = state_word(state);
  if (is_one_of(word, kWaiting)) return StateKind::waits;
  if (is_one_of(word, kActive)) return StateKind::is_active;
  if (is_one_of(word, kEnded)) return StateKind::has_ended;
  return StateKind::is_strange;
}

bool is_suspended(std::string_view state) { return state == "SUSPENDED" || state == "STOPPED"; }

std::vector<QueuedJob> parse_queue(std::string_view text) {
  std::vector<QueuedJob> jobs;
  for (auto& row : parse_rows(text, 6)) {
    const auto [limit, start] = limit_and_start(row[3]);
    jobs.push_back({.number = std::move(row[0]),
                    .state = std::move(row[1]),
                    .nodes = std::move(row[2]),
                    .time_limit = parse_time(limit),
                    .name = std::move(row[4]),
                    .reason = std::move(row[5]),
                    .start = start});
  }
  return jobs;
}

Result<QueueAnswer> query_queue(const std::vector<std::string>& numbers, const JobsOf& whose) {
  return ask_squeue_for_all("--jobs=", numbers, whose);
}

Result<QueueAnswer> query_queue_by_name(const std::vector<std::string>& names, const JobsOf& whose) {
  return ask_squeue_for_all("--name=", names, whose);
}

Result<QueueAnswer> query_queue_of_user(const JobsOf& whose) { return ask_squeue(whose); }

std::string advice_for(std::string_view reason, const JobId& id) {
  return fmt::format(fmt::runtime(text_for(reason)), as_argument(id));
}

std::vector<std::string> known_reasons() {
  std::vector<std::string> reasons;
  for (const auto& advice : kAdvice) reasons.emplace_back(advice.reason);
  return reasons;
}

}  // namespace scalegen::slurm
