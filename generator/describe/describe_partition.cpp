#include "generator/describe/describe_partition.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.hpp"

namespace scalegen {
namespace {

std::string memory_text(std::int64_t mib) {
  return mib % 1024 == 0 ? fmt::format("{} GiB", mib / 1024) : fmt::format("{} MiB", mib);
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
  if (!p.reserved_cores.empty())
    text += fmt::format("; {} more are the system's: {}", p.reserved_cores.size(),
                        fmt::join(p.reserved_cores, ", "));
  if (p.min_cores) text += fmt::format("; {} a job at least", p.min_cores->value);
  return text;
}

std::string rule_text(const MemoryRule& rule) {
  switch (rule.of) {
    case MemoryRule::Of::site:
      return "jobs do not ask, and get the site's default";
    case MemoryRule::Of::refused:
      return "jobs must not ask";
    case MemoryRule::Of::node:
      return fmt::format("jobs ask for {} a node", memory_text(rule.mib));
    case MemoryRule::Of::core:
      return fmt::format("jobs ask for {} a core", memory_text(rule.mib));
    case MemoryRule::Of::gpu:
      return fmt::format("jobs ask for {} a GPU", memory_text(rule.mib));
  }
  return "";
}

std::string memory_line(const Partition& p) {
  const auto has = p.memory_per_node ? memory_text(p.memory_per_node->value) + " a node; " : "";
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

std::string way_in(const Partition& p) {
  std::vector<std::string> options;
  if (p.named && p.slurm_name != p.name) options.push_back("--partition=" + p.slurm_name);
  if (!p.constraint.empty()) options.push_back("--constraint=" + p.constraint);
  auto text = fmt::format("{}", fmt::join(options, " "));
  if (!p.named) text += fmt::format("{}never --partition: the site finds it", text.empty() ? "" : "; ");
  return text;
}

}  // namespace

std::string gpus_text(const Partition& partition) {
  const int gpus = gpus_per_node(partition);
  if (gpus == 0) return "";
  const auto& model = partition.gpu.empty() ? partition.gpu_type : partition.gpu;
  return fmt::format("{} x {}", gpus, model.empty() ? "GPU" : model);
}

Rows describe_partition(const Partition& p) {
  Rows rows;
  add_text(rows, "asked for by", way_in(p));
  if (!p.chosen) add_text(rows, "chosen", "only where a person asks for it");
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

}  // namespace scalegen
