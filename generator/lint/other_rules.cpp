#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/regex.hpp"
#include "generator/lint/rule.hpp"

namespace scalegen::lint {
namespace {

using Commands = std::span<const BashCommand>;

bool is_command(const BashCommand& command, std::initializer_list<std::string_view> names) {
  return !command.words.empty() && std::ranges::find(names, command.words[0].text) != names.end();
}

bool is_output(const Directive& directive) {
  return directive.name == "--output" || directive.name == "--error";
}

bool makes_folder(const JobScript& script, const std::string& folder) {
  return std::ranges::any_of(script.bash.commands, [&](const BashCommand& command) {
    return is_command(command, {"mkdir"}) &&
           std::ranges::find(command.words, folder, &BashWord::text) != command.words.end();
  });
}

// A folder elsewhere may be the cluster's: the one above it has to be here.
void find_missing_folders(const LintedScript& script, std::vector<Finding>& findings) {
  const auto* const chdir = find_directive(script.script, "--chdir");
  const auto base = script.folder / (chdir != nullptr ? chdir->value : "");
  std::error_code none;
  for (const auto& directive : script.script.directives) {
    const auto named = std::filesystem::path(directive.value).parent_path();
    const bool is_known = !named.empty() && directive.value.find('$') == std::string::npos &&
                          named.string().find('%') == std::string::npos &&
                          named.string().find("..") == std::string::npos;
    if (!is_output(directive) || !is_known) continue;
    const auto above = named.is_absolute() ? named.parent_path() : base;
    const bool is_missing = !script.folder.empty() && !std::filesystem::exists(base / named, none) &&
                            std::filesystem::exists(above, none);
    const bool is_made_late = script.folder.empty() && makes_folder(script.script, named.string());
    if (!is_missing && !is_made_late) continue;
    auto message = is_missing ? fmt::format("there is no folder '{}' for the job's output", named.string())
                              : fmt::format("the job makes '{}' itself, after its output is opened there",
                                            named.string());
    if (std::ranges::find(findings, message, &Finding::message) != findings.end()) continue;  // of --error
    if (findings.size() == kMostFindings) return;
    add(findings, is_missing ? Severity::warning : Severity::note, directive.begin, std::move(message),
        fmt::format("before sbatch: mkdir -p {}; in the script it is too late", named.string()));
  }
}

void find_shared_outputs(const LintedScript& script, std::vector<Finding>& findings) {
  static const Regex kOneAtATime("[0-9]+|.*%1");
  const auto* const array = find_directive(script.script, "--array");
  if (array == nullptr || full_match(array->value, kOneAtATime)) return;
  const auto* const mode = find_directive(script.script, "--open-mode");
  if (mode != nullptr && mode->value.starts_with('a')) return;
  static const Regex kOwn("(?:^|[^%])(?:%%)*%[0-9]*[ajJN]");
  for (const auto& directive : script.script.directives)
    if (is_output(directive) && !partial_match(directive.value, kOwn) && directive.value != "/dev/null")
      add(findings, Severity::warning, directive.begin,
          fmt::format("all tasks of the array write to '{}', each over what others wrote", directive.value),
          "put into the name: %A_%a");
}

bool is_monitor(const BashCommand& command) { return is_command(command, {"nvidia-smi", "rocm-smi"}); }

bool repeats_itself(const BashCommand& command) {
  return is_monitor(command) && std::ranges::any_of(command.words, [](const BashWord& word) {
           const std::string_view text = word.text;
           return text == "dmon" || text == "pmon" || text.starts_with("-l") || text.starts_with("--loop");
         });
}

/// `while true` around a monitor, with nothing in it that takes time.
bool is_busy_loop(Commands loop) {
  const auto has = [&](auto is_it) { return std::ranges::any_of(loop, is_it); };
  return has([](const auto& c) {
           return c.branch == kCondition && is_command(c, {"true", ":"});
         }) &&
         has(is_monitor) && !has(repeats_itself) && !has([](const auto& c) {
           return is_command(c, {"sleep", "wait", "read", "break", "timeout", "srun"});
         });
}

void find_endless_monitors(const LintedScript& script, std::vector<Finding>& findings) {
  const Commands commands = script.script.bash.commands;
  const bool is_stopped = script.script.text.find("kill") != std::string::npos;
  const bool waits_for_all = std::ranges::any_of(
      commands, [](const auto& c) { return is_command(c, {"wait"}) && c.words.size() == 1; });
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const auto& command = commands[i];
    const auto warn = [&](std::string message, std::string hint) {
      add(findings, Severity::warning, command.begin, std::move(message), std::move(hint));
    };
    if (repeats_itself(command) && command.after == BashOperator::background && waits_for_all && !is_stopped)
      warn(fmt::format("'wait' waits for {}, which never ends", command.words[0].text),
           "write: monitor=$! behind it, and: kill $monitor in place of wait");
    if (!command.is_loop || command.depth > 1) continue;
    const auto outside = [&](const BashCommand& c) { return c.depth <= command.depth; };
    const auto end =
        std::find_if(commands.begin() + static_cast<std::ptrdiff_t>(i) + 1, commands.end(), outside);
    if (is_busy_loop({commands.begin() + static_cast<std::ptrdiff_t>(i), end}))
      warn("this loop asks for the GPUs' state without a pause", "add to the loop: sleep 10");
  }
}

constexpr auto kOtherRules = std::to_array<Rule>({
    {"output-folder-missing", "The folder of --output or --error is not there.",
     "By a look at the files where the linter runs; a note where it cannot look and the script itself makes "
     "the folder. No alarm for a name with % or $, or on a cluster's path.",
     "#!/bin/bash\n#SBATCH --output=no-such-folder/%j.out\nsrun python train.py\n",
     "#!/bin/bash\n#SBATCH --output=%j.out\nsrun python train.py\n", "sbatch(1), --output",
     find_missing_folders},
    {"array-output", "The tasks of an array have a file of their own.",
     "--output or --error has no %a, %j or the like. No alarm if --open-mode is append, or one task runs at "
     "a time.",
     "#!/bin/bash\n#SBATCH --array=0-9 --output=job.out\nsrun ./a.out\n",
     "#!/bin/bash\n#SBATCH --array=0-9 --output=job-%a.out\nsrun ./a.out\n", "sbatch(1), filename pattern",
     find_shared_outputs},
    {"endless-monitor", "A monitor of GPUs keeps the job alive, or a node busy.",
     "nvidia-smi -l in the background before a bare wait, unless something is killed; while true without "
     "sleep.",
     "#!/bin/bash\nnvidia-smi -l 5 >gpu.log &\npython train.py &\nwait\n",
     "#!/bin/bash\nnvidia-smi -l 5 >gpu.log &\nmonitor=$!\npython train.py\nkill $monitor\n",
     "bash(1), wait; nvidia-smi(1), --loop", find_endless_monitors},
});

}  // namespace

std::span<const Rule> other_rules() { return kOtherRules; }

}  // namespace scalegen::lint
