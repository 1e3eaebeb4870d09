#include "generator/plan/site_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text.hpp"
#include "core/units.hpp"
#include "generator/plan/partitions.hpp"
#include "generator/plan/resources.hpp"
#include "generator/plan/threads.hpp"

namespace scalegen::plan {
namespace {

constexpr auto kSizesHere =
    "write 'scales: auto' for the sizes that it has, or choose a cluster with --cluster";

using TimeLimit = Located<std::chrono::seconds>;

std::vector<std::string> note(std::string text) {
  return text.empty() ? std::vector<std::string>{} : std::vector{std::move(text)};
}

// This machine, and the cores and times of partitions.

void check_on_this_machine(const ResolvedRung& rung, const Machine& machine, Findings& findings) {
  if (rung.nodes > 1)
    findings.add_error(error_at(
        rung.location,
        fmt::format("rung '{}' asks for {}, but this is one machine", rung.name, counted(rung.nodes, "node")),
        "choose a cluster with --cluster"));
  else if (rung.device == DeviceKind::gpu && rung.ranks_per_node > machine.gpus)
    findings.add_error(error_at(rung.location,
                                fmt::format("rung '{}' asks for {}, but this machine has {}", rung.name,
                                            counted(rung.ranks_per_node, "GPU"), machine.gpus),
                                kSizesHere));
}

/// The cores of a rank in some of a rung's combinations.
struct RankCores {
  const ResolvedRung* rung = nullptr;
  Rung of_run{};  // with its ranks, where they have threads
  int cpus_per_task = 1;
  bool has_all = false;       // threads: all, so that a rung of any cores has ranks
  SourceLocation location{};  // of the value, or else of the rung
};

/// Each case once, however many combinations have it.
std::vector<RankCores> distinct_rank_cores(const ParameterGrid& grid) {
  std::set<std::tuple<const ResolvedRung*, std::int64_t, int, int>> known;
  std::vector<RankCores> cores;
  for (const auto& combination : grid.combinations) {
    const auto cpus = static_cast<int>(cpus_per_task(combination));
    const auto location = location_of("cpus_per_task", combination, grid.parameters);
    const auto* const threads = find(combination.settings, kThreads);
    const bool has_all = threads != nullptr && std::holds_alternative<std::string>(*threads);
    if (known.emplace(combination.rung, cpus, location.line, location.column).second)
      cores.push_back({combination.rung, rung_of(combination), cpus, has_all,
                       location.file ? location : combination.rung->location});
  }
  return cores;
}

/// " (4 x 16 cpus_per_task)", or threads where those are given, unless each rank has one core or the rung
/// counts cores.
std::string factors(const RankCores& rank, int ranks) {
  if (rank.cpus_per_task == 1 || counts_cores(rank.of_run)) return "";
  return fmt::format(" ({} x {} {})", ranks, rank.cpus_per_task,
                     rank.of_run.threads > 0 ? kThreads : "cpus_per_task");
}

/// "nodes have 40 cores: write 40cpu or 2x32cpu": what is there of the same ranks and threads.
std::string rungs_that_fit(const RankCores& rank) {
  if (rank.rung->partition == nullptr && rank.cpus_per_task == 1) return kSizesHere;
  if (rank.rung->partition == nullptr || rank.rung->device == DeviceKind::gpu) return "";
  const int cores = rank.rung->partition->cores_per_node.value;
  const bool by_core = rank.has_all && counts_cores(rank.of_run);
  const int cpus = by_core ? 1 : rank.cpus_per_task;
  const int ranks = world_size(by_core ? *rank.rung : rank.of_run);
  const int most = cores / cpus;
  auto text = fmt::format("nodes have {}", counted(cores, "core"));
  if (most == 0) return text;
  const auto named = [&](int nodes, int ranks_per_node) {
    const int unit = counts_cores(rank.of_run) ? cpus : 1;
    return Rung{.nodes = nodes, .ranks_per_node = ranks_per_node * unit};
  };
  const int nodes = (ranks + most - 1) / most;
  const auto wide = named(nodes, (ranks + nodes - 1) / nodes);
  text += ": write " + short_name(named(rank.rung->nodes, most));
  return can_give(*rank.rung->partition, wide) ? text + " or " + short_name(wide) : text;
}

void check_cores(const RankCores& rank, const Machine& machine, Findings& findings) {
  const auto& rung = *rank.rung;
  const bool here = rung.partition == nullptr;
  if (!here && !rung.partition->known) return;
  const auto cores =
      here ? static_cast<std::int64_t>(machine.cores.size()) : rung.partition->cores_per_node.value;
  const std::int64_t wanted = std::int64_t{rank.of_run.ranks_per_node} * rank.cpus_per_task;
  if (wanted <= cores || (here && rung.nodes > 1)) return;
  const auto whose = here ? std::string("this machine has")
                          : fmt::format("a node of partition '{}' has", rung.partition->name);
  findings.add_error(
      error_at(rank.location,
               fmt::format("rung '{}' asks for {}{}{}, but {} {}", rung.name, counted(wanted, "core"),
                           here ? "" : " a node", factors(rank, rung.ranks_per_node), whose, cores),
               rungs_that_fit(rank),
               here ? std::vector<std::string>{}
                    : note(cite_limit("cores_per_node", rung.partition->cores_per_node))));
}

/// A site may keep a partition for jobs that use much of it.
void check_least_cores(const RankCores& rank, Findings& findings) {
  const auto& rung = *rank.rung;
  const auto* const partition = rung.partition;
  if (partition == nullptr || !partition->min_cores || partition->whole_nodes) return;
  const auto& least = *partition->min_cores;
  const std::int64_t wanted = std::int64_t{world_size(rank.of_run)} * rank.cpus_per_task;
  if (wanted >= least.value) return;
  findings.add_error(error_at(
      rank.location,
      fmt::format("rung '{}' asks for {} in all{}, but partition '{}' requires at least {}", rung.name,
                  counted(wanted, "core"), factors(rank, world_size(rung)), partition->name, least.value),
      "take more ranks a node, or more cpus_per_task", note(cite_limit("min_cores", least))));
}

void check_longest_time(const Partition& partition, const TimeLimit& limit, Findings& findings) {
  if (allows_time(partition, limit.value)) return;
  findings.add_error(error_at(
      limit.location,
      fmt::format("a time limit of {} is more than the {} of partition '{}'", duration_text(limit.value),
                  duration_text(partition.max_time->value), partition.name),
      "", note(cite_limit(partition.max_time->location, "max_time", slurm_time(partition.max_time->value)))));
}

void check_time(const std::vector<ResolvedRung>& rungs, const TimeLimit& limit, Findings& findings) {
  std::set<const Partition*> partitions;
  for (const auto& rung : rungs)
    if (rung.partition != nullptr && partitions.insert(rung.partition).second)
      check_longest_time(*rung.partition, limit, findings);
}

// QoS.

bool is_valid_in(const Qos& qos, const Partition& partition) {
  return qos.partitions.empty() || std::ranges::find(qos.partitions, partition.name) != qos.partitions.end();
}

bool allows_time(const Qos& qos, std::chrono::seconds time_limit) {
  return !qos.max_time || time_limit <= qos.max_time->value;
}

void check_qos_size(const ResolvedRung& rung, const Qos& qos, Findings& findings) {
  const auto check = [&](std::string_view key, std::string_view unit, int wanted,
                         const std::optional<Located<int>>& most) {
    if (!most || wanted <= most->value) return;
    findings.add_error(error_at(rung.location,
                                fmt::format("rung '{}' asks for {}, but QoS '{}' allows at most {}",
                                            rung.name, counted(wanted, unit), qos.name, most->value),
                                "", {cite_limit(key, *most)}));
  };
  check("max_nodes", "node", rung.nodes, qos.max_nodes);
  if (rung.device == DeviceKind::gpu) check("max_gpus", "GPU", world_size(rung), qos.max_gpus);
}

void report_qos_time(const Qos& longest, const std::string& whose, const TimeLimit& limit,
                     Findings& findings) {
  const auto& most = *longest.max_time;
  findings.add_error_once(error_at(limit.location,
                                   fmt::format("a time limit of {} is more than the {} of {}",
                                               duration_text(limit.value), duration_text(most.value), whose),
                                   "", {cite_limit(most.location, "max_time", slurm_time(most.value))}));
}

void check_qos_of_site(const Profile& profile, const ResolvedRung& rung, const TimeLimit& limit,
                       Findings& findings) {
  const Qos* longest = nullptr;
  for (const auto& qos : profile.qos) {
    if (!is_valid_in(qos, *rung.partition)) continue;
    if (allows_time(qos, limit.value)) return check_qos_size(rung, qos, findings);
    if (longest == nullptr || longest->max_time->value < qos.max_time->value) longest = &qos;
  }
  if (longest != nullptr)
    report_qos_time(
        *longest, fmt::format("QoS '{}', the longest in partition '{}'", longest->name, rung.partition->name),
        limit, findings);
}

// A site has more QoS than its pages tell: those of a project, of a course.
const Qos* find_requested_qos(const Profile& profile, const Located<std::string>& requested,
                              Findings& findings) {
  std::vector<std::string> known;
  for (const auto& qos : profile.qos) {
    if (qos.name == requested.value) return &qos;
    known.push_back(qos.name);
  }
  if (requested.value == profile.default_qos) return nullptr;
  findings.add_note(error_at(
      requested.location,
      fmt::format("the profile '{}' does not list the QoS '{}': its limits are not checked, and Slurm "
                  "decides",
                  profile.name, requested.value),
      did_you_mean(requested.value, known)));
  return nullptr;
}

void check_requested_qos(const Profile& profile, const Located<std::string>& requested,
                         const std::vector<ResolvedRung>& rungs, const TimeLimit& limit, Findings& findings) {
  const auto* const qos = find_requested_qos(profile, requested, findings);
  if (qos == nullptr) return;
  if (!allows_time(*qos, limit.value))
    report_qos_time(*qos, fmt::format("QoS '{}'", qos->name), limit, findings);
  for (const auto& rung : rungs) {
    if (!is_valid_in(*qos, *rung.partition))
      findings.add_error(
          error_at(requested.location,
                   fmt::format("QoS '{}' is not available in partition '{}', which rung '{}' needs",
                               qos->name, rung.partition->name, rung.name)));
    check_qos_size(rung, *qos, findings);
  }
}

// The site's units.

struct UnitLimit {
  std::string whose{};
  Located<int> most{};
};

std::vector<UnitLimit> unit_limits(const Partition& partition, const Qos* qos) {
  std::vector<UnitLimit> limits;
  if (partition.max_units)
    limits.push_back({fmt::format("partition '{}'", partition.name), *partition.max_units});
  if (qos != nullptr && qos->max_units && qos->unit == partition.billing_unit)
    limits.push_back({fmt::format("QoS '{}'", qos->name), *qos->max_units});
  return limits;
}

int lowest(const std::vector<UnitLimit>& limits) {
  return std::ranges::min(limits, {}, [](const UnitLimit& limit) { return limit.most.value; }).most.value;
}

/// The cost of a combination, in units, on rungs of other sizes.
class UnitEstimate {
 public:
  UnitEstimate(const Combination& combination, Start start, const RunDefaults& defaults)
      : combination_(combination), rung_(*combination.rung), start_(start), defaults_(defaults) {
    combination_.rung = &rung_;
  }

