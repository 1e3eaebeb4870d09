#include <fmt/format.h>

#include <algorithm>

#include "core/did_you_mean.hpp"
#include "generator/read/job_extras.hpp"
#include "generator/read/profile/groups.hpp"

namespace scalegen {
namespace {

constexpr int kMost = 1'000'000;

void read_partitions_of(Group& group, MapReader& reader, const Profile& profile, Qos& level) {
  std::vector<std::string> known;
  known.reserve(profile.partitions.size());
  for (const auto& partition : profile.partitions) known.push_back(partition.name);
  for (auto& name : reader.texts("partitions")) {
    if (std::find(known.begin(), known.end(), name.value) == known.end())
      group.errors.push_back(error_at(name.mark, fmt::format("there is no partition '{}'", name.value),
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
    group.errors.push_back(error_at(unit->mark, fmt::format("no partition bills in '{}'", unit->value),
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

}  // namespace scalegen
