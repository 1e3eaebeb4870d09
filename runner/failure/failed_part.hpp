#pragma once
#include <string>

#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// A reason for a failure with the part of a pipe that failed, as the script wrote it into parts.txt: "'./t
/// 2', part 1 of 2 of its pipe: no such data". The reason alone if the text has no pipe, or it is not known
/// which part failed.
std::string with_failed_part(const Run& run, const AttemptFolder& attempt, std::string reason);

}  // namespace scalegen
