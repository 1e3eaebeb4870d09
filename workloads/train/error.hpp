#pragma once

#include <stdexcept>
#include <string>

namespace scalegen::train {

/// What the user can fix in the command line or the data: exit code 2. Whatever else is thrown ends the run
/// with 1.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// LibTorch's errors go on with a stack trace, which helps nobody who did not write it.
inline std::string first_line(const std::exception& error) {
  const std::string text = error.what();
  return text.substr(0, text.find('\n'));
}

}  // namespace scalegen::train
