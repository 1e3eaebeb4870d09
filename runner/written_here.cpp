#include "runner/written_here.hpp"

#include <fmt/format.h>

#include <optional>
#include <system_error>

#include "core/files.hpp"
#include "core/shell_quote.hpp"

namespace scalegen {
namespace {

/// As bash reads it: one word. Nothing in a script of one's own template that has no such line.
std::optional<std::string> root_in(const std::string& script) {
  const std::string_view name = "\nroot=";
  const auto begin = script.find(name);
  if (begin == std::string::npos) return std::nullopt;
  const auto word = begin + name.size();
  return script.substr(word, script.find('\n', word) - word);
}

// A folder may have several names, by links.
bool is_a_name_of(const std::string& word, const std::filesystem::path& folder) {
  if (word == shell_quote(folder.string())) return true;
  const bool is_quoted = word.size() > 1 && word.front() == '\'' && word.back() == '\'';
  std::error_code none;
  return std::filesystem::equivalent(is_quoted ? word.substr(1, word.size() - 2) : word, folder, none);
}

}  // namespace

Result<void> check_written_here(const RunDirectory& directory, const std::filesystem::path& script) {
  const auto root = root_in(read_file(script).value_or(""));  // who starts it says why it cannot be read
  if (!root || is_a_name_of(*root, directory.root)) return {};
  return failure(fmt::format("the scripts in '{}' are for another folder", directory.root.string()),
                 "move it back there, or begin a new run directory with -o NEW_FOLDER",
                 {fmt::format("{} says root={}", script.lexically_relative(directory.root).string(), *root)});
}

}  // namespace scalegen
