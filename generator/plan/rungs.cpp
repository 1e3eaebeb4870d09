#include "generator/plan/rungs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "core/plan_file.hpp"
#include "core/rung.hpp"
#include "core/text.hpp"
#include "generator/plan/cpu_program.hpp"
#include "generator/plan/partitions.hpp"
#include "generator/plan/threads.hpp"

namespace scalegen::plan {
namespace {

using Names = std::vector<Located<std::string>>;

Names powers_of_two(int cores, int gpus) {
  Names rungs;
  for (int ranks = 1; ranks <= cores; ranks *= 2) rungs.push_back({fmt::format("{}cpu", ranks), {}});
  for (int ranks = 1; ranks <= gpus; ranks *= 2) rungs.push_back({fmt::format("{}gpu", ranks), {}});
  return rungs;
}

/// The cores of a node without GPUs, if a cluster has such.
int cores_of_node(const std::vector<Partition>& partitions) {
  int cores = 1;
  for (const auto& p : partitions)
    if (p.chosen && (cores == 1 || !p.gpus_per_node)) cores = p.cores_per_node.value;
  return cores;
}

/// True if threads divide the cores, and something starts what runs on other nodes than the first.
bool is_fit(const ResolvedRung& rung, const SweepFile& sweep) {
  const auto* const threads = find_threads(sweep);
  return (rung.nodes == 1 || starts_ranks(sweep)) &&
         (threads == nullptr ||
          std::none_of(threads->values.begin(), threads->values.end(), [&](const auto& given) {
            return undivided(rung, {{std::string(kThreads), given.value}}).has_value();
          }));
}

/// A profile may distinguish several kinds of nodes that Slurm has in one partition.
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

/// Turns names into rungs of one cluster or machine.
class RungResolver {
 public:
  RungResolver(const SweepFile& sweep, const Profile& profile, const Machine& machine,
               std::chrono::seconds time_limit, Findings& findings)
      : sweep_(sweep), profile_(profile), machine_(machine), time_limit_(time_limit), findings_(findings) {}

  void request_partition(const Located<std::string>& partition) {
    if (partition.value.empty()) return;
    for (const auto& p : profile_.partitions)
      if (p.name == partition.value) requested_ = &p;
    if (requested_ == nullptr && !profile_.partitions.empty())
      findings_.add_error(unknown_partition(profile_, partition));
  }

  /// The rungs of `scales: auto`.
  [[nodiscard]] Names ladder() const {
    const auto& names = for_cores() ? profile_.cpu_ladder : profile_.ladder;
    if (!names.empty()) return names;
    const bool of_nodes = for_cores() && profile_.scheduler == SchedulerKind::slurm;
    return powers_of_two(
        of_nodes ? cores_of_node(profile_.partitions) : static_cast<int>(machine_.cores.size()),
        for_cores() ? 0 : machine_.gpus);
  }

  /// Where there are GPUs, too, a person reads that none are used.
  void note_choice() {
    const auto is_whole = [](const auto& name) { return name.value.find("node") != std::string::npos; };
    const bool is_chosen =
        sweep_.rungs.empty() || std::any_of(sweep_.rungs.begin(), sweep_.rungs.end(), is_whole);
    if (is_chosen && for_cores() && has_gpus())
      findings_.add_note(error_at(sweep_.program->location,
                                  "the command names no GPU: 'scales: auto' and whole nodes are of CPUs",
                                  "for GPUs write scales: [1gpu, 2gpu], or another size"));
  }

  /// A program that asks for no GPU, unless for nodes that have some.
  [[nodiscard]] bool for_cores() const {
    return is_for_cores(sweep_) && !(requested_ != nullptr && requested_->gpus_per_node);
  }

  std::optional<ResolvedRung> resolve(const Located<std::string>& name) {
    const auto spec = parse_rung(name.value);
    if (!spec) return std::nullopt;
    const bool on_gpus = spec->unit == RungSpec::Unit::gpu_ranks ||
                         (spec->unit == RungSpec::Unit::whole_nodes && has_gpus() && !for_cores());
    ResolvedRung rung{{.name = name.value,
                       .device = on_gpus ? DeviceKind::gpu : DeviceKind::cpu,
                       .nodes = spec->nodes,
                       .ranks_per_node = spec->ranks_per_node},
                      name.location,
                      nullptr,
                      on_gpus               ? profile_.cpus_per_gpu_rank
                      : has_command(sweep_) ? 1  // the profile's are for training
                                            : profile_.cpus_per_cpu_rank,
                      has_command(sweep_)};
    return profile_.scheduler == SchedulerKind::slurm ? on_cluster(std::move(rung), *spec)
                                                      : on_this_machine(std::move(rung), *spec);
  }

