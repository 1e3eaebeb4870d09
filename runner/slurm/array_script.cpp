#include "runner/slurm/array_script.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/files.hpp"
#include "core/shell_quote.hpp"
#include "core/units.hpp"

namespace scalegen::slurm {

namespace {

std::string task_cases(const std::vector<ArrayTask>& tasks) {
  std::string lines;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    lines += fmt::format("  {}) script={} attempt={} ;;\n", i, shell_quote(tasks[i].script.string()),
                         tasks[i].attempt);
  return lines;
}

}  // namespace

std::string array_script(const Submission& array) {
  return fmt::format(
      "#!/bin/bash\n"
      "{}\n"
      "#SBATCH --array=0-{}{}\n"
      "# {} that ask for the same, as one array: each task runs the script of one.\n"
      "# By hand, from any folder: sbatch array.sbatch\n"
      "set -euo pipefail\n"
      "\n"
      "case ${{SLURM_ARRAY_TASK_ID:?give this script to sbatch}} in\n"
      "{}"
      "esac\n"
      "exec /bin/bash -c \"$(<\"$script\")\" \"$script\" \"$attempt\"\n",
      fmt::join(array.directives, "\n"), array.tasks.size() - 1,
      array.most_at_a_time == 0 ? "" : fmt::format("%{}", array.most_at_a_time),
      counted(std::ssize(array.tasks), "job"), task_cases(array.tasks));
}

Result<void> write_array_script(const Submission& array) {
  return replace_file(array.script, array_script(array));
}

}  // namespace scalegen::slurm
