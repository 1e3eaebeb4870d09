#include "generator/describe/describe_profile.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/units.hpp"
#include "generator/describe/describe_partition.hpp"

namespace scalegen {
namespace {

using Variables = std::vector<std::pair<std::string, std::string>>;

void add_variables(Rows& rows, std::string_view name, const Variables& variables) {
  std::vector<std::string> lines;
  for (const auto& [variable, value] : variables) lines.push_back(fmt::format("{}={}", variable, value));
  add_lines(rows, name, lines);
}

void add_sources(Rows& rows, const Profile& profile, std::string_view group) {
  for (const auto& facts : profile.facts)
    if (facts.name == group) add_lines(rows, "read in", facts.sources);
}

std::string limits_text(const Qos& qos) {
  std::vector<std::string> limits;
  if (qos.max_time) limits.push_back(duration_text(qos.max_time->value));
  if (qos.max_nodes) limits.push_back(counted(qos.max_nodes->value, "node"));
  if (qos.max_gpus) limits.push_back(counted(qos.max_gpus->value, "GPU"));
  if (qos.max_units) limits.push_back(fmt::format("{} {}", qos.max_units->value, qos.unit));
  auto text =
      limits.empty() ? std::string("no limits known") : fmt::format("{} at most", fmt::join(limits, ", "));
  if (!qos.partitions.empty()) text += fmt::format("; on {}", fmt::join(qos.partitions, ", "));
  return text;
}

std::string render_hardware(const Profile& profile) {
  std::string text;
  for (const auto& partition : profile.partitions)
    text += render_rows("partition " + partition.name, describe_partition(partition));
  Rows rows;
  add_sources(rows, profile, "hardware");
  return text + render_rows("hardware", rows);
}

Rows requests(const Profile& profile) {
  Rows rows;
  if (profile.scheduler == SchedulerKind::slurm) {
    add_text(rows, "GPUs", gpu_request_text(profile.gpu_request));
    add_text(rows, "account", profile.needs_account ? "required" : "not needed");
  }
  if (!profile.qos.empty())
    add_text(rows, "QoS",
             profile.site_chooses_qos ? "the site chooses, from the time limit" : "as a person asks");
  for (const auto& level : profile.qos) add_text(rows, "  " + level.name, limits_text(level));
  add_lines(rows, "further options", profile.extras.sbatch_options);
  add_sources(rows, profile, "requests");
  return rows;
}

Rows network(const Profile& profile) {
  Rows rows;
  add_variables(rows, "variables", profile.network_env);
  add_variables(rows, "on several nodes", profile.network_env_of_several_nodes);
  add_sources(rows, profile, "network");
  return rows;
}

Rows software(const Profile& profile) {
  Rows rows;
  add_text(rows, "architecture", profile.software_architecture.value);
  add_text(rows, "modules first", profile.modules_first);
  add_lines(rows, "modules", profile.modules);
  add_lines(rows, "set up by", profile.extras.setup);
  add_variables(rows, "variables", profile.extras.env);
  add_text(rows, "scalegen-train", profile.program);
  add_text(rows, "built against", profile.torch_root);
  add_sources(rows, profile, "software");
  return rows;
}

Rows container(const Profile& profile) {
  const auto& c = profile.container;
  Rows rows;
  add_text(rows, "run by", fmt::format("{}", fmt::join(c.run, " ")));
  add_text(rows, "image", c.image);
  add_text(rows, "LibTorch in it", c.torch_root);
  add_text(rows, "architecture", c.architecture.value);
  add_lines(rows, "binds", c.binds);
  add_lines(rows, "on several nodes", c.binds_of_several_nodes);
  add_text(rows, "modules first", c.modules_first);
  add_lines(rows, "modules", c.modules);
  add_lines(rows, "set up by", c.setup);
  add_variables(rows, "variables", c.env);
  add_variables(rows, "on several nodes", c.env_of_several_nodes);
  add_sources(rows, profile, "container");
  return rows;
}

std::string ladder_text(const Profile& profile) {
  std::vector<std::string> rungs;
  rungs.reserve(profile.ladder.size());
  for (const auto& rung : profile.ladder) rungs.push_back(rung.value);
  return rungs.empty() ? "1, 2, 4 ... ranks of the machine" : fmt::format("{}", fmt::join(rungs, ", "));
}

Rows launch(const Profile& profile) {
  Rows rows;
  add_text(rows, "ladder", ladder_text(profile));
  add_text(rows, "launcher", launcher_text(profile.launcher));
  add_text(rows, "cores",
           fmt::format("{} for a rank on a GPU, {} for one on cores", profile.cpus_per_gpu_rank,
                       profile.cpus_per_cpu_rank));
  add_text(rows, "time", duration_text(profile.time_limit) + " for a run, unless asked for otherwise");
  add_text(rows, "cores and GPUs", profile.cpu_bind);
  add_lines(rows, "each rank first", profile.gpu_rank_setup);
  add_sources(rows, profile, "launch");
  return rows;
}

std::string monitor_text(const Monitor& monitor) {
  const auto ms = monitor.interval.count();
  const auto every =
      ms % 1000 == 0 ? fmt::format(", every {} s", ms / 1000) : fmt::format(", every {} ms", ms);
  switch (monitor.kind) {
    case Monitor::Kind::none:
      return "none";
    case Monitor::Kind::nvidia_smi:
      return "nvidia-smi" + every;
    case Monitor::Kind::rocm_smi:
      return "rocm-smi" + every;
  }
  return "";
}

Rows monitor(const Profile& profile) {
  Rows rows;
  add_text(rows, "command", monitor_text(profile.monitor));
  add_text(rows, "fields", fmt::format("{}", fmt::join(profile.monitor.fields, ",")));
  add_sources(rows, profile, "monitor");
  return rows;
}

Rows storage(const Profile& profile) {
  Rows rows;
  add_text(rows, "scratch", profile.scratch);
  for (const auto& [name, place] : profile.storage) add_text(rows, name, place);
  add_sources(rows, profile, "storage");
  return rows;
}

std::string render_unknown(const Profile& profile) {
  if (profile.unknown.empty()) return "";
  return fmt::format("\nnot known\n  {}\n", fmt::join(profile.unknown, "\n  "));
}

}  // namespace

std::string gpu_request_text(GpuRequest request) {
  switch (request) {
    case GpuRequest::gpus_per_node:
      return "--gpus-per-node=N";
    case GpuRequest::gres:
      return "--gres=gpu:N";
    case GpuRequest::gpus:
      return "--gpus=N";
  }
  return "";
}

std::string launcher_text(const Launcher& launcher) {
  const auto& words = launcher_words();
  const auto found =
      std::find_if(words.begin(), words.end(), [&](auto& word) { return word.second == launcher; });
  return found == words.end() ? "" : found->first;
}

std::string describe(const Profile& profile) {
  return fmt::format("{}: {} ({})\n", profile.name, profile.title, profile.origin) +
         render_hardware(profile) + render_rows("requests", requests(profile)) +
         render_rows("network", network(profile)) + render_rows("software", software(profile)) +
         render_rows("container", container(profile)) + render_rows("launch", launch(profile)) +
         render_rows("monitor", monitor(profile)) + render_rows("storage", storage(profile)) +
         render_unknown(profile);
}

}  // namespace scalegen
