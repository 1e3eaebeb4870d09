#pragma once
#include <cstdio>
#include <string>

#include "runner/progress.hpp"

namespace scalegen {

/// Shows a sweep under way: on a terminal one line that is rewritten, elsewhere a line for each run that
/// ended, and one where the sweep begins or ceases to wait for its scheduler.
class ProgressLine {
 public:
  explicit ProgressLine(std::FILE* stream);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();  // leaves no half line behind

  void show(const Progress& progress);

 private:
  void rewrite(const std::string& text);
  void print(const std::string& line);
  void print_change(const Progress& progress);

  std::FILE* stream_;
  bool terminal_;
  std::string shown_{};
  bool answers_ = true;        // the scheduler, when it was last reported
  std::string why_pending_{};  // the last that was printed
};

/// "[3/6] 2cpu-r1 · 12 s · about 1 min left", "[3/6] 2cpu-r1 · 12 s · 2 running · 3 queued (Priority)"
std::string under_way(const Progress& progress);

/// "2/6  2cpu-r1  completed"
std::string ended_line(const Progress& progress);

}  // namespace scalegen
