#pragma once

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
  Loop(const Options& options, World world, RunLength length, Record record, Trainer& trainer,
       Batches& batches, Report& report);

  void run(const DeviceSamples& samples, const DeviceSamples& test);

  /// The time of training alone.
  double seconds() const { return seconds_; }

  /// None where steps are recorded.
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
  Trainer& trainer_;
  Batches& batches_;
  Report& report_;
  PhaseRecord phases_;
  double seconds_ = 0;
};

}  // namespace scalegen::train
