#pragma once
#include <functional>
#include <string>

#include "generator/plan/findings.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen::plan {

/// True if a file or folder of this name, relative to the sweep file's folder, is there.
using IsSibling = std::function<bool(const std::string&)>;

/// True if `workdir:` has placeholders: then no path is relative to the sweep file's folder.
bool has_own_folders(const SweepFile& sweep);

/// The program with `{sweep_dir}/` before each script of its words that stands beside the sweep file: that of
/// `python:` and `torchrun:`; in a command all programs `./name` and scripts `name.py` and `name.sh`.
OwnProgram found_from_any_folder(OwnProgram program, const IsSibling& is_sibling);

/// True if Python is to find a module, and so whatever stands beside the sweep file.
bool starts_module(const OwnProgram& program);

/// Warns of other words of the program, and of words of `setup:` and of `env:` that name what stands beside
/// the sweep file, and would not be found from a run's own folder.
void warn_of_sibling_paths(const SweepFile& sweep, const IsSibling& is_sibling, Findings& findings);

}  // namespace scalegen::plan
