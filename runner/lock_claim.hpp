#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/diagnostics.hpp"
#include "runner/lock_holder.hpp"

namespace scalegen {

/// Makes `lock` a file that holds `text`, a LockHolder's. Of several that try, one succeeds. A lock that is
/// there is replaced if it is stale: its process is dead on this host, or nobody has touched it for ten
/// minutes.
Result<void> claim_lock(const std::filesystem::path& lock, const std::string& text);

/// Who holds the lock, as far as can be told without taking it: nobody where it is not there or stale.
Result<std::optional<LockHolder>> living_holder(const std::filesystem::path& lock);

/// Removes what claims left that were killed half-way. For the holder alone: those who lose a file by it
/// begin again.
void tidy_claims(const std::filesystem::path& lock);

}  // namespace scalegen
