#include "generator/plan/setup_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/bash_text.hpp"

namespace scalegen::plan {
namespace {

namespace fs = std::filesystem;

template <std::size_t count>
bool is_one_of(std::string_view word, const std::array<std::string_view, count>& words) {
  return std::ranges::find(words, word) != words.end();
}

/// The path that a word names, from `~`, `$HOME` or a folder; empty if only bash can tell.
fs::path path_in(const BashWord& word, const fs::path& folder, const fs::path& home) {
  const std::string_view path = word.text;
  if (word.is_literal) return (folder / path).lexically_normal();
  for (const std::string_view begin : {"~/", "$HOME/", "${HOME}/"})
    if (path.starts_with(begin) && path.find_first_of("$`*?[{", begin.size()) == path.npos)
      return (home / path.substr(begin.size())).lexically_normal();
  return {};
}

class SetupReader {
 public:
  SetupReader(const fs::path& folder, const fs::path& home) : folder_(folder), home_(home) {}

  void read(const Located<std::string>& line) {
    for (const auto& command : read_bash(line.value).commands)
      if (!command.words.empty())
        read_command(command, line.location);
      else if (!command.is_group)
        scan.is_unknown = scan.is_unknown || sets_path(command.assignments);
  }

  SetupScan scan{};

 private:
  static bool sets_path(const std::vector<BashWord>& words) {
    return std::ranges::any_of(words, [](const BashWord& word) { return word.text.starts_with("PATH="); });
  }

  void read_command(const BashCommand& command, const SourceLocation& location) {
    constexpr auto kBring = std::to_array<std::string_view>(
        {"module", "ml", "conda", "mamba", "micromamba", "spack", "eval", "pyenv"});
    constexpr auto kSet =
        std::to_array<std::string_view>({"export", "unset", "set", "ulimit", "umask", "echo"});
    const auto& name = command.words.front().text;
    if ((name == "source" || name == ".") && command.words.size() > 1)
      return read_source(command.words[1], location);
    if (is_one_of(name, kBring)) {
      scan.is_unknown = true;
    } else if (is_one_of(name, kSet)) {
      scan.is_unknown = scan.is_unknown || sets_path(command.words);
    } else {
      scan.is_all = false;
    }
  }

  void read_source(const BashWord& word, const SourceLocation& location) {
    const auto path = path_in(word, folder_, home_);
    if (path.filename() == "activate" && path.parent_path().filename() == "bin")
      scan.scripts.push_back({path, location});
    else
      scan.is_unknown = true;
  }

  const fs::path& folder_;
  const fs::path& home_;
};

}  // namespace

void check_quotes(const std::vector<Located<std::string>>& setup, Findings& findings) {
  std::string all;
  for (const auto& line : setup) all += line.value + "\n";
  const auto stretches = read_bash(all + ":").stretches;
  if (stretches.empty() || stretches.back().end <= all.size()) return;
  const auto quote = stretches.back().begin - 1;
  auto offset = quote;
  auto line = setup.begin();
  for (; offset > line->value.size(); ++line) offset -= line->value.size() + 1;
  auto error = error_at(location_within(*line, offset), "this here-document never ends", "add its last line");
  if (all[quote] != '\n') {
    error.message = "this quote is never closed: " + all.substr(quote, all.find('\n', quote) - quote);
    error.hint = "close it; an apostrophe alone is written \\'";
  }
  findings.add_error(std::move(error));
}

void warn_of_replaced_path(const std::vector<Located<std::string>>& setup, Findings& findings) {
  constexpr auto kSet = std::to_array<std::string_view>({"export", "declare", "typeset", "readonly"});
  constexpr std::string_view kPath = "PATH=";
  for (const auto& line : setup)
    for (const auto& command : read_bash(line.value).commands) {
      const auto& words = command.words.empty() ? command.assignments : command.words;
      if (!command.words.empty() && !is_one_of(words.front().text, kSet)) continue;  // for one command alone
      for (const auto& word : words)
        if (word.text.starts_with(kPath) && word.text.find("PATH", kPath.size()) == std::string::npos)
          findings.add_warning(error_at(
              location_within(line, word.begin),
              fmt::format("'{}' replaces PATH: no command of the system is found, such as ls", word.text),
              fmt::format("{}:$PATH", word.text)));
    }
}

SetupScan scan_setup(const SweepFile& sweep, const fs::path& folder, const fs::path& home) {
  SetupReader reader(folder, home);
  for (const auto& line : sweep.setup) reader.read(line);
  return std::move(reader.scan);
}

}  // namespace scalegen::plan
