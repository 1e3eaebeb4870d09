// site_cases CLUSTER FOLDER: a matrix of requests on and around each limit of a site's profile. Each case is
// a folder with sweep.yaml, for scalegen, and by_hand.sbatch, the same request as a person would write it.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>

#include "core/files.hpp"
#include "core/units.hpp"
#include "generator/read/read_profile.hpp"
#include "tests/slurm/site.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;
using std::chrono::minutes;

struct Request {
  const Partition* partition = nullptr;
  int nodes = 1;
  int ranks_per_node = 1;
  int cpus_per_task = 1;
  std::chrono::seconds time = minutes(10);
  std::optional<std::int64_t> memory_mib{};
  std::string qos{};
};

bool has_gpus(const Request& request) { return gpus_per_node(*request.partition) > 0; }

std::string rung(const Request& request) {
  return fmt::format("{}x{}{}", request.nodes, request.ranks_per_node, has_gpus(request) ? "gpu" : "cpu");
}

std::string sweep(const Request& r) {
  auto text = fmt::format(
      "name: case\nworkload: mnist_cnn\nscaling: weak\ndata: synthetic\nrepeats: 1\n"
      "scales: [{}]\nparameters: {{cpus_per_task: {}}}\naccount: {}\npartition: {}\ntime_limit: {}\n",
      rung(r), r.cpus_per_task, kAccount, r.partition->name, slurm_time(r.time));
  if (r.memory_mib) text += fmt::format("memory: {}M\n", *r.memory_mib);
  if (!r.qos.empty()) text += fmt::format("qos: {}\n", r.qos);
  return text;
}

std::string by_hand(const Request& r) {
  const auto& p = *r.partition;
  auto text = fmt::format(
      "#!/bin/bash\n#SBATCH --account={} --nodes={} --ntasks-per-node={} --cpus-per-task={} --time={}\n",
      kAccount, r.nodes, r.ranks_per_node, r.cpus_per_task, slurm_time(r.time));
  if (p.named) text += fmt::format("#SBATCH --partition={}\n", p.slurm_name);
  if (!p.constraint.empty()) text += fmt::format("#SBATCH --constraint={}\n", p.constraint);
  if (has_gpus(r)) text += fmt::format("#SBATCH --gres=gpu:{}\n", r.ranks_per_node);
  if (r.memory_mib) text += fmt::format("#SBATCH --mem={}M\n", *r.memory_mib);
  if (!r.qos.empty()) text += fmt::format("#SBATCH --qos={}\n", r.qos);
  return text + "true\n";
}

struct Case {
  std::string name{};
  Request request{};
};

/// The smallest job that the partition allows: the cases differ from it in one thing.
Request smallest(const Partition& partition) {
  return {.partition = &partition, .nodes = partition.min_nodes ? partition.min_nodes->value : 1};
}

/// Without 0 and what is less.
std::set<int> around(std::initializer_list<int> numbers) {
  std::set<int> positive(numbers);
  positive.erase(positive.begin(), positive.lower_bound(1));
  return positive;
}

int most_ranks(const Partition& partition) {
  return gpus_per_node(partition) > 0 ? gpus_per_node(partition) : partition.cores_per_node.value;
}

std::set<int> around_the_limits_of_nodes(const Partition& partition) {
  const int least = smallest(partition).nodes;
  const int most = most_nodes(partition).value;
  auto nodes = around({least - 1, least, 2, most, most + 1});
  if (const auto& gpus = partition.max_gpus)
    nodes.merge(around({gpus->value / most_ranks(partition), gpus->value / most_ranks(partition) + 1}));
  return nodes;
}

void add_shapes(const Partition& partition, std::vector<Case>& cases) {
  const auto first = smallest(partition);
  const int all = most_ranks(partition);
  for (const int nodes : around_the_limits_of_nodes(partition))
    for (const int ranks : nodes == first.nodes ? around({1, all / 2, all, all + 1}) : around({1, all})) {
      auto request = first;
      request.nodes = nodes;
      request.ranks_per_node = ranks;
      cases.push_back({rung(request), request});
    }
}

