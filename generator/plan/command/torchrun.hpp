#pragma once
#include <string>

#include "core/plan.hpp"

namespace scalegen {

/// The begin of a line of bash that starts a rung's ranks with torchrun, run once on each node with
/// MASTER_ADDR and MASTER_PORT set: the first node's name, and a port there. `port` is what torchrun's own
/// meeting takes, as bash has it.
std::string torchrun_line(const Rung& rung, const std::string& port = "\"$MASTER_PORT\"");

}  // namespace scalegen
