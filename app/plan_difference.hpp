#pragma once
#include <string>
#include <string_view>

#include "core/plan.hpp"

namespace scalegen {

/// The parameter of a user's own program that only the report uses, if it is no part of the command.
constexpr std::string_view kSamples = "samples";

/// The first difference of two plans in what their runs depend on, those of all runs before those of smaller
/// rungs: "1gpu: global_batch: 256 -> 512". Empty if there is none. Of runs that only one plan has it says
/// nothing.
std::string first_difference(const Plan& before, const Plan& now);

}  // namespace scalegen
