#include <fmt/format.h>

#include "app/open_run_directory.hpp"
#include "app/train_build.hpp"
#include "app/user_settings.hpp"
#include "cli/await_build.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/files.hpp"
#include "core/process.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "generator/profile/profile_reader.hpp"
#include "generator/script/build_script.hpp"

namespace scalegen {
namespace {

Result<plan::PlannedBuild> plan_build_for(const BuildCommand& command, const Profile& profile) {
  return usual_choices(profile.name).and_then([&](const SiteChoices& usual) {
    const SiteChoices given{command.account, command.partition, command.qos};
    return plan::plan_build(profile, {first_of(given, usual), command.image, command.torch_root});
  });
}

Result<std::string> script_for(plan::PlannedBuild build, const BuildCommand& command,
                               const BuildFolder& folder) {
  build.launch.root = folder.root.string();
  build.launch.made_by = made_by();
  TRY_ASSIGN(const auto templates, templates_in(command.templates));
  return build_script(build, templates);
}

/// The script comes last: where it lies, all is there that it wants.
Result<void> write_build(const BuildFolder& folder, const std::string& script) {
  return write_train_sources(folder.sources()).and_then([&] {
    return replace_file(folder.script(), script);
  });
}

void say_how_to_go_on(const BuildFolder& folder, const Profile& profile) {
  put(fmt::format("wrote {}\n", folder.script().string()));
  put(fmt::format("submit it:  sbatch {}\n", shell_quote(folder.script().string())));
  put(fmt::format("it makes {}, which sweeps on '{}' take\n", folder.program().string(), profile.name));
}

Result<ExitCode> build_there(const BuildCommand& command, const Profile& profile) {
  TRY_ASSIGN(const auto folder, build_folder(command.directory, profile));
  TRY_ASSIGN(const auto build, plan_build_for(command, profile));
  TRY_ASSIGN(const auto script, script_for(build, command, folder));
  const auto written = write_build(folder, script).and_then([&] { return remember_build(profile, folder); });
  if (!written) return tl::make_unexpected(written.error());
  if (command.submit) return submit_and_await(folder, profile.name);
  say_how_to_go_on(folder, profile);
  return kDone;
}

/// Without a scheduler the compiler runs here and now; beside a program that ./scalegen keeps up to date
/// there is nothing to make.
Result<ExitCode> build_here(const BuildCommand& command, const Profile& profile) {
  if (const auto there = program_beside_this(); command.directory.empty() && !there.empty()) {
    put(fmt::format("scalegen-train is there: {}\n", there));
    return kDone;
  }
  TRY_ASSIGN(const auto folder, build_folder(command.directory, profile));
  TRY(write_train_sources(folder.sources()));
  std::vector<std::string> compile = {"bash", folder.compile_script().string(), folder.root.string()};
  if (!command.torch_root.empty()) compile.push_back("-DTORCH_ROOT=" + command.torch_root);
  return run_in_foreground(compile).map([](int status) { return status == 0 ? kDone : kRunFailed; });
}

}  // namespace

Result<ExitCode> run_verb(const BuildCommand& command) {
  TRY_ASSIGN(const auto profile, find_profile(command.cluster, home_folder()));
  return profile.scheduler == SchedulerKind::local ? build_here(command, profile)
                                                   : build_there(command, profile);
}

}  // namespace scalegen
