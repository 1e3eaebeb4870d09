#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/run_directory.hpp"
#include "runner/sweep.hpp"

namespace scalegen {

/// True if the job may be a task of an array: arrays are wanted and supported, it is a single run that
/// excludes no node, and its script is what was generated, and asks for no more than the plan says: one that
/// a person edited is submitted alone.
bool may_join_array(Sweep& sweep, JobIndex job);

/// True if two jobs of single runs ask for the same resources.
bool asks_for_the_same(const Campaign& campaign, JobIndex one, JobIndex other);

/// The lines `#SBATCH` of an array with this name, for jobs that ask for the same as this one.
Result<std::vector<std::string>> array_directives(const Campaign& campaign, JobIndex job,
                                                  const std::string& name);

/// Makes a folder for the script of one more array. Returns its name, a number that no array of this
/// directory had.
Result<std::string> make_array_folder(const RunDirectory& directory);

}  // namespace scalegen
