#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const Say& command) {
  put(command.text);
  return kDone;
}

}  // namespace scalegen
