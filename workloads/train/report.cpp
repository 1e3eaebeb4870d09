#include "workloads/train/report.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

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

Json event_of(const RunFacts& facts) {
  return {{"event", "start"},
          {"time", unix_time()},
          {"world_size", facts.world_size},
          {"hosts", facts.hosts},
          {"model", facts.model},
          {"parameters", facts.parameters},
          {"gradient_bytes", facts.gradient_bytes},
          {"dataset", facts.dataset},
          {"train_samples", facts.train_samples},
          {"global_batch", facts.global_batch},
          {"per_rank_batch", facts.per_rank_batch},
          {"precision", facts.precision},
          {"optimizer", facts.optimizer},
          {"learning_rate", facts.learning_rate},
          {"seed", facts.seed},
          {"device", facts.device},
          {"device_name", facts.device_name},
          {"backend", facts.backend},
          {"torch", facts.torch},
          {"threads", facts.threads},
          {"version", version()}};
}

Json event_of(const StepResult& result) {
  Json json = {{"event", "step"},     {"step", result.step},       {"epoch", result.epoch},
               {"time", result.time}, {"seconds", result.seconds}, {"samples", result.samples}};
  add_known(json, "loss", result.loss);
  json["data_wait_seconds"] = result.data_wait_seconds;
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

void say(const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

std::string table(const RunFacts& facts, int64_t steps) {
  const auto row = [](const char* name, const std::string& value) {
    return fmt::format("  {:<14}{}\n", name, value);
  };
  return fmt::format("scalegen-train {}\n", version()) +
         row("ranks", fmt::format("{}, backend {}, {} thread{} each", facts.world_size, facts.backend,
                                  facts.threads, facts.threads == 1 ? "" : "s")) +
         row("device", fmt::format("{} ({})", facts.device, facts.device_name)) +
         row("model", fmt::format("{}, {} parameters, {}", facts.model, facts.parameters, facts.precision)) +
         row("data", fmt::format("{}, {} samples", facts.dataset, facts.train_samples)) +
         row("batch", fmt::format("{}, {} a rank", facts.global_batch, facts.per_rank_batch)) +
         row("optimizer", fmt::format("{}, learning rate {}", facts.optimizer, facts.learning_rate)) +
         row("steps", fmt::format("{}", steps)) + row("LibTorch", facts.torch);
}

}  // namespace

Report::~Report() {
  if (file_ >= 0) close(file_);
}

void Report::open(const std::filesystem::path& path) {
  if (!leads() || path.empty()) return;
  file_ = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file_ < 0)
    throw BadInput(fmt::format("cannot append to '{}': {}", path.string(), std::strerror(errno)));
  path_ = path;
}

/// One write(2) a line: a reader never sees half of one, and what was written outlives this process however
/// it ends.
void Report::write(const std::string& line) {
  if (file_ < 0) return;
  const std::string whole = line + "\n";
  const ssize_t written = ::write(file_, whole.data(), whole.size());
  if (written == static_cast<ssize_t>(whole.size())) return;
  const std::string why = written < 0 ? std::strerror(errno) : "no space for the whole line";
  close(std::exchange(file_, -1));
  throw std::runtime_error(fmt::format("cannot write to '{}': {}", path_.string(), why));
}

void Report::start(const RunFacts& facts, int64_t steps) {
  if (!leads()) return;
  planned_steps_ = steps;
  printed_ = std::chrono::steady_clock::now();
  write(text(event_of(facts)));
  say(table(facts, steps));
}

void Report::step(const StepResult& result) {
  if (!leads()) return;
  ++steps_;
  samples_ += result.samples;
  seconds_ += result.seconds;
  write(text(event_of(result)));
  print_step(result);
}

/// At most a line a second, and one for the last step. The rate is that of the steps since the line before.
void Report::print_step(const StepResult& result) {
  const auto now = std::chrono::steady_clock::now();
  if (printed_ && now - *printed_ < std::chrono::seconds(1) && result.step < planned_steps_) return;
  const double rate = static_cast<double>(samples_ - printed_samples_) / (seconds_ - printed_seconds_);
  say(fmt::format("step {}/{} · loss {:.3f} · {:.0f} images/s\n", result.step, planned_steps_, result.loss,
                  rate));
  printed_ = now;
  printed_samples_ = samples_;
  printed_seconds_ = seconds_;
}

void Report::evaluation(const Evaluation& evaluation) {
  if (!leads()) return;
  write(text(event_of(evaluation)));
  say(fmt::format("test · accuracy {:.4f} · loss {:.3f} · {} images in {:.1f} s\n", evaluation.accuracy,
                  evaluation.loss, evaluation.samples, evaluation.seconds));
}

void Report::end(double seconds, double peak_memory_mib) {
  if (!leads()) return;
  write(text({{"event", "end"},
              {"time", unix_time()},
              {"steps", steps_},
              {"samples", samples_},
              {"seconds", seconds},
              {"peak_memory_mib", peak_memory_mib}}));
  say(fmt::format("done · {} steps, {} images in {:.1f} s · {:.0f} images/s · peak memory {:.0f} MiB\n",
                  steps_, samples_, seconds, static_cast<double>(samples_) / seconds, peak_memory_mib));
}

void Report::error(const std::string& message) {
  const std::string rank = world_.size > 1 ? fmt::format("rank {}: ", world_.rank) : "";
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) {
    const std::string whole = fmt::format("scalegen-train: {}{}\n", rank, line);
    std::fwrite(whole.data(), 1, whole.size(), stderr);
  }
  try {
    if (const char* path = std::getenv("SCALEGEN_METRICS"); path && file_ < 0 && path_.empty()) open(path);
    write(text({{"event", "error"}, {"time", unix_time()}, {"rank", world_.rank}, {"message", message}}));
  } catch (const std::exception&) {  // It is on stderr already, and this run cannot end any worse.
  }
}

std::string to_json(const Capabilities& capabilities) {
  return text({{"torch", capabilities.torch},
               {"gpus", capabilities.gpus},
               {"backends", capabilities.backends},
               {"version", version()}});
}

std::string version() { return SCALEGEN_VERSION; }

double unix_time() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace scalegen::train
