#pragma once
#include "analysis/placement/asked.hpp"

namespace scalegen {

/// The tasks that may use fewer cores than asked, and the nodes whose tasks have too few together. What
/// nobody recorded differs from nothing.
std::vector<std::string> too_few_cores(const AskedPlacement& asked, const std::vector<TaskPlace>& tasks);

}  // namespace scalegen
