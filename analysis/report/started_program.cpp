#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <span>

#include "analysis/report/facts.hpp"
#include "core/bash_command.hpp"
#include "core/bash_text.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"

namespace scalegen::report {
namespace {

using Words = std::span<const BashWord>;

std::string file_name_of(const BashWord& word) {
  return std::filesystem::path(word.text).filename().string();
}

// It has letters behind its last dot, and nothing that only bash or the sweep can fill in.
bool is_file(const BashWord& word) {
  const auto extension = std::filesystem::path(word.text).extension().string();
  return extension.size() > 1 && std::isalpha(static_cast<unsigned char>(extension[1])) != 0 &&
         word.is_literal && word.text.find('=') == std::string::npos && !word.text.starts_with('-');
}

Words from_program(Words words) { return words.subspan(index_of_program(words)); }

// None if a word may be the program or the value of the option before it.
Words behind_launcher(Words words) {
  static const std::set<std::string> with_value{"--bind-to", "--host", "--hostfile", "--map-by", "-x"};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto& before = words[i - 1].text;
    if (words[i].text.starts_with('-') || is_all_digits(words[i].text) || with_value.contains(before))
      continue;
    const bool is_clear = !before.starts_with('-') || before.find('=') != std::string::npos;
    return is_clear ? from_program(words.subspan(i)) : Words();
  }
  return {};
}

// "lmp" of "mpirun -n 2 lmp", "train.py" of "python3 train.py"; empty if it is one of several, or cannot be
// told.
std::string program_in(const std::string& command) {
  static const Regex runs_a_script("bash|sh|torchrun|python[0-9.]*");
  static const Regex is_container("apptainer|docker|podman|shifter|singularity");
  std::string program;
  for (const auto& found : read_bash(command).commands) {
    auto words = from_program(found.words);
    if (words.empty() || is_bash_builtin(words.front().text)) continue;
    if (is_launcher(file_name_of(words.front()))) words = behind_launcher(words);
    if (!words.empty() && full_match(file_name_of(words.front()), runs_a_script))
      words = {std::find_if(words.begin(), words.end(), is_file), words.end()};
    if (!program.empty() || words.empty() || !words.front().is_literal ||
        full_match(file_name_of(words.front()), is_container))
      return "";
    program = file_name_of(words.front());
  }
  return program;
}

}  // namespace

std::string started_program(const Report& report) {
  const auto* const largest = largest_rung(report);
  return program_in(largest != nullptr && !largest->command.empty() ? largest->command
                                                                    : report.head.workload);
}

}  // namespace scalegen::report
