#pragma once
#include <cstdio>
#include <functional>
#include <optional>
#include <string>

#include "runner/progress.hpp"
#include "runner/step_progress.hpp"

namespace scalegen {

/// Shows a sweep under way: on a terminal one line that is rewritten, elsewhere a line for each run that
/// ended, and one where the sweep begins or ceases to wait for its scheduler.
class ProgressLine {
 public:
  /// How far the run is that a progress is of.
  using StepsOf = std::function<std::optional<StepProgress>(const Progress&)>;

  ProgressLine(std::FILE* stream, StepsOf steps_of);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();  // leaves no half line behind

  void show(const Progress& progress);

 private:
  void rewrite(const std::string& text);
  void print(const std::string& line);
  void print_change(const Progress& progress);
  [[nodiscard]] std::optional<StepProgress> steps_now(const Progress& progress);

  std::FILE* stream_;
  StepsOf steps_of_;
  bool terminal_;
  std::string shown_{};
  std::string asked_{};  // the run and the second of which steps_ are
  std::optional<StepProgress> steps_{};
  bool answers_ = true;        // the scheduler, when it was last reported
  std::string why_pending_{};  // the last that was printed
};

/// "[3/6] 2cpu-r1 · 12 s · step 25 of 40 · about 1 min left", "[3/6] 2cpu-r1 · 12 s · 2 running · 3 queued
/// (Priority)". Until a run has completed, the time left is that of the run.
std::string under_way(const Progress& progress, const std::optional<StepProgress>& steps);

/// "2/6  2cpu-r1  completed"
std::string ended_line(const Progress& progress);

}  // namespace scalegen
