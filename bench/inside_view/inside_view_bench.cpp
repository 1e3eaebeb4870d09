// The price of a look at a step on a CPU, in nanoseconds: the moments at which its phases end; its event
// line, which another thread writes; and the same line if the step wrote it itself.
//
//     inside_view_bench FILE [STEPS]      appends the lines to FILE

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "workloads/train/report/event_file.hpp"
#include "workloads/train/report/timeline.hpp"

namespace {

using namespace scalegen::train;  // NOLINT(google-build-using-namespace)

/// As a step of Trainer's with ddp has them.
PhaseMarks marks_of_a_step() {
  PhaseMarks marks;
  for (const Phase phase : {Phase::data, Phase::communication, Phase::forward, Phase::backward,
                            Phase::communication, Phase::optimizer, Phase::communication})
    marks.end(phase, Moment(at::kCPU));
  return marks;
}

double nanoseconds_a_step(int steps, const std::function<void(const StepResult&)>& tell) {
  const at::Tensor loss = torch::ones({});
  constexpr std::chrono::seconds kTimeout(10);
  Timeline timeline(at::kCPU, kTimeout, tell);
  const auto begin = std::chrono::steady_clock::now();
  for (int step = 1; step <= steps; ++step)
    timeline.step_queued({.step = step, .epoch = 1, .samples = 64}, loss, marks_of_a_step());
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() / steps;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 100'000;
  EventFile file;
  file.open(argv[1]);
  PhaseRecord record;
  const auto remember = [&](const StepResult& result) { record.add(result.phases); };
  const auto append = [&](const StepResult& result) {
    remember(result);
    file.append(event_line(result));
  };
  const auto write = [&](const StepResult& result) {
    append(result);
    file.flush();
  };
  fmt::print("moments and phases      {:8.0f} ns a step\n", nanoseconds_a_step(steps, remember));
  fmt::print("and an event line       {:8.0f}\n", nanoseconds_a_step(steps, append));
  fmt::print("and write it at once    {:8.0f}\n", nanoseconds_a_step(steps, write));
}
