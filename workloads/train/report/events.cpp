#include "workloads/train/report/events.hpp"

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

namespace scalegen::train {
namespace {

using Json = nlohmann::ordered_json;

/// Names of files and hosts need not be UTF-8; JSON must be.
std::string text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// A loss that is no number is not known, and left out: JSON has no word for it.
void add_known(Json& json, const char* name, double value) {
  if (std::isfinite(value)) json[name] = value;
}

void add_known(Json& json, const char* name, const std::string& text) {
  if (!text.empty()) json[name] = text;
}

Json event_of(const RunFacts& facts) {
  Json json = {{"event", "start"},
               {"time", unix_time()},
               {"world_size", facts.world_size},
               {"hosts", facts.hosts},
               {"devices", facts.devices},
               {"recipe", facts.recipe},
               {"model", facts.model},
               {"parameters", facts.parameters},
               {"gradient_bytes", facts.gradient_bytes},
               {"dataset", facts.dataset},
               {"train_samples", facts.train_samples},
               {"global_batch", facts.global_batch},
               {"per_rank_batch", facts.per_rank_batch},
               {"accumulate", facts.accumulate},
               {"strategy", facts.strategy}};
  if (facts.world_size > 1 && facts.strategy == "none") json["sync"] = "none";
  json["flops_per_sample"] = facts.flops_per_sample;
  if (facts.peak_tflops) json["peak_tflops"] = *facts.peak_tflops;
  if (facts.sequence_length > 0)
    json.update({{"batch_unit", facts.batch_unit}, {"sequence_length", facts.sequence_length}});
  add_known(json, "gradient_compression", facts.gradient_compression);
  json.update({{"precision", facts.precision},
               {"optimizer", facts.optimizer},
               {"learning_rate", facts.learning_rate},
               {"seed", facts.seed},
               {"device", facts.device},
               {"device_name", facts.device_name},
               {"backend", facts.backend},
               {"torch", facts.versions.torch}});
  add_known(json, "nccl", facts.versions.nccl);
  add_known(json, "cudnn", facts.versions.cudnn);
  add_known(json, "driver", facts.versions.driver);
  json["threads"] = facts.threads;
  if (facts.cuda_graph) json["cuda_graph"] = true;
  if (facts.emulates_bf16) json["emulates_bf16"] = true;
  json["version"] = version();
  return json;
}

Json json_of(const PhaseSeconds& phases) {
  Json json = Json::object();
  for (std::size_t i = 0; i < kPhases.size(); ++i) json[std::string(kPhases[i])] = phases.seconds[i];
  return json;
}

Json json_of(const RankSummary& rank) {
  return {{"host", rank.host},
          {"device", rank.device},
          {"steps", rank.phases.steps},
          {"seconds", rank.phases.seconds},
          {"phases", json_of(rank.phases.sum)},
          {"median", json_of(rank.phases.median)},
          {"p90", json_of(rank.phases.p90)}};
}

PhaseSeconds phases_of(const Json& json) {
  PhaseSeconds phases;
  for (std::size_t i = 0; i < kPhases.size(); ++i) phases.seconds[i] = json.at(std::string(kPhases[i]));
  return phases;
}

Json event_of(const StepResult& result) {
  Json json = {{"event", "step"},     {"step", result.step},       {"epoch", result.epoch},
               {"time", result.time}, {"seconds", result.seconds}, {"samples", result.samples}};
  add_known(json, "loss", result.loss);
  if (!result.has_phases) return json;
  json["data_wait_seconds"] = result.phases[Phase::data];
  json["phases"] = json_of(result.phases);
  return json;
}

Json event_of(const Evaluation& evaluation) {
  Json json = {{"event", "eval"},
               {"time", unix_time()},
               {"epoch", evaluation.epoch},
               {"accuracy", evaluation.accuracy}};
  add_known(json, "loss", evaluation.loss);
  json["samples"] = evaluation.samples;
  json["seconds"] = evaluation.seconds;
  return json;
}

}  // namespace

std::string event_line(const RunFacts& facts) { return text(event_of(facts)); }

std::string event_line(const StepResult& result) { return text(event_of(result)); }

std::string event_line(const Evaluation& evaluation) { return text(event_of(evaluation)); }

std::string event_line(const Probe& probe) {
  const double algbw = static_cast<double>(probe.bytes) / probe.seconds / 1e9;
  return text({{"event", "probe"},
               {"time", unix_time()},
               {"when", probe.when},
               {"operation", "all_reduce"},
               {"bytes", probe.bytes},
               {"seconds", probe.seconds},
               {"algbw_gb_per_s", algbw},
               {"busbw_gb_per_s", algbw * 2 * (probe.ranks - 1) / probe.ranks}});
}

std::string event_line(const std::vector<RankSummary>& ranks) {
  Json list = Json::array();
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    list.push_back({{"rank", rank}});
    list.back().update(json_of(ranks[rank]));
  }
  return text({{"event", "ranks"}, {"time", unix_time()}, {"ranks", list}});
}

std::string event_line(const RunEnd& end) {
  Json event = {{"event", "end"},         {"time", unix_time()},    {"steps", end.steps},
                {"samples", end.samples}, {"seconds", end.seconds}, {"peak_memory_mib", end.peak.held}};
  if (end.peak.allocated) event["peak_allocated_mib"] = *end.peak.allocated;
  if (end.skipped_steps) event["skipped_steps"] = *end.skipped_steps;
  return text(event);
}

std::string error_line(const std::string& message, int rank) {
  return text({{"event", "error"}, {"time", unix_time()}, {"rank", rank}, {"message", message}});
}

std::string to_json(const RankSummary& summary) { return text(json_of(summary)); }

RankSummary rank_summary_from_json(const std::string& text) {
  const Json json = Json::parse(text);
  return {json.at("host"),
          json.at("device"),
          {json.at("steps"), json.at("seconds"), phases_of(json.at("phases")), phases_of(json.at("median")),
           phases_of(json.at("p90"))}};
}

std::string to_json(const Capabilities& capabilities) {
  return text({{"torch", capabilities.torch},
               {"gpus", capabilities.gpus},
               {"backends", capabilities.backends},
               {"cpu_precisions", capabilities.cpu_precisions},
               {"version", version()}});
}

std::string version() { return SCALEGEN_VERSION; }

double unix_time() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace scalegen::train
