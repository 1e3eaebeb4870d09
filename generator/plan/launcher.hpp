#pragma once
#include <optional>

#include "core/diagnostics.hpp"
#include "generator/read/profile.hpp"

namespace scalegen {

/// Why the ranks of this sweep cannot be started as the sweep file, or else the profile, says: a container
/// where there is no scheduler, or without an image or a way to run one.
std::optional<Diagnostic> launcher_refusal(const SweepFile& sweep, const Profile& profile);

}  // namespace scalegen
