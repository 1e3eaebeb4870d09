#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "workloads/train/ranks/world.hpp"
#include "workloads/train/report/event_file.hpp"
#include "workloads/train/report/phases.hpp"

namespace scalegen::train {

/// Versions of the libraries and the driver beneath this program; empty where this build or machine has none.
struct Versions {
  std::string torch;
  std::string nccl;
  std::string cudnn;
  std::string driver;
};

/// The facts that are fixed before the first step: the `start` event of docs/metrics.md.
struct RunFacts {
  int world_size = 1;
  std::vector<std::string> hosts;
  std::vector<std::string> devices;  // of each rank
  std::string recipe;
  std::string model;
  int64_t parameters = 0;
  int64_t gradient_bytes = 0;
  std::string dataset;
  int64_t train_samples = 0;
  int64_t global_batch = 0;
  int64_t per_rank_batch = 0;
  int64_t accumulate = 1;
  std::string strategy;
  std::string gradient_compression;  // empty: none
  std::string precision;
  std::string optimizer;
  double learning_rate = 0;
  int64_t seed = 0;
  std::string device;
  std::string device_name;
  std::string backend;
  Versions versions;
  bool cuda_graph = false;    // steps are recorded
  int64_t resumed_after = 0;  // the step of a checkpoint, or 0
  int64_t threads = 1;
};

struct StepResult {
  int64_t step = 0;
  int64_t epoch = 0;
  double time = 0;
  double seconds = 0;
  int64_t samples = 0;
  double loss = 0;
  bool has_phases = true;
  PhaseSeconds phases{};
};

struct Evaluation {
  int64_t epoch = 0;
  double accuracy = 0;
  double loss = 0;
  int64_t samples = 0;
  double seconds = 0;
};

/// A rank's own view of its steps.
struct RankSummary {
  std::string host;
  std::string device;
  PhaseSummary phases;
};

/// A collective timed on its own. As nccl-tests define them, `algbw` is bytes by seconds, and for an
/// all-reduce on n ranks `busbw` is that times 2 (n - 1) / n.
struct Probe {
  std::string when;  // "before" or "after" the steps
  int64_t bytes = 0;
  double seconds = 0;
  int ranks = 1;
};

struct Capabilities {
  std::string torch;
  int64_t gpus = 0;
  std::vector<std::string> backends;
  std::vector<std::string> cpu_precisions;
};

/// The length that a run is to have: so many steps, or seconds where they are given.
struct PlannedLength {
  int64_t steps = 0;
  std::optional<double> seconds{};
};

/// Tells people (stdout, errors on stderr) and scalegen (event lines) what happens. Ranks other than 0 tell
/// errors only.
class Report {
 public:
  void speak_for(const World& world) { world_ = world; }

  /// Sets the file for the event lines; empty: nowhere.
  void write_to(std::filesystem::path path) { path_ = std::move(path); }

  /// Opens that file. Throws BadInput where it cannot be appended to.
  void open();

  void start(const RunFacts& facts, PlannedLength length);
  void step(const StepResult& result);
  void evaluation(const Evaluation& evaluation);
  void probe(const Probe& probe);

  /// One buffer summed alone, by size, by ranks on so many nodes.
  void probe_curve(const std::vector<Probe>& sizes, std::size_t nodes);
  void ranks(const std::vector<RankSummary>& ranks);
  void end(double seconds, double peak_memory_mib);

  /// A table of what the steps of rank 0 did, on stdout.
  void print_phases(const PhaseSummary& summary);

  /// Each line of `message` on stderr, and the whole as an event. `rank` is the one that failed.
  void error(const std::string& message, int rank);
  void error(const std::string& message) { error(message, world_.rank); }

 private:
  bool leads() const { return world_.rank == 0; }
  void print_step(const StepResult& result);

  World world_;
  std::filesystem::path path_;
  EventFile file_;
  PlannedLength planned_;
  int64_t steps_ = 0;
  int64_t samples_ = 0;
  int64_t printed_samples_ = 0;
  double seconds_ = 0;
  double printed_seconds_ = 0;
  bool has_warned_ = false;  // of a loss that is no number
  std::optional<std::chrono::steady_clock::time_point> printed_;
};

/// The event line of a step, without its end.
std::string to_json(const StepResult& result);

/// A summary as ranks send it to rank 0, and back.
std::string to_json(const RankSummary& summary);
RankSummary rank_summary_from_json(const std::string& text);

/// One JSON object on one line.
std::string to_json(const Capabilities& capabilities);

/// scalegen's own version.
std::string version();

/// Unix seconds.
double unix_time();

}  // namespace scalegen::train
