#include "analysis/report/placement_json.hpp"

namespace scalegen {
namespace {

Json task_json(const TaskPlace& task) {
  Json json{{"host", task.host}};
  if (task.rank) json["rank"] = *task.rank;
  if (!task.cores.empty()) json["cores"] = task.core_list;
  if (!task.visible_gpus.empty()) json["visible_gpus"] = task.visible_gpus;
  return json;
}

Json gpu_json(const NodeGpu& gpu) {
  return {{"host", gpu.host},
          {"index", gpu.index},
          {"uuid", gpu.uuid},
          {"driver", gpu.driver},
          {"name", gpu.name}};
}

}  // namespace

Json placement_json(const Placement& placement) {
  Json json = Json::object();
  if (is_recorded(placement)) {
    json["as_asked"] = placement.differences.empty();
    json["differences"] = placement.differences;
    json["nodes"] = nodes_of(placement);
  }
  for (const auto& task : placement.tasks) json["tasks"].push_back(task_json(task));
  for (const auto& gpu : placement.gpus) json["gpus"].push_back(gpu_json(gpu));
  if (!placement.nccl_transports.empty()) json["nccl_transports"] = placement.nccl_transports;
  return json;
}

}  // namespace scalegen
