#pragma once
#include <cstdio>
#include <string>

#include "runner/progress.hpp"

namespace scalegen {

/// Shows a sweep under way: on a terminal one line that is rewritten, elsewhere a line for each run that
/// ended.
class ProgressLine {
 public:
  explicit ProgressLine(std::FILE* stream);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();  // leaves no half line behind

  void show(const Progress& progress);

 private:
  void rewrite(const std::string& text);

  std::FILE* stream_;
  bool terminal_;
  std::string shown_{};
};

/// "[3/6] 2cpu-r1 · 12 s · about 1 min left", "[3/6] 2cpu-r1 · 12 s · 2 running · 3 queued (Priority)"
std::string under_way(const Progress& progress);

/// "2/6  2cpu-r1  completed"
std::string ended_line(const Progress& progress);

}  // namespace scalegen
