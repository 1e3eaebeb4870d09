#pragma once
#include "core/map_reader.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

// Keys that sweep files and profiles share. Options and variables that the script itself, or Slurm, sets are
// refused.

/// Names and values, each with its location.
using LocatedVariables = std::vector<std::pair<Located<std::string>, Located<std::string>>>;

/// `setup`: lines of bash.
std::vector<std::string> read_setup(MapReader& reader);

/// Names and values of variables, in the order of the file.
LocatedVariables read_located_env(MapReader& reader, std::string_view key = "env");

/// Reports variables by which a rank knows its number: the program of `command:` may have its own.
void refuse_variables_of_ranks(MapReader& reader, const LocatedVariables& variables);

/// The same without locations, for each kind of program.
std::vector<std::pair<std::string, std::string>> read_env(MapReader& reader, std::string_view key = "env");

/// `sbatch`: options such as --reservation=edu28.
std::vector<Located<std::string>> read_sbatch_options(MapReader& reader);

/// `memory` as a map: one of {per_node: 440G}, {per_core: 2900M}, {per_gpu: 110G}.
MemoryRule read_amount_of_memory(MapReader reader, std::string_view forms);

/// Reads a value for a line `#SBATCH --option=value`. Reports a value that fits_directive() refuses.
std::optional<Located<std::string>> read_directive_value(MapReader& reader, std::string_view key);

}  // namespace scalegen
