#include "core/stop_signal.hpp"

#include <csignal>
#include <initializer_list>

namespace scalegen {

namespace {

volatile std::sig_atomic_t first_signal = 0;

void remember(int number) {
  if (first_signal == 0) first_signal = number;
}

}  // namespace

// Without SA_RESTART: a sleep between two polls ends when the signal comes.
void catch_stop_signals() {
  struct sigaction action {};
  action.sa_handler = remember;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

int stop_signal() { return first_signal; }

}  // namespace scalegen
