#pragma once
#include <optional>
#include <vector>

#include "core/diagnostics.hpp"
#include "generator/plan/ladder.hpp"
#include "generator/read/profile.hpp"

namespace scalegen {

/// Why the ranks of this sweep cannot be started as the sweep file, or else the profile, says: a container
/// where there is no scheduler, or without an image or a way to run one.
std::optional<Diagnostic> launcher_refusal(const SweepFile& sweep, const Profile& profile);

/// Reports rungs on nodes of another architecture than the profile's container is for. Of an image that the
/// sweep file names nothing is known.
void check_architecture(const SweepFile& sweep, const Profile& profile, const std::vector<Step>& steps,
                        Diagnostics& errors);

}  // namespace scalegen
