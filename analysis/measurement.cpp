#include "analysis/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/files.hpp"
#include "core/plan_file.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

std::string state_of(const RunRecord& record) {
  if (record.attempt.empty() && !record.outcome) return "not started";
  if (!record.outcome) return "running";
  return is_completed(*record.outcome) ? "" : describe(*record.outcome);
}

std::string reason_in(const Diagnostics& diagnostics) {
  const auto& first = diagnostics.front();
  return first.place ? fmt::format("line {} of metrics.jsonl: {}", first.place->line, first.message)
                     : first.message;
}

template <class T>
void keep(Settings& conditions, const std::string& name, const std::optional<T>& value) {
  if (value) set(conditions, name, Value(*value));
}

// As asked for in the plan; what the trainer says of itself goes over it.
Settings conditions_of(const Run& run, const TrainerLog& log) {
  Settings conditions = run.settings;
  set(conditions, "device", to_text(run.rung.device));
  set(conditions, "steps", static_cast<std::int64_t>(log.steps.size()));
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

std::vector<fs::path> monitor_files(const fs::path& attempt) {
  std::vector<fs::path> files;
  std::error_code ignored;  // no folder: nothing was monitored
  for (const auto& entry : fs::directory_iterator(attempt, ignored)) {
    const auto name = entry.path().filename().string();
    if (name.rfind("gpu.", 0) == 0 && entry.path().extension() == ".csv") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// "gpu.n1.csv" -> "n1"
std::string host_of(const fs::path& file) { return file.stem().string().substr(4); }

std::vector<GpuUsage> gpus_in(const fs::path& attempt, const TimeSpan& span) {
  std::vector<GpuUsage> all;
  for (const auto& file : monitor_files(attempt)) {
    const auto text = read_file(file);
    if (!text) continue;
    for (auto gpu : gpu_usage(read_nvidia_smi(*text), span)) {
      gpu.device = fmt::format("{}:{}", host_of(file), gpu.device);
      all.push_back(std::move(gpu));
    }
  }
  return all;
}

// A run on fewer ranks than it asked for, or on CPUs for want of a GPU, is another rung than its name says.
std::string other_rung(const Run& run, const TrainerLog& log) {
  if (!log.start) return "";
  const auto asked = world_size(run.rung);
  if (log.start->world_size.value_or(asked) != asked)
    return fmt::format("ran with world size {}, and {} was asked for", *log.start->world_size, asked);
  const auto& device = log.start->device;
  if (device && (*device == "cpu") != (run.rung.device == DeviceKind::cpu))
    return fmt::format("ran on {}, and {} was asked for", *device, to_text(run.rung.device));
  return "";
}

void take_log(Measurement& m, const Run& run, const TrainerLog& log) {
  m.start = log.start;
  m.conditions = conditions_of(run, log);
  if (log.end) m.loop_seconds = log.end->seconds;
  for (const auto& eval : log.evals)
    if (eval.accuracy) m.accuracy = eval.accuracy;
  const auto window = measured_window(log);
  m.unmeasured = window ? other_rung(run, log) : reason_in(window.error());
  if (window) m.window = *window;
  if (m.unmeasured.empty()) m.value = samples_per_second(*window);
}

}  // namespace

Measurement measure(const RunRecord& record, const RunDirectory& directory) {
  Measurement m{.run = record.run.id,
                .round = record.run.round,
                .attempt = record.attempt,
                .unmeasured = state_of(record)};
  if (!m.unmeasured.empty()) return m;
  const auto attempt = directory.attempt(record.run.id, record.attempt);
  const auto text = read_file(attempt.metrics());
  const auto log = text ? read_metrics(attempt.metrics().string(), *text) : tl::make_unexpected(text.error());
  if (!log) {
    m.unmeasured = reason_in(log.error());
    return m;
  }
  take_log(m, record.run, *log);
  if (m.window && m.window->span) m.gpus = gpus_in(attempt.root, *m.window->span);
  return m;
}

}  // namespace scalegen
