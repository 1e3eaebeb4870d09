#include "generator/detect/profile_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/json.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

namespace {

/// Values that Slurm does not know, as a person would try them first.
struct AssumedLaunch {
  std::vector<std::string> ladder{};  // empty if no partition is open to all users
  int cpus_per_cpu_rank = 1;
  int cpus_per_gpu_rank = 1;
  std::string monitor{};  // the value of `command:`
};

const DetectedPartition* first_open(const DetectedCluster& cluster, bool with_gpus) {
  const auto& all = cluster.partitions;
  const auto found = std::ranges::find_if(
      all, [&](const DetectedPartition& p) { return p.reason.empty() && (p.kind.gpus > 0) == with_gpus; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> ladder_on(const DetectedPartition& p) {
  const auto* const unit = p.kind.gpus > 0 ? "gpu" : "cpu";
  const int most = p.max_gpus.value_or(p.kind.nodes * p.kind.gpus);
  const int a_node = p.kind.gpus > 0 ? std::min(p.kind.gpus, most) : std::min(4, p.kind.cores);
  const int least = p.min_nodes.value_or(1);
  std::vector<std::string> rungs;
  for (int ranks = 1; least == 1 && ranks < a_node; ranks *= 2)
    rungs.push_back(fmt::format("{}{}", ranks, unit));
  rungs.push_back(least == 1 ? fmt::format("{}{}", a_node, unit)
                             : fmt::format("{}x{}{}", least, a_node, unit));
  if (2 * least <= p.max_nodes.value_or(p.kind.nodes) && (!p.max_gpus || 2 * least * a_node <= most))
    rungs.push_back(fmt::format("{}x{}{}", 2 * least, a_node, unit));
  return rungs;
}

int min_cores_per_gpu(const DetectedCluster& cluster) {
  std::optional<int> least;
  for (const auto& p : cluster.partitions)
    if (p.kind.gpus > 0 && p.reason.empty())
      least = std::min(least.value_or(p.kind.cores), p.kind.cores / p.kind.gpus);
  return std::max(1, least.value_or(1));
}

/// The types of GPUs of AMD are called mi250, mi300a and so on, Intel's pvc or max1550.
std::string monitor_of(const std::string& gpu_type) {
  static const Regex kAmd("(?i)mi[0-9]");
  static const Regex kIntel("(?i)pvc|ponte|intel|max[0-9]|flex");
  if (partial_match(gpu_type, kIntel)) return "none";
  return partial_match(gpu_type, kAmd) ? "rocm-smi" : "nvidia-smi";
}

/// The ladder: powers of two up to a node, then two nodes, on the GPUs of the first open partition that has
/// some, else on cores. A GPU's rank gets its share of the cores of its node, the least of all kinds of
/// nodes.
AssumedLaunch assume_launch(const DetectedCluster& cluster) {
  const auto* const gpus = first_open(cluster, true);
  const auto* const cores = first_open(cluster, false);
  AssumedLaunch launch{.monitor = "none"};
  if (const auto* const cpu_nodes = cores != nullptr ? cores : gpus; cpu_nodes != nullptr)
    launch.cpus_per_cpu_rank = std::max(1, cpu_nodes->kind.cores / 4);
  if (const auto* const first = gpus != nullptr ? gpus : cores; first != nullptr)
    launch.ladder = ladder_on(*first);
  if (gpus == nullptr) return launch;
  launch.cpus_per_gpu_rank = min_cores_per_gpu(cluster);
  launch.monitor = monitor_of(gpus->kind.gpu_type);
  return launch;
}

/// In quotes, unless YAML reads the plain text unchanged.
std::string yaml_text(const std::string& text) {
  const bool starts_well = !text.empty() && text.front() != '-' && text.front() != ':' && text.back() != ':';
  return starts_well && text != "null" && has_only_plain(text, "_.-:") ? text : json_line(Json(text));
}

/// Without control characters, which would end a comment.
std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return text;
}

/// A valid name of a profile: other characters become '-'.
std::string folder_name(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return !(is_letter(c) || is_digit(c) || c == '_'); }, '-');
  if (text.front() == '-') text.front() = '_';
  return text.substr(0, 64);
}

/// The text of a profile, line by line.
class ProfileWriter {
 public:
  ProfileWriter(const DetectedCluster& cluster, std::string date, std::string folder)
      : cluster_(cluster),
        date_(std::move(date)),
        folder_(std::move(folder)),
        launch_(assume_launch(cluster)) {}

  std::string write() {
    write_head();
    write_hardware();
    write_requests();
    write_software();
    write_launch();
    write_monitor();
    write_unknown();
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_ += text + "\n"; }
  void line(const std::string& text, std::string_view comment) {
    line(comment.empty() ? text : fmt::format("{:<35} # {}", text, comment));
  }
  void key(std::string_view name, const std::string& value) {
    line(fmt::format("      {}: {}", name, value));
  }

  [[nodiscard]] std::string title() const { return cluster_.name.empty() ? "mine" : cluster_.name; }

  void write_head() {
    line(fmt::format(
        "# {} as its Slurm described itself on {}, by 'scalegen clusters detect'. Check the lines marked",
        one_line(title()), date_));
    line(fmt::format("# CHECK, then put this file into {}/, where --cluster finds it by its file's name.",
                     folder_));
    line("name: " + folder_name(title()));
    line("title: " + yaml_text(title()), "CHECK: the name for people");
    line("scheduler: slurm");
    line("");
  }

  [[nodiscard]] std::string asked(std::string_view what) const {
    return fmt::format("  source: scontrol show {}, Slurm {}, {}", what,
                       cluster_.version.empty() ? "of an unknown version" : one_line(cluster_.version),
                       date_);
  }

