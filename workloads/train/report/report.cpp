#include "workloads/train/report/report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "workloads/train/error.hpp"

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
  if (facts.resumed_after > 0) json["resumed_after"] = facts.resumed_after;
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

Json json_of(const Probe& probe) {
  const double algbw = static_cast<double>(probe.bytes) / probe.seconds / 1e9;
  return {{"bytes", probe.bytes},
          {"seconds", probe.seconds},
          {"algbw_gb_per_s", algbw},
          {"busbw_gb_per_s", algbw * 2 * (probe.ranks - 1) / probe.ranks}};
}

void say(const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

std::string table(const RunFacts& facts, const PlannedLength& length) {
  const auto row = [](const char* name, const std::string& value) {
    return fmt::format("  {:<14}{}\n", name, value);
  };
  const std::string passes = facts.accumulate > 1 ? fmt::format(" in {} passes", facts.accumulate) : "";
  return fmt::format("scalegen-train {}\n", version()) +
         row("ranks", fmt::format("{}, backend {}, {} thread{} each", facts.world_size, facts.backend,
                                  facts.threads, facts.threads == 1 ? "" : "s")) +
         row("device", fmt::format("{} ({})", facts.device, facts.device_name)) +
         row("model", fmt::format("{}, {} parameters, {}", facts.model, facts.parameters, facts.precision)) +
         row("data", fmt::format("{}, {} samples", facts.dataset, facts.train_samples)) +
         row("batch", fmt::format("{}, {} a rank{}", facts.global_batch, facts.per_rank_batch, passes)) +
         (facts.world_size > 1 ? row("strategy", facts.strategy) : "") +
         (facts.cuda_graph ? row("CUDA graph", "from step 12 on") : "") +
         row("optimizer", fmt::format("{}, learning rate {}", facts.optimizer, facts.learning_rate)) +
         (length.seconds ? row("seconds", fmt::format("{}", *length.seconds))
                         : row("steps", fmt::format("{}", length.steps))) +
         (facts.resumed_after > 0 ? row("goes on", fmt::format("after step {}", facts.resumed_after)) : "") +
         row("LibTorch", facts.versions.torch);
}

}  // namespace

void Report::open() {
  if (leads() && !path_.empty() && !file_.is_open()) file_.open(path_);
}

void Report::start(const RunFacts& facts, PlannedLength length) {
  if (!leads()) return;
  planned_ = length;
  printed_ = std::chrono::steady_clock::now();
  file_.append(text(event_of(facts)));
  file_.flush();
  say(table(facts, length));
}

void Report::step(const StepResult& result) {
  if (!leads()) return;
  ++steps_;
  samples_ += result.samples;
  seconds_ += result.seconds;
  file_.append(to_json(result));
  if (!std::isfinite(result.loss) && !std::exchange(has_warned_, true))
    fmt::print(stderr, "scalegen-train: the loss is no number from step {} on: nothing is learned\n",
               result.step);
  print_step(result);
}

/// At most a line a second, and one for the last step. The rate is that of the steps since the line before.
void Report::print_step(const StepResult& result) {
  const auto now = std::chrono::steady_clock::now();
  if (printed_ && now - *printed_ < std::chrono::seconds(1) && result.step != planned_.steps) return;
  const double rate = static_cast<double>(samples_ - printed_samples_) / (seconds_ - printed_seconds_);
  const std::string all = planned_.seconds ? "" : fmt::format("/{}", planned_.steps);
  say(fmt::format("step {}{} · loss {:.3f} · {:.0f} images/s\n", result.step, all, result.loss, rate));
  printed_ = now;
  printed_samples_ = samples_;
  printed_seconds_ = seconds_;
}

void Report::evaluation(const Evaluation& evaluation) {
  if (!leads()) return;
  file_.append(text(event_of(evaluation)));
  say(fmt::format("test · accuracy {:.4f} · loss {:.3f} · {} images in {:.1f} s\n", evaluation.accuracy,
                  evaluation.loss, evaluation.samples, evaluation.seconds));
}

void Report::probe(const Probe& probe) {
  if (!leads()) return;
  Json json = {{"event", "probe"}, {"time", unix_time()}, {"when", probe.when}, {"operation", "all_reduce"}};
  json.update(json_of(probe));
  file_.append(text(json));
}

void Report::probe_curve(const std::vector<Probe>& sizes, std::size_t nodes) {
  if (!leads() || sizes.empty()) return;
  Json list = Json::array();
  for (const Probe& probe : sizes) list.push_back(json_of(probe));
  file_.append(text({{"event", "probe_curve"},
                     {"time", unix_time()},
                     {"when", sizes.front().when},
                     {"operation", "all_reduce"},
                     {"ranks", sizes.front().ranks},
                     {"nodes", nodes},
                     {"sizes", list}}));
}

void Report::ranks(const std::vector<RankSummary>& ranks) {
  if (!leads()) return;
  Json list = Json::array();
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    list.push_back({{"rank", rank}});
    list.back().update(json_of(ranks[rank]));
  }
  file_.append(text({{"event", "ranks"}, {"time", unix_time()}, {"ranks", list}}));
}

void Report::print_phases(const PhaseSummary& summary) {
  if (!leads()) return;
  const auto steps = static_cast<double>(summary.steps);
  std::string table =
      fmt::format("rank 0, the last {} steps\n  {:<14}{:>10}{:>13}{:>12}{:>10}{:>8}\n", summary.steps,
                  "phase", "time s", "per step ms", "median ms", "p90 ms", "%");
  for (std::size_t i = 0; i < kPhases.size(); ++i)
    table += fmt::format("  {:<14}{:>10.3f}{:>13.3f}{:>12.3f}{:>10.3f}{:>8.1f}\n", kPhases[i],
                         summary.sum.seconds[i], 1e3 * summary.sum.seconds[i] / steps,
                         1e3 * summary.median.seconds[i], 1e3 * summary.p90.seconds[i],
                         100 * summary.sum.seconds[i] / summary.seconds);
  say(table);
}

void Report::end(double seconds, double peak_memory_mib) {
  if (!leads()) return;
  file_.append(text({{"event", "end"},
                     {"time", unix_time()},
                     {"steps", steps_},
                     {"samples", samples_},
                     {"seconds", seconds},
                     {"peak_memory_mib", peak_memory_mib}}));
  file_.flush();
  say(fmt::format("done · {} steps, {} images in {:.1f} s · {:.0f} images/s · peak memory {:.0f} MiB\n",
                  steps_, samples_, seconds, static_cast<double>(samples_) / seconds, peak_memory_mib));
}

void Report::error(const std::string& message, int rank) {
  std::string who = world_.size > 1 ? fmt::format("rank {}: ", world_.rank) : "";
  if (rank != world_.rank) who += fmt::format("rank {} failed: ", rank);
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) {
    const std::string whole = fmt::format("scalegen-train: {}{}\n", who, line);
    std::fwrite(whole.data(), 1, whole.size(), stderr);
  }
  try {
    open();
    file_.append(text({{"event", "error"}, {"time", unix_time()}, {"rank", rank}, {"message", message}}));
    file_.flush();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): it is on stderr already
  }
}

std::string to_json(const StepResult& result) { return text(event_of(result)); }

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
