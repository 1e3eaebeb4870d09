#pragma once
#include "analysis/scaling/shared_folder.hpp"

namespace scalegen {

/// Sets `changed_program` of each run that found a script changed since the sweep was written, of which no
/// run is known to have changed it, and which an earlier measured run had as it was. A second change of the
/// same file does not show.
void find_changed_programs(const FolderRuns& runs);

}  // namespace scalegen
