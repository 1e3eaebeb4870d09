#pragma once
#include "generator/sweep_file/map_reader.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

// What sweep files and profiles share. A script's own options and variables are refused.
std::vector<std::string> read_setup(MapReader& reader);
std::vector<std::pair<std::string, std::string>> read_env(MapReader& reader, Diagnostics& errors,
                                                          std::string_view key = "env");
std::vector<std::string> read_sbatch_options(MapReader& reader, Diagnostics& errors);

/// Reads a value that a line `#SBATCH --option=value` will hold: such lines know no quoting that all sites
/// agree on.
std::optional<Located<std::string>> read_directive_value(MapReader& reader, std::string_view key,
                                                         Diagnostics& errors);

}  // namespace scalegen
