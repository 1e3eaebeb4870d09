#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run_directory.hpp"

namespace scalegen {

/// A line that the script of a run wrote, `word key=value ...` (docs/run-directory.md, "Lines of evidence").
struct EvidenceLine {
  std::string word{};
  std::map<std::string, std::string, std::less<>> values{};
  std::string rest{};  // from the first word on that is no key=value: of lines that the script did not make

  /// The value of a key. Lines of older scripts, `made=a file` and `123 python train.py`, have one value
  /// without a key: it is the value of any.
  [[nodiscard]] std::string value(std::string_view key) const;
  bool operator==(const EvidenceLine&) const = default;
};

/// Reads any line; the bytes of values stay as they are.
EvidenceLine parse_evidence_line(std::string_view line);

/// All lines of a text that have an end.
std::vector<EvidenceLine> parse_evidence(std::string_view text);

/// Those at the end of a file, a megabyte at most: a program may have written into it. None if there is no
/// such file.
std::vector<EvidenceLine> read_evidence(const std::filesystem::path& file);

/// folder.txt: the folder in which a run's program began, and files in it that changed since the sweep was
/// written. The script looks at a few hundred files and not deeply, so others may be missing.
struct FolderRecord {
  std::string folder{};                 // empty: not recorded, or the run's own; any bytes
  double begun = 0;                     // in Unix seconds
  std::vector<std::string> there{};     // when the run began
  std::vector<std::string> made{};      // created or changed while it ran
  std::vector<std::string> resuming{};  // lines by which the program says that it goes on from a checkpoint
  std::optional<double> seconds{};      // of the program's command
  bool operator==(const FolderRecord&) const = default;
};

/// Without `resuming` and `seconds`, which are not in that file.
FolderRecord read_folder_record(const AttemptFolder& attempt);

}  // namespace scalegen
