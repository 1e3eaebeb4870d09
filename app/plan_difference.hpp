#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/plan.hpp"

namespace scalegen {

/// The parameter of a user's own program that only the report uses, if it is no part of the command.
constexpr std::string_view kSamples = "samples";

/// Differences of two plans in what their runs depend on: a line for each value, "1gpu: global_batch: 256 ->
/// 512", and one for all runs that differ alike. Of runs that only one plan has it says nothing.
std::vector<std::string> differences(const Plan& before, const Plan& now);

}  // namespace scalegen
