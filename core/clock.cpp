#include "core/clock.hpp"

#include <ctime>

namespace scalegen {

std::chrono::system_clock::time_point SystemClock::now() { return std::chrono::system_clock::now(); }

// std::this_thread::sleep_for would resume sleeping after a signal.
void SystemClock::sleep_for(std::chrono::milliseconds time) {
  const timespec request{time.count() / 1000, (time.count() % 1000) * 1'000'000};
  nanosleep(&request, nullptr);
}

double unix_seconds(std::chrono::system_clock::time_point time) {
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

}  // namespace scalegen
