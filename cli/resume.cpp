#include "app/open_run_directory.hpp"
#include "cli/run_and_wait.hpp"
#include "cli/verbs.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const ResumeCommand& command) {
  return open_run_directory(command.directory).and_then([&](const OpenedRun& sweep) {
    return follow(sweep.directory, sweep.plan, command.options);
  });
}

}  // namespace scalegen
