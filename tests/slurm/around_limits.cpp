#include "tests/slurm/around_limits.hpp"

#include <fmt/format.h>

#include <set>

#include "tests/slurm/site.hpp"

namespace scalegen {
namespace {

using std::chrono::minutes;

/// The smallest job that the partition allows: the cases differ from it in one thing.
Request smallest(const Partition& partition) {
  Request request{.partition = &partition, .nodes = partition.min_nodes ? partition.min_nodes->value : 1};
  const auto share = [](const std::optional<Located<int>>& least, int sharers) {
    return least ? (least->value + sharers - 1) / sharers : 1;
  };
  request.ranks_per_node = share(partition.min_gpus, request.nodes);
  request.cpus_per_task = share(partition.min_cores, request.nodes * request.ranks_per_node);
  return request;
}

/// For a name. It becomes a folder's, which a container cannot bind with Slurm's colons.
std::string in_minutes(std::chrono::seconds time) {
  return fmt::format("{}min", std::chrono::ceil<minutes>(time).count());
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
      cases.push_back({rung_of(request), request});
    }
}

void add_cores(const Partition& partition, std::vector<Case>& cases) {
  const int cores = partition.cores_per_node.value;
  for (const int ranks : around({1, gpus_per_node(partition)}))
    for (const int cpus : {cores / ranks, cores / ranks + 1}) {
      auto request = smallest(partition);
      request.ranks_per_node = ranks;
      request.cpus_per_task = cpus;
      cases.push_back({fmt::format("{}-cpus{}", rung_of(request), cpus), request});
    }
}

void add_times(const Partition& partition, std::vector<Case>& cases) {
  if (!partition.max_time) return;
  for (const auto time : {partition.max_time->value, partition.max_time->value + minutes(1)}) {
    auto request = smallest(partition);
    request.time = time;
    cases.push_back({"time" + in_minutes(time), request});
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

/// Adds cases around the limits of a QoS. Where the site chooses it, the time limit says which is meant.
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
    cases.push_back({fmt::format("{}-{}-{}", qos.name, rung_of(changed), in_minutes(changed.time)), changed});
  };
  add(request.nodes, 1, request.time);
  if (qos.max_time) add(request.nodes, 1, request.time + minutes(1));
  if (qos.max_nodes)
    for (const int nodes : {qos.max_nodes->value, qos.max_nodes->value + 1}) add(nodes, 1, request.time);
  if (const int a_node = gpus_per_node(partition); qos.max_gpus && a_node > 0)
    for (const int nodes : around({qos.max_gpus->value / a_node, qos.max_gpus->value / a_node + 1}))
      add(nodes, a_node, request.time);
}

bool is_beyond(const Case& one) {
  const auto& request = one.request;
  const auto& partition = *request.partition;
  return request.nodes > most_nodes(partition).value || request.ranks_per_node > most_ranks(partition) ||
         request.ranks_per_node * request.cpus_per_task > partition.cores_per_node.value;
}

}  // namespace

std::vector<Case> around_limits(const Profile& profile) {
  std::vector<Case> cases;
  for (const auto& partition : profile.partitions) {
    std::vector<Case> own;
    add_shapes(partition, own);
    add_cores(partition, own);
    add_times(partition, own);
    add_memory(partition, own);
    for (const auto& qos : profile.qos) add_qos(qos, profile.site_chooses_qos, partition, own);
    if (!partition.known)
      std::erase_if(own, is_beyond);  // the profile makes the limits up, and refuses nothing
    for (auto& one : own) cases.push_back({partition.name + "-" + one.name, one.request});
  }
  return cases;
}

}  // namespace scalegen
