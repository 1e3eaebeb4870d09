#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"

namespace scalegen {

/// How two plans differ in what their runs depend on: a line for each value, "1gpu: global batch 256 -> 512",
/// and one for all runs that differ alike. Of runs that only one plan has it says nothing.
std::vector<std::string> differences(const Plan& before, const Plan& now);

}  // namespace scalegen
