#include "generator/plan/site_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text.hpp"
#include "core/units.hpp"
#include "generator/plan/partitions.hpp"
#include "generator/plan/resources.hpp"

namespace scalegen {

namespace {

constexpr std::chrono::seconds kLeastSlurmTime = std::chrono::minutes(2);

std::vector<std::string> note(std::string text) {
  return text.empty() ? std::vector<std::string>{} : std::vector{std::move(text)};
}

const SourceLocation& first_of(const SourceLocation& wanted, const SourceLocation& otherwise) {
  return wanted.file ? wanted : otherwise;
}

void check_here(const Step& step, const Machine& machine, Diagnostics& errors) {
  const auto& rung = step.rung;
  if (rung.nodes > 1)
    errors.push_back(error_at(
        step.location,
        fmt::format("rung '{}' asks for {}, and this is one machine", rung.name, counted(rung.nodes, "node")),
        "choose a cluster with --cluster"));
  else if (rung.device == DeviceKind::gpu && rung.ranks_per_node > machine.gpus)
    errors.push_back(
        error_at(step.location, fmt::format("rung '{}' asks for {}, and this machine has {}", rung.name,
                                            counted(rung.ranks_per_node, "GPU"), machine.gpus)));
}

void check_cores(const Step& step, const Located<std::int64_t>& cpus, const Machine& machine,
                 Diagnostics& errors) {
  const auto& rung = step.rung;
  const bool here = step.partition == nullptr;
  const auto cores =
      here ? static_cast<std::int64_t>(machine.cores.size()) : step.partition->cores_per_node.value;
  const auto asked = rung.ranks_per_node * cpus.value;
  if (asked <= cores || (here && rung.nodes > 1)) return;
  const auto whose = here ? std::string("this machine has")
                          : fmt::format("a node of partition '{}' has", step.partition->name);
  errors.push_back(error_at(first_of(cpus.location, step.location),
                            fmt::format("rung '{}' asks for {}{} ({} x {} cpus_per_task), and {} {}",
                                        rung.name, counted(asked, "core"), here ? "" : " a node",
                                        rung.ranks_per_node, cpus.value, whose, cores),
                            "",
                            here ? std::vector<std::string>{}
                                 : note(cite_limit("cores_per_node", step.partition->cores_per_node))));
}

/// A site may keep a partition for jobs that use much of it.
void check_least_cores(const Step& step, const Located<std::int64_t>& cpus, Diagnostics& errors) {
  const auto* const partition = step.partition;
  if (partition == nullptr || !partition->min_cores || partition->whole_nodes) return;
  const auto& least = *partition->min_cores;
  const auto asked = world_size(step.rung) * cpus.value;
  if (asked >= least.value) return;
  errors.push_back(error_at(
      first_of(cpus.location, step.location),
      fmt::format(
          "rung '{}' asks for {} in all ({} x {} cpus_per_task), and partition '{}' gives no less than {}",
          step.rung.name, counted(asked, "core"), world_size(step.rung), cpus.value, partition->name,
          least.value),
      "take more ranks a node, or more cpus_per_task", note(cite_limit("min_cores", least))));
}

void check_longest_time(const Partition& partition, const Located<std::chrono::seconds>& limit,
                        Diagnostics& errors) {
  if (allows(partition, limit.value)) return;
  errors.push_back(error_at(
      limit.location,
      fmt::format("a time limit of {} is more than the {} of partition '{}'", duration_text(limit.value),
                  duration_text(partition.max_time->value), partition.name),
      "", note(cite_limit(partition.max_time->location, "max_time", slurm_time(partition.max_time->value)))));
}

void check_time(const std::vector<Step>& steps, const Located<std::chrono::seconds>& limit,
                Diagnostics& errors) {
  std::set<const Partition*> partitions;
  for (const auto& step : steps)
    if (step.partition != nullptr && partitions.insert(step.partition).second)
      check_longest_time(*step.partition, limit, errors);
  if (!partitions.empty() && limit.value < kLeastSlurmTime)
    errors.push_back(error_at(
        limit.location, fmt::format("a time limit of {} is too short for Slurm", duration_text(limit.value)),
        fmt::format("ask for {} at least: Slurm warns a job up to 90 s before its end",
                    duration_text(kLeastSlurmTime))));
}

}  // namespace

std::vector<RankCores> cores_of(const std::vector<Combination>& combinations) {
  std::set<std::tuple<const Step*, std::int64_t, int, int>> seen;
  std::vector<RankCores> cores;
  for (const auto& combination : combinations) {
    const auto& [cpus, location] = combination.cpus_per_task;
    if (seen.emplace(combination.step, cpus, location.line, location.column).second)
      cores.push_back({combination.step, combination.cpus_per_task});
  }
  return cores;
}

void check_limits(const std::vector<Step>& steps, const std::vector<RankCores>& cores, const Machine& machine,
                  const Located<std::chrono::seconds>& time_limit, Diagnostics& errors) {
  for (const auto& step : steps)
    if (step.partition == nullptr) check_here(step, machine, errors);
  for (const auto& [step, cpus] : cores) {
    check_cores(*step, cpus, machine, errors);
    check_least_cores(*step, cpus, errors);
  }
  check_time(steps, time_limit, errors);
}

namespace {

using Limit = std::optional<Located<int>>;

bool holds_in(const Qos& qos, const Partition& partition) {
  return qos.partitions.empty() ||
         std::find(qos.partitions.begin(), qos.partitions.end(), partition.name) != qos.partitions.end();
}

bool allows(const Qos& qos, std::chrono::seconds time_limit) {
  return !qos.max_time || time_limit <= qos.max_time->value;
}

void check_size(const Step& step, const Qos& qos, std::string_view key, std::string_view what, int asked,
                const Limit& most, Diagnostics& errors) {
  if (!most || asked <= most->value) return;
  errors.push_back(error_at(step.location,
                            fmt::format("rung '{}' asks for {}, and QoS '{}' gives at most {}",
                                        step.rung.name, counted(asked, what), qos.name, most->value),
                            "", {cite_limit(key, *most)}));
}

void check_sizes(const Step& step, const Qos& qos, Diagnostics& errors) {
  check_size(step, qos, "max_nodes", "node", step.rung.nodes, qos.max_nodes, errors);
  if (step.rung.device == DeviceKind::gpu)
    check_size(step, qos, "max_gpus", "GPU", world_size(step.rung), qos.max_gpus, errors);
}

void report_time(const Qos& longest, const std::string& whose, const Located<std::chrono::seconds>& limit,
                 Diagnostics& errors) {
  const auto& most = *longest.max_time;
  auto error = error_at(limit.location,
                        fmt::format("a time limit of {} is more than the {} of {}",
                                    duration_text(limit.value), duration_text(most.value), whose),
                        "", {cite_limit(most.location, "max_time", slurm_time(most.value))});
  if (std::find(errors.begin(), errors.end(), error) == errors.end()) errors.push_back(std::move(error));
}

void check_site_choice(const Profile& profile, const Step& step, const Located<std::chrono::seconds>& limit,
                       Diagnostics& errors) {
  const Qos* longest = nullptr;
  for (const auto& qos : profile.qos) {
    if (!holds_in(qos, *step.partition)) continue;
    if (allows(qos, limit.value)) return check_sizes(step, qos, errors);
    if (longest == nullptr || longest->max_time->value < qos.max_time->value) longest = &qos;
  }
  if (longest != nullptr)
    report_time(*longest,
                fmt::format("QoS '{}', the longest in partition '{}'", longest->name, step.partition->name),
                limit, errors);
}

const Qos* find_qos(const Profile& profile, const Located<std::string>& asked, Diagnostics& errors) {
  std::vector<std::string> known;
  for (const auto& qos : profile.qos) {
    if (qos.name == asked.value) return &qos;
    known.push_back(qos.name);
  }
  errors.push_back(error_at(asked.location, fmt::format("'{}' has no QoS '{}'", profile.name, asked.value),
                            did_you_mean(asked.value, known)));
  return nullptr;
}

void check_asked(const Profile& profile, const Located<std::string>& asked, const std::vector<Step>& steps,
                 const Located<std::chrono::seconds>& limit, Diagnostics& errors) {
  const auto* const qos = find_qos(profile, asked, errors);
  if (qos == nullptr) return;
  if (!allows(*qos, limit.value)) report_time(*qos, fmt::format("QoS '{}'", qos->name), limit, errors);
  for (const auto& step : steps) {
    if (!holds_in(*qos, *step.partition))
      errors.push_back(error_at(asked.location,
                                fmt::format("QoS '{}' cannot be had in partition '{}', which rung '{}' needs",
                                            qos->name, step.partition->name, step.rung.name)));
    check_sizes(step, *qos, errors);
  }
}

}  // namespace

const Qos* qos_of(const Profile& profile, const std::string& asked, const Partition& partition,
                  std::chrono::seconds time_limit) {
  if (asked.empty() && !profile.site_chooses_qos) return nullptr;
  const auto found = std::find_if(profile.qos.begin(), profile.qos.end(), [&](const Qos& qos) {
    return asked.empty() ? holds_in(qos, partition) && allows(qos, time_limit) : qos.name == asked;
  });
  return found == profile.qos.end() ? nullptr : &*found;
}

void check_qos(const Profile& profile, const Located<std::string>& asked, const std::vector<Step>& steps,
               const Located<std::chrono::seconds>& time_limit, Diagnostics& errors) {
  if (profile.qos.empty() || profile.scheduler != SchedulerKind::slurm) return;
  if (!asked.value.empty()) return check_asked(profile, asked, steps, time_limit, errors);
  if (!profile.site_chooses_qos) return;
  for (const auto& step : steps) check_site_choice(profile, step, time_limit, errors);
}

namespace {

struct UnitLimit {
  std::string whose{};
  Located<int> most{};
};

std::vector<UnitLimit> limits_of(const Partition& partition, const Qos* qos) {
  std::vector<UnitLimit> limits;
  if (partition.max_units)
    limits.push_back({fmt::format("partition '{}'", partition.name), *partition.max_units});
  if (qos != nullptr && qos->max_units && qos->unit == partition.billing_unit)
    limits.push_back({fmt::format("QoS '{}'", qos->name), *qos->max_units});
  return limits;
}

int least_of(const std::vector<UnitLimit>& limits) {
  return std::min_element(limits.begin(), limits.end(),
                          [](const UnitLimit& a, const UnitLimit& b) { return a.most.value < b.most.value; })
      ->most.value;
}

/// A rung of one sweep in other sizes: what each would be billed.
class Sizes {
 public:
  Sizes(const Combination& combination, Start start, const RunFrame& frame)
      : combination_(combination), step_(*combination.step), start_(start), frame_(frame) {
    combination_.step = &step_;
  }

