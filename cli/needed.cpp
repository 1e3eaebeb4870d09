#include "app/needed_runs.hpp"
#include "app/open_run_directory.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/clock.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

std::string answer_of(const Need& need) {
  switch (need.kind) {
    case Need::Kind::now:
      return "needed";
    case Need::Kind::later:
      return "not now: " + need.reason;
    case Need::Kind::never:
      return "not needed: " + need.reason;
  }
  return "";
}

}  // namespace

// The scripts of shared jobs (lib/job.bash) read what it prints, so that they leave out what is not needed.
Result<ExitCode> run_verb(const NeededCommand& command) {
  TRY_ASSIGN(const auto opened, open_run_directory(command.directory));
  TRY_ASSIGN(const auto need, need_in_turn(opened.directory, opened.plan, command.run, SystemClock().now()));
  put(answer_of(need) + "\n");
  return kDone;
}

}  // namespace scalegen
