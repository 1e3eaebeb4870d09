#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "workloads/train/early_stop.hpp"

namespace scalegen::train {

/// The state from which one rank goes on after a step as if it had never stopped. `facts` say of which run it
/// is, `tensors` is LibTorch's archive of its state.
struct CheckpointFile {
  int64_t step = 0;
  EarlyStop::State early_stop;
  std::vector<std::string> facts;
  std::string tensors;
};

/// DIR/step-N/rank-R.
std::filesystem::path checkpoint_path(const std::filesystem::path& folder, int64_t step, int rank);

/// The file is on the disk when this returns. Throws std::runtime_error where it cannot be.
void write(const CheckpointFile& file, const std::filesystem::path& path);

/// Throws BadInput for a file that is missing, cut off or damaged.
CheckpointFile read_checkpoint(const std::filesystem::path& path);

/// The facts as a file holds them: what is not UTF-8 is replaced.
std::vector<std::string> as_stored(const std::vector<std::string>& facts);

/// Makes the folder where it is missing. Throws BadInput where nothing can be written into it: hours of
/// training are a bad moment to learn that.
void check_writable(const std::filesystem::path& folder);

/// The step of the last checkpoint that all ranks have written. Throws BadInput for a folder that says
/// nonsense of it.
std::optional<int64_t> last_step(const std::filesystem::path& folder);

/// Makes the checkpoint of `step`, which all ranks have written, the last one, in one move, and removes those
/// before it.
void commit(const std::filesystem::path& folder, int64_t step);

}  // namespace scalegen::train
