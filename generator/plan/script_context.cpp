#include "generator/plan/script_context.hpp"

#include <fmt/format.h>

#include "generator/plan/launcher.hpp"
#include "generator/read/job_extras.hpp"

namespace scalegen {
namespace {

template <class T>
std::vector<T> joined(std::vector<T> first, const std::vector<T>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
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
                     joined(profile.extras.sbatch_options, sweep.extras.sbatch_options)},
          .cores = machine.cores};
}

}  // namespace scalegen
