#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scalegen::train {

enum class Command { train, help, version, capabilities };

/// The command line, checked: exactly one of steps and epochs is set, exactly one of the two batches.
struct Options {
  Command command = Command::train;
  std::string model = "mnist_cnn";
  std::string data = "auto";
  std::vector<std::filesystem::path> data_roots;
  int64_t samples = 60000;
  std::optional<int64_t> steps;
  std::optional<int64_t> epochs;
  std::optional<int64_t> global_batch;
  std::optional<int64_t> per_rank_batch;
  std::string optimizer = "adam";
  std::optional<double> learning_rate;
  std::string precision = "fp32";
  int64_t seed = 1;
  std::string device = "auto";
  std::string backend = "auto";
  int64_t threads = 1;
  bool dropout = true;
  bool evaluate = true;
  int64_t timeout_seconds = 120;
  std::filesystem::path metrics;
  std::filesystem::path dump_parameters;

  bool operator==(const Options&) const = default;
};

/// Throws BadInput with one mistake a line, all that there are.
Options parse_options(int argc, char** argv);

std::string help_text();

}  // namespace scalegen::train
