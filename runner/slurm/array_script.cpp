#include "runner/slurm/array_script.hpp"

#include <fmt/format.h>

#include "core/files.hpp"
#include "core/shell_quote.hpp"
#include "core/units.hpp"
#include "runner/slurm/table.hpp"

namespace scalegen {
namespace {

bool is_said_anew(const std::string& directive) {
  return directive.starts_with("#SBATCH --job-name=") || directive.starts_with("#SBATCH --output=");
}

std::string lines_of_tasks(const std::vector<ArrayTask>& tasks) {
  std::string lines;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    lines += fmt::format("  {}) script={} attempt={} ;;\n", i, shell_quote(tasks[i].script.string()),
                         tasks[i].attempt);
  return lines;
}

}  // namespace

// Slurm itself reads them no further than the first command.
std::string directives_in(std::string_view script) {
  std::string directives;
  for (const auto& line : lines_of(script)) {
    if (!line.starts_with('#')) break;
    if (line.starts_with("#SBATCH ") && !is_said_anew(line)) directives += line + "\n";
  }
  return directives;
}

std::string array_script(const Submission& array, const std::string& directives) {
  return fmt::format(
      "#!/bin/bash\n"
      "# {} that ask for the same, as one array: each task runs the script of one.\n"
      "# By hand, from any folder: sbatch array.sbatch\n"
      "{}"
      "#SBATCH --job-name={}\n"
      "#SBATCH --array=0-{}\n"
      "set -euo pipefail\n"
      "\n"
      "case ${{SLURM_ARRAY_TASK_ID:?give this script to sbatch}} in\n"
      "{}"
      "esac\n"
      "exec bash \"$script\" \"$attempt\"\n",
      counted(std::ssize(array.tasks), "job"), directives, array.name, array.tasks.size() - 1,
      lines_of_tasks(array.tasks));
}

Result<void> write_array_script(const Submission& array) {
  const auto first = read_file(array.tasks.front().script);
  if (!first) return tl::make_unexpected(first.error());
  return replace_file(array.script, array_script(array, directives_in(*first)));
}

}  // namespace scalegen
