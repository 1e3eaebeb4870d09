#pragma once
#include "analysis/answer/verdict.hpp"
#include "core/json_fwd.hpp"

namespace scalegen::report {

/// The verdict on a table as a value.
Json verdict_json(const ScalingTable& table, const answer::Verdict& verdict);

}  // namespace scalegen::report
