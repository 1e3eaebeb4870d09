#pragma once
#include <string>

#include "generator/plan/make_runs.hpp"

namespace scalegen {

/// Reports a run that asks for more of the site's units than its partition, or its QoS, gives one job, with
/// the largest smaller rung that it would give. `qos` is the one that was asked for, or empty.
void check_bill(const Profile& profile, const std::string& qos, const Combination& combination, Start start,
                const RunFrame& frame, Diagnostics& errors);

}  // namespace scalegen
