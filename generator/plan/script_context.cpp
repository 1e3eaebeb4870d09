#include "generator/plan/script_context.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/plan/launcher.hpp"
#include "generator/read/job_extras.hpp"

namespace scalegen {
namespace {

template <class T>
std::vector<T> joined(std::vector<T> first, const std::vector<T>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Jobs inherit nothing from the shell that submits them, so a reservation stands in the script. One that the
/// sweep file or the profile names comes first.
std::vector<std::string> sbatch_options(const SweepFile& sweep, const Profile& profile,
                                        const std::string& reservation, Diagnostics& errors) {
  auto options = joined(profile.extras.sbatch_options, sweep.extras.sbatch_options);
  const bool is_named = std::any_of(options.begin(), options.end(), [](const std::string& option) {
    return option.starts_with("--reservation=");
  });
  if (is_named || profile.scheduler != SchedulerKind::slurm) return options;
  const auto value = asked("reservation", reservation, std::nullopt, "", errors).value;
  if (!value.empty()) options.push_back("--reservation=" + value);
  return options;
}

}  // namespace

Placed<std::string> asked(std::string_view option, const std::string& override,
                          const std::optional<Placed<std::string>>& in_file, const std::string& fallback,
                          Diagnostics& errors) {
  if (override.empty() && in_file) return *in_file;  // checked where it was read
  const auto& value = override.empty() ? fallback : override;
  if (!value.empty() && !fits_directive(value))
    errors.push_back({.message = fmt::format("a line '#SBATCH --{}' cannot hold '{}'", option, value)});
  return {value, {}};
}

ScriptContext make_script_context(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                                  const SiteChoices& overrides, const SiteChoices& fallbacks,
                                  Diagnostics& errors) {
  const auto& launcher = launcher_of(sweep, profile);
  const auto& image = sweep.image ? sweep.image->value : profile.container.image;
  return {.site = profile,
          .account = asked("account", overrides.account, sweep.account, fallbacks.account, errors).value,
          .qos = asked("qos", overrides.qos, sweep.qos, fallbacks.qos, errors).value,
          .launcher = launcher,
          .image = launcher.container ? image : "",
          .extras = {sweep.extras.setup, sweep.extras.env,
                     sbatch_options(sweep, profile, first_of(overrides, fallbacks).reservation, errors)},
          .cores = machine.cores};
}

}  // namespace scalegen
