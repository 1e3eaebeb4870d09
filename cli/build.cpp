#include <fmt/format.h>

#include "app/cluster_profiles.hpp"
#include "app/train_build.hpp"
#include "cli/await_build.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/process.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

void print_next_steps(const BuildFolder& folder, const Profile& profile) {
  put(fmt::format("wrote {}\n", folder.script().string()));
  put(fmt::format("submit it:  sbatch {}\n", shell_quote(folder.script().string())));
  put(fmt::format("it makes {}, which sweeps on '{}' use\n", folder.program().string(), profile.name));
}

Result<ExitCode> build_on_cluster(const BuildCommand& command, const Profile& profile) {
  TRY_ASSIGN(const auto build, write_build_job(command.request, profile));
  if (command.submit) return submit_and_await(build.folder, profile.name, build.clusters);
  print_next_steps(build.folder, profile);
  return kDone;
}

// Without a scheduler the compiler runs here and now, unless ./scalegen keeps a program up to date.
Result<ExitCode> build_here(const BuildRequest& request, const Profile& profile) {
  if (const auto program = program_beside_this(); request.directory.empty() && !program.empty()) {
    put(fmt::format("scalegen-train is there: {}\n", program));
    return kDone;
  }
  TRY_ASSIGN(const auto compile, prepare_local_build(request, profile));
  TRY_ASSIGN(const auto status, run_in_foreground(compile));
  return status == 0 ? kDone : kRunFailed;
}

}  // namespace

Result<ExitCode> run_verb(const BuildCommand& command) {
  TRY_ASSIGN(const auto profile, load_profile(command.cluster));
  return profile.scheduler == SchedulerKind::local ? build_here(command.request, profile)
                                                   : build_on_cluster(command, profile);
}

}  // namespace scalegen
