#include "cli/command_line.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/files.hpp"
#include "core/shell_quote.hpp"

namespace scalegen {

// From the kernel, so that no verb has to hand argv on. The program's own path says nothing to a reader of a
// script.
std::string command_line() {
  const auto text = read_file("/proc/self/cmdline").value_or("");
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\0', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (!words.empty()) words.front() = std::filesystem::path(words.front()).filename();
  std::error_code gone;
  const auto folder = std::filesystem::current_path(gone);
  return gone ? shell_command(words)
              : fmt::format("cd {} && {}", shell_quote(folder.string()), shell_command(words));
}

}  // namespace scalegen
