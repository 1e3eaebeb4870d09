#include "analysis/losses/straggler.hpp"

#include <algorithm>
#include <set>

#include "analysis/readers/csv.hpp"
#include "analysis/statistics/two_way_model.hpp"

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

constexpr double kLowerClocks = 0.98;
constexpr double kMoreSamples = 0.1;

struct HereAndElsewhere {
  double here = 0;
  double elsewhere = 0;
};

// As the monitors call them: those of a node begin with "host:". A slow GPU is one, and so is that of a rank
// that sat in one place. None if the run does not tell which.
std::set<std::string> its_gpus(const Measurement& run, const Straggler& straggler) {
  const bool is_one = straggler.kind == Straggler::Kind::gpu || (straggler.rank && !straggler.device.empty());
  if (is_one) return {monitored_gpu(run, straggler.host, straggler.device)};
  std::set<std::string> of_node;
  for (const auto& gpu : run.gpus)
    if (gpu.device.starts_with(straggler.host + ":")) of_node.insert(gpu.device);
  return of_node;
}

// The medians of a value, std::optional<double> value_of(const GpuUsage&), over its GPUs and over the others.
template <class ValueOf>
std::optional<HereAndElsewhere> in_run(const Measurement& run, const Straggler& straggler,
                                       const ValueOf& value_of) {
  if (!run.value || run.gpus.size() != run.step_phases.ranks.size()) return std::nullopt;
  const auto its = its_gpus(run, straggler);
  std::vector<double> here;
  std::vector<double> elsewhere;
  for (const auto& gpu : run.gpus)
    if (const std::optional<double> value = value_of(gpu))
      (its.contains(gpu.device) ? here : elsewhere).push_back(*value);
  if (here.empty() || elsewhere.empty()) return std::nullopt;
  return HereAndElsewhere{stats::median(std::move(here)), stats::median(std::move(elsewhere))};
}

// The medians over the runs that have both.
template <class ValueOf>
std::optional<HereAndElsewhere> over_runs(const std::vector<ScalingTable>& tables, const Straggler& straggler,
                                          const ValueOf& value_of) {
  std::vector<double> here;
  std::vector<double> elsewhere;
  for (const auto* point : points_once(tables))
    for (const auto& run : point->runs)
      if (const auto of_run = in_run(run, straggler, value_of)) {
        here.push_back(of_run->here);
        elsewhere.push_back(of_run->elsewhere);
      }
  if (here.empty()) return std::nullopt;
  return HereAndElsewhere{stats::median(std::move(here)), stats::median(std::move(elsewhere))};
}

void add_lower_clocks(Straggler& straggler, const std::vector<ScalingTable>& tables) {
  const auto clocks = over_runs(tables, straggler, [](const GpuUsage& gpu) { return gpu.sm_clock_mhz; });
  if (!clocks || clocks->here >= kLowerClocks * clocks->elsewhere) return;
  straggler.clock_mhz = clocks->here;
  straggler.other_clocks_mhz = clocks->elsewhere;
}

// By slowdown: if a power cap holds all GPUs back, the heat of one of them still shows.
void add_throttling(Straggler& straggler, const std::vector<ScalingTable>& tables) {
  for (const auto slowdown : kSlowdowns) {
    const auto shares = over_runs(tables, straggler, [&](const GpuUsage& gpu) {
      const auto found = gpu.slowed.find(slowdown);
      return found == gpu.slowed.end() ? std::nullopt : std::optional(found->second);
    });
    if (shares && shares->here - shares->elsewhere >= kMoreSamples)
      straggler.throttling.push_back({slowdown, shares->here, shares->elsewhere});
  }
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

void add_gpus(Straggler& straggler, const std::vector<ScalingTable>& tables) {
  if (straggler.host.empty() || straggler.kind == Straggler::Kind::rank) return;
  add_lower_clocks(straggler, tables);
  add_throttling(straggler, tables);
}

}  // namespace scalegen::losses
