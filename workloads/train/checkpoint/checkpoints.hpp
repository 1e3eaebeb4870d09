#pragma once

#include <optional>

#include "workloads/train/checkpoint/checkpoint_file.hpp"
#include "workloads/train/early_stop.hpp"
#include "workloads/train/ranks/rendezvous.hpp"
#include "workloads/train/trainer.hpp"

namespace scalegen::train {

/// The checkpoints of a run: each rank has a file, and none counts until all have written theirs.
class Checkpoints {
 public:
  /// Reads the last one of the folder if the run is to go on from it. `facts` are what the run that wrote it
  /// must have in common with this one. Throws BadInput for a checkpoint of another run, for one that nobody
  /// asked to go on from, and for one that is beyond `steps`.
  Checkpoints(const Options& options, const World& world, const std::vector<std::string>& facts,
              int64_t steps);

  /// The step after which this run goes on, or 0.
  int64_t resumed_after() const { return resumed_ ? resumed_->step : 0; }

  /// Restores what the checkpoint holds of this rank, if there is one.
  void restore(Trainer& trainer, EarlyStop& early_stop) const;

  bool is_due(int64_t step, bool epoch_is_over, bool is_last) const;

  /// Writes this rank's part; on rank 0 waits for the others', and makes them count.
  void save(int64_t step, const Trainer& trainer, const EarlyStop& early_stop, const Store& store) const;

 private:
  std::filesystem::path folder_;
  std::optional<int64_t> every_;
  World world_;
  std::vector<std::string> facts_;
  std::optional<CheckpointFile> resumed_;
};

}  // namespace scalegen::train
