#pragma once
#include <chrono>

namespace scalegen {

/// The seam to time, so that a loop that polls for hours is tested in none.
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

/// Seconds since the epoch, the form in which times stand in files.
double unix_seconds(std::chrono::system_clock::time_point time);

}  // namespace scalegen