void add_cores(const Partition& partition, std::vector<Case>& cases) {
  const int cores = partition.cores_per_node.value;
  for (const int ranks : around({1, gpus_per_node(partition)}))
    for (const int cpus : {cores / ranks, cores / ranks + 1}) {
      auto request = smallest(partition);
      request.ranks_per_node = ranks;
      request.cpus_per_task = cpus;
      cases.push_back({fmt::format("{}-cpus{}", rung(request), cpus), request});
    }
}

void add_times(const Partition& partition, std::vector<Case>& cases) {
  if (!partition.max_time) return;
  for (const auto time : {partition.max_time->value, partition.max_time->value + minutes(1)}) {
    auto request = smallest(partition);
    request.time = time;
    cases.push_back({"time" + slurm_time(time), request});
  }
}

void add_memory(const Partition& partition, std::vector<Case>& cases) {
  if (!partition.memory_per_node) return;
  for (const auto memory : {partition.memory_per_node->value, partition.memory_per_node->value + 1}) {
    auto request = smallest(partition);
    request.memory_mib = memory;
    cases.push_back({fmt::format("memory{}M", memory), request});
  }
}

/// What a level of QoS allows. Where the site chooses it, the time limit says which is meant.
void add_qos(const Qos& qos, bool site_chooses, const Partition& partition, std::vector<Case>& cases) {
  if (!offers(qos, partition)) return;
  auto request = smallest(partition);
  if (!site_chooses) request.qos = qos.name;
  if (qos.max_time) request.time = qos.max_time->value;
  const auto add = [&](int nodes, int ranks, std::chrono::seconds time) {
    auto changed = request;
    changed.nodes = nodes;
    changed.ranks_per_node = ranks;
    changed.time = time;
    cases.push_back({fmt::format("{}-{}-{}", qos.name, rung(changed), slurm_time(changed.time)), changed});
  };
  add(request.nodes, 1, request.time);
  if (qos.max_time) add(request.nodes, 1, request.time + minutes(1));
  if (qos.max_nodes)
    for (const int nodes : {qos.max_nodes->value, qos.max_nodes->value + 1}) add(nodes, 1, request.time);
  if (const int a_node = gpus_per_node(partition); qos.max_gpus && a_node > 0)
    for (const int nodes : around({qos.max_gpus->value / a_node, qos.max_gpus->value / a_node + 1}))
      add(nodes, a_node, request.time);
}

std::vector<Case> cases_of(const Profile& profile) {
  std::vector<Case> cases;
  for (const auto& partition : profile.partitions) {
    std::vector<Case> own;
    add_shapes(partition, own);
    add_cores(partition, own);
    add_times(partition, own);
    add_memory(partition, own);
    for (const auto& qos : profile.qos) add_qos(qos, profile.site_chooses_qos, partition, own);
    for (auto& one : own) cases.push_back({partition.name + "-" + one.name, one.request});
  }
  return cases;
}

Result<void> write(const Case& one, const fs::path& folder) {
  fs::create_directories(folder / one.name);
  if (auto written = write_file(folder / one.name / "sweep.yaml", sweep(one.request)); !written)
    return written;
  return write_file(folder / one.name / "by_hand.sbatch", by_hand(one.request));
}

}  // namespace
}  // namespace scalegen

int main(int argc, char** argv) {
  using namespace scalegen;
  if (argc != 3) return 2;
  const auto profile = find_profile(argv[1], "");
  if (!profile) {
    std::cerr << render(profile.error());
    return 2;
  }
  for (const auto& one : cases_of(*profile))
    if (const auto written = write(one, argv[2]); !written) {
      std::cerr << render(written.error());
      return 2;
    }
}
