#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/outcome.hpp"
#include "core/process.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"

namespace scalegen {

/// started.json: who runs an attempt. Incomplete fields stay empty; such a process counts as not running.
struct Started {
  ProcessIdentity process{};
  std::string job{};       // Slurm's id, or empty
  std::string job_name{};  // what Slurm calls that job; empty: not recorded yet
  std::string cluster{};   // where it is; empty: not recorded yet
  std::chrono::system_clock::time_point time{};
  bool operator==(const Started&) const = default;
};

/// exit.json: how an attempt ended, as its script saw it.
struct Exited {
  int status = 0;
  std::string cause{};  // time_limit, INT, TERM, HUP, or empty
  std::chrono::system_clock::time_point time{};
  bool launched = true;                               // false: it ended before it started its command
  std::string held_by{};                              // if so: in what
  std::optional<std::chrono::milliseconds> lasted{};  // by a clock that nobody sets; empty: not recorded
  std::chrono::milliseconds suspended{};              // of these
  std::optional<int> failed_rank{};  // the first to fail, of ranks that the script started itself
  std::string failed_node{};
  bool operator==(const Exited&) const = default;
};

/// True if a signal from outside ended it: Ctrl-C, the end of a session, `cancel`.
inline bool was_interrupted(const Exited& exited) {
  return exited.cause == "INT" || exited.cause == "TERM" || exited.cause == "HUP";
}

/// When the program itself ran, in Unix seconds, and for how many seconds by a clock that nobody sets, from
/// exit.json. What the script did not record is empty.
struct ProgramTimes {
  std::optional<double> launched{};
  std::optional<double> finished{};
  std::optional<double> ran{};    // by a clock that nobody sets
  std::optional<double> apart{};  // what may have passed between the looks at both clocks
  bool operator==(const ProgramTimes&) const = default;
};

/// Returns nullopt if the attempt has not been claimed.
Result<std::optional<Started>> read_started(const AttemptFolder& attempt);

/// Adds to a claim what environment.json says of its job.
Started with_job(Started started, const AttemptFolder& attempt);

/// Returns nullopt if the script has not ended, or recorded no valid exit status.
Result<std::optional<Exited>> read_exited(const AttemptFolder& attempt);

/// Returns an error if there is no exit.json.
Result<ProgramTimes> read_program_times(const AttemptFolder& attempt);

/// One attempt of a run. It is running as long as it has no outcome.
struct AttemptRecord {
  std::string attempt{};
  std::chrono::system_clock::time_point begun{};
  std::optional<Outcome> outcome{};
  std::optional<std::chrono::milliseconds> elapsed{};
  bool operator==(const AttemptRecord&) const = default;
};

/// Reads runs/<run>/outcome.json. Returns nullopt if it does not exist or this version cannot read it: then
/// the outcome is determined again from the attempt's files.
Result<std::optional<AttemptRecord>> read_outcome_file(const RunDirectory& directory, const std::string& run);

/// Writes runs/<run>/outcome.json, for a run that has ended; with the time of the claim that it speaks of.
Result<void> write_outcome_file(const RunDirectory& directory, const RunRecord& record);

/// The new name of a run's claim when the run is measured once more because it was the first, and slow.
inline constexpr const char* kSlowFirst = "started-slow-first.json";

/// The new name of a run's claim when its whole round is measured again.
inline constexpr const char* kReplaced = "started-replaced.json";

/// Names of all attempt folders of a run, sorted. An attempt was started only if read_started() returns a
/// value.
Result<std::vector<std::string>> attempt_names(const RunDirectory& directory, const std::string& run);

/// The number of an attempt that the tool started, from 1. Attempts that a person started are called `hand`
/// or `slurm-JOBID`; their number is 0.
int attempt_number(const std::string& attempt);

/// The highest number plus 1. Two tools that see the same attempts choose the same name, and only one claim
/// of it succeeds: so a run that both consider lost is not measured twice.
std::string next_attempt(const std::vector<std::string>& names);

}  // namespace scalegen
