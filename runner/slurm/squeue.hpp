#pragma once
#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"
#include "runner/job_id.hpp"

namespace scalegen::slurm {

/// The meaning of one of Slurm's states for whoever waits for the job's end.
enum class StateKind {
  waits,
  is_active,  // it has nodes: its script may be running
  has_ended,
  is_strange  // a word that this version does not know, or another cluster's business: no end
};

/// For any state in the manual of squeue or sacct, in its long form; `CANCELLED by UID` too.
StateKind kind_of(std::string_view state);

/// The state without what follows it: CANCELLED for `CANCELLED by 1000`.
std::string_view state_word(std::string_view state);

/// True if a job with this state has its nodes and is stopped on them.
bool is_suspended(std::string_view state);

/// A job that squeue lists: one that waits or runs, or that ended in the last minutes.
struct QueuedJob {
  std::string number{};
  std::string state{};  // Slurm's word
  std::string nodes{};
  std::optional<std::chrono::seconds> time_limit{};
  std::string name{};
  std::string reason{};  // why it waits, or how it ended; a word or a sentence
  std::string start{};   // as Slurm prints it; of a job that waits when it is expected to start, if it is
  bool operator==(const QueuedJob&) const = default;
};

std::vector<QueuedJob> parse_queue(std::string_view text);

/// Those of the jobs that Slurm's controller still knows.
struct QueueAnswer {
  std::optional<std::vector<QueuedJob>>
      jobs{};               // none: it does not answer, which never means that they are gone
  std::string complaint{};  // then: what squeue says instead, in one line
  bool operator==(const QueueAnswer&) const = default;
};

/// Whose jobs are asked for, and at which cluster; an empty name is the cluster of this machine.
struct JobsOf {
  std::string cluster{};
  uid_t user = ::geteuid();
};

/// Asks for the user's jobs with these numbers. An error if there is no squeue.
Result<QueueAnswer> query_queue(const std::vector<std::string>& numbers, const JobsOf& whose);

/// The same for the jobs that have one of these names.
Result<QueueAnswer> query_queue_by_name(const std::vector<std::string>& names, const JobsOf& whose);

/// All jobs of the user that the controller still knows.
Result<QueueAnswer> query_queue_of_user(const JobsOf& whose);

/// Says what a job waits for, for people, and what they can do. Empty for what only takes its time (Priority,
/// Resources), and for a reason that this version does not know. Upper and lower case are the same.
std::string advice_for(std::string_view reason, const JobId& id);

/// The reasons that advice_for() knows, of some families their common beginning: "QOSGrp".
std::vector<std::string> known_reasons();

}  // namespace scalegen::slurm
