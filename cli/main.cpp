#include <exception>

#include "cli/arguments.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace scalegen {
namespace {

Result<ExitCode> run_command(const Command& command) {
  return std::visit([](const auto& verb) { return run_verb(verb); }, command);
}

Result<ExitCode> finish(ExitCode code) {
  return flush_output().map([&] { return code; });
}

ExitCode report_error(const Diagnostics& diagnostics) {
  tell(render(diagnostics));
  return kCouldNotGoOn;
}

}  // namespace

Result<ExitCode> run_verb(const PrintText& command) {
  put(command.text);
  return kDone;
}

}  // namespace scalegen

int main(int argc, char** argv) {
  using namespace scalegen;
  set_up_process();
  try {
    const auto exit_code = parse_arguments(argc, argv).and_then(run_command).and_then(finish);
    return exit_code ? *exit_code : report_error(exit_code.error());
  } catch (const std::exception& e) {  // from a library, in a place that does not convert it
    return report_error({{.message = e.what()}});
  }
}
