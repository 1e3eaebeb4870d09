#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/launch.hpp"
#include "core/machine.hpp"
#include "core/plan.hpp"
#include "generator/plan/findings.hpp"
#include "generator/plan/rungs.hpp"
#include "generator/profile/profile.hpp"
#include "generator/sweep_file/sweep_file.hpp"
#include "generator/sweep_file/user_defaults.hpp"

namespace scalegen {

/// The value from the command line, else from the sweep file, else from the user's settings. Reports what
/// a line
/// `#SBATCH --option` cannot hold.
Located<std::string> asked(std::string_view option, const std::string& override,
                           const std::optional<Located<std::string>>& in_file, const std::string& fallback,
                           Diagnostics& errors);

/// The launch that all scripts of the sweep share, as far as sweep file, profile and choices decide it:
/// without folders, program, data, and the setup and environment of the sweep file.
Launch make_launch(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                   const SlurmChoices& overrides, const SlurmChoices& fallbacks, Diagnostics& errors);

/// The launcher that starts the ranks: as the sweep file says, or else the profile. A command that starts its
/// ranks itself, or asks for no GPU, is not put into the site's container, which is made for PyTorch.
const Launcher& launcher_of(const SweepFile& sweep, const Profile& profile);

/// Why the ranks of this sweep cannot be started as the sweep file, or else the profile, says: a container
/// where there is no scheduler, or without an image or a way to run one.
std::optional<Diagnostic> launcher_refusal(const SweepFile& sweep, const Profile& profile);

/// Why a program that is started once cannot run in a container that options of srun make.
std::optional<Diagnostic> once_refusal(const SweepFile& sweep, const PlanHead& head);

/// Reports GPUs that 'sbatch:' asks for by their type twice, or not as many as those of each rung: such an
/// option takes the place of the script's own. Warns of a type that the profile's nodes do not seem to have.
void check_own_gpus(const SweepFile& sweep, const Profile& profile,
                    const std::vector<plan::ResolvedRung>& rungs, plan::Findings& findings);

/// Reports rungs on nodes of another architecture than that of the container, or of the scalegen-train, that
/// the profile names. Of an image or a program that a person names nothing is known.
void check_architecture(const SweepFile& sweep, const Profile& profile, const std::string& own_program,
                        const std::vector<plan::ResolvedRung>& rungs, Diagnostics& errors);

/// Reports rungs with GPUs of several nodes where the profile's software is for one, and warns of them for a
/// command, which may start a program with software of its own.
void check_several_nodes(const SweepFile& sweep, const Profile& profile,
                         const std::vector<plan::ResolvedRung>& rungs, plan::Findings& findings);

}  // namespace scalegen
