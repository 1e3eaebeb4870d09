#include "cli/follow.hpp"
#include "cli/read_plan_of.hpp"
#include "cli/this_directory.hpp"
#include "cli/verbs.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const ResumeCommand& command) {
  const auto directory = this_directory(command.directory);
  if (!directory) return tl::make_unexpected(directory.error());
  const auto plan = read_plan_of(*directory);
  if (!plan) return tl::make_unexpected(plan.error());
  return follow(*directory, *plan, command.following);
}

}  // namespace scalegen
