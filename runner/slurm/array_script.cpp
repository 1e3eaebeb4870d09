#include "runner/slurm/array_script.hpp"

#include <fmt/format.h>

#include "core/files.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "runner/slurm/sbatch.hpp"
#include "runner/slurm/slurm_client.hpp"

namespace scalegen::slurm {

namespace {

bool is_overridden(std::string_view directive) {
  const auto name = directive.substr(0, directive.find_first_of("= \t"));
  return name == "--job-name" || name == "-J" || name == "--output" || name == "-o";
}

/// /bin/bash, or /bin/bash -l: what follows "#!".
std::string interpreter_of(const std::string& head) {
  const auto line = head.substr(0, head.find('\n'));
  return line.starts_with("#!") ? std::string(trimmed(std::string_view(line).substr(2))) : "/bin/bash";
}

std::string task_cases(const std::vector<ArrayTask>& tasks) {
  std::string lines;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    lines += fmt::format("  {}) script={} attempt={} ;;\n", i, shell_quote(tasks[i].script.string()),
                         tasks[i].attempt);
  return lines;
}

}  // namespace

// sbatch reads no further than the first command.
std::string head_of_script(std::string_view script) {
  std::string head;
  for (const auto& line : lines_of(script)) {
    if (!line.starts_with('#')) break;
    const auto directive = directive_in(line);
    if (line.starts_with("#!") || (!directive.empty() && !is_overridden(directive))) head += line + "\n";
  }
  return head;
}

std::string array_script(const Submission& array, const std::string& head) {
  return fmt::format(
      "{}"
      "#SBATCH --job-name={}\n"
      "#SBATCH --array=0-{}\n"
      "# {} that ask for the same, as one array: each task runs the script of one.\n"
      "# By hand, from any folder: sbatch array.sbatch\n"
      "set -euo pipefail\n"
      "\n"
      "case ${{SLURM_ARRAY_TASK_ID:?give this script to sbatch}} in\n"
      "{}"
      "esac\n"
      "exec {} -c \"$(<\"$script\")\" \"$script\" \"$attempt\"\n",
      head, array.name, array.tasks.size() - 1, counted(std::ssize(array.tasks), "job"),
      task_cases(array.tasks), interpreter_of(head));
}

Result<void> write_array_script(const Submission& array) {
  TRY_ASSIGN(const auto first, read_file(array.tasks.front().script));
  return replace_file(array.script, array_script(array, head_of_script(first)));
}

}  // namespace scalegen::slurm
