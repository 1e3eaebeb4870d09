#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "core/machine.hpp"
#include "generator/plan/findings.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/plan/resources.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen::plan {

/// Reports what this machine cannot give of the `used` rungs, and what their partitions cannot give of cores
/// and time; nodes and GPUs were checked when the partition was chosen.
void check_limits(const std::vector<ResolvedRung>& used, const ParameterGrid& grid, const Machine& machine,
                  const Located<std::chrono::seconds>& time_limit, Findings& findings);

/// Reports what the QoS of a job refuses: the `requested` one, or, where the site chooses, the first of its
/// list that allows the time limit. A profile without QoS is not checked.
void check_qos(const Profile& profile, const Located<std::string>& requested,
               const std::vector<ResolvedRung>& rungs, const Located<std::chrono::seconds>& time_limit,
               Findings& findings);

/// The QoS of a job on `partition`: the `requested` one, or, where the site chooses, the first of its list
/// that allows the time limit. Returns null if the profile has none.
const Qos* find_qos(const Profile& profile, const std::string& requested, const Partition& partition,
                    std::chrono::seconds time_limit);

/// Reports a run that costs more of the site's units than its partition, or its QoS, allows one job, with the
/// largest smaller rung within that. `qos` is the requested one, or empty.
void check_unit_limits(const Profile& profile, const std::string& qos, const Combination& combination,
                       Start start, const RunDefaults& defaults, Findings& findings);

}  // namespace scalegen::plan
