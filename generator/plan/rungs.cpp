#include "generator/plan/rungs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/rung.hpp"
#include "core/text.hpp"
#include "generator/plan/partitions.hpp"

namespace scalegen {

Settings rung_facts(const Rung& rung) {
  const bool on_gpus = rung.device == DeviceKind::gpu;
  return {{"rung", rung.name},
          {"nodes", std::int64_t{rung.nodes}},
          {"ranks", std::int64_t{world_size(rung)}},
          {"ranks_per_node", std::int64_t{rung.ranks_per_node}},
          {"gpus", std::int64_t{on_gpus ? world_size(rung) : 0}},
          {"gpus_per_node", std::int64_t{on_gpus ? rung.ranks_per_node : 0}}};
}

namespace {

std::vector<Located<std::string>> powers_of_two(const Machine& machine) {
  std::vector<Located<std::string>> rungs;
  for (std::size_t ranks = 1; ranks <= machine.cores.size(); ranks *= 2)
    rungs.push_back({fmt::format("{}cpu", ranks), {}});
  for (int ranks = 1; ranks <= machine.gpus; ranks *= 2) rungs.push_back({fmt::format("{}gpu", ranks), {}});
  return rungs;
}

std::vector<Located<std::string>> names_of(const SweepFile& sweep, const Profile& profile,
                                           const Machine& machine) {
  if (!sweep.rungs.empty()) return sweep.rungs;
  if (!profile.ladder.empty()) return profile.ladder;
  return powers_of_two(machine);
}

/// A profile may tell several kinds of nodes apart that Slurm has in one partition.
Diagnostic unknown_partition(const Profile& profile, const Located<std::string>& partition) {
  std::vector<std::string> known;
  std::vector<std::string> kinds;
  bool named = false;
  for (const auto& p : profile.partitions) {
    known.push_back(p.name);
    if (p.slurm_name != partition.value) continue;
    kinds.push_back(fmt::format("'{}'", p.name));
    named = named || p.named;
  }
  if (kinds.empty())
    return error_at(partition.location,
                    fmt::format("'{}' has no partition '{}'", profile.name, partition.value),
                    did_you_mean(partition.value, known));
  return error_at(
      partition.location,
      named ? fmt::format("'{}' has several kinds of nodes in partition '{}'", profile.name, partition.value)
            : fmt::format("'{}' chooses the partition '{}' itself, and refuses jobs that name it",
                          profile.name, partition.value),
      fmt::format("{}write which kind of nodes instead: {}", named ? "" : "write none, or ",
                  fmt::join(kinds, ", ")));
}

/// Turns names into rungs of one cluster.
class Resolver {
 public:
  Resolver(const Profile& profile, const Machine& machine, std::chrono::seconds time_limit,
           Diagnostics& errors)
      : profile_(profile), machine_(machine), time_limit_(time_limit), errors_(errors) {}

  void ask_for(const Located<std::string>& partition) {
    if (partition.value.empty()) return;
    for (const auto& p : profile_.partitions)
      if (p.name == partition.value) asked_ = &p;
    if (asked_ == nullptr && !profile_.partitions.empty())
      errors_.push_back(unknown_partition(profile_, partition));
  }

  std::optional<Step> resolve(const Located<std::string>& name) {
    const auto spec = parse_rung(name.value);
    if (!spec) return std::nullopt;
    const bool on_gpus =
        spec->unit == RungSpec::Unit::gpu_ranks || (spec->unit == RungSpec::Unit::whole_nodes && has_gpus());
    Step step{.rung = {.name = name.value,
                       .device = on_gpus ? DeviceKind::gpu : DeviceKind::cpu,
                       .nodes = spec->nodes,
                       .ranks_per_node = spec->ranks_per_node},
              .location = name.location,
              .cpus_per_task = on_gpus ? profile_.cpus_per_gpu_rank : profile_.cpus_per_cpu_rank};
    return profile_.scheduler == SchedulerKind::slurm ? on_cluster(std::move(step), *spec)
                                                      : on_this_machine(std::move(step), *spec);
  }

 private:
  [[nodiscard]] bool has_gpus() const {
    if (profile_.scheduler == SchedulerKind::local) return machine_.gpus > 0;
    if (asked_ != nullptr) return asked_->gpus_per_node.has_value();
    return std::any_of(profile_.partitions.begin(), profile_.partitions.end(),
                       [](const Partition& p) { return p.chosen && p.gpus_per_node; });
  }

  std::optional<Step> on_cluster(Step step, const RungSpec& spec) {
    const auto rung_on = [&](const Partition& partition) {
      auto rung = step.rung;
      if (spec.unit == RungSpec::Unit::whole_nodes)
        rung.ranks_per_node = ranks_of_a_node(step, gpus_per_node(partition), partition.cores_per_node.value);
      return rung;
    };
    step.partition = choose_partition(
        profile_, asked_,
        {step.rung.name, step.location, step.rung.device, step.cpus_per_task, time_limit_, rung_on}, errors_);
    if (step.partition == nullptr) return std::nullopt;
    step.rung = rung_on(*step.partition);
    return step;
  }

  [[nodiscard]] Step on_this_machine(Step step, const RungSpec& spec) const {
    if (spec.unit == RungSpec::Unit::whole_nodes)
      step.rung.ranks_per_node =
          ranks_of_a_node(step, machine_.gpus, static_cast<int>(machine_.cores.size()));
    return step;
  }

  static int ranks_of_a_node(const Step& step, int gpus, int cores) {
    return std::max(1, step.rung.device == DeviceKind::gpu ? gpus : cores / step.cpus_per_task);
  }

  const Profile& profile_;
  const Machine& machine_;
  std::chrono::seconds time_limit_;
  Diagnostics& errors_;
  const Partition* asked_ = nullptr;
};

bool same_shape(const Step& a, const Step& b) {
  return a.rung.device == b.rung.device && a.rung.nodes == b.rung.nodes &&
         a.rung.ranks_per_node == b.rung.ranks_per_node;
}

void refuse_repeated(const std::vector<Step>& steps, Diagnostics& errors) {
  for (auto step = steps.begin(); step != steps.end(); ++step) {
    const auto earlier =
        std::find_if(steps.begin(), step, [&](const Step& s) { return same_shape(s, *step); });
    if (earlier == step) continue;
    errors.push_back(error_at(step->location, earlier->rung.name == step->rung.name
                                                  ? fmt::format("rung '{}' stands twice", step->rung.name)
                                                  : fmt::format("rung '{}' is the same as '{}'",
                                                                step->rung.name, earlier->rung.name)));
  }
}

}  // namespace

std::vector<Step> make_ladder(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                              const Located<std::string>& partition, std::chrono::seconds time_limit,
                              Diagnostics& errors) {
  Resolver resolver(profile, machine, time_limit, errors);
  resolver.ask_for(partition);
  std::vector<Step> steps;
  for (const auto& name : names_of(sweep, profile, machine))
    if (auto step = resolver.resolve(name)) steps.push_back(std::move(*step));
  refuse_repeated(steps, errors);
  if (steps.empty() && errors.empty()) errors.push_back({.message = "this machine lends no core to a sweep"});
  return steps;
}

}  // namespace scalegen
