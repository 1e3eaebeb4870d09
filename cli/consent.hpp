#pragma once
#include "cli/arguments.hpp"
#include "runner/standing.hpp"

namespace scalegen {

/// Before anything is submitted: says what the runs that are still to be handed over cost at most, and on a
/// terminal asks. False: a person said no. An error where that is more than was allowed.
Result<bool> may_submit(const Plan& plan, const std::vector<Standing>& standings, const Following& following);

}  // namespace scalegen
