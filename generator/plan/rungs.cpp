#include "generator/plan/rungs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/plan_file.hpp"
#include "core/rung.hpp"
#include "core/text.hpp"
#include "generator/plan/cpu_program.hpp"
#include "generator/plan/partitions.hpp"
#include "generator/plan/threads.hpp"
#include "generator/profile/groups.hpp"

namespace scalegen::plan {
namespace {

using RungNames = std::vector<Located<std::string>>;

RungNames powers_of_two(int cores, int gpus) {
  RungNames rungs;
  for (int ranks = 1; ranks <= cores; ranks *= 2) rungs.push_back({fmt::format("{}cpu", ranks), {}});
  for (int ranks = 1; ranks <= gpus; ranks *= 2) rungs.push_back({fmt::format("{}gpu", ranks), {}});
  return rungs;
}

bool is_divided(const ResolvedRung& rung, const ParameterValues* threads) {
  return threads == nullptr ||
         std::none_of(threads->values.begin(), threads->values.end(), [&](const auto& given) {
           return undivided(rung, {{std::string(kThreads), given.value}}).has_value();
         });
}

/// Leaves out of a site's ladder for cores the rungs of several nodes if nothing starts ranks there, and
/// those that threads do not divide, unless none is left.
void leave_out_unfit(std::vector<ResolvedRung>& rungs, const SweepFile& sweep, Findings& findings) {
  const auto* const threads = find_threads(sweep);
  std::vector<ResolvedRung> fit;
  std::vector<std::string> undivided;
  for (const auto& rung : rungs)
    if (!is_divided(rung, threads))
      undivided.push_back(rung.name);
    else if (rung.nodes == 1 || starts_ranks(sweep))
      fit.push_back(rung);
  if (fit.empty()) return;
  rungs = std::move(fit);
  if (!undivided.empty())
    findings.add_note(
        error_at(threads->name.location,
                 fmt::format("'scales: auto' leaves out {}, whose cores 'threads' do not divide",
                             join_truncated(undivided))));
}

/// A profile may distinguish several kinds of nodes that Slurm has in one partition.
Diagnostic unknown_partition(const Profile& profile, const Located<std::string>& partition) {
  std::vector<std::string> known;
  std::vector<std::string> kinds;
  bool named = false;
  for (const auto& p : profile.partitions) {
    if (!p.known) continue;
    known.push_back(p.name);
    if (p.slurm_name != partition.value) continue;
    kinds.push_back(fmt::format("'{}'", p.name));
    named = named || p.named;
  }
  if (kinds.empty()) {
    auto error =
        error_at(partition.location, fmt::format("'{}' has no partition '{}'", profile.name, partition.value),
                 did_you_mean(partition.value, known));
    if (!partition.location.file)
      error.notes.emplace_back(
          "it is that of --partition, of the allocation that you are in, of your settings or of "
          "SBATCH_PARTITION");
    return error;
  }
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

  // Where the profile knows no partition, any may be there.
  void request_partition(const Located<std::string>& partition) {
    if (partition.value.empty() || std::ranges::none_of(profile_.partitions, &Partition::known)) return;
    for (const auto& p : profile_.partitions)
      if (p.known && p.name == partition.value) requested_ = &p;
    if (requested_ == nullptr) findings_.add_error(unknown_partition(profile_, partition));
  }

  std::vector<ResolvedRung> resolve() {
    std::vector<ResolvedRung> rungs;
    for (const auto& name : ladder_names())
      if (const auto spec = parse_rung(name.value)) rungs.push_back(rung_named(name, *spec));
    if (traits_of(profile_.scheduler).has_partitions) return on_cluster(std::move(rungs));
    const int cores = static_cast<int>(machine_.cores.size());
    for (auto& rung : rungs)
      if (rung.has_whole_nodes)
        rung.ranks_per_node =
            std::max(1, rung.device == DeviceKind::gpu ? machine_.gpus : cores / rung.cpus_per_task);
    return rungs;
  }

  /// Tells a person that no GPUs are used where there are some.
  void note_choice(const std::vector<ResolvedRung>& rungs) {
    const auto is_whole = [](const auto& name) { return name.value.find("node") != std::string::npos; };
    const bool is_chosen =
        sweep_.rungs.empty() || std::any_of(sweep_.rungs.begin(), sweep_.rungs.end(), is_whole);
    if (!is_chosen || !for_cores() || !has_gpus()) return;
    const auto has_gpus_of_nodes = [](const Partition& p) { return p.gpus_per_node.has_value(); };
    const auto idle = std::find_if(rungs.begin(), rungs.end(), [&](const ResolvedRung& rung) {
      return rung.partition != nullptr && has_gpus_of_nodes(*rung.partition);
    });
    const auto other =
        std::find_if_not(profile_.partitions.begin(), profile_.partitions.end(), has_gpus_of_nodes);
    const bool can_avoid = idle != rungs.end() && other != profile_.partitions.end();
    findings_.add_note(
        error_at(sweep_.program->location,
                 "the command names no GPU: 'scales: auto' and whole nodes are of CPUs" +
                     (idle == rungs.end()
                          ? ""
                          : fmt::format(", and the GPUs of partition '{}' stay idle", idle->partition->name)),
                 can_avoid ? fmt::format("for nodes without GPUs write 'partition: {}'", other->name)
                           : "for GPUs write scales: [1gpu, 2gpu], or another size"));
  }

  /// A program that asks for no GPU, unless for nodes that have some.
  [[nodiscard]] bool for_cores() const {
    return is_for_cores(sweep_) && !(requested_ != nullptr && requested_->gpus_per_node);
  }

 private:
  [[nodiscard]] RungNames ladder_names() const {
    if (!sweep_.rungs.empty()) return sweep_.rungs;
    const auto& names = for_cores() ? profile_.cpu_ladder : profile_.ladder;
    if (!names.empty()) return names;
    return traits_of(profile_.scheduler).has_partitions
               ? ladder_of_cluster()
               : powers_of_two(static_cast<int>(machine_.cores.size()), for_cores() ? 0 : machine_.gpus);
  }

  // 1, 2, 4 ... ranks of a node, then 1, 2, 4 ... nodes, as far as the first kind of nodes gives them.
  [[nodiscard]] RungNames ladder_of_cluster() const {
    RungNames names;
    const auto device = has_gpus() && !for_cores() ? DeviceKind::gpu : DeviceKind::cpu;
    ResolvedRung rung{{.device = device}, {}, nullptr, cpus_of_rank(device), has_command(sweep_), true};
    const auto kinds = kinds_of(device, {});
    const int ranks_of_a_node = kinds.empty() ? 0 : rung_on(*kinds.front().front(), rung).ranks_per_node;
    while (!kinds.empty() && rung.nodes <= kMostOfACluster) {
      const auto gives = [&](const Partition* p) { return can_give(*p, rung); };
      if (std::ranges::any_of(kinds.front(), gives)) names.push_back({short_name(rung), {}});
      if (rung.ranks_per_node < ranks_of_a_node)
        rung.ranks_per_node = std::min(2 * rung.ranks_per_node, ranks_of_a_node);
      else
        rung.nodes *= 2;
    }
    return names;
  }

  [[nodiscard]] int cpus_of_rank(DeviceKind device) const {
    if (device == DeviceKind::gpu) return profile_.cpus_per_gpu_rank;
    return has_command(sweep_) ? 1 : profile_.cpus_per_cpu_rank;  // the profile's are for training
  }

  [[nodiscard]] bool has_gpus() const {
    if (traits_of(profile_.scheduler).runs_here) return machine_.gpus > 0;
    if (requested_ != nullptr) return requested_->gpus_per_node.has_value();
    return std::ranges::any_of(profile_.partitions,
                               [](const Partition& p) { return p.chosen && p.gpus_per_node; });
  }

  [[nodiscard]] ResolvedRung rung_named(const Located<std::string>& name, const RungSpec& spec) const {
    const bool has_whole_nodes = spec.unit == RungSpec::Unit::whole_nodes;
    const bool on_gpus =
        spec.unit == RungSpec::Unit::gpu_ranks || (has_whole_nodes && has_gpus() && !for_cores());
    const auto device = on_gpus ? DeviceKind::gpu : DeviceKind::cpu;
    return {
        {.name = name.value, .device = device, .nodes = spec.nodes, .ranks_per_node = spec.ranks_per_node},
        name.location,
        nullptr,
        cpus_of_rank(device),
        has_command(sweep_),
        has_whole_nodes};
  }

  [[nodiscard]] std::vector<Partitions> kinds_of(DeviceKind device,
                                                 const std::vector<PartitionRequest>& rungs) const {
    return requested_ != nullptr ? std::vector<Partitions>{{requested_}} : kinds_for(profile_, device, rungs);
  }

  [[nodiscard]] PartitionRequest request_for(const ResolvedRung& rung) const {
    return {.rung = rung,
            .is_named = !sweep_.rungs.empty(),
            .time_limit = time_limit_,
            .cpus_per_rank = cpus_asked_for(rung),
            .memory_mib = memory_asked_for(rung)};
  }

  // Of a node, by what is known of the rung before it has a partition.
  [[nodiscard]] std::int64_t memory_asked_for(const ResolvedRung& rung) const {
    using Memory = MemoryRule::Kind;
    const auto rule = sweep_.memory.value_or(MemoryRule{});
    if (rule.kind == Memory::per_core) return rule.mib * rung.ranks_per_node * cpus_asked_for(rung);
    const bool is_of_gpus = rule.kind == Memory::per_gpu && rung.device == DeviceKind::gpu;
    return is_of_gpus ? rule.mib * rung.ranks_per_node : rule.mib;
  }

  // The most that the sweep file says. A rung on cores that has threads counts cores.
  [[nodiscard]] int cpus_asked_for(const ResolvedRung& rung) const {
    const auto* const threads = find_threads(sweep_);
    if (threads != nullptr && rung.device == DeviceKind::cpu) return 1;
    const auto* const said = threads != nullptr ? threads : find_values(sweep_, "cpus_per_task");
    std::int64_t most = said == nullptr ? rung.cpus_per_task : 1;
    if (said != nullptr)
      for (const auto& given : said->values)
        if (const auto* const number = std::get_if<std::int64_t>(&given.value))
          most = std::max(most, *number);
    return static_cast<int>(std::min<std::int64_t>(most, kMostOfACluster));
  }

  // All rungs of a device are looked at before one is placed.
  std::vector<ResolvedRung> on_cluster(std::vector<ResolvedRung> rungs) {
    std::map<DeviceKind, std::vector<PartitionRequest>> requests;
    for (const auto& rung : rungs) requests[rung.device].push_back(request_for(rung));
    std::map<DeviceKind, std::vector<Partitions>> kinds;
    for (const auto& [device, of_device] : requests) kinds[device] = kinds_of(device, of_device);
    for (auto& rung : rungs) {
      rung.partition = choose_partition(profile_, kinds[rung.device], request_for(rung), findings_);
      if (rung.partition != nullptr) rung.ranks_per_node = rung_on(*rung.partition, rung).ranks_per_node;
    }
    std::erase_if(rungs, [](const ResolvedRung& rung) { return rung.partition == nullptr; });
    return rungs;
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

Diagnostic no_ladder(const Profile& profile) {
  if (traits_of(profile.scheduler).runs_here)
    return {.message = "this machine has no core that a sweep may use"};
  return {.message = fmt::format("'{}' has no ladder, and no partition that is used without being asked for",
                                 profile.name),
          .hint = "choose one with 'partition:' in the sweep file, or write 'chosen: yes' in the profile"};
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

using Places = std::map<const Partition*, std::vector<ResolvedRung*>>;  // in the profile's order

std::string text_of(const Places& places) {
  std::vector<std::string> texts;
  for (const auto& [partition, rungs] : places) {
    std::vector<std::string> names;
    for (const auto* rung : rungs) names.push_back(rung->name);
    const auto& kind = rungs.front()->node_kind;
    texts.push_back(fmt::format("{} on '{}'{}", join_truncated(names), partition->name,
                                kind.empty() ? "" : fmt::format(" ({})", kind)));
  }
  return join_truncated(texts, "; ");
}

void compare(const Places& places, Findings& findings) {
  const auto first = kind_of_nodes(*places.begin()->first);
  if (std::ranges::all_of(places, [&](const auto& p) { return kind_of_nodes(*p.first) == first; }))
    return findings.add_note(
        {.message = fmt::format("rungs are in several partitions, with nodes of one kind ({}): {}", first,
                                text_of(places))});
  for (const auto& [partition, rungs] : places)
    for (auto* rung : rungs) rung->node_kind = kind_of_nodes(*partition);
  findings.add_warning(
      {.message = "the ladder crosses kinds of nodes, and the report stars what is compared across them: " +
                  text_of(places),
       .hint = "leave out the rungs of one kind, or choose one with 'partition:'; nodes that are the same "
               "have the same 'gpu:' and 'cpu:' in the profile"});
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
  auto rungs = resolver.resolve();
  if (sweep.rungs.empty() && resolver.for_cores()) leave_out_unfit(rungs, sweep, findings);
  resolver.note_choice(rungs);
  check_repeated(rungs, findings);
  if (rungs.empty() && findings.errors.empty()) findings.add_error(no_ladder(profile));
  return rungs;
}

void compare_kinds(std::vector<ResolvedRung>& rungs, Findings& findings) {
  std::map<DeviceKind, Places> devices;
  for (auto& rung : rungs)
    if (rung.partition != nullptr) devices[rung.device][rung.partition].push_back(&rung);
  for (const auto& [device, places] : devices)
    if (places.size() > 1) compare(places, findings);
}

}  // namespace scalegen::plan
