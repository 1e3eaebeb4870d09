#pragma once
#include <string>
#include <vector>

#include "analysis/readers/attempt_listing.hpp"

namespace scalegen {

/// folder.txt: the folder in which a run's program began, and files in it that changed since the sweep was
/// written. The script looks at a few hundred files and not deeply, so others may be missing.
struct FolderRecord {
  std::string folder{};              // empty: not recorded, or the run's own
  double begun = 0;                  // in Unix seconds
  std::vector<std::string> there{};  // when the run began
  std::vector<std::string> made{};   // created or changed while it ran
  bool operator==(const FolderRecord&) const = default;
};

FolderRecord read_folder_record(const AttemptListing& attempt);

/// Commands of processes that went on when the program's own had returned, from the files goes_on.<host>.txt.
std::vector<std::string> what_went_on(const AttemptListing& attempt);

}  // namespace scalegen
