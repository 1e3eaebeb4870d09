#include "generator/plan/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/did_you_mean.hpp"
#include "generator/read/rung_spec.hpp"

namespace scalegen {
namespace {

std::vector<Placed<std::string>> powers_of_two(const Machine& machine) {
  std::vector<Placed<std::string>> rungs;
  for (std::size_t ranks = 1; ranks <= machine.cores.size(); ranks *= 2)
    rungs.push_back({fmt::format("{}cpu", ranks), {}});
  for (int ranks = 1; ranks <= machine.gpus; ranks *= 2) rungs.push_back({fmt::format("{}gpu", ranks), {}});
  return rungs;
}

std::vector<Placed<std::string>> names_of(const SweepFile& sweep, const Profile& profile,
                                          const Machine& machine) {
  if (!sweep.rungs.empty()) return sweep.rungs;
  if (!profile.ladder.empty()) return profile.ladder;
  return powers_of_two(machine);
}

/// Turns names into rungs of one cluster.
class Resolver {
 public:
  Resolver(const Profile& profile, const Machine& machine, Diagnostics& errors)
      : profile_(profile), machine_(machine), errors_(errors) {}

  void ask_for(const Placed<std::string>& partition) {
    if (partition.value.empty()) return;
    std::vector<std::string> known;
    for (const auto& p : profile_.partitions) {
      if (p.name == partition.value) asked_ = &p;
      known.push_back(p.name);
    }
    if (asked_ == nullptr && !known.empty())
      errors_.push_back(error_at(partition.mark,
                                 fmt::format("'{}' has no partition '{}'", profile_.name, partition.value),
                                 did_you_mean(partition.value, known)));
  }

  std::optional<Step> resolve(const Placed<std::string>& name) {
    const auto spec = parse_rung(name.value);
    if (!spec) return std::nullopt;
    Step step{.rung = {.name = name.value, .nodes = spec->nodes, .ranks_per_node = spec->ranks_per_node},
              .mark = name.mark};
    const bool has_gpus =
        profile_.scheduler == SchedulerKind::local ? machine_.gpus > 0 : gpu_partition() != nullptr;
    const bool on_gpus =
        spec->of == RungSpec::Of::gpu_ranks || (spec->of == RungSpec::Of::whole_nodes && has_gpus);
    step.rung.device = on_gpus ? DeviceKind::gpu : DeviceKind::cpu;
    step.cpus_per_task = on_gpus ? profile_.cpus_per_gpu_rank : profile_.cpus_per_cpu_rank;
    if (profile_.scheduler == SchedulerKind::slurm && !find_partition(step)) return std::nullopt;
    if (spec->of == RungSpec::Of::whole_nodes) step.rung.ranks_per_node = ranks_of_a_node(step);
    return step;
  }

 private:
  [[nodiscard]] const Partition* gpu_partition() const {
    if (asked_ != nullptr) return asked_->gpus_per_node ? asked_ : nullptr;
    return first_with([](const Partition& p) { return p.gpus_per_node.has_value(); });
  }

  [[nodiscard]] const Partition* cpu_partition() const {
    if (asked_ != nullptr) return asked_;
    const auto* const without = first_with([](const Partition& p) { return !p.gpus_per_node; });
    return without != nullptr ? without : first_with([](const Partition&) { return true; });
  }

  template <class Condition>
  const Partition* first_with(Condition holds) const {
    const auto found = std::find_if(profile_.partitions.begin(), profile_.partitions.end(), holds);
    return found == profile_.partitions.end() ? nullptr : &*found;
  }

  bool find_partition(Step& step) {
    step.partition = step.rung.device == DeviceKind::gpu ? gpu_partition() : cpu_partition();
    if (step.partition != nullptr) return true;
    errors_.push_back(error_at(
        step.mark,
        asked_ != nullptr
            ? fmt::format("rung '{}' needs GPUs, and partition '{}' has none", step.rung.name, asked_->name)
            : fmt::format("rung '{}' needs GPUs, and '{}' has none", step.rung.name, profile_.name)));
    return false;
  }

  [[nodiscard]] int ranks_of_a_node(const Step& step) const {
    if (step.rung.device == DeviceKind::gpu)
      return step.partition != nullptr ? gpus_per_node(*step.partition) : machine_.gpus;
    const int cores = step.partition != nullptr ? step.partition->cores_per_node.value
                                                : static_cast<int>(machine_.cores.size());
    return std::max(1, cores / step.cpus_per_task);
  }

  const Profile& profile_;
  const Machine& machine_;
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
    errors.push_back(error_at(
        step->mark, earlier->rung.name == step->rung.name
                        ? fmt::format("rung '{}' stands twice", step->rung.name)
                        : fmt::format("rung '{}' is the same as '{}'", step->rung.name, earlier->rung.name)));
  }
}

}  // namespace

std::vector<Step> make_ladder(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                              const Placed<std::string>& partition, Diagnostics& errors) {
  Resolver resolver(profile, machine, errors);
  resolver.ask_for(partition);
  std::vector<Step> steps;
  for (const auto& name : names_of(sweep, profile, machine))
    if (auto step = resolver.resolve(name)) steps.push_back(std::move(*step));
  refuse_repeated(steps, errors);
  if (steps.empty() && errors.empty()) errors.push_back({.message = "this machine lends no core to a sweep"});
  return steps;
}

}  // namespace scalegen
