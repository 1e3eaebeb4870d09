#pragma once
#include <string>

#include "generator/read/sweep_file.hpp"

namespace scalegen {

/// The folder in which the program runs: what `workdir:` says, from the sweep file's folder on where it is no
/// absolute path; else, for a program of one's own, that folder; else none.
std::string choose_workdir(const SweepFile& sweep, const std::string& sweep_folder, Diagnostics& errors);

}  // namespace scalegen
