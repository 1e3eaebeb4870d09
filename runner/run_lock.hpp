#pragma once
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/process.hpp"

namespace scalegen {

/// What a lock's file says: who holds it, and since when (Unix seconds).
struct LockHolder {
  ProcessIdentity process{};
  double since = 0;
  bool operator==(const LockHolder&) const = default;
};

std::string text_of(const LockHolder& holder);

/// Of a lock that a power cut left empty, nothing: its host is none, so it is stale when it is old.
LockHolder lock_holder(const std::string& text);

/// The error for whoever finds the lock taken: by whom, since when, and what to do.
tl::unexpected<Diagnostics> taken(const std::filesystem::path& folder, const LockHolder& holder);

/// Makes `lock` a file that holds `text`, a LockHolder's. Of several that try, one succeeds. A lock that is
/// there is replaced if it is stale: its process is dead on this host, or nobody has touched it for ten
/// minutes.
Result<void> claim_lock(const std::filesystem::path& lock, const std::string& text);

/// Who holds the lock, as far as can be told without taking it: nobody where it is not there or stale.
Result<std::optional<LockHolder>> living_holder(const std::filesystem::path& lock);

/// Removes what claims left that were killed half-way. For the holder alone: those who lose a file by it
/// begin again.
void tidy_claims(const std::filesystem::path& lock);

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
