#include "generator/plan/hidden_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "core/bash_command.hpp"
#include "core/bash_text.hpp"
#include "core/regex.hpp"

namespace scalegen::plan {
namespace {

constexpr int kDeepest = 50;  // groups within each other; what is deeper is not looked at

/// True of a program that nobody runs a rung for: its failure is no failure of the run.
bool is_tool(const std::string& name) {
  constexpr auto kPrograms = std::to_array<std::string_view>(
      {"awk",    "basename", "cat",     "chmod",   "conda",      "cp",       "cut",    "date",     "dcgmi",
       "df",     "diff",     "dirname", "dstat",   "du",         "env",      "expr",   "find",     "free",
       "git",    "grep",     "gunzip",  "gzip",    "head",       "hostname", "ibstat", "iostat",   "kill",
       "ldd",    "ln",       "ls",      "lscpu",   "md5sum",     "mkdir",    "mktemp", "ml",       "module",
       "mpstat", "mv",       "nproc",   "numactl", "nvidia-smi", "printenv", "ps",     "realpath", "rm",
       "rmdir",  "rocm-smi", "rsync",   "sar",     "sbcast",     "scontrol", "sed",    "seq",      "shuf",
       "sleep",  "sort",     "spack",   "squeue",  "tail",       "tar",      "tee",    "top",      "touch",
       "tr",     "uname",    "uniq",    "unzip",   "vmstat",     "wc",       "whoami", "which"});
  return std::ranges::find(kPrograms, name) != kPrograms.end();
}

using Commands = std::span<const BashCommand>;

/// A pipe of one command or several, with the first program in it that a rung may be run for.
struct Step {
  BashOperator after = BashOperator::end;
  int branch = 0;
  bool is_loop = false;
  const BashCommand* program = nullptr;
  std::string name{};       // of the program
  bool is_piped = false;    // the program's output goes to another part
  bool exits = false;       // a command in it says what a failure is
  std::string last_name{};  // of the commands in it
};

std::string name_of(const BashCommand& command) {
  const auto& words = command.words;
  if (words.empty()) return "";
  const bool is_question = words.size() > 1 && words[1].text.starts_with("-") && words[0].text == "command";
  return words[is_question ? 0 : index_of_program(words)].text;
}

/// True if nobody measures it, as of `cd x`, `nproc` and `srun hostname`.
bool is_auxiliary(const BashCommand& command) {
  const auto name = name_of(command);
  const auto is_tool_of_launcher = [](const BashWord& word) { return is_tool(word.text); };
  return is_bash_builtin(name) || is_tool(name) ||
         (is_launcher(name) && std::ranges::any_of(command.words, is_tool_of_launcher));
}

/// The program of `x=$(./a)`, whose status is that of the assignment.
std::string name_of_substituted(const BashCommand& command) {
  static const Regex kForm("(?s)[^$`]*(?:\\$\\(([^(].*)\\)|`(.*)`)");
  std::string inner;
  std::string quoted;
  if (!command.words.empty() || command.assignments.empty() ||
      !full_match(command.assignments.back().text, kForm, &inner, &quoted))
    return "";
  for (const auto& part : read_bash(inner + quoted).commands)
    if (const auto name = name_of(part); !name.empty() && !is_auxiliary(part)) return name;
  return "";
}

/// `exit`, `false`, `return 2`: not `exit 0`.
bool is_exit(const BashCommand& command) {
  const auto name = name_of(command);
  return name == "false" ||
         ((name == "exit" || name == "return") && (command.words.size() < 2 || command.words[1].text != "0"));
}

struct Options {
  bool ends_at_error = false;           // set -e
  bool sees_pipes = false;              // set -o pipefail
  bool has_program = false;             // as a command of its own, beside conditions and `x=$(./a)`
  bool ends_background = false;         // what runs there, such as a monitor, is not the program
  std::vector<std::string> exits_by{};  // functions with an exit in them: `die`
};

void add(Step& step, const BashCommand& command, int depth, const Options& options) {
  if (command.depth == depth) {
    step.after = command.after;
    step.is_piped = step.is_piped || (step.program != nullptr && command.after == BashOperator::pipe);
  }
  const auto substituted = options.has_program ? "" : name_of_substituted(command);
  const auto name = substituted.empty() ? name_of(command) : substituted;
  if (name.empty()) return;
  step.last_name = name;
  const bool exits_by_function = std::ranges::find(options.exits_by, name) != options.exits_by.end();
  step.exits = step.exits || is_exit(command) || exits_by_function;
  const bool is_condition =
      command.branch == kPattern || (command.branch == kCondition && (options.has_program || step.is_loop));
  if (step.program != nullptr || is_condition || (substituted.empty() && is_auxiliary(command))) return;
  step.program = &command;
  step.name = name;
  step.is_piped = step.after == BashOperator::pipe;
}

/// The index behind the last command of a group.
std::size_t end_of_group(Commands commands, std::size_t group) {
  auto end = group + 1;
  while (end < commands.size() && commands[end].depth > commands[group].depth) ++end;
  return end;
}

/// The steps of one level. Those of deeper ones belong to their group, and a function's to nothing.
std::vector<Step> steps_of(Commands commands, int depth, const Options& options) {
  std::vector<Step> steps;
  for (std::size_t i = 0; i < commands.size();) {
    const auto& first = commands[i];
    const auto end = first.is_group ? end_of_group(commands, i) : i + 1;
    if (first.depth == depth) {
      if (steps.empty() || steps.back().after != BashOperator::pipe)
        steps.push_back({.branch = first.branch, .is_loop = first.is_loop});
      for (; i < end; ++i) add(steps.back(), commands[i], depth, options);
    }
    i = end;
  }
  std::erase_if(steps, [](const Step& step) { return step.last_name.empty(); });  // assignments alone
  const auto leaves = [&](std::size_t i) {
    const auto& step = steps[i];
    return step.last_name == "exit" && step.exits && step.program == nullptr &&
           (i == 0 || steps[i - 1].after == BashOperator::end);
  };
  while (!steps.empty() && leaves(steps.size() - 1))
    steps.pop_back();  // with the status before it, or one of the text's own
  return steps;
}

/// `set -e`, `set -o pipefail`, `set -euo pipefail`.
bool sets(const BashText& text, char flag, std::string_view name) {
  return std::ranges::any_of(text.commands, [&](const BashCommand& command) {
    const auto& words = command.words;
    return !words.empty() && words.front().text == "set" &&
           std::any_of(words.begin() + 1, words.end(), [&](const BashWord& word) {
             return word.text == name ||
                    (word.text.starts_with('-') && flag != '\0' && word.text.find(flag) != std::string::npos);
           });
  });
}

bool runs_command(const BashText& text, std::string_view name) {
  return std::ranges::any_of(text.commands,
                             [&](const BashCommand& command) { return name_of(command) == name; });
}

/// True if the text itself says what its status is: `exit $status`, `wait $pid`, or `$?` and `trap ... ERR`
/// with an exit somewhere, or a test at the end.
bool picks_status(std::string_view text, const BashText& bash) {
  std::string read(text);
  static const Regex kExit("exit +\\$\\?");
  replace_matches(read, kExit, "exit");
  bool looks = read.find("$?") != read.npos || read.find("PIPESTATUS") != read.npos;
  bool leaves = false;
  for (const auto& command : bash.commands) {
    const auto name = name_of(command);
    leaves = leaves || is_exit(command) ||
             (&command == &bash.commands.back() && (name == "[" || name == "[[" || name == "test"));
    for (const auto& word : command.words) {
      const auto& said = word.text;
      const bool is_status = said.starts_with('$') && said != "$?";
      if (((name == "exit" || name == "wait") && is_status) || (name == "wait" && said == "-n")) return true;
      looks = looks || (name == "trap" && said == "ERR");
      leaves = leaves || (name == "trap" && said.find("exit") != said.npos && !said.ends_with("exit 0"));
    }
  }
  return looks && leaves;
}

HiddenFailure hidden(const Step& step, std::string why, std::string hint) {
  return {step.program->begin, fmt::format("the run would not fail with '{}': {}", step.name, why),
          std::move(hint)};
}

/// The failure of a step, if the script hides it. A list of `&&` fails with it, which `set -e` overlooks.
std::optional<HiddenFailure> hidden_at(std::span<const Step> steps, std::size_t at, const Options& s,
                                       bool in_loop) {
  const auto& step = steps[at];
  if (step.program == nullptr || step.exits || step.branch < 0) return std::nullopt;
  if (step.program->branch < 0)
    return hidden(step, "it is a condition", "let the other branch end with: exit 1");
  if (step.is_piped && !s.sees_pipes)
    return hidden(step, fmt::format("the status is that of '{}' behind its pipe", step.last_name),
                  "begin with: set -o pipefail");
  if (step.after == BashOperator::background) {
    if (s.ends_background) return std::nullopt;
    return hidden(step, "it runs in the background", "leave out the '&', or end with: wait $!");
  }
  auto end = at;
  while (steps[end].after == BashOperator::and_then && end + 1 < steps.size()) ++end;
  if (end > at && (steps[end].last_name == "exit" || steps[end].last_name == "break")) return std::nullopt;
  const bool is_seen = s.ends_at_error && end == at;
  if (end + 1 == steps.size()) {
    if (!in_loop || is_seen) return std::nullopt;
    return hidden(step, "the status of a loop is that of its last turn",
                  "write '|| exit 1' behind it, or begin with: set -e;");
  }
  const auto& next = steps[end + 1];
  if (steps[end].after == BashOperator::or_else && !next.exits)
    return hidden(step, fmt::format("the status is that of '{}' behind it", next.last_name),
                  "end with '|| exit 1' in place of it");
  if (steps[end].after == BashOperator::end && !is_seen)
    return hidden(step, fmt::format("the status is that of '{}' behind it", steps.back().last_name),
                  s.ends_at_error ? "write a line for each: 'set -e' overlooks what stands before '&&'"
                                  : "write '&&' between them, or begin with: set -e;");
  return std::nullopt;
}

std::optional<HiddenFailure> hidden_among(Commands commands, int depth, const Options& options,
                                          bool in_loop) {
  if (depth > kDeepest) return std::nullopt;
  const auto all = steps_of(commands, depth, options);
  for (std::span<const Step> left = all; !left.empty();) {
    const auto other = std::find_if(left.begin(), left.end(),
                                    [&](const Step& step) { return step.branch != left.front().branch; });
    const auto branch = left.first(static_cast<std::size_t>(other - left.begin()));
    left = left.subspan(branch.size());
    for (std::size_t i = 0; i < branch.size(); ++i)
      if (auto found = hidden_at(branch, i, options, in_loop)) return found;
  }
  for (std::size_t i = 0; i < commands.size();) {
    const auto& group = commands[i];
    const auto end = group.is_group ? end_of_group(commands, i) : i + 1;
    auto found = hidden_among(commands.subspan(i + 1, end - i - 1), group.depth + 1, options, group.is_loop);
    if (found) return found;
    i = end;
  }
  return std::nullopt;
}

std::vector<std::string> functions_that_exit(Commands commands) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (commands[i].function.empty() || commands[i].depth > kDeepest) continue;
    const auto body = commands.subspan(i, end_of_group(commands, i) - i);
    if (std::ranges::any_of(body, is_exit)) names.push_back(commands[i].function);
  }
  return names;
}

