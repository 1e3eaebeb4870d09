#include "analysis/measurement/conditions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "core/plan_file.hpp"

namespace scalegen {
namespace {

template <class T>
void keep(Settings& conditions, const std::string& name, const std::optional<T>& value) {
  if (value) set(conditions, name, Value(*value));
}

void keep_start(Settings& conditions, const TrainerStart& start) {
  keep(conditions, "global_batch", start.global_batch);
  keep(conditions, "per_rank_batch", start.per_rank_batch);
  keep(conditions, "precision", start.precision);
  keep(conditions, "peak_tflops", start.peak_tflops);
  keep(conditions, "dataset", start.dataset);
  keep(conditions, "model", start.model);
  keep(conditions, "optimizer", start.optimizer);
  keep(conditions, "torch", start.torch);
  keep(conditions, "device_name", start.device_name);
  keep(conditions, "threads", start.threads);
  keep(conditions, "backend", start.backend);
}

// rocm-smi lists GPUs without their models.
std::string recorded_device(const Run& run, const Placement& placement) {
  if (run.rung.device == DeviceKind::cpu) return placement.cpu;
  std::set<std::string> names;
  for (const auto& gpu : placement.gpus)
    if (gpu.name != "AMD") names.insert(gpu.name);
  return fmt::format("{}", fmt::join(names, " and "));
}

void keep_recorded(Settings& conditions, const Run& run, const Placement& placement) {
  const auto keep_text = [&](const char* name, const std::string& text) {
    if (!text.empty() && find(conditions, name) == nullptr) set(conditions, name, text);
  };
  keep_text("device_name", recorded_device(run, placement));
  if (run.rung.device == DeviceKind::gpu) keep_text("cpu_name", placement.cpu);
  keep_text("node_kind", run.resources.node_kind);
}

// Nullopt if a step does not say its samples, or all are more than a double counts.
std::optional<std::int64_t> samples_in(const std::deque<TrainerStep>& steps) {
  constexpr double kMost = 1e15;
  double sum = 0;
  for (const auto& step : steps) sum += static_cast<double>(step.samples.value_or(0));
  const bool all_say = std::ranges::all_of(steps, [](const auto& s) { return s.samples.value_or(0) > 0; });
  return all_say && sum < kMost ? std::optional(static_cast<std::int64_t>(sum)) : std::nullopt;
}

// Step lines tell the work: samples where no batch gives them or the plan foretold them, and epochs where the
// plan does not say for how long to train.
void keep_work(Settings& conditions, const Settings& planned, const TrainerLog& log) {
  constexpr std::array kLengths{"steps", "epochs", "seconds"};
  const auto is_planned = [&](const char* name) { return find(planned, name) != nullptr; };
  if (find(conditions, "global_batch") == nullptr || is_planned("samples"))
    keep(conditions, "samples", samples_in(log.steps));
  if (log.epoch > 1 && std::ranges::none_of(kLengths, is_planned)) keep(conditions, "epochs", log.epoch);
}

}  // namespace

Settings measured_conditions(const Run& run, const TrainerLog& log, const Placement& placement) {
  Settings conditions = run.settings;
  set(conditions, "device", to_text(run.rung.device));
  if (!log.steps.empty()) set(conditions, "steps", static_cast<std::int64_t>(log.steps.size()));
  if (log.start) keep_start(conditions, *log.start);
  if (const auto* said = find(run.settings, "threads"); said != nullptr && run.rung.threads > 0)
    set(conditions, "threads", *said);  // `all` are more on larger rungs
  keep_recorded(conditions, run, placement);
  if (!log.steps.empty()) keep_work(conditions, run.settings, log);
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
