#include <fmt/format.h>

#include "cli/verbs.hpp"

namespace scalegen {

Result<ExitCode> run_verb(const Say& command) {
  fmt::print("{}", command.text);
  return kDone;
}

}  // namespace scalegen
