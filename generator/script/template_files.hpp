#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/embedded_file.hpp"

namespace scalegen {

/// A person's own file in the place of a bundled one of the same name.
struct OwnTemplate {
  std::string name{};  // slurm.sbatch
  std::string path{};
  std::string text{};
};

/// The templates that lie in `folder`. A folder that is not there holds none, and one that
/// cannot be read is an error; a file whose name no bundled
/// template has would never be read, and is an error.
Result<std::vector<OwnTemplate>> own_templates(const std::filesystem::path& folder);

/// The bundled templates, with the own ones in their places. It points into `own`.
std::vector<EmbeddedFile> templates_with(const std::vector<OwnTemplate>& own);

/// The text of lib/job.bash, which the scripts of a run directory share: job.bash with its parts.
Result<std::string> job_library(const std::vector<OwnTemplate>& own);

/// Names in the places of diagnostics a person's own file by its path.
Diagnostics with_own_paths(Diagnostics diagnostics, const std::vector<OwnTemplate>& own);

}  // namespace scalegen
