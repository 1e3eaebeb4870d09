#include "generator/plan/launch_context.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/directives.hpp"
#include "core/sbatch_option.hpp"
#include "core/text.hpp"
#include "generator/plan/cpu_program.hpp"
#include "generator/plan/partitions.hpp"
#include "generator/plan/run_environment.hpp"

namespace scalegen {

namespace {

std::vector<Located<std::string>> sbatch_options_of(const SweepFile& sweep, const Profile& profile) {
  auto options = profile.job_options.sbatch_options;
  options.insert(options.end(), sweep.sbatch_options.begin(), sweep.sbatch_options.end());
  return options;
}

/// Removes each `--NAME=VALUE` and returns the value of the last, as sbatch takes it; empty: there is none.
std::string take_option(std::vector<std::string>& options, std::string_view name) {
  std::string value;
  std::erase_if(options, [&](const std::string& option) {
    const bool found = option.starts_with(name) && option.substr(name.size()).starts_with('=');
    if (found) value = option.substr(name.size() + 1);
    return found;
  });
  return value;
}

/// Jobs inherit nothing from the shell that submits them, so the script names the reservation. It may also
/// stand under 'sbatch:'.
std::string choose_reservation(const std::string& under_sbatch, const SweepFile& sweep,
                               const Profile& profile, const SlurmChoices& overrides,
                               const SlurmChoices& fallbacks, Diagnostics& errors) {
  if (!traits_of(profile.scheduler).takes_directives) return "";
  const auto& otherwise = under_sbatch.empty() ? fallbacks.reservation : under_sbatch;
  return asked("reservation", overrides.reservation, sweep.reservation, otherwise, errors).value;
}

std::vector<std::string> at_commas(const std::string& list) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < list.size();) {
    const auto end = std::min(list.find(',', begin), list.size());
    if (end > begin) names.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

SiteSetup setup_in_container(const Profile& profile) {
  const auto& c = profile.container;
  return {c.architecture.value,   c.modules_first,         c.modules, c.setup, c.env,
          c.env_of_several_nodes, c.binds_of_several_nodes};
}

SiteSetup setup_of_bare_nodes(const Profile& profile) {
  return {profile.software_architecture.value, profile.modules_first, profile.modules,
          profile.job_options.setup, profile.job_options.env};
}

/// With the fields that are asked for if the profile names none.
Monitor complete(Monitor monitor) {
  if (!monitor.fields.empty()) return monitor;
  if (monitor.kind == Monitor::Kind::nvidia_smi)
    monitor.fields = {"timestamp",   "index",      "uuid",     "utilization.gpu",
                      "memory.used", "power.draw", "clocks.sm"};
  if (monitor.kind == Monitor::Kind::rocm_smi)
    monitor.fields = {"use", "meminfo vram", "power", "clocks", "id", "uniqueid"};
  return monitor;
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

Launch make_launch(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                   const SlurmChoices& overrides, const SlurmChoices& fallbacks, Diagnostics& errors) {
  const bool in_container = launcher_of(sweep, profile).container;
  const bool is_own = plan::has_own_software(sweep);
  Launch launch{
      .account = asked("account", overrides.account, sweep.account, fallbacks.account, errors).value,
      .qos = asked("qos", overrides.qos, sweep.qos,
                   fallbacks.qos.empty() ? profile.default_qos : fallbacks.qos, errors)
                 .value,
      .gpu_request = profile.gpu_request,
      .site = in_container ? setup_in_container(profile)
              : is_own     ? SiteSetup{}
                           : setup_of_bare_nodes(profile),
      .network_env = is_own ? Variables{} : profile.network_env,
      .network_env_of_several_nodes = is_own ? Variables{} : profile.network_env_of_several_nodes,
      .cpu_bind = profile.cpu_bind,
      .rank_setup = profile.gpu_rank_setup,
      .monitor = complete(profile.monitor),
      .cores = machine.cores};
  for (const auto& option : sbatch_options_of(sweep, profile)) launch.sbatch_options.push_back(option.value);
  if (in_container)
    launch.container = {profile.container.run, sweep.image ? sweep.image->value : profile.container.image,
                        profile.container.binds, profile.container.srun};
  const auto under_sbatch = take_option(launch.sbatch_options, "--reservation");
  launch.reservation = choose_reservation(under_sbatch, sweep, profile, overrides, fallbacks, errors);
  launch.clusters = at_commas(take_option(launch.sbatch_options, "--clusters"));
  return launch;
}

namespace {

/// A thing that the site provides for one architecture only.
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
  static const Launcher bare{};
  if (sweep.launcher) return sweep.launcher->value;
  const bool is_for_torch = sweep.image || !(sweep.own_software.value_or(false) ||
                                             plan::starts_ranks(sweep) || plan::is_for_cores(sweep));
  return is_for_torch ? profile.launcher : bare;
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
  if (!traits_of(profile.scheduler).starts_tasks)
    return error_at(location,
                    fmt::format("'{}' starts ranks as processes, without a container", profile.name),
                    "write 'launcher: srun' or 'launcher: torchrun'");
  if (profile.container.run.empty() && profile.container.srun.empty())
    return error_at(location, fmt::format("profile '{}' does not say how a container is run", profile.name),
                    "add 'run: [apptainer, exec, --nv]' under 'container:' in the profile");
  if (!sweep.image && profile.container.image.empty())
    return error_at(location, fmt::format("profile '{}' names no container image", profile.name),
                    "add 'image:' to the sweep file");
  return std::nullopt;
}

std::optional<Diagnostic> once_refusal(const SweepFile& sweep, const PlanHead& head) {
  if (head.start != Start::once || !is_by_srun(head.launch.container)) return std::nullopt;
  return error_at(
      sweep.program ? sweep.program->location : SourceLocation{},
      "options of srun make the container, and this program is started once, without srun",
      sweep.program
          ? fmt::format("write 'launcher: srun' and start ranks with '{}', or use 'python:' or 'torchrun:'",
                        plan::container_words(*head.launch.container))
          : "choose another strategy than data_parallel, or write 'launcher: srun'");
}

/// An option that asks for other nodes of the profile than those of the rung's partition, which its price and
/// limits are of.
std::optional<Diagnostic> contradicted(const Located<std::string>& option,
                                       const std::optional<TypedGpus>& gpus, const plan::ResolvedRung& rung,
                                       const Profile& profile) {
  if (rung.partition == nullptr) return std::nullopt;
  const auto& here = *rung.partition;
  const Partition* other = nullptr;
  for (const auto& p : profile.partitions) {
    if (!gpus || gpus->type != p.gpu_type) continue;
    other = &p;
    if (p.slurm_name == here.slurm_name) break;  // Slurm finds such nodes in the partition, too
  }
  if (other != nullptr && other->slurm_name != here.slurm_name)
    return error_at(option.location,
                    fmt::format("'{}' is not of partition '{}', where rung '{}' runs", option.value,
                                here.name, rung.name),
                    fmt::format("write 'partition: {}', so that limits and prices are right", other->name));
  if (here.constraint.empty() || !option.value.starts_with("--constraint")) return std::nullopt;
  return error_at(option.location,
                  fmt::format("the script itself sets the option '--constraint', to '{}'", here.constraint),
                  "name the nodes with 'partition:', so that limits and prices are right");
}

/// The profile's `gpu:` is for people, so that only a name without the type in it is told.
std::optional<Diagnostic> other_gpus(const Located<std::string>& option, const std::optional<TypedGpus>& gpus,
                                     const plan::ResolvedRung& rung) {
  if (!gpus || rung.partition == nullptr || rung.partition->gpu.empty() ||
      lower_case(rung.partition->gpu).find(lower_case(gpus->type)) != std::string::npos ||
      gpus->type == rung.partition->gpu_type)
    return std::nullopt;
  return error_at(option.location,
                  fmt::format("'{}' seems to ask for GPUs of another type than those of partition '{}', {}",
                              option.value, rung.partition->name, rung.partition->gpu),
                  "limits and prices are those of that partition: name another with 'partition:'");
}

void check_against_partitions(const Located<std::string>& option, const std::optional<TypedGpus>& gpus,
                              const std::vector<plan::ResolvedRung>& rungs, const Profile& profile,
                              plan::Findings& findings) {
  for (const auto& rung : rungs)
    if (auto error = contradicted(option, gpus, rung, profile))
      return findings.add_error(*std::move(error));
    else if (auto warning = other_gpus(option, gpus, rung))
      return findings.add_warning(*std::move(warning));
}

void check_own_gpus(const SweepFile& sweep, const Profile& profile,
                    const std::vector<plan::ResolvedRung>& rungs, plan::Findings& findings) {
  std::string typed;
  for (const auto& option : sbatch_options_of(sweep, profile)) {
    const auto asked = typed_gpus(option.value);
    if (asked && !typed.empty())
      findings.add_error(error_at(option.location,
                                  fmt::format("'{}' asks for GPUs, and so does '{}'", option.value, typed),
                                  "leave out one of the two"));
    if (asked) typed = option.value;
    const auto other = std::find_if(rungs.begin(), rungs.end(), [&](const Rung& rung) {
      return asked && (rung.device == DeviceKind::gpu ? rung.ranks_per_node : 0) != asked->count;
    });
    if (other != rungs.end()) {
      findings.add_error(error_at(
          option.location, fmt::format("'{}' is not what rung '{}' asks for", option.value, other->name),
          "for rungs of several sizes, write 'gpu_type:' into a profile of your own"));
      continue;
    }
    check_against_partitions(option, asked, rungs, profile, findings);
  }
  const auto of_gpus = [](const Rung& rung) { return rung.device == DeviceKind::gpu; };
  if (sweep.gpu_type && std::ranges::any_of(rungs, of_gpus))
    check_against_partitions(*sweep.gpu_type, TypedGpus{.type = sweep.gpu_type->value}, rungs, profile,
                             findings);
}

void check_architecture(const SweepFile& sweep, const Profile& profile, const std::string& own_program,
                        const std::vector<plan::ResolvedRung>& rungs, Diagnostics& errors) {
  const auto needed = needed_architecture(sweep, profile, own_program);
  if (needed.of.value.empty()) return;
  for (const auto& rung : rungs) {
    if (rung.partition == nullptr || rung.partition->architecture == needed.of.value) continue;
    const auto& nodes = rung.partition->architecture;
    errors.push_back(
        error_at(rung.location,
                 fmt::format("rung '{}' runs on partition '{}', whose nodes are {}, and {} is for {}",
                             rung.name, rung.partition->name, nodes, needed.what, needed.of.value),
                 fmt::format(fmt::runtime(needed.hint), nodes),
                 {cite_limit(needed.of.location, "architecture", needed.of.value)}));
  }
}

void check_several_nodes(const SweepFile& sweep, const Profile& profile,
                         const std::vector<plan::ResolvedRung>& rungs, plan::Findings& findings) {
  const auto& reason = profile.software_one_node_only;
  if (reason.value.empty() || plan::has_own_software(sweep) || launcher_of(sweep, profile).container) return;
  const bool may_bring_its_own = plan::has_command(sweep);
  for (const auto& rung : rungs) {
    if (rung.nodes == 1 || rung.device == DeviceKind::cpu) continue;
    auto finding =
        error_at(rung.location,
                 fmt::format("rung '{}' has {} nodes, and the modules of '{}' are for one: {}", rung.name,
                             rung.nodes, profile.name, reason.value),
                 may_bring_its_own
                     ? "if the command brings software of its own, write 'software: own'"
                     : "use the container: 'launcher: container+srun' or 'launcher: container+torchrun'; a "
                       "profile of yours with software of your own says 'one_node_only: \"\"'",
                 {cite_limit(reason.location, "one_node_only", "...")});
    may_bring_its_own ? findings.add_warning(std::move(finding)) : findings.add_error(std::move(finding));
  }
}

}  // namespace scalegen
