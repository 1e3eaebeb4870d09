#include "generator/plan/choose_partition.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "generator/plan/nearest_rungs.hpp"
#include "generator/plan/partition_limits.hpp"

namespace scalegen {
namespace {

using Partitions = std::vector<const Partition*>;

/// Those that may be taken without being asked for. Ranks on cores go where no GPU would lie idle, if they
/// can.
Partitions candidates(const Profile& profile, DeviceKind device) {
  Partitions with_gpus;
  Partitions without;
  for (const auto& partition : profile.partitions)
    if (partition.chosen) (partition.gpus_per_node ? with_gpus : without).push_back(&partition);
  if (device == DeviceKind::gpu) return with_gpus;
  return without.empty() ? with_gpus : without;
}

void put_fitting_kind_first(Partitions& partitions, const PartitionWish& wish) {
  std::stable_partition(partitions.begin(), partitions.end(), [&](const Partition* p) {
    return p->whole_nodes == fills_nodes(*p, wish.rung_on(*p), wish.cpus_per_task);
  });
}

std::string nearest(const Partitions& partitions, const PartitionWish& wish) {
  const auto names = nearest_rungs(partitions, wish.rung_on(*partitions.front()), wish.cpus_per_task);
  if (names.empty()) return "";
  return fmt::format("the nearest {} {}", names.size() == 1 ? "rung that can be had is" : "rungs are",
                     fmt::join(names, " and "));
}

std::vector<std::string> notes_of(const Refusal& refusal) {
  return refusal.set_by.empty() ? std::vector<std::string>{} : std::vector{refusal.set_by};
}

void report_one(const Partition& partition, const PartitionWish& wish, Diagnostics& errors) {
  auto hint = nearest({&partition}, wish);
  for (const auto& refusal : refusals(partition, wish.rung_on(partition))) {
    errors.push_back(error_at(wish.mark, fmt::format("rung '{}' {}", wish.name, refusal.reason),
                              std::exchange(hint, ""), notes_of(refusal)));
  }
}

void report_all(const Profile& profile, const Partitions& partitions, const PartitionWish& wish,
                Diagnostics& errors) {
  std::vector<std::string> notes;
  for (const auto* partition : partitions) {
    const auto first = refusals(*partition, wish.rung_on(*partition)).front();
    notes.push_back(first.set_by.empty() ? "it " + first.reason
                                         : fmt::format("it {}: {}", first.reason, first.set_by));
  }
  errors.push_back(error_at(wish.mark,
                            fmt::format("no partition of '{}' gives rung '{}'", profile.name, wish.name),
                            nearest(partitions, wish), std::move(notes)));
}

}  // namespace

const Partition* choose_partition(const Profile& profile, const Partition* asked, const PartitionWish& wish,
                                  Diagnostics& errors) {
  auto partitions = asked != nullptr ? Partitions{asked} : candidates(profile, wish.device);
  if (partitions.empty()) {
    errors.push_back(error_at(
        wish.mark, fmt::format("rung '{}' needs {}, and '{}' has none", wish.name,
                               wish.device == DeviceKind::gpu ? "GPUs" : "a partition", profile.name)));
    return nullptr;
  }
  put_fitting_kind_first(partitions, wish);
  Partitions able;
  std::copy_if(partitions.begin(), partitions.end(), std::back_inserter(able),
               [&](const Partition* p) { return refusals(*p, wish.rung_on(*p)).empty(); });
  if (able.empty() && partitions.size() > 1) {
    report_all(profile, partitions, wish, errors);
    return nullptr;
  }
  if (able.empty()) {
    report_one(*partitions.front(), wish, errors);
    return partitions.front();  // so that all else that is wrong with the rung is found too
  }
  const auto in_time =
      std::find_if(able.begin(), able.end(), [&](const Partition* p) { return allows(*p, wish.time_limit); });
  return in_time != able.end() ? *in_time : able.front();  // check_limits says that the time is too long
}

}  // namespace scalegen
