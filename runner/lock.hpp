#pragma once
#include <chrono>
#include <filesystem>
#include <string>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// The file that says who works in a run directory: one tool at a time. It is a courtesy, and spares two
/// tools from contradicting each other's journal; that no run is measured twice rests on the scripts' claims.
class Lock {
 public:
  /// An error that names the holder where a living one holds it. A lock is stale, and taken over, at once
  /// where its process is dead on this host, and after ten silent minutes on any host.
  static Result<Lock> take(const std::filesystem::path& path, Clock& clock);

  Lock(Lock&& other) noexcept;
  Lock& operator=(Lock&&) = delete;
  ~Lock();  // lets go of it

  /// An error where another took it over: this process slept for more than ten minutes.
  [[nodiscard]] Result<void> check() const;

  /// Checks, and says that this process is at work: every 30 s, however often it is called.
  Result<void> keep();

 private:
  Lock(std::filesystem::path path, std::string text, Clock& clock);

  std::filesystem::path path_;
  std::string text_;  // what the file holds as long as it is ours
  Clock* clock_;
  std::chrono::system_clock::time_point touched_;
};

}  // namespace scalegen
