#include "cli/terminal.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <initializer_list>

#include "core/files.hpp"

namespace scalegen {

void put(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void tell(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

Result<void> finish_output() {
  const bool flushed = std::fflush(stdout) == 0;
  const int error = flushed ? EIO : errno;
  if (flushed && std::ferror(stdout) == 0) return {};
  return file_failure("write", "standard output", error);
}

namespace {

volatile std::sig_atomic_t caught = 0;

void remember(int number) {
  if (caught == 0) caught = number;
}

}  // namespace

// No SA_RESTART: a sleep that waits for a run ends when the signal comes.
void catch_stop_signals() {
  struct sigaction action {};
  action.sa_handler = remember;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

int stop_signal() { return caught; }

}  // namespace scalegen
