#include <fmt/format.h>

#include "cli/build_folder.hpp"
#include "cli/follow.hpp"
#include "cli/load_sweep.hpp"
#include "cli/new_directory.hpp"
#include "cli/notices.hpp"
#include "cli/output.hpp"
#include "cli/same_sweep.hpp"
#include "cli/verbs.hpp"
#include "core/files.hpp"
#include "core/shell_quote.hpp"
#include "runner/slurm/client.hpp"

namespace scalegen {
namespace {

// Before jobs wait for hours to find that there is none. One that a person names may be seen by the nodes
// alone.
Result<void> has_program(const SweepSpec& spec, const SweepSource& source) {
  const bool of_profile = !spec.file.program && source.train.empty();
  if (!of_profile || spec.profile.scheduler == SchedulerKind::local) return {};
  return check_built(spec.profile);
}

// A directory that is there wins over what the sweep file would come to today.
Result<Plan> plan_in(const RunDirectory& directory, const SweepSpec& spec, const SweepSource& source) {
  const auto planned_before = is_there(directory.plan_file());
  if (!planned_before) return tl::make_unexpected(planned_before.error());
  if (*planned_before) return plan_of_same_sweep(directory, spec, source);
  if (auto built = has_program(spec, source); !built) return tl::make_unexpected(built.error());
  auto planned = plan_spec(spec, source);
  if (!planned) return tl::make_unexpected(std::move(planned.error()));
  notice(spec, *planned);
  if (auto written = write_new_directory(directory, "", spec, *planned); !written)
    return tl::make_unexpected(std::move(written.error()));
  return std::move(planned->plan);
}

// Before anything is written: a person's own machine has no Slurm to submit to.
Result<void> can_submit_here(const Profile& profile, const SweepSource& source) {
  if (profile.scheduler == SchedulerKind::local || run_client({"sbatch", "--version"})) return {};
  return failure(fmt::format("there is no sbatch here to submit the jobs for '{}'", profile.name),
                 fmt::format("give this command on a login node there, or write the scripts with 'scalegen "
                             "generate {} --cluster {}'",
                             shell_quote(source.file), shell_quote(source.cluster)));
}

}  // namespace

Result<ExitCode> run_verb(const SweepCommand& command) {
  const auto spec = read_spec(command.source);
  if (!spec) return tl::make_unexpected(spec.error());
  if (auto can = can_submit_here(spec->profile, command.source); !can)
    return tl::make_unexpected(can.error());
  if (auto can = can_leave(spec->profile.scheduler == SchedulerKind::slurm, command.following); !can)
    return tl::make_unexpected(can.error());
  const auto root = directory_for(command.directory, *spec);
  if (!root) return tl::make_unexpected(root.error());
  const RunDirectory directory{*root};
  const auto plan = plan_in(directory, *spec, command.source);
  if (!plan) return tl::make_unexpected(plan.error());
  tell(fmt::format("run directory: {}\n", directory.root.string()));
  return follow(directory, *plan, command.following);
}

}  // namespace scalegen
