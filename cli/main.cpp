#include <malloc.h>
#include <sys/resource.h>

#include <csignal>
#include <exception>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "cli/terminal.hpp"
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

// What is too large for `ulimit -f` is then an error of the write, with a message, and nothing half made is
// left. Caught, not ignored: the programs that are started get the signal as ever.
void outlive_the_limit_of_a_file() {
  struct sigaction action {};
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART;
  sigaction(SIGXFSZ, &action, nullptr);
}

// A heap for each thread wants more address space than some login nodes give, and then each allocation would
// ask for it in vain.
void share_one_heap_where_space_is_limited() {
  rlimit space{};
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) mallopt(M_ARENA_MAX, 1);
}

}  // namespace
}  // namespace scalegen

int main(int argc, char** argv) {
  using namespace scalegen;
  outlive_the_limit_of_a_file();
  share_one_heap_where_space_is_limited();
  try {
    const auto done = parse_arguments(argc, argv).and_then(carry_out).and_then(with_all_put);
    return done ? *done : give_up(done.error());
  } catch (const std::exception& e) {  // of a library, which nobody has translated
    return give_up({{.message = e.what()}});
  }
}
