#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "core/run_directory.hpp"

namespace scalegen {

/// The line that POSIX's cksum prints for a file of this text and name, with its end: checksum, bytes, name.
std::string cksum_line(std::string_view text, std::string_view name);

/// The line of a script in scripts.cksum, where it is named by its path within the run directory. It tells
/// whether a person has edited the script.
std::string script_sum(const RunDirectory& directory, const std::filesystem::path& script,
                       std::string_view text);

}  // namespace scalegen
