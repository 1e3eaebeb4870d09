#include <fmt/format.h>
#include <unistd.h>

#include "app/cluster_profiles.hpp"
#include "app/scheduler_of.hpp"
#include "app/train_build.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/clock.hpp"
#include "core/process.hpp"
#include "core/shell_quote.hpp"
#include "core/stop_signal.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

/// Submits a build, and prints what it does until it has ended. A person may leave: the job goes on.
Result<ExitCode> submit_and_await(const WrittenBuild& build, const Profile& profile) {
  SystemClock clock;
  const auto scheduler = make_scheduler(profile.scheduler, build.clusters, ::geteuid(), clock);
  TRY_ASSIGN(const auto job, submit_build(build.folder, profile.name, *scheduler, clock));
  const auto name = to_string(job.id);
  tell(fmt::format("job {}, whose output is {}\n", name, job.output.string()));
  catch_stop_signals();
  TRY_ASSIGN(const auto end,
             await_build(
                 job, build.folder, *scheduler, clock, [](const auto& line) { tell(line + "\n"); },
                 [] { return stop_signal() != 0; }));
  switch (end.kind) {
    case BuildEnd::Kind::built:
      put(fmt::format("built {}; sweeps on '{}' take it\n", build.folder.program().string(), profile.name));
      return kDone;
    case BuildEnd::Kind::failed:
      tell(fmt::format("job {} has built nothing; the end of {}:\n{}", name, job.output.string(),
                       end.last_lines));
      return kRunFailed;
    case BuildEnd::Kind::left:
      tell(fmt::format("job {} goes on without scalegen; end it with: {}\n", name, end.how_to_end));
      return kSignal + stop_signal();
  }
  return kDone;
}

void print_next_steps(const BuildFolder& folder, const Profile& profile) {
  put(fmt::format("wrote {}\n", folder.script().string()));
  put(fmt::format("submit it:  sbatch {}\n", shell_quote(folder.script().string())));
  put(fmt::format("it makes {}, which sweeps on '{}' use\n", folder.program().string(), profile.name));
}

Result<ExitCode> build_on_cluster(const BuildCommand& command, const Profile& profile) {
  TRY_ASSIGN(const auto build, write_build_job(command.request, profile));
  if (command.submit) return submit_and_await(build, profile);
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
  return traits_of(profile.scheduler).runs_here ? build_here(command.request, profile)
                                                : build_on_cluster(command, profile);
}

}  // namespace scalegen
