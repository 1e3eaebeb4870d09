#include "app/open_run_directory.hpp"
#include "app/run_selection.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/clock.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

std::string answer_of(const RunSelection& selection) {
  switch (selection.kind) {
    case RunSelection::Kind::now:
      return "needed";
    case RunSelection::Kind::later:
      return "not now: " + selection.reason;
    case RunSelection::Kind::never:
      return "not needed: " + selection.reason;
  }
  return "";
}

}  // namespace

// The scripts of shared jobs (lib/job.bash) read what it prints, so that they leave out what is not needed.
Result<ExitCode> run_verb(const NeededCommand& command) {
  TRY_ASSIGN(const auto opened, open_run_directory(command.directory));
  TRY_ASSIGN(const auto selection,
             select_in_turn(opened.directory, opened.plan, command.run, SystemClock().now()));
  put(answer_of(selection) + "\n");
  return kDone;
}

}  // namespace scalegen
