#include "generator/profile/group_readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/directives.hpp"
#include "core/regex.hpp"
#include "core/rung.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/profile/groups.hpp"
#include "generator/profile/profile_checks.hpp"
#include "generator/sweep_file/job_options.hpp"

namespace scalegen {

namespace {

void read_partitions_of(MapReader& reader, const Profile& profile, Qos& level) {
  std::vector<std::string> known;
  known.reserve(profile.partitions.size());
  for (const auto& partition : profile.partitions) known.push_back(partition.name);
  for (auto& name : reader.texts("partitions")) {
    if (std::ranges::find(known, name.value) == known.end())
      reader.report_at(name.location, fmt::format("there is no partition '{}'", name.value),
                       did_you_mean(name.value, known));
    level.partitions.push_back(std::move(name.value));
  }
}

/// Partitions of one site may bill in different units, so a limit names its unit.
void read_most_units(MapReader& reader, const Profile& profile, Qos& level) {
  level.max_units = reader.integer("max_units", 1, kMostOfACluster);
  if (level.max_units) reader.require("unit", "add the unit of the bill, as in a partition's 'billing:'");
  const auto unit = reader.text("unit");
  if (!unit) return;
  std::vector<std::string> known;
  for (const auto& p : profile.partitions)
    if (!p.billing_unit.empty() && std::ranges::find(known, p.billing_unit) == known.end())
      known.push_back(p.billing_unit);
  if (std::ranges::find(known, unit->value) == known.end())
    reader.report_at(unit->location, fmt::format("no partition bills in '{}'", unit->value),
                     known.empty() ? "" : did_you_mean(unit->value, known));
  level.unit = unit->value;
}

Qos read_level(MapReader reader, const Profile& profile) {
  reader.require("name", "a QoS has a name");
  Qos level;
  if (auto name = read_directive_value(reader, "name")) level.name = std::move(name->value);
  read_partitions_of(reader, profile, level);
  level.max_time = reader.time("max_time");
  level.max_nodes = reader.integer("max_nodes", 1, kMostOfACluster);
  level.max_gpus = reader.integer("max_gpus", 1, kMostOfACluster);
  read_most_units(reader, profile, level);
  reader.refuse_unknown_keys();
  return level;
}

/// Jobs have one QoS: that of their partition, or this one.
void read_default_qos(MapReader& reader, const Located<std::string>& name, Profile& profile) {
  const auto own = std::ranges::find_if(profile.partitions, [](const auto& p) { return !p.qos.empty(); });
  if (!name.value.empty() && own != profile.partitions.end())
    reader.report_at(name.location,
                     fmt::format("partition '{}' has a QoS of its own, '{}'", own->name, own->qos),
                     "name one in each partition instead");
  profile.default_qos = name.value;
}

void read_qos(MapReader reader, Profile& profile) {
  if (const auto standard = read_directive_value(reader, "default"))
    read_default_qos(reader, *standard, profile);
  if (profile.default_qos.empty()) reader.require("levels", "levels: [{name: short, max_time: 1d}, ...]");
  if (const auto by_site = reader.choice<bool>("chosen_by", {{"site", true}, {"user", false}}))
    profile.site_chooses_qos = by_site->value;
  if (const auto* const levels = reader.list("levels"))
    for (const auto& item : levels->items) {
      if (item.kind == YamlNode::Kind::map)
        profile.qos.push_back(read_level(reader.within(item), profile));
      else
        reader.report(item, "a QoS is a map with 'name' and its limits");
    }
  reader.refuse_unknown_keys();
}

void read_ladder(MapReader& group, std::string_view key, std::vector<Located<std::string>>& ladder) {
  for (auto& rung : group.texts(key)) {
    if (rung.value == "auto") continue;
    if (!parse_rung(rung.value))
      group.report_at(rung.location, fmt::format("'{}' is not a rung", rung.value), std::string(kRungForms));
    else
      ladder.push_back(std::move(rung));
  }
}

void read_cpus_per_rank(MapReader& group, Profile& profile) {
  const auto* const map = group.map("cpus_per_rank");
  if (map == nullptr) return;
  auto reader = group.within(*map);
  if (const auto cpu = reader.integer("cpu", 1, 1024)) profile.cpus_per_cpu_rank = cpu->value;
  if (const auto gpu = reader.integer("gpu", 1, 1024)) {
    profile.cpus_per_gpu_rank = gpu->value;
    group.report(check_cpus_per_gpu_rank(*gpu, profile));
  }
  reader.refuse_unknown_keys();
}

void read_launcher(MapReader& group, Profile& profile) {
  const auto launcher = group.choice<Launcher>("launcher", launcher_words());
  if (!launcher) return;
  profile.launcher = launcher->value;
  const auto& container = profile.container;
  const bool has_container = !container.image.empty() && !(container.run.empty() && container.srun.empty());
  if (!launcher->value.container || has_container) return;
  group.report_at(launcher->location, "this launcher needs a container, but the profile has none",
                  "add container: {run: apptainer exec --nv, image: /path/of/image.sif}");
}

void read_cpu_bind(MapReader& group, Profile& profile) {
  auto bind = group.text("cpu_bind");
  if (!bind) return;
  if (!fits_directive(bind->value))
    group.report_at(bind->location, fmt::format("srun --cpu-bind cannot be '{}'", bind->value),
                    "write cores, or as in map_cpu:49,57,17,25");
  profile.cpu_bind = std::move(bind->value);
}

/// The script passes these lines to each rank in single quotes.
void read_gpu_rank_setup(MapReader& group, Profile& profile) {
  for (auto& line : group.texts("gpu_rank_setup")) {
    if (line.value.find('\'') != std::string::npos)
      group.report_at(line.location, "a line of 'gpu_rank_setup' holds a single quote",
                      "use double quotes: the script passes these lines in single quotes");
    profile.gpu_rank_setup.push_back(std::move(line.value));
  }
}

/// Reads 500ms, and all forms of read_time.
Result<std::chrono::milliseconds> read_interval_text(std::string_view text) {
  if (!text.ends_with("ms")) {
    TRY_ASSIGN(const auto time, read_time("interval", text));
    return time;
  }
  int number = 0;
  const auto* const end_of_number = text.data() + text.size() - 2;
  const auto [stop, error] = std::from_chars(text.data(), end_of_number, number);
  if (error == std::errc{} && stop == end_of_number && number > 0) return std::chrono::milliseconds(number);
  return failure(fmt::format("'interval' is not a time: '{}'", text), "write 500ms, 1s or 5s");
}

void read_interval(MapReader& group, Monitor& monitor) {
  const auto text = group.text("interval");
  if (!text) return;
  if (const auto interval = read_interval_text(text->value))
    monitor.interval = *interval;
  else
    group.report_at(text->location, interval.error().front().message, interval.error().front().hint);
}

/// Fields become part of an option: --query-gpu of nvidia-smi, or --showFIELD of rocm-smi.
bool can_be_field(Monitor::Kind kind, const std::string& word) {
  const std::string_view more = kind == Monitor::Kind::rocm_smi ? " " : "_.";
  return !word.empty() && std::ranges::all_of(word, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || more.find(c) != std::string_view::npos;
  });
}

void read_fields(MapReader& group, Monitor& monitor) {
  const bool rocm = monitor.kind == Monitor::Kind::rocm_smi;
  for (auto& field : group.texts("fields")) {
    if (!can_be_field(monitor.kind, field.value))
      group.report_at(field.location,
                      fmt::format("'{}' is not a field of {}", field.value, rocm ? "rocm-smi" : "nvidia-smi"),
                      rocm ? "'rocm-smi --help' lists them: write use for --showuse"
                           : "'nvidia-smi --help-query-gpu' lists them");
    monitor.fields.push_back(std::move(field.value));
  }
}

}  // namespace

