#include "runner/failure/failed_part.hpp"

#include <fmt/format.h>

#include <algorithm>
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

struct Parts {
  int status = 0;               // of the text
  std::vector<int> statuses{};  // of each part of its last pipe
};

/// The first rank's line: "1 1 0".
Parts read_parts(const AttemptFolder& attempt) {
  constexpr std::size_t kEnough = 4096;
  std::istringstream line(read_beginning(attempt.root / "parts.txt", kEnough).value_or(""));
  std::string first;
  std::getline(line, first);
  std::istringstream numbers(first);
  Parts parts;
  numbers >> parts.status;
  std::copy(std::istream_iterator<int>(numbers), {}, std::back_inserter(parts.statuses));
  return parts;
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
  const auto [status, statuses] = read_parts(attempt);
  if (text == nullptr || status == 0) return reason;
  const auto failed = std::find(statuses.rbegin(), statuses.rend(), status);
  const auto pipe = last_pipe_of(*text);
  if (failed == statuses.rend() || pipe.size() != statuses.size() || pipe.size() < 2) return reason;
  const auto index = static_cast<std::size_t>(statuses.rend() - failed) - 1;
  const auto name = at_most(pipe[index], kMostBytes);
  if (status == kBrokenPipe && index + 1 < pipe.size())
    return fmt::format("'{}' was ended by SIGPIPE, as '{}' behind it had ended: let that read to the end",
                       name, at_most(pipe[index + 1], kMostBytes));
  return fmt::format("'{}', part {} of {} of its pipe{}{}", name, index + 1, pipe.size(),
                     reason.empty() ? "" : ": ", reason);
}

}  // namespace scalegen
