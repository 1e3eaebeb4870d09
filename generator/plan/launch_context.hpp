#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/machine.hpp"
#include "generator/plan/rungs.hpp"
#include "generator/profile/profile.hpp"
#include "generator/sweep_file/sweep_file.hpp"
#include "generator/sweep_file/user_defaults.hpp"

namespace scalegen {

/// What the scripts of a sweep need besides its plan.
struct ScriptContext {
  Profile site{};
  std::string account{};
  std::string qos{};
  Launcher launcher{};
  std::string image{};        // of the container; empty without one
  JobExtras extras{};         // the profile's, then the sweep file's; env: the sweep file's alone
  std::vector<int> cores{};   // of this machine, in the order in which ranks get them
  std::string data_folder{};  // checked by the script; empty: nothing to check
  std::string workdir{};      // where the program runs; may begin with ~/; empty: it does not matter
  std::string program{};      // scalegen-train, which the script looks for; empty: a program of one's own
};

/// What was asked for: on the command line, else in the sweep file, else in the user's settings. Reports what
/// a line
/// `#SBATCH --option` cannot hold.
Located<std::string> asked(std::string_view option, const std::string& override,
                           const std::optional<Located<std::string>>& in_file, const std::string& fallback,
                           Diagnostics& errors);

ScriptContext make_script_context(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                                  const SlurmChoices& overrides, const SlurmChoices& fallbacks,
                                  Diagnostics& errors);

/// How ranks are started: as the sweep file says, or else the profile.
const Launcher& launcher_of(const SweepFile& sweep, const Profile& profile);

/// Why the ranks of this sweep cannot be started as the sweep file, or else the profile, says: a container
/// where there is no scheduler, or without an image or a way to run one.
std::optional<Diagnostic> launcher_refusal(const SweepFile& sweep, const Profile& profile);

/// Reports rungs on nodes of another architecture than that of the container, or of the scalegen-train, that
/// the profile names. Of an image or a program that a person names nothing is known.
void check_architecture(const SweepFile& sweep, const Profile& profile, const std::string& own_program,
                        const std::vector<Step>& steps, Diagnostics& errors);

/// The folder in which the program runs: what `workdir:` says, from the sweep file's folder on where it is no
/// absolute path; else, for a program of one's own, that folder; else none.
std::string choose_workdir(const SweepFile& sweep, const std::string& sweep_folder, Diagnostics& errors);

}  // namespace scalegen
