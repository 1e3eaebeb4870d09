#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/json_fwd.hpp"
#include "core/outcome.hpp"
#include "runner/job_id.hpp"
#include "runner/job_lifecycle.hpp"

namespace scalegen {

// The events of journal.jsonl, as docs/run-directory.md describes them.

/// A recorded transition of a job.
struct JobEntry {
  JobEvent event = JobEvent::submitting;
  std::string job{};
  std::string attempt{};
  std::string name{};                 // submitting: under which the scheduler knows it, or its array
  std::optional<std::size_t> task{};  // submitting: its place in that array; nullopt: in none
  JobId id{};                         // submitted
  bool operator==(const JobEntry&) const = default;
};

/// A run has an outcome.
struct RunEnded {
  std::string run{};
  std::string attempt{};
  Outcome outcome{};
  bool operator==(const RunEnded&) const = default;
};

/// The tool was stopped and has ended its local jobs.
struct Interrupted {
  bool operator==(const Interrupted&) const = default;
};

using JournalEntry = std::variant<JobEntry, RunEnded, Interrupted>;

/// One line, without its time.
Json to_json(const JournalEntry& entry);

/// Returns nullopt for a line that is no event of this version.
std::optional<JournalEntry> journal_entry_of(const Json& line);

/// The content of a journal's file, its head line checked.
struct JournalContent {
  std::string sweep_id{};  // random, made with the directory: the names of its jobs end with it
  std::string cluster{};   // that has its jobs, as Slurm calls it; empty: none, or 0.2 did not record it
  std::string text{};      // all of it
};

/// Reads a journal without changing it. Returns nullopt if there is none; an error if it names no sweep id or
/// has another format.
Result<std::optional<JournalContent>> read_journal(const std::filesystem::path& path);

/// The last submission of a job that may still be with the scheduler.
struct OpenSubmission {
  std::string attempt{};
  JobId id{};           // empty: the tool was killed first, or the scheduler did not answer
  std::string array{};  // the name of the array that it is a task of; empty: of none
  std::size_t task = 0;
  JobPhase phase = JobPhase::submitting;  // submitting, uncertain or queued
  bool operator==(const OpenSubmission&) const = default;
};

using OpenSubmissions = std::map<std::string, OpenSubmission>;  // by job

/// Replays a journal: the submissions that may still be with the scheduler. Whether one has ended since, the
/// files of its runs tell.
OpenSubmissions replay(std::string_view journal);

/// journal.jsonl: the sweep's id, then one line an event. A line is on the disk before the next thing
/// happens. Only the holder of the directory's lock opens it.
class Journal {
 public:
  /// Begins a journal, of jobs on `cluster`, if there is none. A last line that a crash cut off is removed.
  static Result<Journal> open(const std::filesystem::path& path, Clock& clock,
                              const std::string& cluster = "");

  /// As it was when it was opened; of a new one no text.
  [[nodiscard]] const JournalContent& content() const { return content_; }
  [[nodiscard]] const std::string& sweep_id() const { return content_.sweep_id; }

  /// Appends events, with the time, by one write.
  Result<void> write(const JournalEntry& entry) { return write_all({entry}); }
  Result<void> write_all(const std::vector<JournalEntry>& entries);

 private:
  Journal(std::filesystem::path path, JournalContent content, Clock& clock)
      : path_(std::move(path)), content_(std::move(content)), clock_(&clock) {}

  std::filesystem::path path_;
  JournalContent content_;
  Clock* clock_;
};

}  // namespace scalegen
