#include "analysis/losses/monitored_gpu.hpp"

#include <algorithm>
#include <set>

#include "analysis/readers/csv.hpp"

namespace scalegen::losses {
namespace {

constexpr std::string_view kCounted = "cuda:";

// Nothing if the host's GPUs are of several kinds: CUDA then counts the fastest first, nvidia-smi does not.
std::vector<NodeGpu> equal_gpus_of(const Measurement& run, const std::string& host) {
  std::vector<NodeGpu> gpus;
  for (const auto& gpu : run.placement.gpus)
    if (gpu.host == host) gpus.push_back(gpu);
  const bool are_equal =
      std::ranges::all_of(gpus, [&](const auto& gpu) { return gpu.name == gpus.front().name; });
  return are_equal ? gpus : std::vector<NodeGpu>();
}

// The task that is a rank, or that started all ranks of its host.
const TaskPlacement* task_of(const Measurement& run, const RankSummary& rank) {
  for (const auto& task : run.placement.tasks)
    if (task.host == rank.host && (!task.rank || *task.rank == rank.rank)) return &task;
  return nullptr;
}

// "1" or "GPU-4711": how nvidia-smi names the n-th GPU that a task sees, if that sees these alone. Empty if
// it sees fewer.
std::string name_of_visible(const std::string& visible, int n) {
  if (visible.empty()) return std::to_string(n);
  const auto lines = read_csv(visible);
  const auto at = static_cast<std::size_t>(n);
  return lines.size() == 1 && at < lines[0].fields.size() ? lines[0].fields[at].text : "";
}

std::string uuid_of(const Measurement& run, const RankSummary& rank, const std::vector<NodeGpu>& gpus) {
  const auto* const task = task_of(run, rank);
  if (task == nullptr || !rank.device.starts_with(kCounted)) return "";
  const auto n = parse_count(std::string_view(rank.device).substr(kCounted.size()));
  if (!n) return "";
  const auto name = name_of_visible(task->visible_gpus, *n);
  for (const auto& gpu : gpus)
    if (gpu.index == name || gpu.uuid == name) return gpu.uuid;
  return "";
}

std::set<std::string> monitored_on(const Measurement& run, const std::string& host) {
  std::set<std::string> devices;
  for (const auto& gpu : run.gpus)
    if (gpu.device.starts_with(host + ":")) devices.insert(gpu.device);
  return devices;
}

}  // namespace

std::string monitored_gpu(const Measurement& run, const std::string& host, const std::string& device) {
  if (!device.starts_with(kCounted)) return host + ":" + device;
  const auto gpus = equal_gpus_of(run, host);
  std::set<std::string> used;
  std::string wanted;
  std::size_t ranks = 0;
  for (const auto& rank : run.step_phases.ranks) {
    if (rank.host != host) continue;
    ++ranks;
    const auto gpu = host + ":" + uuid_of(run, rank, gpus);
    used.insert(gpu);
    if (rank.device == device) wanted = gpu;
  }
  return used.size() == ranks && used == monitored_on(run, host) ? wanted : "";
}

}  // namespace scalegen::losses
