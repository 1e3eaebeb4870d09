#pragma once
#include <string_view>

namespace scalegen {

/// The meaning of a line on stderr for a failure.
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

/// True if a line has these words, one after the other.
bool contains(std::string_view line, std::string_view words);

/// The kind of a line by its words alone, by the tables in the implementation.
LineKind kind_of(std::string_view line);

/// True for "torch.cuda.OutOfMemoryError: CUDA out of memory" and "KeyboardInterrupt".
bool is_python_error(std::string_view line);

/// True for "train.py:12: UserWarning: text", and Lightning's "result.py:433: text".
bool is_warning(std::string_view line);

/// True if a launcher, itself a Python program, says by this error that a process of its own has failed.
bool is_error_of_launcher(std::string_view line);

/// True for a bar of a banner: "=======".
bool is_bar(std::string_view line);

/// True if an error says only that another process is gone, or does not answer: it is no reason as long as
/// there is another.
bool is_lost_connection(std::string_view error);

}  // namespace scalegen
