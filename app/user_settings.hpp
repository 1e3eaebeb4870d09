#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "generator/script/template_files.hpp"
#include "generator/sweep_file/user_defaults.hpp"

namespace scalegen {

/// An environment variable; empty if it is not set.
std::string environment(const char* name);

/// $HOME; empty if it is not set.
std::string home_folder();

/// The folder for what can be made again: $XDG_CACHE_HOME/scalegen, else ~/.cache/scalegen. Empty if neither
/// is an absolute path.
std::string cache_folder();

/// Account, partition, QoS and reservation to use if neither an option nor the sweep file names them: those
/// in
/// ~/.config/scalegen/settings.yaml, else Slurm's own variables (SBATCH_ACCOUNT ...).
Result<SlurmChoices> user_defaults(const std::string& cluster);

/// The templates in `folder`; if that is empty, in ~/.config/scalegen/templates, which need not exist.
/// Returns an error if `folder` was given and does not exist.
Result<std::vector<OwnTemplate>> user_templates(const std::string& folder);

}  // namespace scalegen
