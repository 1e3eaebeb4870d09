#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>

#include "workloads/train/data/batches.hpp"
#include "workloads/train/options.hpp"
#include "workloads/train/ranks/place.hpp"
#include "workloads/train/trainer.hpp"

namespace scalegen::train {

/// The work that a device was asked to do, to be asked for again at once.
class Recording {
 public:
  virtual ~Recording() = default;
  virtual void replay() = 0;
};

/// Records what `work` asks of the device. None of it is done yet.
using Record = std::function<std::unique_ptr<Recording>(const std::function<void()>& work)>;

/// Computes steps, and from the twelfth on repeats a recording of one: a GPU gets hundreds of kernels in one
/// call, which pays where the host is slower to ask than the GPU to answer.
///
/// A recording holds addresses and numbers as they were. So the samples' numbers are copied into tensors of
/// its own, the learning rate lies on the device, and a step of another size is computed as before. Eleven
/// steps come first since c10d::Reducer sorts its buckets in the second, and takes the time of the first ten.
class StepGraph {
 public:
  using Compute = std::function<StepOutcome(const StepSamples&)>;

  /// Each step is computed if `record` is empty.
  StepGraph(Compute compute, Record record) : compute_(std::move(compute)), record_(std::move(record)) {}
  StepGraph(const StepGraph&) = delete;
  StepGraph& operator=(const StepGraph&) = delete;

  /// The device may never be done with the recording where a step failed, and to delete it may take for ever:
  /// it is left to the process's end.
  ~StepGraph() {
    if (std::uncaught_exceptions() > 0) [[maybe_unused]]
      const Recording* const left = recording_.release();
  }

  /// True if steps like `mine` are to be recorded before this one.
  bool is_due(const StepSamples& mine) const;
  void record(const StepSamples& mine);

  /// The next recorded step overwrites what this one leaves behind, in the device's own order.
  StepOutcome step(const StepSamples& mine);

 private:
  bool is_of_recorded_shape(const StepSamples& mine) const;

  Compute compute_;
  Record record_;
  int64_t computed_ = 0;
  int64_t largest_ = 0;
  StepSamples inputs_;
  StepOutcome outcome_;
  std::unique_ptr<Recording> recording_;
};

/// Records as a CUDA graph, or nothing where that is not asked for or cannot be: on a CPU, where the host has
/// a part in a step, as it has with Gloo and with several devices a rank, or with fp16 and an optimizer that
/// is not fused; and on several ranks with RCCL.
Record choose_record(const Options& options, const Place& place, const Trainer& trainer);

}  // namespace scalegen::train
