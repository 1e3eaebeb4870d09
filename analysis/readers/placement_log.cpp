#include "analysis/readers/placement_log.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "analysis/readers/csv.hpp"
#include "core/evidence.hpp"
#include "core/json.hpp"

namespace scalegen {
namespace {

constexpr int kMaxCores = 1 << 16;  // no kernel has more

std::optional<int> core_number(std::string_view text) {
  const auto number = parse_count(text);
  return number && *number < kMaxCores ? number : std::nullopt;
}

std::string text_in(const Json& object, std::string_view name) {
  return text_field(object, name).value_or("");
}

// "leaf1" of "top.leaf1.n1" and "switch.switch.node"; empty of blocks, and of a network without switches.
std::string leaf_switch(std::string_view address, std::string_view pattern) {
  const bool is_alike = std::ranges::count(address, '.') == std::ranges::count(pattern, '.');
  if (!is_alike || !pattern.ends_with("switch.node")) return "";
  const auto switches = address.substr(0, address.rfind('.'));
  return std::string(switches.substr(switches.rfind('.') + 1));
}

// A line of an older script has no word and no quotes: "rank=1 cores=6-11 gpus=0, 1".
EvidenceLine with_word(const EvidenceLine& line) {
  constexpr std::string_view kGpus = " gpus=";
  if (line.word != "rank") return line;
  const auto gpus = line.rest.find(kGpus);
  auto task = parse_evidence_line("task rank=" + line.rest.substr(0, gpus));
  if (gpus != line.rest.npos) task.values["gpus"] = line.rest.substr(gpus + kGpus.size());
  return task;
}

std::optional<TaskPlacement> task_of(const EvidenceLine& line, const std::string& host) {
  if (line.word != "task" || !line.values.contains("cores") || !line.values.contains("gpus"))
    return std::nullopt;
  return TaskPlacement{.host = host,
                       .rank = parse_count(line.value("rank")),
                       .core_list = line.value("cores"),
                       .cores = parse_core_list(line.value("cores")).value_or(std::vector<int>{}),
                       .visible_gpus = line.value("gpus"),
                       .leaf_switch = leaf_switch(line.value("topology"), line.value("pattern"))};
}

/// The CPUs of a node, as its kernel counts them.
struct NodeCpus {
  std::vector<int> all{};
  std::map<int, int> core_of{};  // by thread: the first of its core
};

void add_cpus(const EvidenceLine& line, NodeCpus& cpus) {
  if (line.word == "cpus") cpus.all = parse_core_list(line.value("online")).value_or(cpus.all);
  if (line.word != "threads") return;
  std::istringstream groups{line.value("siblings")};
  for (std::string group; groups >> group;)
    if (const auto threads = parse_core_list(group))
      for (const int thread : *threads) cpus.core_of[thread] = threads->front();
}

std::vector<int> cores_of(const std::vector<int>& threads, const std::map<int, int>& core_of) {
  std::set<int> cores;
  for (const int thread : threads) {
    const auto core = core_of.find(thread);
    cores.insert(core == core_of.end() ? thread : core->second);
  }
  return {cores.begin(), cores.end()};
}

std::vector<TaskPlacement> read_node(const std::filesystem::path& file, const std::string& host) {
  std::vector<TaskPlacement> tasks;
  NodeCpus cpus;
  for (const auto& line : read_evidence(file)) {
    add_cpus(line, cpus);
    if (auto task = task_of(with_word(line), host)) tasks.push_back(std::move(*task));
  }
  for (auto& task : tasks) {
    task.is_bound = !cpus.all.empty() && task.cores != cpus.all;
    task.cores = cores_of(task.cores, cpus.core_of);
  }
  return tasks;
}

auto order(const TaskPlacement& task) { return std::tie(task.rank, task.host, task.core_list); }

}  // namespace

std::optional<std::vector<int>> parse_core_list(std::string_view text) {
  std::set<int> cores;
  while (true) {
    const auto comma = text.find(',');
    const auto range = text.substr(0, comma);
    const auto dash = range.find('-');
    const auto first = core_number(range.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : core_number(range.substr(dash + 1));
    if (!first || !last || *last < *first) return std::nullopt;
    for (int core = *first; core <= *last; ++core) cores.insert(core);
    if (comma == std::string_view::npos) return std::vector<int>(cores.begin(), cores.end());
    text.remove_prefix(comma + 1);
  }
}

std::vector<NodeGpu> read_node_gpus(std::string_view environment) {
  std::vector<NodeGpu> gpus;
  const auto recorded = parse_json_field(environment, "gpus");
  if (!recorded) return gpus;
  for (const auto& gpu : *recorded)
    if (gpu.is_object())
      gpus.push_back({text_in(gpu, "host"), text_in(gpu, "index"), text_in(gpu, "uuid"),
                      text_in(gpu, "driver"), text_in(gpu, "name")});
  std::ranges::stable_sort(gpus, [](const auto& a, const auto& b) { return a.host < b.host; });
  return gpus;
}

std::string read_cpu_model(std::string_view environment) {
  const auto model = parse_json_field(environment, "cpu");
  return model && model->is_string() ? model->get<std::string>() : "";
}

std::vector<TaskPlacement> read_task_placements(const AttemptListing& files) {
  std::vector<TaskPlacement> tasks;
  for (const auto& [file, host] : named_files(files, "place.", ".txt"))
    for (auto& task : read_node(file, host)) tasks.push_back(std::move(task));
  std::ranges::sort(tasks, {}, order);
  return tasks;
}

}  // namespace scalegen
