#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "workloads/train/report/phases.hpp"

// The event lines of docs/metrics.md, and what is in them.
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
  std::string batch_unit = "samples";
  int64_t sequence_length = 0;   // of text
  int64_t flops_per_sample = 0;  // of the training, in the batch's unit
  std::optional<double> peak_tflops{};
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
  bool cuda_graph = false;     // steps are recorded
  bool emulates_bf16 = false;  // the precision, on a CPU without units for it
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

/// The most that a rank has held so far, in MiB: of a GPU's memory what LibTorch took for itself, and the
/// part of it that tensors had; of a CPU's the process's.
struct PeakMemory {
  double held = 0;
  std::optional<double> allocated{};
};

struct Capabilities {
  std::string torch;
  int64_t gpus = 0;
  std::vector<std::string> backends;
  std::vector<std::string> cpu_precisions;
};

/// What a run has done at its end. `skipped_steps` are those of fp16 without an update.
struct RunEnd {
  int64_t steps = 0;
  int64_t samples = 0;
  double seconds = 0;
  PeakMemory peak{};
  std::optional<int64_t> skipped_steps{};
};

/// Each without the end of the line.
std::string event_line(const RunFacts& facts);
std::string event_line(const StepResult& result);
std::string event_line(const Evaluation& evaluation);
std::string event_line(const Probe& probe);
std::string event_line(const std::vector<RankSummary>& ranks);
std::string event_line(const RunEnd& end);

/// An `error` event.
std::string error_line(const std::string& message, int rank);

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
