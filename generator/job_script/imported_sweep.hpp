#pragma once
#include <string>
#include <vector>

#include "core/job_script.hpp"
#include "generator/job_script/size_words.hpp"

namespace scalegen::job_script {

/// What the sweep is to have that the script does not say.
struct ImportRequest {
  std::vector<std::string> scales{};  // empty: the script's size and its halves
  std::string metrics{};              // lines of the sweep file; empty: none
};

/// A line of the script that is in no key, or in another form, and why.
struct LeftOut {
  std::size_t offset = 0;
  std::string reason{};
};

struct ImportedSweep {
  std::string yaml{};
  std::vector<TextEdit> edits{};  // of the script's lines, by place
  std::vector<LeftOut> left_out{};
  std::vector<std::string> questions{};  // those that the file has as CHECK
};

/// A script for sbatch as a sweep file: at the script's own size it asks for the same and runs the same.
/// Returns an error for a script that is no single job of bash, or whose size is not known.
Result<ImportedSweep> import_script(const JobScript& script, const ImportRequest& request);

}  // namespace scalegen::job_script
