#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/load_sweep.hpp"
#include "cli/new_directory.hpp"
#include "cli/notices.hpp"
#include "cli/verbs.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const GenerateCommand& command) {
  const auto loaded = load_sweep(command.source);
  if (!loaded) return tl::make_unexpected(loaded.error());
  notice_origin(*loaded);
  const auto folder = directory_for(command.directory, loaded->planned.plan.head);
  if (auto written = write_new_directory(folder, command.root, *loaded); !written)
    return tl::make_unexpected(written.error());
  const auto& jobs = loaded->planned.plan.jobs;
  fmt::print("wrote {} scripts: {}/jobs/*/job.sbatch\n", jobs.size(), folder.string());
  fmt::print("submit one by hand:  {} {}\n",
             loaded->profile.scheduler == SchedulerKind::slurm ? "sbatch" : "bash",
             RunDirectory{folder}.job_script(jobs.front().id).string());
  fmt::print("then, for the table: scalegen report {}\n", folder.string());
  return kDone;
}

}  // namespace scalegen
