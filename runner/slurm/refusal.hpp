#pragma once
#include <string>

#include "runner/scheduler.hpp"

namespace scalegen {

/// Why Slurm does not take a script, in its own words; with the script's line where they name an option that
/// stands there.
Diagnostic refusal_of(const std::string& said, const Submission& submission, const std::string& script_text);

/// The `#SBATCH` option that a refusal is about, such as --time; empty where it names none.
std::string option_named_in(const std::string& refusal);

}  // namespace scalegen
