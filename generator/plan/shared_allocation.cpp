#include "generator/plan/shared_allocation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/plan_file.hpp"
#include "core/units.hpp"
#include "generator/plan/partitions.hpp"
#include "generator/plan/site_limits.hpp"

namespace scalegen::plan {
namespace {

/// The runs that may share nodes, in the plan's order.
struct Group {
  std::string name{};
  std::vector<const Run*> runs{};
};

using GroupKey = std::tuple<std::string, std::string, std::string, std::string, DeviceKind>;

GroupKey key_of(const Run& run) {
  const auto& r = run.resources;
  return {r.partition, r.constraint, r.qos, r.gpu_type, run.rung.device};
}

/// Groups are named for their device, and numbered if several have the same.
std::vector<Group> groups_of(const std::vector<Run>& runs) {
  std::map<GroupKey, std::size_t> index;
  std::map<DeviceKind, int> groups_with;
  std::vector<Group> groups;
  for (const auto& run : runs) {
    const auto [at, is_new] = index.emplace(key_of(run), groups.size());
    if (is_new) {
      const int number = ++groups_with[run.rung.device];
      const auto device = to_text(run.rung.device);
      groups.push_back({number == 1 ? device : fmt::format("{}-{}", device, number), {}});
    }
    groups[at->second].runs.push_back(&run);
  }
  return groups;
}

int cores_of_node(const Resources& r) { return r.tasks_per_node * r.cpus_per_task; }

bool can_hold(const Resources& large, const Resources& small) {
  return large.nodes >= small.nodes && cores_of_node(large) >= cores_of_node(small) &&
         large.gpus_per_node >= small.gpus_per_node && large.tasks_per_node >= small.tasks_per_node &&
         large.memory_mib_per_node.value_or(0) >= small.memory_mib_per_node.value_or(0);
}

const Run* largest_of(const Group& group) {
  const auto found = std::ranges::find_if(group.runs, [&](const Run* large) {
    return std::ranges::all_of(
        group.runs, [&](const Run* small) { return can_hold(large->resources, small->resources); });
  });
  return found == group.runs.end() ? nullptr : *found;
}

Diagnostic none_holds_all(const Group& group) {
  const auto by = [&](auto size) {
    return *std::ranges::max_element(group.runs, {}, [&](const Run* run) { return size(run->resources); });
  };
  const auto* const most_nodes = by([](const Resources& r) { return r.nodes; });
  const auto* const most_on_a_node =
      by([](const Resources& r) { return std::tuple(r.gpus_per_node, cores_of_node(r)); });
  return {
      .message = fmt::format("no rung is as large as all others, as one allocation requires: '{}' has the "
                             "most nodes, and '{}' the most on a node",
                             most_nodes->rung.name, most_on_a_node->rung.name),
      .hint = "leave out one of them, or leave out --one-allocation"};
}

std::chrono::seconds time_of(const std::vector<const Run*>& runs) {
  std::chrono::seconds sum{};
  for (const auto* run : runs) sum += run->resources.time_limit;
  return sum;
}

const Partition* partition_of(const Run& run, const JobLimits& limits) {
  const auto rung = std::ranges::find_if(limits.rungs, [&](const Rung& r) { return r == run.rung; });
  return rung == limits.rungs.end() ? nullptr : rung->partition;
}

/// Why the largest run cannot hold its nodes for so long. A QoS that the site chooses by time may have other
/// limits for a long job than for a short one.
Diagnostics length_errors(const Run& largest, std::chrono::seconds time, const JobLimits& limits) {
  const auto* const partition = partition_of(largest, limits);
  if (partition == nullptr) return {};
  Findings findings;
  if (!allows_time(*partition, time))
    findings.add_error(error_at(limits.time_limit, fmt::format("partition '{}' allows {}", partition->name,
                                                               duration_text(partition->max_time->value))));
  check_qos(*limits.profile, {limits.qos, limits.time_limit}, {{largest.rung, limits.time_limit, partition}},
            {time, limits.time_limit}, findings);
  const auto* const qos = find_qos(*limits.profile, limits.qos, *partition, time);
  if (qos != nullptr && qos->max_units && qos->unit == largest.rate.unit &&
      largest.rate.units > qos->max_units->value)
    findings.add_error(error_at(limits.time_limit, fmt::format("QoS '{}' allows at most {} {}", qos->name,
                                                               qos->max_units->value, qos->unit)));
  return std::move(findings.errors);
}

Diagnostic too_long(const std::vector<const Run*>& round, const Diagnostics& reasons,
                    const JobLimits& limits) {
  std::vector<std::string> notes;
  for (const auto& reason : reasons) notes.push_back(reason.message);
  return error_at(limits.time_limit,
                  fmt::format("one round of {} may take {}, too long for one allocation",
                              counted(std::ssize(round), "run"), duration_text(time_of(round))),
                  "shorten time_limit, which is that of one run, or leave out --one-allocation",
                  std::move(notes));
}

std::vector<std::vector<const Run*>> rounds_of(const Group& group) {
  std::map<int, std::vector<const Run*>> rounds;
  for (const auto* run : group.runs) rounds[run->round].push_back(run);
  std::vector<std::vector<const Run*>> in_order;
  for (auto& [number, runs] : rounds) in_order.push_back(std::move(runs));
  return in_order;
}

Job job_of(const Group& group, const std::vector<const Run*>& runs, const Run& largest) {
  const int first = runs.front()->round;
  const int last = runs.back()->round;
  const auto rounds = first == last ? fmt::format("r{}", first) : fmt::format("r{}-r{}", first, last);
  Job job{.id = fmt::format("{}-{}", group.name, rounds),
          .shared = Allocation{largest.resources, largest.rate}};
  job.shared->resources.time_limit = time_of(runs);
  for (const auto* run : runs) job.runs.push_back(run->id);
  return job;
}

void add_jobs(const Group& group, const JobLimits& limits, std::vector<Job>& jobs, Findings& findings) {
  const auto* const largest = largest_of(group);
  if (largest == nullptr) {
    findings.add_error(none_holds_all(group));
    return;
  }
  std::vector<const Run*> together;
  for (const auto& round : rounds_of(group)) {
    if (const auto reasons = length_errors(*largest, time_of(round), limits); !reasons.empty()) {
      findings.add_error(too_long(round, reasons, limits));
      return;
    }
    if (!together.empty() && !length_errors(*largest, time_of(together) + time_of(round), limits).empty())
      jobs.push_back(job_of(group, std::exchange(together, {}), *largest));
    together.insert(together.end(), round.begin(), round.end());
  }
  jobs.push_back(job_of(group, together, *largest));
}

}  // namespace

void share_allocations(Plan& plan, const JobLimits& limits, Findings& findings) {
  if (!traits_of(plan.head.scheduler).allocates) {
    findings.add_error(
        {.message = "--one-allocation is for a cluster: this machine has one run after the other",
         .hint = "leave it out, or choose a cluster with --cluster"});
    return;
  }
  if (plan.head.start == Start::once) {
    findings.add_error(
        {.message = "a command that is started once has all nodes of its job: it cannot share them",
         .hint =
             "leave out --one-allocation; a program in Python can share them, with 'python:' or 'torchrun:' "
             "instead of 'command:'"});
    return;
  }
  plan.jobs.clear();
  for (const auto& group : groups_of(plan.runs)) add_jobs(group, limits, plan.jobs, findings);
}

}  // namespace scalegen::plan
