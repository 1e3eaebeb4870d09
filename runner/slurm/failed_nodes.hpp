#pragma once
#include <string>

namespace scalegen {

/// Which nodes of a list (n[1-2]) are down now, with commas between: Slurm does not say which node of a job
/// failed. Empty where none is any more, or nobody answers.
std::string nodes_down_among(const std::string& nodes, const std::string& cluster);

}  // namespace scalegen
