#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

/// All profiles that --cluster finds by name. One with mistakes is listed too, with a title that says so.
std::vector<Profile> list_profiles();

/// The profile that a name or a path means, as --cluster does.
Result<Profile> load_profile(const std::string& name_or_path);

/// The text of that profile, as it was written, and of those that it extends. Comments say where each was
/// read, and what is assumed for keys that they leave out.
Result<std::string> profile_text(const std::string& name_or_path);

/// As load_profile, but a file in the current folder is found without './' if no profile has its name.
Result<Profile> check_profile(const std::string& name_or_file);

/// In UTC, or what the variable SOURCE_DATE_EPOCH says, by which outputs can be repeated.
std::chrono::sys_days today();

/// The text of a first profile for the cluster whose Slurm this machine belongs to.
Result<std::string> detect_profile();

}  // namespace scalegen
