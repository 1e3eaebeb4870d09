#pragma once
#include <filesystem>
#include <string>

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

}  // namespace scalegen
