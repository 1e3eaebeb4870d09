#include "runner/failure/failure_reason.hpp"

#include <fmt/format.h>

#include <iterator>
#include <sstream>
#include <vector>

#include "core/bash_command.hpp"
#include "core/bash_text.hpp"
#include "core/files.hpp"
#include "core/text.hpp"

namespace scalegen {

namespace {

constexpr int kBrokenPipe = 141;  // 128 + SIGPIPE

/// The first rank's line, "1 1 0": the status of the text, then that of each part of its last pipe.
std::vector<int> read_statuses(const AttemptFolder& attempt) {
  constexpr std::size_t kEnough = 4096;
  const auto text = read_beginning(attempt.root / "parts.txt", kEnough).value_or("");
  std::istringstream line(text.substr(0, text.find('\n')));
  return {std::istream_iterator<int>(line), {}};
}

std::string text_of(const BashCommand& command, const std::string& text) {
  if (command.is_loop) return "a loop";
  if (command.is_group) return text.substr(0, command.begin).ends_with('{') ? "{ ... }" : "( ... )";
  const auto end = command.words.empty() ? command.begin : command.words.back().end;
  return text.substr(command.begin, end - command.begin);
}

/// The commands of the last pipe of a text, as they are written.
std::vector<std::string> last_pipe_of(const std::string& text) {
  std::vector<std::string> pipe;
  bool goes_on = false;
  for (const auto& command : read_bash(text).commands) {
    if (command.depth > 0) continue;
    if (!goes_on) pipe.clear();
    pipe.push_back(text_of(command, text));
    goes_on = command.after == BashOperator::pipe;
  }
  return pipe;
}

}  // namespace

std::string with_failed_part(const Run& run, const AttemptFolder& attempt, std::string reason) {
  constexpr std::size_t kMostBytes = 60;
  const auto* const text = bash_text_of(*run.command);
  const auto statuses = read_statuses(attempt);
  if (text == nullptr || statuses.empty() || statuses[0] == 0) return reason;
  const auto pipe = last_pipe_of(*text);
  if (pipe.size() + 1 != statuses.size() || pipe.size() < 2) return reason;
  auto part = pipe.size();
  while (statuses[part] != statuses[0]) --part;
  if (part == 0) return reason;
  const auto name = at_most(pipe[part - 1], kMostBytes);
  if (statuses[0] == kBrokenPipe && part < pipe.size())
    return fmt::format("'{}' was ended by SIGPIPE, as '{}' behind it had ended: let that read to the end",
                       name, at_most(pipe[part], kMostBytes));
  return fmt::format("'{}', part {} of {} of its pipe{}{}", name, part, pipe.size(),
                     reason.empty() ? "" : ": ", reason);
}

}  // namespace scalegen
