#pragma once
#include <chrono>
#include <vector>

#include "generator/plan/ladder.hpp"

namespace scalegen {

/// Reports what the QoS of a job refuses: the one that was `asked` for, or, where the site chooses, the first
/// of its list that allows the time limit. A site whose profile lists none is not judged.
void check_qos(const Profile& profile, const Placed<std::string>& asked, const std::vector<Step>& steps,
               const Placed<std::chrono::seconds>& time_limit, Diagnostics& errors);

/// The QoS of a job on `partition`: the one that was `asked` for, or, where the site chooses, the first of
/// its list that allows the time limit. Null where the profile tells of none.
const Qos* qos_of(const Profile& profile, const std::string& asked, const Partition& partition,
                  std::chrono::seconds time_limit);

}  // namespace scalegen
