#include <fmt/format.h>

#include "app/open_run_directory.hpp"
#include "app/sweep_spec.hpp"
#include "cli/notices.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "core/units.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const GenerateCommand& command) {
  TRY_ASSIGN(const auto spec, read_spec(command.source));
  TRY_ASSIGN(auto planned, plan_spec(spec, command.source));
  planned.plan.head.launch.standalone = command.standalone;
  notice(spec, planned);
  TRY_ASSIGN(const auto root, directory_for(command.directory, spec));
  const RunDirectory directory{root};
  TRY(write_new_directory(directory, command.root, spec, planned.plan));

  const auto& jobs = planned.plan.jobs;
  const bool slurm = spec.profile.scheduler == SchedulerKind::slurm;
  put(fmt::format("wrote {}: {}/jobs/*/job.sbatch\n", counted(std::ssize(jobs), "script"),
                  directory.root.string()));
  const RunDirectory there{command.root.empty() ? directory.root : std::filesystem::path(command.root)};
  if (!command.root.empty()) put(fmt::format("copy it to:          {}\n", shell_quote(command.root)));
  put(fmt::format("submit one by hand:  {} {}\n", slurm ? "sbatch" : "bash",
                  shell_quote(there.job_script(jobs.front().id).string())));
  put(fmt::format("then, for the table: scalegen report {}\n", shell_quote(there.root.string())));
  return kDone;
}

}  // namespace scalegen
