#pragma once
#include <string>

#include "analysis/report/report.hpp"

namespace scalegen {

/// The commit of the program, as git described its folder when the runs of a report started. Empty if no run
/// says it; "several" with each of them if they differ. Reads environment.json of each measured run.
std::string program_commit(const report::Report& report);

}  // namespace scalegen