  double units(const Rung& size) {
    static_cast<Rung&>(rung_) = size;
    return rate_of(resources_of(combination_, start_, defaults_), rung_).units;
  }

  /// Tries smaller rungs: first fewer nodes, then fewer ranks on the last. Returns an empty name if none
  /// fits.
  std::string largest_within(int most) {
    Rung size = rung_;
    while (world_size(size) > 1) {
      --(size.nodes > 1 ? size.nodes : size.ranks_per_node);
      if (can_give(*rung_.partition, size) && units(size) <= most) return short_name(size);
    }
    return "";
  }

 private:
  Combination combination_;
  ResolvedRung rung_;
  Start start_;
  const RunDefaults& defaults_;
};

}  // namespace

void check_limits(const std::vector<ResolvedRung>& used, const ParameterGrid& grid, const Machine& machine,
                  const TimeLimit& time_limit, Findings& findings) {
  for (const auto& rung : used)
    if (rung.partition == nullptr) check_on_this_machine(rung, machine, findings);
  for (const auto& rank : distinct_rank_cores(grid)) {
    check_cores(rank, machine, findings);
    check_least_cores(rank, findings);
  }
  check_time(used, time_limit, findings);
}

void check_qos(const Profile& profile, const Located<std::string>& requested,
               const std::vector<ResolvedRung>& rungs, const TimeLimit& time_limit, Findings& findings) {
  if (profile.qos.empty() || !traits_of(profile.scheduler).has_partitions) return;
  if (!requested.value.empty()) return check_requested_qos(profile, requested, rungs, time_limit, findings);
  if (!profile.site_chooses_qos) return;
  for (const auto& rung : rungs) check_qos_of_site(profile, rung, time_limit, findings);
}

const Qos* find_qos(const Profile& profile, const std::string& requested, const Partition& partition,
                    std::chrono::seconds time_limit) {
  if (requested.empty() && !profile.site_chooses_qos) return nullptr;
  const auto found = std::ranges::find_if(profile.qos, [&](const Qos& qos) {
    return requested.empty() ? is_valid_in(qos, partition) && allows_time(qos, time_limit)
                             : qos.name == requested;
  });
  return found == profile.qos.end() ? nullptr : &*found;
}

void check_unit_limits(const Profile& profile, const std::string& qos, const Combination& combination,
                       Start start, const RunDefaults& defaults, Findings& findings) {
  const auto& rung = *combination.rung;
  if (rung.partition == nullptr) return;
  const auto limits =
      unit_limits(*rung.partition, find_qos(profile, qos, *rung.partition, defaults.time_limit));
  if (limits.empty()) return;
  UnitEstimate estimate(combination, start, defaults);
  const auto units = estimate.units(rung);
  const auto most_units = lowest(limits);
  if (units <= most_units) return;
  const auto near = estimate.largest_within(most_units);
  for (const auto& [whose, most] : limits) {
    if (units <= most.value) continue;
    findings.add_error_once(error_at(
        rung.location,
        fmt::format("rung '{}' asks for {:.10g} {}, but {} allows at most {}", rung.name, units,
                    rung.partition->billing_unit, whose, most.value),
        near.empty() ? "" : "the nearest available rung is " + near, {cite_limit("max_units", most)}));
  }
}

}  // namespace scalegen::plan
