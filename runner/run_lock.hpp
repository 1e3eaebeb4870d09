#pragma once
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/process.hpp"

namespace scalegen {

/// The content of a lock's file: who holds it, and since when (Unix seconds).
struct LockHolder {
  ProcessIdentity process{};
  double since = 0;
  bool operator==(const LockHolder&) const = default;
};

std::string to_text(const LockHolder& holder);

/// Parses such a file. A lock that a power cut left empty has no host, and is stale when it is old.
LockHolder parse_lock_holder(const std::string& text);

/// Makes `lock` a file with this text, a LockHolder's. Of several processes that try, one succeeds. An
/// existing lock is replaced if it is stale: its process is dead on this host, or nobody has touched it for
/// ten minutes.
Result<void> claim_lock(const std::filesystem::path& lock, const std::string& text);

/// The holder of the lock, as far as can be told without taking it. Returns nullopt if it is not there or
/// stale.
Result<std::optional<LockHolder>> living_holder(const std::filesystem::path& lock);

/// The error for whoever finds the lock of a folder taken: by whom, since when, and what to do.
tl::unexpected<Diagnostics> lock_taken(const std::filesystem::path& folder, const LockHolder& holder,
                                       std::vector<std::string> notes = {});

/// The file that says who works in a run directory: one tool at a time. It keeps two tools from contradicting
/// each other's journal; that no run is measured twice rests on the scripts' claims, not on it.
class Lock {
 public:
  /// An error that names the holder if a living one holds it. A lock is stale, and taken over, at once if its
  /// process is dead on this host, and after ten silent minutes on any host.
  static Result<Lock> take(const std::filesystem::path& path, Clock& clock);

  Lock(Lock&& other) noexcept;
  Lock& operator=(Lock&&) = delete;
  ~Lock();  // releases it

  /// An error if another process took it over: this one was suspended for more than ten minutes.
  [[nodiscard]] Result<void> check() const;

  /// Checks, and touches the file to show that this process is at work: every 30 s, however often it is
  /// called.
  Result<void> keep();

 private:
  Lock(std::filesystem::path path, std::string text, Clock& clock);

  std::filesystem::path path_;
  std::string text_;  // the file's content as long as this process holds it
  Clock* clock_;
  std::chrono::system_clock::time_point touched_;
};

}  // namespace scalegen
