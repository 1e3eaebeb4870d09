#include "analysis/measurement/conditions.hpp"

#include <fmt/format.h>

#include "core/plan_file.hpp"

namespace scalegen {
namespace {

template <class T>
void keep(Settings& conditions, const std::string& name, const std::optional<T>& value) {
  if (value) set(conditions, name, Value(*value));
}

}  // namespace

Settings measured_conditions(const Run& run, const TrainerLog& log) {
  Settings conditions = run.settings;
  set(conditions, "device", to_text(run.rung.device));
  if (!log.steps.empty()) set(conditions, "steps", static_cast<std::int64_t>(log.steps.size()));
  if (!log.start) return conditions;
  keep(conditions, "global_batch", log.start->global_batch);
  keep(conditions, "per_rank_batch", log.start->per_rank_batch);
  keep(conditions, "precision", log.start->precision);
  keep(conditions, "dataset", log.start->dataset);
  keep(conditions, "model", log.start->model);
  keep(conditions, "optimizer", log.start->optimizer);
  keep(conditions, "torch", log.start->torch);
  keep(conditions, "device_name", log.start->device_name);
  keep(conditions, "threads", log.start->threads);
  keep(conditions, "backend", log.start->backend);
  return conditions;
}

std::string rung_mismatch(const Run& run, const TrainerLog& log) {
  if (!log.start) return "";
  const auto asked = world_size(run.rung);
  if (log.start->world_size.value_or(asked) != asked)
    return fmt::format("ran with world size {}, but {} was asked for", *log.start->world_size, asked);
  const auto& device = log.start->device;
  if (device && (*device == "cpu") != (run.rung.device == DeviceKind::cpu))
    return fmt::format("ran on {}, but {} was asked for", *device, to_text(run.rung.device));
  return "";
}

}  // namespace scalegen
