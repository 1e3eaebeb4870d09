#include "cli/stop_signal.hpp"

#include <csignal>
#include <initializer_list>

namespace scalegen {
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
