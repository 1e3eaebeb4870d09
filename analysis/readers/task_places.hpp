#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/readers/files_of_attempt.hpp"

namespace scalegen {

/// Where one task of a run's command was: a rank, the torchrun of a node, or the one that starts all others.
struct TaskPlace {
  std::string host{};
  std::optional<int> rank{};   // where each rank is a task
  std::string core_list{};     // as the kernel says it: "0-5,12"
  std::vector<int> cores{};    // the same, one by one; empty where that is not known
  std::string visible_gpus{};  // CUDA_VISIBLE_DEVICES or ROCR_VISIBLE_DEVICES; empty where neither is set
  bool operator==(const TaskPlace&) const = default;
};

/// Reads place.<host>.txt of an attempt's folder, a line a task: "rank=1 cores=6-11 gpus=0,1". By rank, then
/// by host. Lines of another form are passed over; nothing where nothing was recorded.
std::vector<TaskPlace> read_task_places(const FilesOfAttempt& files);

}  // namespace scalegen
