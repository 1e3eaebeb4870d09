#pragma once
#include <filesystem>
#include <string>

#include "core/diagnostics.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

/// Reads a profile and those that it extends; `file` is its name in messages. Reports all mistakes at once,
/// including contradictions between values.
Result<Profile> read_profile(std::string file, std::string_view text, const std::filesystem::path& home = {});

/// Finds a profile as --cluster does, and reads it.
Result<Profile> find_profile(const std::string& cluster, const std::filesystem::path& home);

}  // namespace scalegen
