#pragma once
#include "analysis/verdict/verdict.hpp"
#include "core/json_fwd.hpp"

namespace scalegen::report {

/// The verdict on a table as a value.
Json verdict_json(const ScalingTable& table, const verdict::Verdict& verdict);

}  // namespace scalegen::report
