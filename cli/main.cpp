#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"

namespace scalegen {
namespace {

Result<ExitCode> carry_out(const Command& command) {
  return std::visit([](const auto& verb) { return run_verb(verb); }, command);
}

Result<ExitCode> with_all_put(ExitCode code) {
  return finish_output().map([&] { return code; });
}

ExitCode give_up(const Diagnostics& diagnostics) {
  tell(render(diagnostics));
  return kCouldNotGoOn;
}

}  // namespace
}  // namespace scalegen

int main(int argc, char** argv) {
  using namespace scalegen;
  const auto done = parse_arguments(argc, argv).and_then(carry_out).and_then(with_all_put);
  return done ? *done : give_up(done.error());
}
