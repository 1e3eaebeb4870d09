#include "core/bash_command.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/bash_text.hpp"
#include "core/text.hpp"

namespace scalegen {

bool is_bash_builtin(std::string_view word) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {".",        ":",        "[",       "[[",      "alias",  "break",    "builtin", "case",   "cd",
       "command",  "continue", "coproc",  "declare", "do",     "done",     "echo",    "enable", "eval",
       "exec",     "exit",     "export",  "false",   "for",    "function", "hash",    "help",   "if",
       "let",      "local",    "mapfile", "popd",    "printf", "pushd",    "pwd",     "read",   "readarray",
       "readonly", "return",   "select",  "set",     "shift",  "shopt",    "source",  "test",   "then",
       "time",     "times",    "trap",    "true",    "type",   "typeset",  "ulimit",  "umask",  "unalias",
       "unset",    "until",    "wait",    "while"});
  return std::ranges::find(kWords, word) != kWords.end();
}

bool is_launcher(std::string_view program) {
  return std::ranges::find(kRankLaunchers, program) != kRankLaunchers.end();
}

std::size_t index_of_program(const std::vector<std::string>& words) {
  constexpr auto kPrefixes =
      std::to_array<std::string_view>({"command", "env", "exec", "ionice", "nice", "nohup", "numactl",
                                       "setsid", "stdbuf", "taskset", "time", "timeout"});
  const auto is_prefix = [&](std::string_view word) {
    word.remove_prefix(word.rfind('/') + 1);  // 0 without a folder
    return std::ranges::find(kPrefixes, word) != kPrefixes.end();
  };
  if (words.empty() || !is_prefix(words.front())) return 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto& word = words[i];
    const bool is_argument = word.starts_with('-') || word.find('=') != word.npos || word.empty() ||
                             is_digit(word.front());  // of a prefix
    if (!is_argument && !is_prefix(word)) return i;
  }
  return 0;
}

std::size_t index_of_program(std::span<const BashWord> words) {
  std::vector<std::string> texts;
  for (const auto& word : words) texts.push_back(word.text);
  return index_of_program(texts);
}

std::vector<std::string> bash_command(std::string text) {
  if (text.find('|') == text.npos) return {"bash", "-c", std::move(text)};
  return {"bash", "-o", "pipefail", "-c", std::move(text)};
}

const std::string* bash_text_of(const std::vector<std::string>& command) {
  if (command.empty()) return nullptr;
  const auto start = std::span(command).first(command.size() - 1);
  const bool is_text = std::ranges::equal(start, std::array{"bash", "-c"}) ||
                       std::ranges::equal(start, std::array{"bash", "-o", "pipefail", "-c"});
  return is_text ? &command.back() : nullptr;
}

std::vector<std::string> words_of_command(const std::vector<std::string>& command) {
  const auto* const text = bash_text_of(command);
  if (text == nullptr) return command;
  std::vector<std::string> words;
  for (const auto& part : read_bash(*text).commands)
    for (const auto& word : part.words) words.push_back(word.text);
  return words;
}

}  // namespace scalegen
