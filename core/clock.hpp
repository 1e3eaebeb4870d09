#pragma once
#include <chrono>

namespace scalegen {

/// Time as an interface, so that tests of a loop that polls for hours need not wait.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::chrono::system_clock::time_point now() = 0;
  virtual void sleep_for(std::chrono::milliseconds time) = 0;  // may return early, when a signal arrives
};

class SystemClock final : public Clock {
 public:
  std::chrono::system_clock::time_point now() override;
  void sleep_for(std::chrono::milliseconds time) override;
};

/// Seconds since the epoch: the format of times in files.
double unix_seconds(std::chrono::system_clock::time_point time);

}  // namespace scalegen
