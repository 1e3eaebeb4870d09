#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "core/run_directory.hpp"

namespace scalegen {

/// The line that POSIX's cksum prints for a file of this text and name, with its end: checksum, bytes, name.
std::string cksum_line(std::string_view text, std::string_view name);

/// That of a script, named by its path within the run directory: a line of scripts.cksum, by which the script
/// finds whether it is still what was written.
std::string script_sum(const RunDirectory& directory, const std::filesystem::path& script,
                       std::string_view text);

}  // namespace scalegen
