#include "app/open_run_directory.hpp"
#include "app/replan.hpp"
#include "cli/run_and_wait.hpp"
#include "cli/verbs.hpp"
#include "core/try.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const ResumeCommand& command) {
  TRY_ASSIGN(auto sweep, open_run_directory(command.directory));
  TRY(finish_replanning(sweep.directory));
  TRY_ASSIGN(sweep, open_run_directory(sweep.directory.root.string()));
  TRY(check_not_edited(sweep.directory.plan_file().string(), sweep.plan));
  return follow(sweep.directory, sweep.plan, command.options);
}

}  // namespace scalegen
