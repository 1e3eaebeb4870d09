#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// What a line on stderr has to do with a failure.
enum class LineKind {
  text,       // whatever a program says
  notice,     // a warning with the source line it echoes, a log's line of no error, a progress bar
  frame,      // of a launcher: that ranks have failed, not why
  stack,      // of a traceback, before its error
  uncaught,   // the error of a traceback that ended a rank, as torch or mp.spawn says
  error,      // the error of another traceback, or a line that is an error by its form
  crash,      // what ended a process without a traceback: a signal, the C++ runtime, the allocator
  aftermath,  // how a process ended after something else had gone wrong
};

/// A line that is not blank.
struct FailureLine {
  LineKind kind = LineKind::text;
  std::string_view text{};      // without the marks that torch and launchers put before the lines of a rank
  std::string_view whole{};     // with them
  bool is_overwritten = false;  // by the next, as a state of a progress bar is
  std::string rank{};           // whose it is, if it says so; of an error also if mp.spawn says so
  std::string reason{};  // of an error, a crash and an aftermath: in one line, with what the next line adds
};

/// Tells the lines of a text apart by the tables in the implementation. A progress bar overwrites its own
/// line: each of its states is one. The text must outlive the lines.
std::vector<FailureLine> failure_lines(std::string_view text);

/// True if an error says only that another process is gone, or does not answer: it is no reason as long as
/// there is another.
bool is_lost_connection(std::string_view error);

}  // namespace scalegen
