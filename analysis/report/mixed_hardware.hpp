#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen {

// Where runs that are compared were not on the same hardware, their speedups compare that too.

/// Whether they were on different nodes, or on GPUs of different clocks.
std::vector<std::string> mixed_hardware_notes_of(const Report& report);

/// Whether NCCL took different networks.
std::vector<std::string> mixed_hardware_warnings_of(const Report& report);

}  // namespace scalegen