/// The hidden failure in a text that the text starts: `srun bash -c './a | tee log'`.
std::optional<HiddenFailure> hidden_within(const BashCommand& command) {
  const auto& words = command.words;
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    if (words[i].text != "bash" && words[i].text != "sh") continue;
    const auto is_text = [](const BashWord& word) { return word.text == "-c" || word.text == "-lc"; };
    const auto option =
        std::find_if(words.begin() + static_cast<std::ptrdiff_t>(i), words.end() - 1, is_text);
    if (option == words.end() - 1) return std::nullopt;
    const bool has_pipefail =
        std::any_of(words.begin(), option, [](const BashWord& word) { return word.text == "pipefail"; });
    auto found = hidden_failure_in((option + 1)->text, has_pipefail);
    if (found) found->offset = (option + 1)->begin;
    return found;
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
  for (const auto& command : bash.commands)
    if (auto found = hidden_within(command)) return found;
  if (picks_status(text, bash)) return std::nullopt;
  const auto is_program = [](const BashCommand& command) {
    return !command.words.empty() && command.branch >= 0 && !is_auxiliary(command);
  };
  const bool is_in_front = std::ranges::any_of(bash.commands, [&](const BashCommand& command) {
    return command.depth == 0 && command.after != BashOperator::background && is_program(command);
  });
  const bool has_monitor = is_in_front && !runs_command(bash, "wait");
  const Options options{.ends_at_error = sets(bash, 'e', "errexit") || begins_with_errexit(text),
                        .sees_pipes = has_pipefail || sets(bash, '\0', "pipefail"),
                        .has_program = std::ranges::any_of(bash.commands, is_program),
                        .ends_background = has_monitor || text.find("kill") != text.npos,
                        .exits_by = functions_that_exit(bash.commands)};
  return hidden_among(bash.commands, 0, options, false);
}

}  // namespace scalegen::plan
