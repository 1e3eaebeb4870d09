#include "workloads/train/loop.hpp"

#include <fmt/format.h>

#include "workloads/train/error.hpp"

namespace scalegen::train {
namespace {

/// NCCL's watchdog knows more to tell where a peer is lost, and is first to do so.
constexpr int64_t kLongerThanNccl = 3;

}  // namespace

Loop::Loop(const Options& options, World world, RunLength length, Record record, Trainer& trainer,
           Batches& batches, Report& report)
    : evaluate_(options.evaluate),
      units_(options.units_of_a_sample()),
      timeout_(options.timeout_seconds + kLongerThanNccl),
      world_(std::move(world)),
      length_(std::move(length)),
      record_(std::move(record)),
      early_stop_(options),
      trainer_(trainer),
      batches_(batches),
      report_(report) {}

void Loop::run(const DeviceSamples& samples, const DeviceSamples& test) {
  Timeline timeline(samples.device(), timeout_, [this](const StepResult& result) { step_told(result); });
  StepGraph graph([&](const StepSamples& mine) { return trainer_.step(samples, mine); }, record_);
  bool is_last = false;
  bool is_evaluated = false;
  for (int64_t step = 1; !is_last; ++step) {
    train_step(graph, step, timeline);
    is_last = length_.ends_after(step, timeline.seconds());
    is_evaluated = evaluate_ == When::each_epoch && batches_.epoch_is_over();
    if (is_evaluated) {
      timeline.pause();
      is_last = early_stop_.stops_after(evaluate(test)) || is_last;
      timeline.resume();
    }
  }
  timeline.pause();
  seconds_ = timeline.seconds();
  if (evaluate_ != When::never && !is_evaluated) evaluate(test);
}

/// A GPU tells what went wrong in a step some steps later.
void Loop::train_step(StepGraph& graph, int64_t step, Timeline& timeline) try {
  const StepSamples mine = batches_.next();
  if (graph.is_due(mine)) {
    timeline.pause();
    graph.record(mine);
    timeline.resume();
  }
  trainer_.set_learning_rate(step, mine.epoch);
  StepOutcome outcome = graph.step(mine);
  timeline.step_queued({.step = step, .epoch = mine.epoch, .samples = mine.size * units_ * world_.size},
                       outcome.loss, std::move(outcome.marks));
} catch (const std::exception& error) {
  const int64_t oldest = timeline.oldest().value_or(step);
  const std::string which =
      oldest < step ? fmt::format("a step from {} to {}", oldest, step) : fmt::format("step {}", step);
  throw std::runtime_error(fmt::format("{} failed: {}", which, cause_of(error)));
}

/// Steps of the same run have all phases or none, so that nobody compares those before the recording.
void Loop::step_told(const StepResult& result) {
  if (record_) {
    StepResult whole = result;
    whole.has_phases = false;
    return report_.step(whole);
  }
  phases_.add(result.phases);
  report_.step(result);
}

std::optional<PhaseSummary> Loop::phases() const {
  if (record_) return std::nullopt;
  return phases_.summary();
}

double Loop::evaluate(const DeviceSamples& test) {
  Evaluation evaluation = trainer_.evaluate(test);
  evaluation.epoch = batches_.epoch();
  report_.evaluation(evaluation);
  return evaluation.accuracy;
}

}  // namespace scalegen::train
