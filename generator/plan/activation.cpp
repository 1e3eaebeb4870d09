#include "generator/plan/activation.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace scalegen::plan {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(kBlanks);
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// The commands of a text of bash, as far as `;`, `&&` and ends of lines tell them apart.
std::vector<std::string_view> commands_in(std::string_view text) {
  std::vector<std::string_view> commands;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(";&\n"), text.size());
    if (const auto command = trimmed(text.substr(0, end)); !command.empty() && command.front() != '#')
      commands.push_back(command);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return commands;
}

template <std::size_t count>
bool is_one_of(std::string_view word, const std::array<std::string_view, count>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// A path of plain words, from `~`, `$HOME` or a folder; empty if only bash can tell.
fs::path path_in(std::string_view word, const fs::path& folder, const fs::path& home) {
  if (word.size() > 2 && (word.front() == '"' || word.front() == '\'') && word.back() == word.front())
    word = word.substr(1, word.size() - 2);
  for (const std::string_view begin : {"~/", "$HOME/", "${HOME}/"})
    if (word.starts_with(begin)) return path_in((home / word.substr(begin.size())).string(), folder, home);
  return word.find_first_of("$`*?{\\'\"") == word.npos ? (folder / word).lexically_normal() : fs::path();
}

class SetupReader {
 public:
  SetupReader(const fs::path& folder, const fs::path& home) : folder_(folder), home_(home) {}

  void read(const Located<std::string>& line) {
    for (const auto command : commands_in(line.value)) {
      const auto end = std::min(command.find_first_of(kBlanks), command.size());
      read_command(command.substr(0, end), trimmed(command.substr(end)), line.location);
    }
  }

  Activation activation{};

 private:
  void read_command(std::string_view name, std::string_view rest, const SourceLocation& location) {
    constexpr auto kBring = std::to_array<std::string_view>(
        {"module", "ml", "conda", "mamba", "micromamba", "spack", "eval", "pyenv"});
    constexpr auto kSet =
        std::to_array<std::string_view>({"export", "unset", "set", "ulimit", "umask", "echo"});
    if (name == "source" || name == ".") return read_source(rest, location);
    if (is_one_of(name, kBring)) {
      activation.is_unknown = true;
    } else if (is_one_of(name, kSet)) {
      activation.is_unknown = activation.is_unknown || rest.find("PATH=") != rest.npos;
    } else {
      activation.is_all = false;
    }
  }

  void read_source(std::string_view word, const SourceLocation& location) {
    const auto path = path_in(word, folder_, home_);
    if (path.filename() == "activate" && path.parent_path().filename() == "bin")
      activation.scripts.push_back({path, location});
    else
      activation.is_unknown = true;
  }

  const fs::path& folder_;
  const fs::path& home_;
};

}  // namespace

Activation read_activation(const SweepFile& sweep, const fs::path& folder, const fs::path& home) {
  SetupReader reader(folder, home);
  for (const auto& line : sweep.setup) reader.read(line);
  return std::move(reader.activation);
}

}  // namespace scalegen::plan
