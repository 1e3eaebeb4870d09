#include "generator/plan/launch_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "generator/plan/partitions.hpp"
#include "generator/sweep_file/job_extras.hpp"

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

Located<std::string> asked(std::string_view option, const std::string& override,
                           const std::optional<Located<std::string>>& in_file, const std::string& fallback,
                           Diagnostics& errors) {
  if (override.empty() && in_file) return *in_file;  // checked where it was read
  const auto& value = override.empty() ? fallback : override;
  if (!value.empty() && !fits_directive(value))
    errors.push_back({.message = fmt::format("a line '#SBATCH --{}' cannot hold '{}'", option, value)});
  return {value, {}};
}

ScriptContext make_script_context(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                                  const SlurmChoices& overrides, const SlurmChoices& fallbacks,
                                  Diagnostics& errors) {
  const auto& launcher = launcher_of(sweep, profile);
  const auto& image = sweep.image ? sweep.image->value : profile.container.image;
  return {.site = profile,
          .account = asked("account", overrides.account, sweep.account, fallbacks.account, errors).value,
          .qos = asked("qos", overrides.qos, sweep.qos, fallbacks.qos, errors).value,
          .launcher = launcher,
          .image = launcher.container ? image : "",
          .extras = {sweep.extras.setup, sweep.extras.env,
                     sbatch_options(sweep, profile, with_fallbacks(overrides, fallbacks).reservation, errors)},
          .cores = machine.cores};
}

namespace {

/// What the site provides for one architecture only.
struct Needed {
  Located<std::string> of{};  // empty: it does not matter
  std::string_view what{};
  std::string_view hint{};  // {}: of the nodes
};

Needed needed_architecture(const SweepFile& sweep, const Profile& profile, const std::string& own_program) {
  if (launcher_of(sweep, profile).container) {
    if (sweep.image) return {};
    return {profile.container.architecture, "the container",
            sweep.program ? "add 'image:' with one for {}, or write 'launcher: srun'"
                          : "add 'image:' with one for {}"};
  }
  if (sweep.program || !own_program.empty()) return {};
  return {profile.software_architecture, "the site's scalegen-train",
          "build it for {} too, and say where with --train"};
}

}  // namespace

const Launcher& launcher_of(const SweepFile& sweep, const Profile& profile) {
  return sweep.launcher ? sweep.launcher->value : profile.launcher;
}

std::optional<Diagnostic> launcher_refusal(const SweepFile& sweep, const Profile& profile) {
  const auto& launcher = launcher_of(sweep, profile);
  const auto location = sweep.launcher ? sweep.launcher->location : SourceLocation{};
  if (!launcher.container) {
    if (!sweep.image) return std::nullopt;
    return error_at(sweep.image->location,
                    "'image' says which container, and 'launcher' says that there is none",
                    "write 'launcher: container+srun', or remove 'image:'");
  }
  if (profile.scheduler == SchedulerKind::local)
    return error_at(location,
                    fmt::format("'{}' starts ranks as processes, without a container", profile.name),
                    "write 'launcher: srun' or 'launcher: torchrun'");
  if (profile.container.run.empty())
    return error_at(location, fmt::format("profile '{}' does not say how a container is run", profile.name),
                    "add 'run: [apptainer, exec, --nv]' under 'container:' in the profile");
  if (!sweep.image && profile.container.image.empty())
    return error_at(location, fmt::format("profile '{}' names no container image", profile.name),
                    "add 'image:' to the sweep file");
  return std::nullopt;
}

void check_architecture(const SweepFile& sweep, const Profile& profile, const std::string& own_program,
                        const std::vector<Step>& steps, Diagnostics& errors) {
  const auto needed = needed_architecture(sweep, profile, own_program);
  if (needed.of.value.empty()) return;
  for (const auto& step : steps) {
    if (step.partition == nullptr || step.partition->architecture == needed.of.value) continue;
    const auto& nodes = step.partition->architecture;
    errors.push_back(
        error_at(step.location,
                 fmt::format("rung '{}' runs on partition '{}', whose nodes are {}, and {} is for {}",
                             step.rung.name, step.partition->name, nodes, needed.what, needed.of.value),
                 fmt::format(fmt::runtime(needed.hint), nodes),
                 {cite_limit(needed.of.location, "architecture", needed.of.value)}));
  }
}

std::string choose_workdir(const SweepFile& sweep, const std::string& sweep_folder, Diagnostics& errors) {
  if (!sweep.workdir) return sweep.program ? sweep_folder : "";
  const auto& [path, location] = *sweep.workdir;
  if (path.starts_with('/') || path == "~" || path.starts_with("~/")) return path;
  if (sweep_folder.empty())
    errors.push_back(error_at(location, fmt::format("the path '{}' is not absolute", path),
                              "write where it is on the cluster: /folder or ~/folder"));
  return (std::filesystem::path(sweep_folder) / path).lexically_normal().string();
}

}  // namespace scalegen
