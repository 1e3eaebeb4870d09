#include "generator/plan/launcher.hpp"

#include <fmt/format.h>

namespace scalegen {

std::optional<Diagnostic> launcher_refusal(const SweepFile& sweep, const Profile& profile) {
  const auto launcher = sweep.launcher ? sweep.launcher->value : profile.launcher;
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

}  // namespace scalegen
