#include "generator/plan/launcher.hpp"

#include <fmt/format.h>

#include "generator/plan/partition_limits.hpp"

namespace scalegen {
namespace {

const Launcher& launcher_of(const SweepFile& sweep, const Profile& profile) {
  return sweep.launcher ? sweep.launcher->value : profile.launcher;
}

}  // namespace

std::optional<Diagnostic> launcher_refusal(const SweepFile& sweep, const Profile& profile) {
  const auto& launcher = launcher_of(sweep, profile);
  const auto mark = sweep.launcher ? sweep.launcher->mark : Mark{};
  if (!launcher.container) {
    if (!sweep.image) return std::nullopt;
    return error_at(sweep.image->mark, "'image' says which container, and 'launcher' says that there is none",
                    "write 'launcher: container+srun', or remove 'image:'");
  }
  if (profile.scheduler == SchedulerKind::local)
    return error_at(mark, fmt::format("'{}' starts ranks as processes, without a container", profile.name),
                    "write 'launcher: srun' or 'launcher: torchrun'");
  if (profile.container.run.empty())
    return error_at(mark, fmt::format("profile '{}' does not say how a container is run", profile.name),
                    "add 'run: [apptainer, exec, --nv]' under 'container:' in the profile");
  if (!sweep.image && profile.container.image.empty())
    return error_at(mark, fmt::format("profile '{}' names no container image", profile.name),
                    "add 'image:' to the sweep file");
  return std::nullopt;
}

void check_architecture(const SweepFile& sweep, const Profile& profile, const std::vector<Step>& steps,
                        Diagnostics& errors) {
  const auto& of_image = profile.container.architecture;
  if (!launcher_of(sweep, profile).container || sweep.image || of_image.value.empty()) return;
  for (const auto& step : steps) {
    if (step.partition == nullptr || step.partition->architecture == of_image.value) continue;
    errors.push_back(error_at(
        step.mark,
        fmt::format("rung '{}' runs on partition '{}', whose nodes are {}, and the container is for {}",
                    step.rung.name, step.partition->name, step.partition->architecture, of_image.value),
        fmt::format("add 'image:' with one for {}, or write 'launcher: srun'", step.partition->architecture),
        {set_by(of_image.mark, "architecture", of_image.value)}));
  }
}

}  // namespace scalegen
