#include "app/open_run_directory.hpp"
#include "cli/run_and_wait.hpp"
#include "cli/verbs.hpp"
#include "core/try.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const ResumeCommand& command) {
  TRY_ASSIGN(const auto sweep, open_run_directory(command.directory));
  TRY(check_not_edited(sweep.directory.plan_file().string(), sweep.plan));
  return follow(sweep.directory, sweep.plan, command.options);
}

}  // namespace scalegen
