#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "workloads/recipe.hpp"

namespace scalegen::train {

enum class Command { train, help, version, capabilities };

// In the order of the words in recipe::kSettings.
enum class BatchUnit { samples, tokens };
enum class StrategyKind { none, ddp, zero1, data_parallel };
enum class Compression { none, fp16 };
enum class OptimizerKind { adam, adamw, sgd, adadelta, rmsprop };
enum class ScheduleKind { constant, step, exponential, cosine };
enum class Precision { fp32, tf32, bf16, fp16 };
enum class When { never, at_the_end, each_epoch };

/// The rule by which parameters follow from gradients.
struct Learning {
  OptimizerKind optimizer = OptimizerKind::adam;
  double rate = 0.001;
  double momentum = 0;
  bool nesterov = false;
  double weight_decay = 0;
  ScheduleKind schedule = ScheduleKind::constant;
  std::optional<int64_t> schedule_epochs;
  double gamma = 0.1;
  int64_t warmup_steps = 0;
  std::optional<double> clip_norm;
};

/// The command line and the recipe, checked: exactly one of steps, epochs and seconds is set, and at least
/// one of the two batches.
struct Options {
  Command command = Command::train;
  const recipe::Recipe* recipe = nullptr;
  const recipe::Model* model = nullptr;
  std::string data = "auto";
  std::vector<std::filesystem::path> data_roots;
  std::optional<int64_t> samples;  // of the synthetic set
  std::optional<int64_t> steps;
  std::optional<int64_t> epochs;
  std::optional<double> seconds;
  std::optional<int64_t> global_batch;
  std::optional<int64_t> per_rank_batch;
  BatchUnit batch_unit = BatchUnit::samples;
  std::optional<int64_t> sequence_length;
  std::optional<int64_t> accumulate;  // follows from the two batches where both are given
  bool drop_last = false;
  bool augment = false;
  bool shuffle = true;
  std::optional<StrategyKind> strategy;
  double bucket_mb = 25;
  Compression compression = Compression::none;
  int64_t replicas = 1;  // devices of a rank, each with a copy of the model
  Learning learning;
  Precision precision = Precision::fp32;
  bool channels_last = false;
  bool cuda_graph = false;  // where it can be
  bool nccl_is_urgent = false;
  bool shares_gpu = false;  // with other ranks
  When evaluate = When::at_the_end;
  std::optional<double> target_accuracy;
  std::optional<int64_t> patience;
  std::optional<double> peak_tflops;
  int64_t seed = 1;
  std::string device = "auto";
  std::string backend = "auto";
  int64_t threads = 1;
  bool dropout = true;
  int64_t timeout_seconds = 120;
  bool profile_phases = false;
  std::filesystem::path metrics;
  std::filesystem::path dump_parameters;
  std::vector<std::string> in_common;  // "--steps 40": what all ranks must be started with, defaults included

  /// The tokens in a row of text; 0 where the model sees images.
  int64_t sequence() const { return sequence_length.value_or(model->context); }

  /// What batches and rates count: images, or a text's tokens.
  int64_t units_of_a_sample() const { return batch_unit == BatchUnit::tokens ? sequence() : 1; }
};

/// Throws BadInput with one mistake a line, all that there are.
Options parse_options(int argc, char** argv);

/// The file for the event lines: the last --metrics, else $SCALEGEN_METRICS, else nowhere. Mistakes are for
/// parse_options() to tell, into this file, too.
std::filesystem::path metrics_file(int argc, char** argv);

std::string help_text();

/// The setting's word for a value: word("precision", Precision::bf16) is "bf16".
template <typename Choice>
std::string word(std::string_view setting, Choice choice) {
  return std::string(recipe::find(recipe::kSettings, &recipe::Setting::name, setting)
                         ->words.at(static_cast<std::size_t>(choice)));
}

}  // namespace scalegen::train
