#pragma once
#include <filesystem>
#include <vector>

#include "generator/plan/script_scan.hpp"

namespace scalegen::plan {

/// The effect of the lines of `setup:` on the programs that a run finds.
struct SetupScan {
  bool is_all = true;       // no line does anything else, such as making files or changing the folder
  bool is_unknown = false;  // modules, conda and the like: nobody knows here what they bring
  std::vector<Located<std::filesystem::path>> scripts{};  // ENVIRONMENT/bin/activate of `source` lines
};

/// Reads `setup:`; paths are found as from the program's folder, `folder`, or from the home folder.
SetupScan scan_setup(const SweepFile& sweep, const std::filesystem::path& folder,
                     const std::filesystem::path& home);

/// Reports a quote that would take in what follows the set-up in the script.
void check_quotes(const std::vector<Located<std::string>>& setup, Findings& findings);

/// Warns of a line that sets PATH without what it was: commands of the system are then not found.
void warn_of_replaced_path(const std::vector<Located<std::string>>& setup, Findings& findings);

}  // namespace scalegen::plan
