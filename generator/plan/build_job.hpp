#pragma once
#include <string>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "generator/plan/launch_context.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

/// What a person may choose of the job that compiles scalegen-train.
struct BuildChoices {
  SlurmChoices site{};
  std::string image{};       // of the container; empty: the profile's
  std::string torch_root{};  // LibTorch's folder; empty: the profile's, else what Python finds there
};

/// The job that compiles scalegen-train for a cluster: its run has resources alone, no command.
struct PlannedBuild {
  Run run{};
  ScriptContext scripts{};
  std::string torch_root{};
};

/// Where the smallest rung on a GPU would run, or on a partition without GPUs on cores: there are the
/// architecture and the software of the later runs, and the new program can be asked whether it sees a GPU.
/// Errors: no account where the site wants one, and all that a sweep of this rung would be refused for.
Result<PlannedBuild> plan_build(const Profile& profile, const BuildChoices& choices);

}  // namespace scalegen
