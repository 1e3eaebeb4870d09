#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "generator/script/template_files.hpp"
#include "generator/sweep_file/user_defaults.hpp"

namespace scalegen {

/// $HOME; empty where there is none.
std::string home_folder();

/// A variable of the environment; empty where it is not set.
std::string environment(const char* name);

/// Account, partition, QoS and reservation where neither an option nor the sweep file names them: those of
/// ~/.config/scalegen/settings.yaml, else Slurm's own variables.
Result<SlurmChoices> user_defaults(const std::string& cluster);

/// The person's templates in the folder `given`, else in ~/.config/scalegen/templates. That may be absent; a
/// folder that was asked for is not passed over in silence.
Result<std::vector<OwnTemplate>> templates_in(const std::string& given);

}  // namespace scalegen
