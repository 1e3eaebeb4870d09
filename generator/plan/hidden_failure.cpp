#include "generator/plan/hidden_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "core/bash_command.hpp"
#include "core/bash_text.hpp"

namespace scalegen::plan {
namespace {

/// True if nobody runs a rung for it: its failure is no failure of the run.
bool is_auxiliary(const std::string& name) {
  constexpr auto kPrograms = std::to_array<std::string_view>(
      {"cat", "chmod", "conda", "cp",    "date",  "df",     "env", "free",    "head",       "hostname",
       "ln",  "ls",    "lscpu", "mkdir", "ml",    "module", "mv",  "numactl", "nvidia-smi", "printenv",
       "rm",  "rmdir", "seq",   "sleep", "spack", "tail",   "tee", "touch",   "uname",      "which"});
  return is_bash_builtin(name) || std::find(kPrograms.begin(), kPrograms.end(), name) != kPrograms.end();
}

using Commands = std::span<const BashCommand>;

/// A pipe of one command or several, with the first program in it that a rung may be run for.
struct Step {
  BashOperator after = BashOperator::end;
  const BashCommand* program = nullptr;
  std::string name{};       // of the program
  bool is_piped = false;    // the program's output goes to another part
  bool exits = false;       // a command in it says what a failure is
  std::string last_name{};  // of the commands in it
};

std::string name_of(const BashCommand& command) {
  return command.words.empty() ? "" : command.words[index_of_program(command)].text;
}

void add(Step& step, const BashCommand& command, int depth) {
  if (command.depth == depth) {
    step.after = command.after;
    step.is_piped = step.is_piped || (step.program != nullptr && command.after == BashOperator::pipe);
  }
  if (command.words.empty()) return;
  step.last_name = name_of(command);
  step.exits = step.exits || step.last_name == "exit" || step.last_name == "false";
  if (step.program != nullptr || is_auxiliary(step.last_name)) return;
  step.program = &command;
  step.name = step.last_name;
  step.is_piped = step.after == BashOperator::pipe;
}

/// The steps of one level. Those of deeper ones belong to their group.
std::vector<Step> steps_of(Commands commands, int depth) {
  std::vector<Step> steps;
  for (const auto& command : commands) {
    if (command.depth == depth && (steps.empty() || steps.back().after != BashOperator::pipe))
      steps.emplace_back();
    if (!steps.empty()) add(steps.back(), command, depth);
  }
  std::erase_if(steps, [](const Step& step) { return step.last_name.empty(); });  // assignments alone
  while (!steps.empty() && steps.back().last_name == "exit" && steps.back().after == BashOperator::end &&
         steps.back().program == nullptr)
    steps.pop_back();  // with the status before it; one with a number is the text's own word
  return steps;
}

/// `set -e`, `set -o pipefail`, `set -euo pipefail`.
bool sets(const BashText& text, char flag, std::string_view name) {
  return std::any_of(text.commands.begin(), text.commands.end(), [&](const BashCommand& command) {
    const auto& words = command.words;
    return !words.empty() && words.front().text == "set" &&
           std::any_of(words.begin() + 1, words.end(), [&](const BashWord& word) {
             return word.text == name ||
                    (word.text.starts_with('-') && flag != '\0' && word.text.find(flag) != std::string::npos);
           });
  });
}

/// True if the text itself says what its status is: `exit $status`, `wait $pid`, `$?`, `trap ... ERR`.
bool picks_status(const BashText& text) {
  return std::any_of(text.commands.begin(), text.commands.end(), [](const BashCommand& command) {
    const auto& words = command.words;
    const auto name = words.empty() ? "" : words.front().text;
    return std::any_of(words.begin(), words.end(), [&](const BashWord& word) {
      return word.text.find("$?") != word.text.npos || word.text.find("PIPESTATUS") != word.text.npos ||
             (name == "trap" && word.text == "ERR") || (name == "wait" && word.text == "-n") ||
             ((name == "exit" || name == "wait") && word.text.starts_with('$'));
    });
  });
}

HiddenFailure hidden(const Step& step, std::string why, std::string hint) {
  return {step.program->begin, fmt::format("the run would not fail with '{}': {}", step.name, why),
          std::move(hint)};
}

struct Options {
  bool ends_at_error = false;  // set -e
  bool sees_pipes = false;     // set -o pipefail
};

/// Of a step that fails. A list of `&&` fails with it.
std::optional<HiddenFailure> hidden_at(const std::vector<Step>& steps, std::size_t at, const Options& s) {
  const auto& step = steps[at];
  if (step.program == nullptr || step.exits) return std::nullopt;
  if (step.is_piped && !s.sees_pipes)
    return hidden(step, fmt::format("the status is that of '{}' behind its pipe", step.last_name),
                  "begin with: set -o pipefail");
  if (step.after == BashOperator::background)
    return hidden(step, "it runs in the background", "leave out the '&', or end with: wait $!");
  auto end = at;
  while (steps[end].after == BashOperator::and_then && end + 1 < steps.size()) ++end;
  if (end + 1 == steps.size()) return std::nullopt;
  const auto& next = steps[end + 1];
  if (steps[end].after == BashOperator::or_else && !next.exits)
    return hidden(step, fmt::format("the status is that of '{}' behind it", next.last_name),
                  "end with '|| exit 1' in place of it");
  if (steps[end].after == BashOperator::end && !s.ends_at_error)
    return hidden(step, fmt::format("the status is that of '{}' behind it", steps.back().last_name),
                  "write '&&' between them, or begin with: set -e;");
  return std::nullopt;
}

std::optional<HiddenFailure> hidden_among(Commands commands, int depth, const Options& options) {
  const auto steps = steps_of(commands, depth);
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (auto found = hidden_at(steps, i, options)) return found;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (!commands[i].is_group || commands[i].depth != depth || commands[i].is_choice) continue;
    auto end = i + 1;
    while (end < commands.size() && commands[end].depth > depth) ++end;
    if (auto found = hidden_among(commands.subspan(i + 1, end - i - 1), depth + 1, options)) return found;
  }
  return std::nullopt;
}

/// `#!/bin/bash -e`.
bool begins_with_errexit(std::string_view text) {
  const auto first = text.substr(0, text.find('\n'));
  const auto options = first.find(" -");
  return first.starts_with("#!") && options != first.npos && first.find('e', options) != first.npos;
}

}  // namespace

std::optional<HiddenFailure> hidden_failure_in(std::string_view text, bool has_pipefail) {
  const auto bash = read_bash(text);
  if (picks_status(bash)) return std::nullopt;
  return hidden_among(bash.commands, 0,
                      {.ends_at_error = sets(bash, 'e', "errexit") || begins_with_errexit(text),
                       .sees_pipes = has_pipefail || sets(bash, '\0', "pipefail")});
}

}  // namespace scalegen::plan
