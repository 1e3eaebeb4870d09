#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "runner/failure/line_patterns.hpp"

namespace scalegen {

/// A line that is not blank.
struct FailureLine {
  LineKind kind = LineKind::text;
  std::string_view text{};      // without the marks that torch and launchers put before the lines of a rank
  std::string_view whole{};     // with them
  bool is_overwritten = false;  // by the next, as a state of a progress bar is
  std::string rank{};           // whose it is, if it says so; of an error also if mp.spawn says so
  std::string reason{};  // of an error, a crash and an aftermath: in one line, with what the next line adds
};

/// Tells the lines of a text apart, by their words and by those before them. A progress bar overwrites its
/// own line: each of its states is one. The text must outlive the lines.
std::vector<FailureLine> failure_lines(std::string_view text);

}  // namespace scalegen
