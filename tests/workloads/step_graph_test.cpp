// Recorded steps, with a device that records by remembering the work and repeats it: what is recorded when,
// which numbers it reads, and that nothing of a run changes.

#include <cstdio>
#include <vector>

#include "expect.hpp"
#include "workloads/train/libtorch.hpp"
#include "workloads/train/step_graph.hpp"

namespace {

using scalegen::train::Record;
using scalegen::train::Recording;
using scalegen::train::StepGraph;
using scalegen::train::StepOutcome;
using scalegen::train::StepSamples;

struct Counts {
  int recorded = 0;
  int replayed = 0;
  int deleted = 0;
};

/// While it records, what is computed does not count.
class Remembered final : public Recording {
 public:
  Remembered(const std::function<void()>& work, at::Tensor& state, Counts& counts)
      : work_(work), counts_(counts) {
    const at::Tensor before = state.clone();
    work_();
    state.copy_(before);
    ++counts_.recorded;
  }
  Remembered(const Remembered&) = delete;
  Remembered& operator=(const Remembered&) = delete;
  ~Remembered() override { ++counts_.deleted; }

  void replay() override {
    work_();
    ++counts_.replayed;
  }

 private:
  std::function<void()> work_;
  Counts& counts_;
};

/// A model of one number, which each step changes by the mean of its samples' numbers.
struct Learner {
  at::Tensor number = torch::zeros({});

  StepOutcome step(const StepSamples& mine) const {
    StepOutcome outcome;
    for (const at::Tensor& indices : mine.passes) number.mul_(0.9).add_(indices.to(at::kFloat).mean());
    outcome.loss = number.clone();
    return outcome;
  }
};

/// Epochs of four steps of 6 samples in passes of 3, and a last one of 4.
std::vector<StepSamples> steps_of_epochs(int epochs) {
  std::vector<StepSamples> steps;
  torch::manual_seed(3);
  for (int epoch = 0; epoch < epochs; ++epoch)
    for (const int64_t size : {6, 6, 6, 6, 4})
      steps.push_back({torch::randperm(size).split(3), epoch + 1, size});
  return steps;
}

struct Outcome {
  Counts counts;
  std::vector<float> losses;
  int64_t recorded_before = 0;
};

Outcome run(const std::vector<StepSamples>& steps, bool records) {
  Outcome outcome;
  Learner learner;
  Record record;
  if (records)
    record = [&](const std::function<void()>& work) {
      return std::make_unique<Remembered>(work, learner.number, outcome.counts);
    };
  StepGraph graph([&](const StepSamples& mine) { return learner.step(mine); }, record);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (graph.is_due(steps[i])) {
      outcome.recorded_before = static_cast<int64_t>(i) + 1;
      graph.record(steps[i]);
    }
    outcome.losses.push_back(graph.step(steps[i]).loss.item<float>());
  }
  return outcome;
}

void check_recording() {
  const std::vector<StepSamples> steps = steps_of_epochs(5);
  const Outcome computed = run(steps, false);
  const Outcome recorded = run(steps, true);
  expect(computed.counts.recorded == 0, "nothing is recorded unasked");
  expect(recorded.counts.recorded == 1, "one step is recorded");
  expect(recorded.counts.deleted == 1, "the recording ends with the run");
  expect(recorded.recorded_before == 12, "eleven steps are computed first");
  expect(recorded.counts.replayed == 25 - 11 - 3,
         "all later steps are repeated, but the short ones of three epochs");
  expect(recorded.losses == computed.losses, "a recorded step reads the samples of its turn");
}

/// The short last step of an epoch is the twelfth.
void check_short_twelfth_step() {
  std::vector<StepSamples> steps = steps_of_epochs(4);
  steps.erase(steps.begin(), steps.begin() + 3);
  const Outcome recorded = run(steps, true);
  expect(recorded.recorded_before == 13, "a short step is not the one that is recorded");
  expect(recorded.losses == run(steps, false).losses, "and changes nothing");
}

void check_failed_step() {
  Counts counts;
  at::Tensor number = torch::zeros({});
  try {
    StepGraph graph([](const StepSamples&) { return StepOutcome(); },
                    [&](const std::function<void()>& work) {
                      return std::make_unique<Remembered>(work, number, counts);
                    });
    graph.record(steps_of_epochs(1).front());
    throw std::runtime_error("a step failed");
  } catch (const std::runtime_error&) {  // as the run ends
  }
  expect(counts.recorded == 1 && counts.deleted == 0, "a device that failed keeps its recording");
}

}  // namespace

int main() {
  check_failed_step();
  check_recording();
  check_short_twelfth_step();
  if (failures == 0) std::puts("recorded steps are computed ones");
  return failures == 0 ? 0 : 1;
}
