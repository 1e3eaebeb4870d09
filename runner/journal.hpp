#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/json_fwd.hpp"

namespace scalegen {

/// The id of the campaign in a journal's first line. An error where it has none or is of another format.
Result<std::string> campaign_of(const std::filesystem::path& path, std::string_view journal);

/// journal.jsonl: the campaign's id, then what was done, one line an event. A line is on the disk before the
/// next thing happens. Only who holds the directory's lock opens it.
class Journal {
 public:
  /// Begins a journal where there is none. A last line that a crash tore is taken off.
  static Result<Journal> open(const std::filesystem::path& path, Clock& clock);

  /// Random, made with the directory: what the jobs' names begin with.
  [[nodiscard]] const std::string& campaign() const { return campaign_; }

  /// The events that stood there when it was opened, one JSON text a line.
  [[nodiscard]] const std::string& past() const { return past_; }

  /// Adds an event, with the time; or several at once.
  Result<void> write(const Json& event);
  Result<void> write_all(std::vector<Json> events);

 private:
  Journal(std::filesystem::path path, std::string campaign, std::string past, Clock& clock)
      : path_(std::move(path)), campaign_(std::move(campaign)), past_(std::move(past)), clock_(&clock) {}

  std::filesystem::path path_;
  std::string campaign_;
  std::string past_;
  Clock* clock_;
};

}  // namespace scalegen
