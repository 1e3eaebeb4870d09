#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

/// The request `import job.sh --scales 1gpu,2gpu`.
struct ScriptImport {
  std::string file{};
  std::vector<std::string> scales{};  // empty: the script's size and its halves
  std::string log{};                  // of an earlier run; empty: the newest slurm-*.out beside the script
};

/// A sweep file made of a job script, and what a person is told of it.
struct ImportedScript {
  std::string yaml{};
  std::string told{};  // what became of lines of the script, as a diff with reasons; what is to be checked
};

/// Reads the script, and the log for the figure that it prints.
Result<ImportedScript> import_job_script(const ScriptImport& request);

/// True for a file that begins as a script does: `sweep` takes one in place of a sweep file.
bool is_script(const std::string& file);

/// Refuses a script that names a partition where sbatch is at hand: this is a login node, and nobody has said
/// that the program may run there.
Result<void> check_is_for_this_machine(const std::string& script);

/// Writes the sweep file beside the script, under its name with .yaml. Returns its path. Returns an error if
/// another file is there.
Result<std::string> write_imported(const std::string& script, const ImportedScript& imported);

}  // namespace scalegen
