#pragma once
#include "runner/sweep_runner.hpp"
#include "tests/runner/fake_scheduler.hpp"

namespace scalegen {

/// A sweep over a scheduler by hand.
class SweepFixture : public testing::Test {
 protected:
  explicit SweepFixture(Plan plan) : plan_(std::move(plan)) {}

  Result<SweepEnd> sweep() {
    return run_sweep(directory_.get(), plan_, scheduler_, clock_, options_, observer_);
  }
  /// Of each run, once it is swept, the attempt and what became of it.
  std::vector<std::string> verdicts() {
    const auto end = sweep();
    EXPECT_TRUE(end) << (end ? "" : render(end.error()));
    std::vector<std::string> words;
    if (!end) return words;
    for (const auto& record : end->records)
      words.push_back(record.attempt + " " + (record.outcome ? describe(*record.outcome) : "open"));
    return words;
  }
  void stop_after(int turns) {
    observer_.wants_stop = [turns]() mutable { return turns-- <= 0; };
  }

  Directory directory_;
  Plan plan_;
  FakeScheduler scheduler_{directory_};
  FakeClock clock_;
  SweepOptions options_;
  SweepObserver observer_;
};

}  // namespace scalegen
