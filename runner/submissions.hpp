#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace scalegen {

/// What the journal tells of the last time that a job was handed over.
struct PastSubmission {
  std::string attempt{};
  std::optional<std::string> id{};  // none: the tool was killed before it could write it down
  bool operator==(const PastSubmission&) const = default;
};

/// The submissions that may still be with the scheduler, by job: not those that it never got, nor those that
/// ended before they began. Whether one has ended since, the files of its runs tell.
std::map<std::string, PastSubmission> open_submissions(std::string_view journal);

}  // namespace scalegen
