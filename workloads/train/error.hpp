#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace scalegen::train {

/// A mistake that the user can fix in the command line or the data: exit code 2. Whatever else is thrown ends
/// the run with 1.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The message of an error, on one line. LibTorch's go on with a stack trace, which helps nobody who did not
/// write it, or with pages of what it could have done instead; NCCL's tell the cause on a line of their own.
inline std::string cause_of(const std::exception& error) {
  std::istringstream lines(error.what());
  std::string cause;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("Exception raised from") || line.starts_with("frame #0:")) break;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    cause += (cause.empty() ? "" : cause.ends_with(':') ? " " : "; ") + line;
  }
  constexpr std::size_t kMost = 1000;
  if (cause.size() > kMost) cause.replace(kMost, std::string::npos, " ...");
  return cause;
}

}  // namespace scalegen::train
