#include "analysis/readers/placement_log.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "analysis/readers/csv.hpp"
#include "analysis/readers/printed_metric.hpp"
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
                       .leaf_switch = leaf_switch(line.value("topology"), line.value("pattern")),
                       .is_of_mpi = !line.value("mpi").empty()};
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
    task.has_threads = !cpus.core_of.empty();
    task.cores = cores_of(task.cores, cpus.core_of);
  }
  return tasks;
}

auto order(const TaskPlacement& task) { return std::tie(task.rank, task.host, task.core_list); }

// Parses the text after "via NET/" or "via COLLNET/": "IB/0/GDRDMA", "IB/8(3)/GDRDMA/Shared", "AWS
// Libfabric/2".
std::string network(std::string_view kind, std::string_view text) {
  const auto name = text.substr(0, text.find('/'));
  const bool direct = text.find("/GDRDMA") != std::string_view::npos;
  return std::string(kind).append("/").append(name).append(direct ? "/GDRDMA" : "");
}

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

// The forms are those of NCCL 2.4 to 2.31, src/transport/{p2p,shm,net,coll_net}.cc, where each is printed for
// the subsystem INIT too; RCCL appends words:
//   n1:4711:4742 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM
//   n1:4711:4742 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via SHM/direct/direct
//   n1:4711:4742 [0] NCCL INFO Channel 00/0 : 3[1] -> 0[0] [receive] via NET/IB/0/GDRDMA
//   n1:4711:4742 [0] NCCL INFO CollNet 00/0 : 0 [send] via COLLNET/SHARP/0/GDRDMA
std::optional<std::string> nccl_transport_in(std::string_view line) {
  constexpr std::string_view kVia = " via ";
  const auto info = line.find("NCCL INFO ");
  const auto via = info == std::string_view::npos ? info : line.find(kVia, info);
  if (via == std::string_view::npos) return std::nullopt;
  const auto way = line.substr(via + kVia.size());
  for (const std::string_view kind : {"P2P", "SHM", "NET", "COLLNET"}) {
    if (!way.starts_with(kind) || way.substr(kind.size(), 1) != "/") continue;
    const bool is_network = kind == "NET" || kind == "COLLNET";
    return is_network ? network(kind, way.substr(kind.size() + 1)) : std::string(kind);
  }
  return std::nullopt;
}

std::set<std::string> nccl_transports(const AttemptListing& files) {
  std::set<std::string> transports;
  for (const auto& file : named_files(files, "nccl.", ".log"))
    (void)for_each_line(file.path, [&](const PrintedLine& line) {
      if (auto transport = nccl_transport_in(line.text)) transports.insert(std::move(*transport));
    });
  return transports;
}

}  // namespace scalegen