  double units(const Rung& rung) {
    step_.rung = rung;
    return rate_of(resources_of(combination_, start_, frame_), step_).units;
  }

  /// The next smaller ones: first fewer nodes, then fewer ranks on the last.
  std::string largest_below(Rung rung, int most) {
    while (world_size(rung) > 1) {
      --(rung.nodes > 1 ? rung.nodes : rung.ranks_per_node);
      if (refusals(*step_.partition, rung).empty() && units(rung) <= most) return short_name(rung);
    }
    return "";
  }

 private:
  Combination combination_;
  Step step_;
  Start start_;
  const RunFrame& frame_;
};

void report(Diagnostic error, Diagnostics& errors) {
  if (std::find(errors.begin(), errors.end(), error) == errors.end()) errors.push_back(std::move(error));
}

}  // namespace

void check_bill(const Profile& profile, const std::string& qos, const Combination& combination, Start start,
                const RunFrame& frame, Diagnostics& errors) {
  const auto& [rung, location, partition, cpus] = *combination.step;
  if (partition == nullptr) return;
  const auto limits = limits_of(*partition, qos_of(profile, qos, *partition, frame.time_limit));
  if (limits.empty()) return;
  Sizes sizes(combination, start, frame);
  const auto asked = sizes.units(rung);
  const auto least = least_of(limits);
  if (asked <= least) return;
  const auto near = sizes.largest_below(rung, least);
  for (const auto& [whose, most] : limits) {
    if (asked <= most.value) continue;
    report(error_at(location,
                    fmt::format("rung '{}' asks for {:.10g} {}, and {} gives at most {}", rung.name, asked,
                                partition->billing_unit, whose, most.value),
                    near.empty() ? "" : "the nearest rung that can be had is " + near,
                    {cite_limit("max_units", most)}),
           errors);
  }
}

}  // namespace scalegen
