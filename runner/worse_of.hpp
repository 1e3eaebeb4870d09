#pragma once
#include "core/outcome.hpp"

namespace scalegen {

/// Of what the files and what the scheduler say of one attempt, the one that counts. The scheduler cannot
/// make a run good; it can name what ended it: a script that was killed by a signal does not know whether
/// memory, a node or a person was behind it. Of two of a kind that of the files, which know more.
Outcome worse_of(const Outcome& of_files, const Outcome& of_scheduler);

}  // namespace scalegen
