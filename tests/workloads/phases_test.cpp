// A rank's summary of its steps, for numbers of steps whose median and p90 are known.
#include "workloads/train/report/phases.hpp"

#include <cstdio>

namespace {

using scalegen::train::Phase;
using scalegen::train::PhaseRecord;
using scalegen::train::PhaseSeconds;

int failures = 0;

void expect(const char* what, int steps, double expected, double found) {
  if (expected == found) return;
  ++failures;
  std::fprintf(stderr, "%s of %d steps: expected %g, found %g\n", what, steps, expected, found);
}

/// Twice as many steps as are summed up, the last of which take 1, 2 ... seconds for the pass back.
PhaseRecord record_of(int steps) {
  PhaseRecord record;
  for (int step = 1; step <= 2 * steps; ++step) {
    PhaseSeconds phases;
    phases[Phase::backward] = step <= steps ? 1000 : step - steps;
    record.add(phases);
  }
  return record;
}

void check(int steps, double median, double p90) {
  const auto summary = record_of(steps).summary();
  expect("number", steps, steps, static_cast<double>(summary.steps));
  expect("sum", steps, steps * (steps + 1) / 2.0, summary.sum[Phase::backward]);
  expect("median", steps, median, summary.median[Phase::backward]);
  expect("p90", steps, p90, summary.p90[Phase::backward]);
}

}  // namespace

int main() {
  check(1, 1, 1);
  check(2, 1, 2);
  check(3, 2, 3);
  check(10, 5, 9);  // nine of ten take at most 9
  check(11, 6, 10);
  check(100, 50, 90);
  return failures == 0 ? 0 : 1;
}
