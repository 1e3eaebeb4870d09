#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine.hpp"
#include "generator/read/profile.hpp"
#include "generator/read/site_choices.hpp"
#include "generator/read/sweep_file.hpp"

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
Placed<std::string> asked(std::string_view option, const std::string& override,
                          const std::optional<Placed<std::string>>& in_file, const std::string& fallback,
                          Diagnostics& errors);

ScriptContext make_script_context(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                                  const SiteChoices& overrides, const SiteChoices& fallbacks,
                                  Diagnostics& errors);

}  // namespace scalegen
