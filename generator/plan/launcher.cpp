#include "generator/plan/launcher.hpp"

#include <fmt/format.h>

#include "generator/plan/partition_limits.hpp"

namespace scalegen {
namespace {

/// What the site provides for one architecture only.
struct Needed {
  Placed<std::string> of{};  // empty: it does not matter
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

void check_architecture(const SweepFile& sweep, const Profile& profile, const std::string& own_program,
                        const std::vector<Step>& steps, Diagnostics& errors) {
  const auto needed = needed_architecture(sweep, profile, own_program);
  if (needed.of.value.empty()) return;
  for (const auto& step : steps) {
    if (step.partition == nullptr || step.partition->architecture == needed.of.value) continue;
    const auto& nodes = step.partition->architecture;
    errors.push_back(
        error_at(step.mark,
                 fmt::format("rung '{}' runs on partition '{}', whose nodes are {}, and {} is for {}",
                             step.rung.name, step.partition->name, nodes, needed.what, needed.of.value),
                 fmt::format(fmt::runtime(needed.hint), nodes),
                 {set_by(needed.of.mark, "architecture", needed.of.value)}));
  }
}

}  // namespace scalegen
