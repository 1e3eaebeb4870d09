#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "workloads/train/world.hpp"

namespace scalegen::train {

/// What is fixed before the first step: the `start` event of docs/metrics.md.
struct RunFacts {
  int world_size = 1;
  std::vector<std::string> hosts;
  std::string model;
  int64_t parameters = 0;
  int64_t gradient_bytes = 0;
  std::string dataset;
  int64_t train_samples = 0;
  int64_t global_batch = 0;
  int64_t per_rank_batch = 0;
  std::string precision;
  std::string optimizer;
  double learning_rate = 0;
  int64_t seed = 0;
  std::string device;
  std::string device_name;
  std::string backend;
  std::string torch;
  int64_t threads = 1;

  bool operator==(const RunFacts&) const = default;
};

struct StepResult {
  int64_t step = 0;
  int64_t epoch = 0;
  double time = 0;
  double seconds = 0;
  int64_t samples = 0;
  double loss = 0;
  double data_wait_seconds = 0;

  bool operator==(const StepResult&) const = default;
};

struct Evaluation {
  int64_t epoch = 0;
  double accuracy = 0;
  double loss = 0;
  int64_t samples = 0;
  double seconds = 0;

  bool operator==(const Evaluation&) const = default;
};

struct Capabilities {
  std::string torch;
  int64_t gpus = 0;
  std::vector<std::string> backends;

  bool operator==(const Capabilities&) const = default;
};

/// Tells people (stdout, errors on stderr) and scalegen (event lines) what happens. Ranks other than 0 tell
/// errors only.
class Report {
 public:
  ~Report();

  void speak_for(const World& world) { world_ = world; }

  /// Appends the event lines to `path`, or writes none where it is empty. Throws BadInput where that cannot
  /// be.
  void open(const std::filesystem::path& path);

  void start(const RunFacts& facts, int64_t steps);
  void step(const StepResult& result);
  void evaluation(const Evaluation& evaluation);
  void end(double seconds, double peak_memory_mib);

  /// Each line of `message` on stderr, and the whole as an event.
  void error(const std::string& message);

 private:
  bool leads() const { return world_.rank == 0; }
  void write(const std::string& line);
  void print_step(const StepResult& result);

  World world_;
  int file_ = -1;
  std::filesystem::path path_;
  int64_t planned_steps_ = 0;
  int64_t steps_ = 0;
  int64_t samples_ = 0;
  int64_t printed_samples_ = 0;
  double seconds_ = 0;
  double printed_seconds_ = 0;
  std::optional<std::chrono::steady_clock::time_point> printed_;
};

/// One JSON object on one line.
std::string to_json(const Capabilities& capabilities);

/// scalegen's own version.
std::string version();

/// Unix seconds.
double unix_time();

}  // namespace scalegen::train
