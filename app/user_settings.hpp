#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/named_files.hpp"
#include "generator/script/template_files.hpp"
#include "generator/sweep_file/user_defaults.hpp"

namespace scalegen {

/// An environment variable; empty if it is not set.
std::string environment(const char* name);

/// $HOME; empty if it is not set.
std::string home_folder();

/// Whose own files are found in $XDG_CONFIG_HOME/scalegen; in ~/.config/scalegen if that variable is no
/// absolute path, or only this folder is there.
Owner owner();

/// Account, partition, QoS and reservation to use if neither an option nor the sweep file names them: those
/// in the owner's settings.yaml, else Slurm's own variables (SBATCH_ACCOUNT ...).
Result<SlurmChoices> user_defaults(const std::string& cluster);

/// The templates in `folder`; if that is empty, in the owner's templates, which need not exist.
/// Returns an error if `folder` was given and does not exist.
Result<std::vector<OwnTemplate>> user_templates(const std::string& folder);

}  // namespace scalegen