  void write_hardware() {
    line("hardware:");
    line(asked("partition and show node"));
    line("  partitions:", "CHECK the order: the first that fits is used");
    for (const auto& partition : cluster_.partitions) write_partition(partition);
    for (const auto& left_out : cluster_.left_out) line("    # Left out: " + one_line(left_out));
    line("");
  }

  void write_partition(const DetectedPartition& p) {
    line("    - name: " + yaml_text(p.name), p.standard ? "Slurm's default" : "");
    if (p.slurm_name != p.name) key("partition", yaml_text(p.slurm_name));
    if (!p.reason.empty()) line("      chosen: no", one_line(p.reason));
    if (!p.kind.feature.empty()) key("constraint", yaml_text(p.kind.feature));
    key("nodes", std::to_string(p.kind.nodes));
    if (p.min_nodes) key("min_nodes", std::to_string(*p.min_nodes));
    if (p.max_nodes) key("max_nodes", std::to_string(*p.max_nodes));
    if (p.max_gpus) key("max_gpus", std::to_string(*p.max_gpus));
    if (p.whole_nodes) key("whole_nodes", "yes");
    if (!p.max_time.empty()) key("max_time", yaml_text(p.max_time));
    write_node(p.kind);
    write_memory(p);
    for (const auto& check : p.checks) line("      # CHECK: " + one_line(check));
  }

  void write_memory(const DetectedPartition& p) {
    const auto& kind = p.kind;
    if (p.max_mib_per_cpu > 0)
      line(fmt::format("      max_memory_per_core: {}M", p.max_mib_per_cpu * kind.threads_per_core),
           "MaxMemPerCPU");
    const auto most = kind.memory_mib > 0 ? kind.memory_mib / kind.cores : p.mib_per_cpu;
    if (p.mib_per_cpu > 0)
      return line(fmt::format("      memory: {{per_core: {}M}}", std::min(p.mib_per_cpu, most)),
                  "DefMemPerCPU");
    if (!p.holds_all_memory || most == 0) return;
    line("      # Slurm has no default: a job that asks for no memory holds all of its nodes'.");
    if (kind.gpus > 0)
      line(fmt::format("      memory: {{per_gpu: {}M}}", kind.memory_mib / kind.gpus),
           "CHECK: an even share");
    else
      line(fmt::format("      memory: {{per_core: {}M}}", most), "CHECK: an even share");
  }

  void write_node(const NodeKind& kind) {
    key("cores_per_node", std::to_string(kind.cores));
    if (kind.threads_per_core > 1)
      line(fmt::format("      threads_per_core: {}", kind.threads_per_core),
           "scripts ask for whole cores: --hint=nomultithread");
    if (!kind.reserved_cores.empty())
      key("reserved_cores", fmt::format("[{}]", fmt::join(kind.reserved_cores, ", ")));
    if (kind.memory_mib > 0) key("memory_per_node", memory_text(kind.memory_mib));
    if (kind.gpus > 0)
      line(
          fmt::format("      gpus_per_node: {}", kind.gpus),
          kind.are_mixed ? "CHECK: of several types, and a job may get any: write a partition for each" : "");
    if (!kind.gpu_type.empty()) key("gpu_type", yaml_text(kind.gpu_type));
    if (kind.architecture == "aarch64") key("architecture", "aarch64");
  }

  void write_requests() {
    line("requests:");
    line(asked("config"));
    line(cluster_.shares_gpus_by_node ? "  gpus: gpus-per-node" : "  gpus: gres");
    if (is_slurm_version(cluster_.version)) line("  slurm_version: " + cluster_.version);
    line("  account: optional", "CHECK: many sites require one");
    if (cluster_.largest_array > 0 && cluster_.largest_array < 1000)
      line(fmt::format("  # MaxArraySize: with --array at most {} jobs go together", cluster_.largest_array));
    line("");
  }

  void write_software() {
    line("software:");
    line("  source: assumed");
    line("  # modules: [...]", "CHECK: those that scalegen-train was built with");
    line("  program: ~/scalegen/" + folder_name(title()) + "/bin/scalegen-train",
         "'scalegen build' makes it");
    line("");
  }

  void write_launch() {
    line("launch:");
    line("  source: assumed");
    if (!launch_.ladder.empty()) line(fmt::format("  ladder: [{}]", fmt::join(launch_.ladder, ", ")));
    line("  launcher: srun");
    line(fmt::format("  cpus_per_rank: {{cpu: {}, gpu: {}}}", launch_.cpus_per_cpu_rank,
                     launch_.cpus_per_gpu_rank));
    line("  time_limit: 10m", "of a run");
    line("");
  }

  void write_monitor() {
    line("monitor:");
    line("  source: assumed");
    line("  command: " + launch_.monitor, "CHECK");
    line("");
  }

  void write_unknown() {
    line("unknown:", "facts that Slurm does not know");
    for (const auto* fact :
         {"models of CPUs and GPUs", "whether a job has to request memory, and what it is billed",
          "accounts and QoS, and their limits", "network interface for NCCL and Gloo",
          "modules, containers and where scratch is"})
      line(fmt::format("  - {}", fact));
  }

  const DetectedCluster& cluster_;
  std::string date_;
  std::string folder_;
  AssumedLaunch launch_;
  std::string text_;
};

}  // namespace

Result<std::string> write_profile(const DetectedCluster& cluster, const std::string& date,
                                  const std::string& folder) {
  if (cluster.partitions.empty())
    return failure("Slurm lists no partition that accepts jobs", "", cluster.left_out);
  return ProfileWriter(cluster, date, folder).write();
}

}  // namespace scalegen
