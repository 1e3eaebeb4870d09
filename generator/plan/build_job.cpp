#include "generator/plan/build_job.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/try.hpp"
#include "generator/plan/partitions.hpp"
#include "generator/plan/plan_sweep.hpp"

namespace scalegen::plan {
namespace {

constexpr int kCores = 8;  // each for one compiler process of up to 0.7 GB
constexpr std::chrono::seconds kTimeLimit = std::chrono::minutes(30);

bool has_gpus(const Partition& partition) { return partition.gpus_per_node.has_value(); }

/// Looks at the requested partition, or else at those that are taken without a request.
bool has_gpus(const Profile& profile, const std::string& requested) {
  const auto named = std::ranges::find(profile.partitions, requested, &Partition::name);
  if (named != profile.partitions.end()) return has_gpus(*named);
  return std::ranges::any_of(profile.partitions, [](const Partition& p) { return has_gpus(p) && p.chosen; });
}

/// A GPU brings its cores, and some queues demand them.
int cores_for(const Profile& profile, const std::string& requested) {
  int cores = has_gpus(profile, requested) ? std::max(kCores, profile.cpus_per_gpu_rank) : kCores;
  for (const auto& p : profile.partitions)
    if (p.name == requested) cores = std::min(cores, p.cores_per_node.value);
  return cores;
}

/// A build is planned as a sweep of one run, so that limits, memory and architecture are checked in one
/// place. It starts as with torchrun, once a node, and in the container that the workloads' ranks run in.
SweepFile sweep_of(const Profile& profile, const BuildChoices& choices) {
  const auto& requested = choices.site.partition;
  SweepFile sweep{.name = {"scalegen-build", {}},
                  .program = OwnProgram{.kind = OwnProgram::Kind::torchrun, .words = {{"compile", {}}}},
                  .rungs = {{has_gpus(profile, requested) ? "1gpu" : "1cpu", {}}},
                  .parameters = {{{"cpus_per_task", {}}, {{std::int64_t{cores_for(profile, requested)}}}}},
                  .repeats = 1,
                  .time_limit = Located<std::chrono::seconds>{kTimeLimit, {}}};
  if (!choices.image.empty()) sweep.image = {choices.image, {}};
  return sweep;
}

std::optional<Diagnostic> account_error(const Profile& profile, const BuildChoices& choices) {
  if (!profile.needs_account || !choices.site.account.empty()) return std::nullopt;
  return Diagnostic{.message = fmt::format("'{}' requires an account for each job", profile.name),
                    .hint = fmt::format("add --account NAME, or to {} the line '{}: {{account: NAME}}'",
                                        choices.settings, profile.name)};
}

/// The container or the modules of a site may be made for some of its nodes only.
std::optional<Diagnostic> architecture_error(const Profile& profile, const BuildChoices& choices) {
  const bool container = profile.launcher.container;
  const auto& needed = container ? profile.container.architecture : profile.software_architecture;
  if (needed.value.empty() || !choices.image.empty()) return std::nullopt;
  for (const auto& p : profile.partitions)
    if (p.name == choices.site.partition && p.architecture != needed.value)
      return Diagnostic{.message = fmt::format(
                            "the nodes of partition '{}' are {}, and the {} for {}", p.name, p.architecture,
                            container ? "container is" : "site's software is", needed.value),
                        .notes = {cite_limit(needed.location, "architecture", needed.value)},
                        .hint = fmt::format("name another partition{}",
                                            container ? ", or with --image an image for these nodes" : "")};
  return std::nullopt;
}

}  // namespace

Result<PlannedBuild> plan_build(const Profile& profile, const BuildChoices& choices) {
  Diagnostics errors;
  if (auto error = account_error(profile, choices)) errors.push_back(*std::move(error));
  if (auto error = architecture_error(profile, choices)) errors.push_back(*std::move(error));
  if (!errors.empty()) return tl::make_unexpected(std::move(errors));
  TRY_ASSIGN(auto planned, plan_sweep(sweep_of(profile, choices), profile, {}, {.overrides = choices.site}));
  auto& launch = planned.plan.head.launch;
  const auto& of_profile = launch.container ? profile.container.torch_root : profile.torch_root;
  return PlannedBuild{profile.name, std::move(planned.plan.runs.front()), std::move(launch),
                      choices.torch_root.empty() ? of_profile : choices.torch_root};
}

}  // namespace scalegen::plan
