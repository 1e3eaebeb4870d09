#include "generator/read/read_profile.hpp"

#include <fmt/format.h>

#include "generator/read/job_extras.hpp"
#include "generator/read/map_reader.hpp"
#include "generator/read/rung_spec.hpp"

namespace scalegen {
namespace {

/// Reads the maps of a profile. Each group of facts says where it was read; that is for people.
class ProfileReader {
 public:
  ProfileReader(SharedYaml file, Diagnostics& errors)
      : file_(std::move(file)), errors_(errors), root_(file_, file_->root, errors_) {}

  Profile read() {
    Profile profile;
    root_.require("name", "add a line such as 'name: cyclone'");
    root_.require("scheduler", "add 'scheduler: slurm' or 'scheduler: local'");
    if (auto name = root_.text("name")) profile.name = std::move(name->value);
    if (auto title = root_.text("title")) profile.title = std::move(title->value);
    if (const auto scheduler = root_.choice<SchedulerKind>(
            "scheduler", {{"local", SchedulerKind::local}, {"slurm", SchedulerKind::slurm}}))
      profile.scheduler = scheduler->value;
    read_hardware(profile);
    read_requests(profile);
    read_launch(profile);
    read_software(profile);
    for (auto& fact : root_.texts("unknown")) profile.unknown.push_back(std::move(fact.value));
    root_.refuse_unknown_keys();
    if (profile.scheduler == SchedulerKind::slurm && profile.partitions.empty())
      root_.require("hardware", "a cluster needs at least one partition");
    return profile;
  }

 private:
  /// A group of facts, with its source; nothing where the file has no such group.
  std::optional<MapReader> group(std::string_view key) {
    const auto* const map = root_.map(key);
    if (map == nullptr) return std::nullopt;
    MapReader reader(file_, *map, errors_);
    reader.texts("source");
    return reader;
  }

  Partition read_partition(const YamlNode& map) {
    constexpr int kMost = 1'000'000;
    MapReader reader(file_, map, errors_);
    Partition partition;
    for (const auto* key : {"name", "nodes", "cores_per_node"})
      reader.require(key, "a partition has a name, a number of nodes and of cores a node");
    if (auto name = read_directive_value(reader, "name", errors_)) partition.name = partition.slurm_name = std::move(name->value);
    partition.nodes = reader.integer("nodes", 1, kMost).value_or(Placed<int>{});
    partition.min_nodes = reader.integer("min_nodes", 1, kMost);
    partition.cores_per_node = reader.integer("cores_per_node", 1, kMost).value_or(Placed<int>{});
    partition.gpus_per_node = reader.integer("gpus_per_node", 1, 1024);
    partition.max_time = reader.time("max_time");
    for (const auto* fact : {"cpu", "gpu"}) reader.text(fact);
    reader.memory_mib("memory_per_node");
    reader.refuse_unknown_keys();
    return partition;
  }

  void read_hardware(Profile& profile) {
    auto reader = group("hardware");
    if (!reader) return;
    reader->require("partitions", "a cluster needs at least one partition");
    if (const auto* const partitions = reader->list("partitions"))
      for (const auto& item : partitions->items) {
        if (item.kind == YamlNode::Kind::map)
          profile.partitions.push_back(read_partition(item));
        else
          reader->report(item, "a partition is a map with 'name', 'nodes' and 'cores_per_node'");
      }
    reader->refuse_unknown_keys();
  }

  void read_requests(Profile& profile) {
    auto reader = group("requests");
    if (!reader) return;
    if (const auto gpus = reader->choice<GpuRequest>(
            "gpus", {{"gpus-per-node", GpuRequest::gpus_per_node}, {"gres", GpuRequest::gres}}))
      profile.gpu_request = gpus->value;
    if (const auto account = reader->choice<bool>("account", {{"required", true}, {"optional", false}}))
      profile.needs_account = account->value;
    profile.extras.sbatch_options = read_sbatch_options(*reader, errors_);
    reader->refuse_unknown_keys();
  }

  void read_ladder(MapReader& reader, Profile& profile) {
    for (auto& rung : reader.texts("ladder")) {
      if (rung.value == "auto") continue;
      if (!parse_rung(rung.value))
        errors_.push_back(
            error_at(rung.mark, fmt::format("'{}' is not a rung", rung.value), std::string(kRungForms)));
      else
        profile.ladder.push_back(std::move(rung));
    }
  }

  void read_launch(Profile& profile) {
    auto reader = group("launch");
    if (!reader) return;
    read_ladder(*reader, profile);
    if (const auto* const cpus = reader->map("cpus_per_rank")) {
      MapReader per_rank(file_, *cpus, errors_);
      if (const auto cpu = per_rank.integer("cpu", 1, 1024)) profile.cpus_per_cpu_rank = cpu->value;
      if (const auto gpu = per_rank.integer("gpu", 1, 1024)) profile.cpus_per_gpu_rank = gpu->value;
      per_rank.refuse_unknown_keys();
    }
    if (const auto limit = reader->time("time_limit")) profile.time_limit = limit->value;
    reader->refuse_unknown_keys();
  }

  void read_software(Profile& profile) {
    auto reader = group("software");
    if (!reader) return;
    for (auto& module : reader->texts("modules")) profile.modules.push_back(std::move(module.value));
    if (auto program = reader->text("program")) profile.program = std::move(program->value);
    profile.extras.setup = read_setup(*reader);
    profile.extras.env = read_env(*reader, errors_);
    reader->refuse_unknown_keys();
  }

  SharedYaml file_;
  Diagnostics& errors_;
  MapReader root_;
};

}  // namespace

Result<Profile> read_profile(std::string file, std::string_view text) {
  auto parsed = parse_yaml(std::move(file), text);
  if (!parsed) return tl::make_unexpected(std::move(parsed.error()));
  const auto yaml = std::make_shared<const YamlFile>(std::move(*parsed));
  if (yaml->root.kind != YamlNode::Kind::map)
    return tl::make_unexpected(Diagnostics{error_at({yaml, 1, 1}, "a profile is a map of keys")});
  Diagnostics errors;
  auto profile = ProfileReader(yaml, errors).read();
  if (!errors.empty()) return tl::make_unexpected(std::move(errors));
  return profile;
}

}  // namespace scalegen
