#pragma once
#include <chrono>
#include <string>

#include "generator/profile/profile.hpp"

namespace scalegen {

// The age of facts is that of the pages that their sources name, each with a date such as 2026-07-02.

/// "pages of 2024-10-15 to 2026-06-17, 5 months old", by the newest; "pages without a date".
std::string age_text(const FactGroup& facts, std::chrono::sys_days today);

/// The date of the newest page of all groups if that is over a year old, as 2025-02-08; else empty.
std::string old_date(const Profile& profile, std::chrono::sys_days today);

}  // namespace scalegen
