#include "generator/plan/qos.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/did_you_mean.hpp"
#include "core/units.hpp"
#include "generator/plan/partition_limits.hpp"

namespace scalegen {
namespace {

using Limit = std::optional<Placed<int>>;

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
  errors.push_back(error_at(step.mark,
                            fmt::format("rung '{}' asks for {}, and QoS '{}' gives at most {}",
                                        step.rung.name, counted(asked, what), qos.name, most->value),
                            "", {set_by(key, *most)}));
}

void check_sizes(const Step& step, const Qos& qos, Diagnostics& errors) {
  check_size(step, qos, "max_nodes", "node", step.rung.nodes, qos.max_nodes, errors);
  if (step.rung.device == DeviceKind::gpu)
    check_size(step, qos, "max_gpus", "GPU", world_size(step.rung), qos.max_gpus, errors);
}

void report_time(const Qos& longest, const std::string& whose, const Placed<std::chrono::seconds>& limit,
                 Diagnostics& errors) {
  const auto& most = *longest.max_time;
  auto error = error_at(limit.mark,
                        fmt::format("a time limit of {} is more than the {} of {}",
                                    duration_text(limit.value), duration_text(most.value), whose),
                        "", {set_by(most.mark, "max_time", slurm_time(most.value))});
  if (std::find(errors.begin(), errors.end(), error) == errors.end()) errors.push_back(std::move(error));
}

void check_site_choice(const Profile& profile, const Step& step, const Placed<std::chrono::seconds>& limit,
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

const Qos* find_qos(const Profile& profile, const Placed<std::string>& asked, Diagnostics& errors) {
  std::vector<std::string> known;
  for (const auto& qos : profile.qos) {
    if (qos.name == asked.value) return &qos;
    known.push_back(qos.name);
  }
  errors.push_back(error_at(asked.mark, fmt::format("'{}' has no QoS '{}'", profile.name, asked.value),
                            did_you_mean(asked.value, known)));
  return nullptr;
}

void check_asked(const Profile& profile, const Placed<std::string>& asked, const std::vector<Step>& steps,
                 const Placed<std::chrono::seconds>& limit, Diagnostics& errors) {
  const auto* const qos = find_qos(profile, asked, errors);
  if (qos == nullptr) return;
  if (!allows(*qos, limit.value)) report_time(*qos, fmt::format("QoS '{}'", qos->name), limit, errors);
  for (const auto& step : steps) {
    if (!holds_in(*qos, *step.partition))
      errors.push_back(
          error_at(asked.mark, fmt::format("QoS '{}' cannot be had in partition '{}', which rung '{}' needs",
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

void check_qos(const Profile& profile, const Placed<std::string>& asked, const std::vector<Step>& steps,
               const Placed<std::chrono::seconds>& time_limit, Diagnostics& errors) {
  if (profile.qos.empty() || profile.scheduler != SchedulerKind::slurm) return;
  if (!asked.value.empty()) return check_asked(profile, asked, steps, time_limit, errors);
  if (!profile.site_chooses_qos) return;
  for (const auto& step : steps) check_site_choice(profile, step, time_limit, errors);
}

}  // namespace scalegen
