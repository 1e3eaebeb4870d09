#pragma once

#include "workloads/train/checkpoint/checkpoints.hpp"
#include "workloads/train/data/batches.hpp"
#include "workloads/train/early_stop.hpp"
#include "workloads/train/report/phases.hpp"
#include "workloads/train/report/timeline.hpp"
#include "workloads/train/run_length.hpp"
#include "workloads/train/step_graph.hpp"
#include "workloads/train/trainer.hpp"

namespace scalegen::train {

/// The steps of a run, until they are done or accurate enough, with the evaluations between and after them.
class Loop {
 public:
  /// Each step is computed again if `record` is empty.
  Loop(const Options& options, World world, RunLength length, Record record, Checkpoints& checkpoints,
       Trainer& trainer, Batches& batches, Report& report);

  /// `store` is null for one rank alone.
  void run(const DeviceSamples& samples, const DeviceSamples& test, const Store& store);

  /// The time of training alone.
  double seconds() const { return seconds_; }

  /// SIGTERM came, and the run is not at its end.
  bool was_asked_to_end() const { return length_.was_asked(); }

  /// None where steps are recorded, or where there were none.
  std::optional<PhaseSummary> phases() const;

 private:
  void train_step(StepGraph& graph, int64_t step, Timeline& timeline);
  void step_told(const StepResult& result);
  double evaluate(const DeviceSamples& test);

  When evaluate_;
  int64_t units_;  // of a sample, that batches count
  std::chrono::seconds timeout_;
  World world_;
  RunLength length_;
  Record record_;
  EarlyStop early_stop_;
  Checkpoints& checkpoints_;
  Trainer& trainer_;
  Batches& batches_;
  Report& report_;
  PhaseRecord phases_;
  double seconds_ = 0;
};

}  // namespace scalegen::train
