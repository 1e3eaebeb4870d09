#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/directives.hpp"
#include "core/rung.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "generator/profile/groups.hpp"
#include "generator/profile/profile_checks.hpp"
#include "generator/sweep_file/job_extras.hpp"

namespace scalegen {

namespace {

void read_ladder(Group& group, Profile& profile) {
  for (auto& rung : group.reader.texts("ladder")) {
    if (rung.value == "auto") continue;
    if (!parse_rung(rung.value))
      group.errors.push_back(
          error_at(rung.location, fmt::format("'{}' is not a rung", rung.value), std::string(kRungForms)));
    else
      profile.ladder.push_back(std::move(rung));
  }
}

void read_cpus_per_rank(Group& group, Profile& profile) {
  const auto* const map = group.reader.map("cpus_per_rank");
  if (map == nullptr) return;
  auto reader = group.within(*map);
  if (const auto cpu = reader.integer("cpu", 1, 1024)) profile.cpus_per_cpu_rank = cpu->value;
  if (const auto gpu = reader.integer("gpu", 1, 1024)) {
    profile.cpus_per_gpu_rank = gpu->value;
    check_cpus_per_gpu_rank(*gpu, profile, group.errors);
  }
  reader.refuse_unknown_keys();
}

void read_launcher(Group& group, Profile& profile) {
  const auto launcher = group.reader.choice<Launcher>("launcher", launcher_words());
  if (!launcher) return;
  profile.launcher = launcher->value;
  if (!launcher->value.container || (!profile.container.image.empty() && !profile.container.run.empty()))
    return;
  group.errors.push_back(error_at(launcher->location,
                                  "this launcher wants a container, and the profile has none",
                                  "add container: {run: apptainer exec --nv, image: /path/of/image.sif}"));
}

void read_cpu_bind(Group& group, Profile& profile) {
  auto bind = group.reader.text("cpu_bind");
  if (!bind) return;
  if (!fits_directive(bind->value))
    group.errors.push_back(error_at(bind->location, fmt::format("srun --cpu-bind knows no '{}'", bind->value),
                                    "write it as in map_cpu:49,57,17,25"));
  profile.cpu_bind = std::move(bind->value);
}

/// The lines stand in single quotes, in a script that srun hands to each rank.
void read_gpu_rank_setup(Group& group, Profile& profile) {
  for (auto& line : group.reader.texts("gpu_rank_setup")) {
    if (line.value.find('\'') != std::string::npos)
      group.errors.push_back(
          error_at(line.location, "a line of 'gpu_rank_setup' holds a single quote",
                   "use double quotes: the script hands these lines to each rank in single ones"));
    profile.gpu_rank_setup.push_back(std::move(line.value));
  }
}

}  // namespace

void read_launch(Group& group, Profile& profile) {
  read_ladder(group, profile);
  read_launcher(group, profile);
  read_cpus_per_rank(group, profile);
  if (const auto limit = group.reader.time("time_limit")) profile.time_limit = limit->value;
  read_cpu_bind(group, profile);
  read_gpu_rank_setup(group, profile);
  check_ladder(profile, group.errors);
}

namespace {

constexpr int kMost = 1'000'000;

void read_partitions_of(Group& group, MapReader& reader, const Profile& profile, Qos& level) {
  std::vector<std::string> known;
  known.reserve(profile.partitions.size());
  for (const auto& partition : profile.partitions) known.push_back(partition.name);
  for (auto& name : reader.texts("partitions")) {
    if (std::find(known.begin(), known.end(), name.value) == known.end())
      group.errors.push_back(error_at(name.location, fmt::format("there is no partition '{}'", name.value),
                                      did_you_mean(name.value, known)));
    level.partitions.push_back(std::move(name.value));
  }
}

/// Sites count one thing on one partition and another on the next, so a limit says of what it is.
void read_most_units(Group& group, MapReader& reader, const Profile& profile, Qos& level) {
  level.max_units = reader.integer("max_units", 1, kMost);
  if (level.max_units) reader.require("unit", "say of which bill: that of a partition's 'billing:'");
  const auto unit = reader.text("unit");
  if (!unit) return;
  std::vector<std::string> known;
  for (const auto& p : profile.partitions)
    if (!p.billing_unit.empty() && std::find(known.begin(), known.end(), p.billing_unit) == known.end())
      known.push_back(p.billing_unit);
  if (std::find(known.begin(), known.end(), unit->value) == known.end())
    group.errors.push_back(error_at(unit->location, fmt::format("no partition bills in '{}'", unit->value),
                                    known.empty() ? "" : did_you_mean(unit->value, known)));
  level.unit = unit->value;
}

Qos read_level(Group& group, const YamlNode& map, const Profile& profile) {
  auto reader = group.within(map);
  reader.require("name", "a QoS has a name");
  Qos level;
  if (auto name = read_directive_value(reader, "name", group.errors)) level.name = std::move(name->value);
  read_partitions_of(group, reader, profile, level);
  level.max_time = reader.time("max_time");
  level.max_nodes = reader.integer("max_nodes", 1, kMost);
  level.max_gpus = reader.integer("max_gpus", 1, kMost);
  read_most_units(group, reader, profile, level);
  reader.refuse_unknown_keys();
  return level;
}

void read_qos(Group& group, const YamlNode& map, Profile& profile) {
  auto reader = group.within(map);
  reader.require("levels", "levels: [{name: short, max_time: 1d}, ...]");
  if (const auto by_site = reader.choice<bool>("chosen_by", {{"site", true}, {"user", false}}))
    profile.site_chooses_qos = by_site->value;
  if (const auto* const levels = reader.list("levels"))
    for (const auto& item : levels->items) {
      if (item.kind == YamlNode::Kind::map)
        profile.qos.push_back(read_level(group, item, profile));
      else
        reader.report(item, "a QoS is a map with 'name' and its limits");
    }
  reader.refuse_unknown_keys();
}

}  // namespace

void read_requests(Group& group, Profile& profile) {
  auto& reader = group.reader;
  if (const auto gpus = reader.choice<GpuRequest>("gpus", {{"gpus-per-node", GpuRequest::gpus_per_node},
                                                           {"gres", GpuRequest::gres},
                                                           {"gpus", GpuRequest::gpus}}))
    profile.gpu_request = gpus->value;
  if (const auto account = reader.choice<bool>("account", {{"required", true}, {"optional", false}}))
    profile.needs_account = account->value;
  profile.extras.sbatch_options = read_sbatch_options(reader, group.errors);
  if (const auto* const qos = reader.map("qos")) read_qos(group, *qos, profile);
}

namespace {

/// 500ms, or any other time.
std::optional<std::chrono::milliseconds> parse_interval(std::string_view text) {
  if (!text.ends_with("ms")) return parse_time(text);
  text.remove_suffix(2);
  int number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool all_read = error == std::errc{} && stop == text.data() + text.size();
  return all_read ? std::optional(std::chrono::milliseconds(number)) : std::nullopt;
}

void read_interval(Group& group, Monitor& monitor) {
  const auto text = group.reader.text("interval");
  if (!text) return;
  if (const auto interval = parse_interval(text->value); interval && interval->count() > 0)
    monitor.interval = *interval;
  else
    group.errors.push_back(error_at(
        text->location, fmt::format("'interval' is not a time: '{}'", text->value), "write 500ms, 1s or 5s"));
}

/// They become part of an option: words of nvidia-smi's --query-gpu, or what follows --show of rocm-smi.
bool can_be_field(Monitor::Kind kind, const std::string& word) {
  const std::string_view more = kind == Monitor::Kind::rocm_smi ? "" : "_.";
  return !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || more.find(c) != std::string_view::npos;
  });
}

void read_fields(Group& group, Monitor& monitor) {
  const bool rocm = monitor.kind == Monitor::Kind::rocm_smi;
  for (auto& field : group.reader.texts("fields")) {
    if (!can_be_field(monitor.kind, field.value))
      group.errors.push_back(
          error_at(field.location,
                   fmt::format("'{}' is no field of {}", field.value, rocm ? "rocm-smi" : "nvidia-smi"),
                   rocm ? "'rocm-smi --help' lists them: write use for --showuse"
                        : "'nvidia-smi --help-query-gpu' lists them"));
    monitor.fields.push_back(std::move(field.value));
  }
}

}  // namespace

void read_monitor(Group& group, Profile& profile) {
  if (const auto command =
          group.reader.choice<Monitor::Kind>("command", {{"nvidia-smi", Monitor::Kind::nvidia_smi},
                                                         {"rocm-smi", Monitor::Kind::rocm_smi},
                                                         {"none", Monitor::Kind::none}}))
    profile.monitor.kind = command->value;
  read_interval(group, profile.monitor);
  read_fields(group, profile.monitor);
}

}  // namespace scalegen