 private:
  [[nodiscard]] bool has_gpus() const {
    if (profile_.scheduler == SchedulerKind::local) return machine_.gpus > 0;
    if (requested_ != nullptr) return requested_->gpus_per_node.has_value();
    return std::any_of(profile_.partitions.begin(), profile_.partitions.end(),
                       [](const Partition& p) { return p.chosen && p.gpus_per_node; });
  }

  std::optional<ResolvedRung> on_cluster(ResolvedRung rung, const RungSpec& spec) {
    const auto rung_on = [&](const Partition& partition) {
      Rung there = rung;
      if (spec.unit == RungSpec::Unit::whole_nodes)
        there.ranks_per_node =
            ranks_of_a_node(rung, gpus_per_node(partition), partition.cores_per_node.value);
      return there;
    };
    rung.partition = choose_partition(
        profile_, requested_,
        {rung.name, rung.location, rung.device, rung.cpus_per_task, time_limit_, rung_on}, findings_);
    if (rung.partition == nullptr) return std::nullopt;
    rung.ranks_per_node = rung_on(*rung.partition).ranks_per_node;
    return rung;
  }

  [[nodiscard]] ResolvedRung on_this_machine(ResolvedRung rung, const RungSpec& spec) const {
    if (spec.unit == RungSpec::Unit::whole_nodes)
      rung.ranks_per_node = ranks_of_a_node(rung, machine_.gpus, static_cast<int>(machine_.cores.size()));
    return rung;
  }

  static int ranks_of_a_node(const ResolvedRung& rung, int gpus, int cores) {
    return std::max(1, rung.device == DeviceKind::gpu ? gpus : cores / rung.cpus_per_task);
  }

  const SweepFile& sweep_;
  const Profile& profile_;
  const Machine& machine_;
  std::chrono::seconds time_limit_;
  Findings& findings_;
  const Partition* requested_ = nullptr;
};

bool have_same_ranks(const Rung& a, const Rung& b) {
  return a.device == b.device && a.nodes == b.nodes && a.ranks_per_node == b.ranks_per_node;
}

void check_repeated(const std::vector<ResolvedRung>& rungs, Findings& findings) {
  for (auto rung = rungs.begin(); rung != rungs.end(); ++rung) {
    const auto earlier =
        std::find_if(rungs.begin(), rung, [&](const Rung& other) { return have_same_ranks(other, *rung); });
    if (earlier == rung) continue;
    findings.add_error(error_at(
        rung->location, earlier->name == rung->name
                            ? fmt::format("rung '{}' is listed twice", rung->name)
                            : fmt::format("rung '{}' is the same as '{}'", rung->name, earlier->name)));
  }
}

}  // namespace

Settings rung_variables(const Rung& rung, Scaling scaling) {
  const bool on_gpus = rung.device == DeviceKind::gpu;
  Settings values{{"rung", rung.name},
                  {"nodes", std::int64_t{rung.nodes}},
                  {"ranks", std::int64_t{world_size(rung)}},
                  {"ranks_per_node", std::int64_t{rung.ranks_per_node}},
                  {"gpus", std::int64_t{on_gpus ? world_size(rung) : 0}},
                  {"gpus_per_node", std::int64_t{on_gpus ? rung.ranks_per_node : 0}},
                  {"scaling", to_text(scaling)}};
  if (rung.threads > 0)
    values.insert(values.end(), {{std::string(kThreads), std::int64_t{rung.threads}},
                                 {"cores", std::int64_t{world_size(rung) * rung.threads}},
                                 {"cores_per_node", std::int64_t{rung.ranks_per_node * rung.threads}}});
  return values;
}

std::vector<ResolvedRung> resolve_ladder(const SweepFile& sweep, const Profile& profile,
                                         const Machine& machine, const Located<std::string>& partition,
                                         std::chrono::seconds time_limit, Findings& findings) {
  RungResolver resolver(sweep, profile, machine, time_limit, findings);
  resolver.request_partition(partition);
  std::vector<ResolvedRung> rungs;
  for (const auto& name : sweep.rungs.empty() ? resolver.ladder() : sweep.rungs)
    if (auto rung = resolver.resolve(name)) rungs.push_back(std::move(*rung));
  const auto fits = [&](const ResolvedRung& rung) { return is_fit(rung, sweep); };
  if (sweep.rungs.empty() && std::any_of(rungs.begin(), rungs.end(), fits))
    std::erase_if(rungs, [&](const ResolvedRung& rung) { return resolver.for_cores() && !fits(rung); });
  resolver.note_choice();
  check_repeated(rungs, findings);
  if (rungs.empty() && findings.errors.empty())
    findings.add_error({.message = "this machine has no core that a sweep may use"});
  return rungs;
}

}  // namespace scalegen::plan