bool is_slurm_version(const std::string& text) {
  static const Regex kForm(R"(\d\d\.\d\d[\w.-]*)");
  return full_match(text, kForm);
}

void read_requests(MapReader& group, Profile& profile) {
  if (const auto gpus = group.choice<GpuRequest>("gpus", {{"gpus-per-node", GpuRequest::gpus_per_node},
                                                          {"gres", GpuRequest::gres},
                                                          {"gpus", GpuRequest::gpus}}))
    profile.gpu_request = gpus->value;
  if (const auto version = group.text("slurm_version")) {
    if (!is_slurm_version(version->value))
      group.report_at(version->location, fmt::format("'{}' is no version of Slurm", version->value),
                      "write what 'sbatch --version' prints, such as 24.11.5");
    profile.slurm_version = version->value;
  }
  if (const auto account = group.choice<bool>("account", {{"required", true}, {"optional", false}}))
    profile.needs_account = account->value;
  if (const auto exclusive = group.choice<bool>("exclusive", {{"allowed", true}, {"refused", false}});
      exclusive && !exclusive->value)
    profile.exclusive_refused = exclusive->location;
  profile.job_options.sbatch_options = read_sbatch_options(group);
  const auto* const qos = group.node("qos");
  if (qos != nullptr && qos->kind == YamlNode::Kind::scalar)
    read_default_qos(group, read_directive_value(group, "qos").value_or(Located<std::string>{}), profile);
  else if (const auto* const map = group.map("qos"))
    read_qos(group.within(*map), profile);
}

void read_launch(MapReader& group, Profile& profile) {
  read_ladder(group, "ladder", profile.ladder);
  read_ladder(group, "cpu_ladder", profile.cpu_ladder);
  read_launcher(group, profile);
  read_cpus_per_rank(group, profile);
  if (const auto limit = group.time("time_limit")) profile.time_limit = limit->value;
  read_cpu_bind(group, profile);
  read_gpu_rank_setup(group, profile);
  group.report(check_ladder(profile));
}

void read_monitor(MapReader& group, Profile& profile) {
  if (const auto command = group.choice<Monitor::Kind>("command", {{"nvidia-smi", Monitor::Kind::nvidia_smi},
                                                                   {"rocm-smi", Monitor::Kind::rocm_smi},
                                                                   {"none", Monitor::Kind::none}}))
    profile.monitor.kind = command->value;
  read_interval(group, profile.monitor);
  read_fields(group, profile.monitor);
}

std::vector<std::string> assumed_launch(const YamlNode& root, const Profile& profile) {
  const auto* const launch = find(root, "launch");
  const auto* const cores = launch == nullptr ? nullptr : find(*launch, "cpus_per_rank");
  const auto is_given = [&](std::string_view key) {
    return cores != nullptr && find(*cores, key) != nullptr;
  };
  if (!traits_of(profile.scheduler).has_partitions) return {};
  std::vector<std::string> assumed;
  if (!is_given("cpu")) assumed.push_back(fmt::format("cpus_per_rank: cpu: {}", profile.cpus_per_cpu_rank));
  const auto& all = profile.partitions;
  const bool has_gpus = std::ranges::any_of(all, [](const Partition& p) { return gpus_per_node(p) > 0; });
  if (!is_given("gpu") && has_gpus)
    assumed.push_back(fmt::format("cpus_per_rank: gpu: {}, the cores of a node divided by its GPUs{}",
                                  profile.cpus_per_gpu_rank,
                                  all.size() > 1 ? ", the least of all partitions" : ""));
  return assumed;
}

}  // namespace scalegen
