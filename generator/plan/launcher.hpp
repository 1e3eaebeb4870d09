#pragma once
#include <optional>
#include <vector>

#include "core/diagnostics.hpp"
#include "generator/plan/ladder.hpp"
#include "generator/read/profile.hpp"

namespace scalegen {

/// How ranks are started: as the sweep file says, or else the profile.
const Launcher& launcher_of(const SweepFile& sweep, const Profile& profile);

/// Why the ranks of this sweep cannot be started as the sweep file, or else the profile, says: a container
/// where there is no scheduler, or without an image or a way to run one.
std::optional<Diagnostic> launcher_refusal(const SweepFile& sweep, const Profile& profile);

/// Reports rungs on nodes of another architecture than that of the container, or of the scalegen-train, that
/// the profile names. Of an image or a program that a person names nothing is known.
void check_architecture(const SweepFile& sweep, const Profile& profile, const std::string& own_program,
                        const std::vector<Step>& steps, Diagnostics& errors);

}  // namespace scalegen
