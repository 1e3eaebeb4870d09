#include "analysis/report/sections.hpp"

#include <algorithm>

#include "analysis/cost/rung_cost.hpp"
#include "analysis/report/json_values.hpp"

namespace scalegen::report {
namespace {

void put_scaled(Json& json, const char* name, const std::optional<stats::Estimate>& estimate, double factor) {
  if (estimate) json[name] = estimate_json(stats::scaled(*estimate, factor));
}

Json hours_json(const Rate& rate, const std::optional<stats::Estimate>& hours) {
  Json json = Json::object();
  put(json, "hours", hours);
  if (rate.gpu_hours > 0) put_scaled(json, "gpu_hours", hours, rate.gpu_hours);
  put_scaled(json, "core_hours", hours, rate.core_hours);
  if (rate.unit.empty()) return json;
  put_scaled(json, "units", hours, rate.units);
  json["unit"] = rate.unit;
  return json;
}

// What a run kept busy of what it held: of cores and memory on its first node, memory with cached files.
Json used_json(const ScalingPoint& point) {
  Json json = Json::object();
  std::vector<double> cores;
  std::optional<std::int64_t> memory;
  for (const auto& run : point.runs) {
    if (!run.has_completed) continue;
    if (run.load && run.load->used_cores) cores.push_back(*run.load->used_cores);
    if (run.peak_memory_mib) memory = std::max(memory.value_or(0), *run.peak_memory_mib);
  }
  if (point.shape.device == DeviceKind::gpu) put(json, "gpus", point.shape.ranks);
  if (!cores.empty()) json["cores_a_node"] = stats::median(cores);
  put(json, "memory_mib_a_node", memory);
  return json;
}

Json held_json(const ScalingPoint& point) {
  Json json{{"gpus", point.billed->gpu_hours}, {"cores", point.billed->core_hours}};
  if (!point.asked) return json;
  json["nodes"] = point.asked->nodes;
  put(json, "memory_mib_a_node", point.asked->memory_mib_per_node);
  return json;
}

Json rung_json(const ScalingPoint& point, const RungCost& cost, const std::string& things) {
  Json json{{"rung", point.rung}, {"allocated", held_json(point)}, {"used", used_json(point)}};
  if (cost.run_hours) json["run"] = hours_json(cost.billed, cost.run_hours);
  put(json, "for_the_same_work", cost.relative);
  if (cost.million_hours) {
    json["million"] = hours_json(cost.rate, cost.million_hours);
    json["million"]["of"] = things;
  }
  if (cost.epoch_hours) json["epoch"] = hours_json(cost.rate, cost.epoch_hours);
  put(json, "gpu_kwh_per_million", cost.million_kwh);
  put(json, "gpu_kwh_a_run", cost.run_kwh);
  put(json, "accuracy", further_figure(point, kAccuracy));
  return json;
}

}  // namespace

Json cost_json(const Report& report) {
  Json tables = Json::array();
  bool any = false;
  for (const auto& table : report.tables) {
    const auto costs = rung_costs(table, report.head.metric);
    Json json{{"rungs", Json::array()}};
    for (std::size_t k = 0; k < costs.size(); ++k)
      if (costs[k])
        json["rungs"].push_back(rung_json(table.points[k], *costs[k], counted_things(report.head.metric)));
    any = any || !json["rungs"].empty();
    tables.push_back(std::move(json));
  }
  return any ? tables : Json();
}

}  // namespace scalegen::report
