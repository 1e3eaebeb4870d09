#pragma once
#include <optional>
#include <string>
#include <vector>

#include "runner/slurm/accounting.hpp"
#include "runner/slurm/queue.hpp"

namespace scalegen {

using FoundIds = std::vector<std::optional<std::string>>;

/// The id of the job with this name: of several one that has not ended, else the first, which claimed its
/// attempt.
std::optional<std::string> id_of_name(const std::string& name, const std::vector<QueuedJob>& queued,
                                      const std::vector<AccountedJob>& accounted);

/// One answer for each name, in their order, from the first of these clusters that knows it; with the
/// cluster, where that has a name. Nothing at all where a controller does not answer.
Result<std::optional<FoundIds>> look_up(const std::vector<std::string>& names,
                                        const std::vector<std::string>& clusters);

}  // namespace scalegen
