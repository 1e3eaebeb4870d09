#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "core/machine.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/plan/resources.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen {

/// What a rank of a rung gets in some of its runs.
struct RankCores {
  const Step* step = nullptr;
  Located<std::int64_t> cpus_per_task{};
};

/// What ranks get in all of the combinations, each case once.
std::vector<RankCores> cores_of(const std::vector<Combination>& combinations);

/// Reports what this machine cannot give of a rung, and what its partition cannot give of cores and time;
/// nodes and GPUs were judged when the partition was chosen.
void check_limits(const std::vector<Step>& steps, const std::vector<RankCores>& cores, const Machine& machine,
                  const Located<std::chrono::seconds>& time_limit, Diagnostics& errors);

/// Reports what the QoS of a job refuses: the one that was `asked` for, or, where the site chooses, the first
/// of its list that allows the time limit. A site whose profile lists none is not judged.
void check_qos(const Profile& profile, const Located<std::string>& asked, const std::vector<Step>& steps,
               const Located<std::chrono::seconds>& time_limit, Diagnostics& errors);

/// The QoS of a job on `partition`: the one that was `asked` for, or, where the site chooses, the first of
/// its list that allows the time limit. Null where the profile tells of none.
const Qos* qos_of(const Profile& profile, const std::string& asked, const Partition& partition,
                  std::chrono::seconds time_limit);

/// Reports a run that asks for more of the site's units than its partition, or its QoS, gives one job, with
/// the largest smaller rung that it would give. `qos` is the one that was asked for, or empty.
void check_bill(const Profile& profile, const std::string& qos, const Combination& combination, Start start,
                const RunFrame& frame, Diagnostics& errors);

}  // namespace scalegen
