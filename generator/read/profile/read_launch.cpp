#include <fmt/format.h>

#include "generator/read/job_extras.hpp"
#include "generator/read/profile/checks.hpp"
#include "generator/read/profile/groups.hpp"
#include "generator/read/rung_spec.hpp"

namespace scalegen {
namespace {

void read_ladder(Group& group, Profile& profile) {
  for (auto& rung : group.reader.texts("ladder")) {
    if (rung.value == "auto") continue;
    if (!parse_rung(rung.value))
      group.errors.push_back(
          error_at(rung.mark, fmt::format("'{}' is not a rung", rung.value), std::string(kRungForms)));
    else
      profile.ladder.push_back(std::move(rung));
  }
}

void read_cpus_per_rank(Group& group, Profile& profile) {
  const auto* const map = group.reader.map("cpus_per_rank");
  if (map == nullptr) return;
  auto reader = group.within(*map);
  if (const auto cpu = reader.integer("cpu", 1, 1024)) profile.cpus_per_cpu_rank = cpu->value;
  if (const auto gpu = reader.integer("gpu", 1, 1024)) {
    profile.cpus_per_gpu_rank = gpu->value;
    check_cpus_per_gpu_rank(*gpu, profile, group.errors);
  }
  reader.refuse_unknown_keys();
}

void read_launcher(Group& group, Profile& profile) {
  const auto launcher = group.reader.choice<Launcher>("launcher", launcher_words());
  if (!launcher) return;
  profile.launcher = launcher->value;
  if (!launcher->value.container || (!profile.container.image.empty() && !profile.container.run.empty()))
    return;
  group.errors.push_back(error_at(launcher->mark, "this launcher wants a container, and the profile has none",
                                  "add container: {run: apptainer exec --nv, image: /path/of/image.sif}"));
}

void read_cpu_bind(Group& group, Profile& profile) {
  auto bind = group.reader.text("cpu_bind");
  if (!bind) return;
  if (!fits_directive(bind->value))
    group.errors.push_back(error_at(bind->mark, fmt::format("srun --cpu-bind knows no '{}'", bind->value),
                                    "write it as in map_cpu:49,57,17,25"));
  profile.cpu_bind = std::move(bind->value);
}

/// The lines stand in single quotes, in a script that srun hands to each rank.
void read_gpu_rank_setup(Group& group, Profile& profile) {
  for (auto& line : group.reader.texts("gpu_rank_setup")) {
    if (line.value.find('\'') != std::string::npos)
      group.errors.push_back(
          error_at(line.mark, "a line of 'gpu_rank_setup' holds a single quote",
                   "use double quotes: the script hands these lines to each rank in single ones"));
    profile.gpu_rank_setup.push_back(std::move(line.value));
  }
}

}  // namespace

void read_launch(Group& group, Profile& profile) {
  read_ladder(group, profile);
  read_launcher(group, profile);
  read_cpus_per_rank(group, profile);
  if (const auto limit = group.reader.time("time_limit")) profile.time_limit = limit->value;
  read_cpu_bind(group, profile);
  read_gpu_rank_setup(group, profile);
  check_ladder(profile, group.errors);
}

}  // namespace scalegen
