#pragma once
#include <string>

#include "core/diagnostics.hpp"
#include "core/map_reader.hpp"
#include "core/named_files.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

/// Reads a profile and those that it extends; `file` is its name in messages. Reports all mistakes at once,
/// including contradictions between values. `forms`, if given, is told of each key that is read.
Result<Profile> read_profile(std::string file, std::string_view text, const Owner& owner = {},
                             KeyForms* forms = nullptr);

/// Finds a profile as --cluster does, and reads it.
Result<Profile> find_profile(const std::string& cluster, const Owner& owner = {});

}  // namespace scalegen
