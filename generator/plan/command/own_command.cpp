#include "generator/plan/command/own_command.hpp"

#include <algorithm>

#include "generator/plan/command/placeholders.hpp"
#include "generator/plan/command/torchrun.hpp"

namespace scalegen {
namespace {

std::string bash_words(const std::vector<Placed<std::string>>& words, const Settings& values) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + bash_word(word.value, values);
  return text;
}

bool wants_run_dir(const std::vector<Placed<std::string>>& words) {
  return std::any_of(words.begin(), words.end(), [](const auto& word) {
    const auto names = placeholders_in(word.value);
    return std::any_of(names.begin(), names.end(), [](const Placeholder& p) { return p.name == kRunDir; });
  });
}

std::vector<std::string> given_to_bash(std::string text) { return {"bash", "-c", std::move(text)}; }

/// What stands before the person's own words.
std::vector<std::string> first_words(const OwnProgram& program) {
  return program.by == OwnProgram::By::python ? std::vector<std::string>{"python3"}
                                              : std::vector<std::string>{};
}

}  // namespace

Start start_of(OwnProgram::By by) {
  switch (by) {
    case OwnProgram::By::command:
      return Start::once;
    case OwnProgram::By::torchrun:
      return Start::each_node;
    case OwnProgram::By::python:
      return Start::each_rank;
  }
  return Start::once;
}

Result<std::vector<std::string>> own_command(const OwnProgram& program, const Rung& rung,
                                             const Settings& values) {
  const auto& words = program.words;
  std::string before;
  if (program.by == OwnProgram::By::torchrun) before = torchrun_line(rung) + " ";
  if (program.by == OwnProgram::By::python) before = "python3 ";
  if (program.is_text)
    return bash_with_values(words.front(), values).map([&](const std::string& text) {
      return given_to_bash(before + text);
    });
  if (program.by == OwnProgram::By::torchrun) return given_to_bash(before + bash_words(words, values));
  if (wants_run_dir(words)) return given_to_bash("exec " + before + bash_words(words, values));
  auto command = first_words(program);
  for (const auto& word : words) command.push_back(with_values(word.value, values));
  return command;
}

}  // namespace scalegen
