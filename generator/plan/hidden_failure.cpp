#include "generator/plan/hidden_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

/// A command of the top level, with the first program in it that a rung may be run for.
struct Step {
  const BashCommand* command = nullptr;
  const BashCommand* program = nullptr;
  std::string last_name{};  // of the commands in it
};

std::vector<Step> steps_of(const BashText& text) {
  std::vector<Step> steps;
  for (const auto& command : text.commands) {
    if (command.depth == 0) steps.push_back({&command});
    if (command.words.empty() || steps.empty()) continue;
    auto& step = steps.back();
    step.last_name = command.words.front().text;
    if (step.program == nullptr && !is_auxiliary(step.last_name)) step.program = &command;
  }
  std::erase_if(steps, [](const Step& step) { return step.last_name.empty(); });  // assignments alone
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

/// True if the text itself says what its status is: `exit $status`, `wait $pid`.
bool picks_status(const BashText& text) {
  return std::any_of(text.commands.begin(), text.commands.end(), [](const BashCommand& command) {
    const auto& words = command.words;
    return words.size() > 1 && (words.front().text == "exit" || words.front().text == "wait") &&
           (words[1].text.starts_with('$') || words[1].text == "-n");
  });
}

HiddenFailure hidden(const Step& step, std::string why, std::string hint) {
  return {step.program->begin,
          fmt::format("the run would not fail with '{}': {}", step.program->words.front().text, why),
          std::move(hint)};
}

}  // namespace

std::optional<HiddenFailure> hidden_failure_in(std::string_view text, bool has_pipefail) {
  const auto bash = read_bash(text);
  if (picks_status(bash)) return std::nullopt;
  const auto steps = steps_of(bash);
  const bool ends_at_error = sets(bash, 'e', "errexit");
  const bool sees_pipes = has_pipefail || sets(bash, '\0', "pipefail");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto& step = steps[i];
    if (step.program == nullptr) continue;
    const bool is_last = i + 1 == steps.size();
    const auto next = is_last ? "" : steps[i + 1].last_name;
    switch (step.command->after) {
      case BashOperator::background:
        return hidden(step, "it runs in the background", "leave out the '&', or end with: wait $!");
      case BashOperator::pipe:
        if (sees_pipes || is_last) break;
        return hidden(step, fmt::format("the status is that of '{}' behind its pipe", next),
                      "begin with: set -o pipefail");
      case BashOperator::or_else:
        if (next == "exit" || is_last) break;
        return hidden(step, fmt::format("the status is that of '{}' behind it", next),
                      "end with '|| exit 1' in place of it");
      case BashOperator::end:
        if (ends_at_error || is_last) break;
        return hidden(step, fmt::format("the status is that of '{}' behind it", steps.back().last_name),
                      "write '&&' between them, or begin with: set -e;");
      case BashOperator::and_then:
        break;
    }
  }
  return std::nullopt;
}

}  // namespace scalegen::plan
