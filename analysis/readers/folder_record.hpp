#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/readers/attempt_listing.hpp"

namespace scalegen {

/// folder.txt: the folder in which a run's program began, and files in it that changed since the sweep was
/// written. The script looks at a few hundred files and not deeply, so others may be missing.
struct FolderRecord {
  std::string folder{};                 // empty: not recorded, or the run's own
  double begun = 0;                     // in Unix seconds
  std::vector<std::string> there{};     // when the run began
  std::vector<std::string> made{};      // created or changed while it ran
  std::vector<std::string> resuming{};  // lines by which the program says that it goes on from a checkpoint
  std::optional<double> seconds{};      // of the program's command
  bool operator==(const FolderRecord&) const = default;
};

/// A file in a shared folder that an earlier run left, and that a later one found.
struct LeftFile {
  std::string name{};
  std::string made_by{};  // the first run that created or changed it
  bool operator==(const LeftFile&) const = default;
};

/// A file of the program that somebody changed between two runs.
struct ChangedProgram {
  std::string file{};
  std::string last_before{};  // the last run that had it as it was
  bool operator==(const ChangedProgram&) const = default;
};

/// Why a run seems to have gone on with a file that was left: either `line` says so, or it took `seconds`
/// after `seconds_before` of the run that left the file.
struct Resumption {
  LeftFile file{};
  std::string line{};
  double seconds = 0;
  double seconds_before = 0;
  bool operator==(const Resumption&) const = default;
};

/// Without `resuming` and `seconds`, which are not in that file.
FolderRecord read_folder_record(const AttemptListing& attempt);

/// Commands of processes that went on when the program's own had returned, from the files goes_on.<host>.txt.
std::vector<std::string> what_went_on(const AttemptListing& attempt);

}  // namespace scalegen
