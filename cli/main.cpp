#include <fmt/format.h>

#include <cstdio>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "cli/verbs.hpp"

namespace scalegen {
namespace {

Result<ExitCode> carry_out(const Command& command) {
  return std::visit([](const auto& verb) { return run_verb(verb); }, command);
}

int tell(const Diagnostics& diagnostics) {
  fmt::print(stderr, "{}", render(diagnostics));
  return kCouldNotGoOn;
}

}  // namespace
}  // namespace scalegen

int main(int argc, char** argv) {
  using namespace scalegen;
  const auto done = parse_arguments(argc, argv).and_then(carry_out);
  return done ? *done : tell(done.error());
}
