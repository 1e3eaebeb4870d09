#pragma once
#include <filesystem>

#include "core/diagnostics.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// An error where a script is for another folder than the run directory that it lies in, which was renamed,
/// moved or copied: its run would leave its files where nobody looks.
Result<void> check_written_here(const RunDirectory& directory, const std::filesystem::path& script);

}  // namespace scalegen
