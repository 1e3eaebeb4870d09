#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run_record.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// What the journal tells of the last time that a job was handed over.
struct PastSubmission {
  std::string attempt{};
  std::optional<std::string> id{};  // none: the tool was killed first, or the scheduler did not answer
  std::string array{};              // the name of the array that it was a task of; empty: of none
  std::size_t task = 0;
  bool operator==(const PastSubmission&) const = default;
};

using PastSubmissions = std::map<std::string, PastSubmission>;  // by job

/// The submissions that may still be with the scheduler, those among them that it did not answer to; not
/// those that ended before they began. Whether one has ended since, the files of its runs tell.
PastSubmissions open_submissions(std::string_view journal);

/// Whether no file of the job's runs tells that what was handed over has ended. An attempt that ended before
/// it says nothing of it, nor does one of several runs.
bool is_open(const PastSubmission& submission, const std::vector<RunRecord>& runs_of_job);

/// What a job is called with its scheduler: no stranger's is called so.
std::string submission_name(const std::string& campaign, const std::string& job, const std::string& attempt);

/// The same submissions, each with its id: those whose id was not written down are looked for by name, and
/// left out where the scheduler never got them.
Result<PastSubmissions> with_ids(PastSubmissions submissions, const std::string& campaign,
                                 Scheduler& scheduler);

}  // namespace scalegen
