#include "generator/describe/profile_description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/units.hpp"

namespace scalegen {

namespace {

/// Names and values, line by line. A value without a name continues the line before.
using Rows = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t kNameWidth = 16;  // the same for all groups, so that their values are in one column

std::string render_rows(std::string_view title, const Rows& rows) {
  if (rows.empty()) return "";
  auto text = fmt::format("\n{}\n", title);
  for (const auto& [name, value] : rows) text += fmt::format("  {:<{}}  {}\n", name, kNameWidth, value);
  return text;
}

void add_lines(Rows& rows, std::string_view name, const std::vector<std::string>& texts) {
  for (const auto& text : texts) {
    rows.emplace_back(name, text);
    name = "";
  }
}

void add_text(Rows& rows, std::string_view name, const std::string& text) {
  if (!text.empty()) rows.emplace_back(name, text);
}

std::string nodes_text(const Partition& p) {
  auto text = fmt::format("{}", p.nodes.value);
  if (p.min_nodes && p.max_nodes)
    text += fmt::format(", {} to {} a job", p.min_nodes->value, p.max_nodes->value);
  else if (p.max_nodes)
    text += fmt::format(", {} a job at most", p.max_nodes->value);
  else if (p.min_nodes)
    text += fmt::format(", {} a job at least", p.min_nodes->value);
  return text + (p.whole_nodes ? "; whole nodes" : "; shared with other jobs");
}

std::string cores_text(const Partition& p) {
  auto text = fmt::format("{} a node", p.cores_per_node.value);
  if (p.threads_per_core > 1) text += fmt::format(", with {} threads each", p.threads_per_core);
  if (!p.reserved_cores.empty())
    text += fmt::format("; {} more are the system's: {}", p.reserved_cores.size(),
                        fmt::join(p.reserved_cores, ", "));
  if (p.min_cores) text += fmt::format("; {} a job at least", p.min_cores->value);
  return text;
}

std::string rule_text(const MemoryRule& rule) {
  switch (rule.kind) {
    case MemoryRule::Kind::site_default:
      return "jobs request none and get the site's default";
    case MemoryRule::Kind::refused:
      return "jobs must not request any";
    case MemoryRule::Kind::per_node:
      return fmt::format("jobs request {} a node", exact_memory_in_words(rule.mib));
    case MemoryRule::Kind::per_core:
      return fmt::format("jobs request {} a core", exact_memory_in_words(rule.mib));
    case MemoryRule::Kind::per_gpu:
      return fmt::format("jobs request {} a GPU", exact_memory_in_words(rule.mib));
  }
  return "";
}

std::string memory_line(const Partition& p) {
  const auto has = p.memory_per_node ? exact_memory_in_words(p.memory_per_node->value) + " a node; " : "";
  return has + rule_text(p.memory);
}

std::string gpus_line(const Partition& p) {
  auto text = gpus_text(p);
  if (!p.gpu_type.empty()) text += fmt::format("; Slurm calls them {}", p.gpu_type);
  if (p.min_gpus) text += fmt::format("; {} a job at least", p.min_gpus->value);
  if (p.max_gpus) text += fmt::format("; {} a job at most", p.max_gpus->value);
  return text;
}

std::string price_line(const Partition& p) {
  auto text = fmt::format("{} an hour: {}", p.billing_unit, p.billing_text);
  if (p.max_units) text += fmt::format("; {} a job at most", p.max_units->value);
  return text;
}

std::string request_text(const Partition& p) {
  std::vector<std::string> options;
  if (p.named && p.slurm_name != p.name) options.push_back("--partition=" + p.slurm_name);
  if (!p.constraint.empty()) options.push_back("--constraint=" + p.constraint);
  if (!p.qos.empty()) options.push_back("--qos=" + p.qos);
  auto text = fmt::format("{}", fmt::join(options, " "));
  if (!p.named) text += fmt::format("{}never --partition: the site chooses it", text.empty() ? "" : "; ");
  return text;
}

Rows describe_partition(const Partition& p) {
  Rows rows;
  add_text(rows, "requested by", request_text(p));
  if (!p.chosen) add_text(rows, "chosen", "only on request");
  add_text(rows, "nodes", nodes_text(p));
  add_text(rows, "cores", cores_text(p));
  add_text(rows, "CPU", p.cpu);
  if (p.architecture != "x86_64") add_text(rows, "architecture", p.architecture);
  add_text(rows, "memory", memory_line(p));
  add_text(rows, "GPUs", gpus_line(p));
  if (p.max_time) add_text(rows, "time", duration_text(p.max_time->value) + " at most");
  if (p.billing) add_text(rows, "price", price_line(p));
  return rows;
}

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
  if (traits_of(profile.scheduler).takes_directives) {
    add_text(rows, "GPUs", gpu_request_text(profile.gpu_request));
    add_text(rows, "account", profile.needs_account ? "required" : "not needed");
    if (profile.exclusive_refused) add_text(rows, "--exclusive", "refused");
  }
  if (!profile.qos.empty())
    add_text(rows, "QoS",
             profile.site_chooses_qos ? "chosen by the site, from the time limit" : "chosen by the user");
  add_text(rows, profile.qos.empty() ? "QoS" : "  by default", profile.default_qos);
  for (const auto& level : profile.qos) add_text(rows, "  " + level.name, limits_text(level));
  std::vector<std::string> options;
  for (const auto& option : profile.extras.sbatch_options) options.push_back(option.value);
  add_lines(rows, "further options", options);
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
  add_text(rows, "one node only", profile.software_one_node_only.value);
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
  add_text(rows, "options of srun", fmt::format("{}", fmt::join(c.srun, " ")));
  add_text(rows, "image", c.image);
  add_text(rows, "LibTorch in it", c.torch_root);
  add_lines(rows, "torchrun options", c.torchrun_options);
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

std::string ladder_text(const std::vector<Located<std::string>>& ladder) {
  std::vector<std::string> rungs;
  rungs.reserve(ladder.size());
  for (const auto& rung : ladder) rungs.push_back(rung.value);
  return rungs.empty() ? "1, 2, 4 ... ranks of the machine" : fmt::format("{}", fmt::join(rungs, ", "));
}

Rows launch(const Profile& profile) {
  Rows rows;
  add_text(rows, "ladder", ladder_text(profile.ladder));
  if (!profile.cpu_ladder.empty()) add_text(rows, "for CPU programs", ladder_text(profile.cpu_ladder));
  add_text(rows, "launcher", launcher_text(profile.launcher));
  add_text(rows, "cores",
           fmt::format("{} for each rank on a GPU, {} for each rank on cores", profile.cpus_per_gpu_rank,
                       profile.cpus_per_cpu_rank));
  add_text(rows, "time", duration_text(profile.time_limit) + " for a run, by default");
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
  for (const auto& [name, folder] : profile.storage) add_text(rows, name, folder);
  add_sources(rows, profile, "storage");
  return rows;
}

std::string render_unknown(const Profile& profile) {
  if (profile.unknown.empty()) return "";
  return fmt::format("\nnot known\n  {}\n", fmt::join(profile.unknown, "\n  "));
}

}  // namespace

std::string gpus_text(const Partition& partition) {
  const int gpus = gpus_per_node(partition);
  if (gpus == 0) return "";
  const auto& model = partition.gpu.empty() ? partition.gpu_type : partition.gpu;
  return fmt::format("{} x {}", gpus, model.empty() ? "GPU" : model);
}

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
  const auto found = std::ranges::find_if(words, [&](auto& word) { return word.second == launcher; });
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
