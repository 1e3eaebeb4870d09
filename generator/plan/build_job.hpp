#pragma once
#include <string>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "generator/profile/profile.hpp"
#include "generator/sweep_file/user_defaults.hpp"

namespace scalegen::plan {

/// Options of the job that compiles scalegen-train.
struct BuildChoices {
  SlurmChoices site{};
  std::string image{};       // of the container; empty: the profile's
  std::string torch_root{};  // LibTorch's folder; empty: the profile's, else what Python finds there
  std::string settings{};    // the file in which people write their account
};

/// The job that compiles scalegen-train for a cluster: its run has resources alone, no command. `launch` has
/// no root yet.
struct PlannedBuild {
  std::string cluster{};
  Run run{};
  Launch launch{};
  std::string torch_root{};
};

/// Plans the job on the partition of the smallest GPU rung, or of the smallest CPU rung if it has no GPUs:
/// its nodes have the architecture and the software of the later runs, and the new program can be tested on a
/// GPU. Fails if the site requires an account and none is given, and for all reasons that a sweep of this
/// rung would be refused for.
Result<PlannedBuild> plan_build(const Profile& profile, const BuildChoices& choices);

}  // namespace scalegen::plan
