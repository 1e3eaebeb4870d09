#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "analysis/document/texts.hpp"
#include "analysis/report/facts.hpp"
#include "analysis/report/sections.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/plan_file.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using Names = std::set<std::string>;

constexpr double kMibOfGib = 1024;
constexpr std::size_t kLongestCommand = 100;  // in bytes

// All texts that runs say, each once. Empty if none says any.
template <class Text>
Names said_by_runs(const Report& report, const Text& text) {
  Names all;
  for_each_measured_run(report.tables, [&](const auto&, const Measurement& run) {
    if (auto said = text(run); !said.empty()) all.insert(std::move(said));
  });
  return all;
}

std::string listed(const Names& texts) { return join_truncated({texts.begin(), texts.end()}); }

std::string condition_of(const Measurement& run, const char* key) {
  const auto* const value = find(run.conditions, key);
  return value == nullptr ? "" : to_text(*value);
}

bool is_on_gpu(const ScalingPoint& point) { return point.shape.device == DeviceKind::gpu; }

// A trainer names the device that it computes on.
void add_devices(const Report& report, Names& cpus, Names& gpus) {
  for_each_measured_run(report.tables, [&](const auto& point, const Measurement& run) {
    for (const auto& gpu : run.placement.gpus) gpus.insert(gpu.name);
    if (run.start && run.start->device_name) (is_on_gpu(point) ? gpus : cpus).insert(*run.start->device_name);
  });
  gpus.erase("");
  cpus.erase("");
}

// Of the first node of each run, as the kernel counts them.
std::set<std::int64_t> threads_of_nodes(const Report& report) {
  std::set<std::int64_t> threads;
  for_each_measured_run(report.tables, [&](const auto&, const Measurement& run) {
    if (run.load && run.load->node_threads > 0) threads.insert(run.load->node_threads);
  });
  return threads;
}

std::string hardware_text(const Report& report, const Names& all_cpus) {
  auto cpus = all_cpus;
  Names gpus;
  add_devices(report, cpus, gpus);
  const auto threads = threads_of_nodes(report);
  std::vector<std::string> has;
  if (!threads.empty())
    has.push_back(range_text(threads) + (*threads.rbegin() == 1 ? " hardware thread" : " hardware threads") +
                  (cpus.empty() ? "" : fmt::format(" ({})", listed(cpus))));
  else if (!cpus.empty())
    has.push_back("processors of the model " + listed(cpus));
  if (!gpus.empty()) has.push_back("GPUs of the model " + listed(gpus));
  return fmt::format("{}", fmt::join(has, ", and "));
}

// The cluster; without a scheduler the node, if all runs were on one.
std::string machine_of(const Report& report) {
  if (report.head.is_scheduled) return report.head.cluster;
  std::set<std::string> nodes;
  for_each_measured_run(report.tables,
                        [&](const auto&, const Measurement& run) { nodes.merge(nodes_of(run.placement)); });
  return nodes.size() == 1 ? *nodes.begin() : report.head.cluster;
}

// That jobs asked for; a site's default is not known.
std::string asked_memory_text(const Report& report) {
  std::set<std::int64_t> mib;
  bool are_all_known = true;
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    if (!point.typical) return;
    const auto asked = point.asked ? point.asked->memory_mib_per_node : std::nullopt;
    if (asked && *asked > 0) mib.insert(*asked);
    are_all_known = are_all_known && asked.value_or(0) > 0;
  });
  if (mib.empty() || !are_all_known) return "";
  const auto least = exact_memory_in_words(*mib.begin());
  return fmt::format(" Jobs asked for {} of memory on a node.",
                     mib.size() == 1 ? least : least + " to " + exact_memory_in_words(*mib.rbegin()));
}

std::string batch_sentence(const ScalingTable& table) {
  const auto batch = batch_of({&table});
  if (batch.empty()) return "";
  const auto unit = common_condition({&table}, "batch_unit");
  const auto amount = fmt::format("{} {}", batch, unit.empty() ? "samples" : unit);
  return table.scaling == Scaling::weak ? "each rank has a batch of " + amount
                                        : "the global batch is " + amount;
}

// "The global batch is 48 samples." Of two ladders each is named.
std::string batches_text(const Report& report) {
  std::vector<std::string> texts;
  for (const auto& table : report.tables) {
    auto text = batch_sentence(table);
    if (text.empty()) continue;
    if (report.head.scalings.size() > 1) text = fmt::format("in {} scaling {}", to_text(table.scaling), text);
    add_once(texts, std::move(text));
  }
  return texts.empty() ? "" : with_capital(fmt::format("{}.", fmt::join(texts, ", ")));
}

// The largest amount over all runs, and the rung that had it.
struct MostMemory {
  double mib = 0;
  std::string rung{};
};

void take_larger(MostMemory& most, const std::optional<double>& mib, const std::string& rung) {
  if (mib && *mib > most.mib) most = {*mib, rung};
}

}  // namespace

std::string program_fact(const Report& report) {
  const auto& head = report.head;
  if (head.imported) return fmt::format("The figures are those of the table {}.", head.source);
  if (!head.own_program)
    return fmt::format("The program is {}, a trainer that is part of scalegen; the sweep is called '{}'.",
                       head.workload, head.name);
  const auto program = started_program(report);
  const auto* const largest = largest_rung(report);
  const bool has_placeholders = head.workload.find('{') != std::string::npos && largest != nullptr;
  return fmt::format("The program is {}started as '{}'{}; the sweep is called '{}'.",
                     program.empty() ? "" : program + ", ",
                     has_placeholders ? at_most(largest->command, kLongestCommand) : head.workload,
                     has_placeholders ? " on " + largest->rung : "", head.name);
}

std::string software_fact(const Report& report) {
  Names parts;
  for_each_measured_run(report.tables, [&](const auto&, const Measurement& run) {
    if (!run.start) return;
    if (run.start->version) parts.insert("version " + *run.start->version + " of the program");
    if (run.start->torch) parts.insert("PyTorch " + *run.start->torch);
    if (run.start->backend && *run.start->backend != "none")
      parts.insert("the backend " + *run.start->backend);
  });
  return parts.empty() ? "" : fmt::format("The runs report this software: {}.", listed(parts));
}

std::string machine_fact(const Report& report, const RunFiles& files) {
  if (report.head.imported) return "";
  Names nodes;
  for_each_measured_run(report.tables,
                        [&](const auto&, const Measurement& run) { nodes.merge(nodes_of(run.placement)); });
  auto text = "All runs were made on " + machine_of(report);
  const bool is_named = nodes.size() == 1 && *nodes.begin() == machine_of(report);
  if (!nodes.empty() && !is_named)
    text +=
        fmt::format(", on {} ({})", counted(static_cast<std::int64_t>(nodes.size()), "node"), listed(nodes));
  text += ".";
  if (const auto hardware = hardware_text(report, files.cpus); !hardware.empty())
    text += fmt::format(" {} has {}.", nodes.size() == 1 ? "The node" : "Each node", hardware);
  return text + asked_memory_text(report);
}

std::string precision_fact(const Report& report) {
  const auto said = said_by_runs(report, [](const auto& run) { return condition_of(run, "precision"); });
  return said.empty() ? "" : fmt::format("The arithmetic precision is {}.", listed(said));
}

std::string problem_fact(const Report& report) {
  const auto data = said_by_runs(report, [](const auto& run) { return condition_of(run, "dataset"); });
  const auto batches = batches_text(report);
  if (data.empty()) return batches;
  return fmt::format("All runs train on {}.{}{}", listed(data), batches.empty() ? "" : " ", batches);
}

std::string memory_fact(const Report& report) {
  MostMemory gpu;
  MostMemory node;
  for_each_point(report.tables, [&](const auto& table, const auto& point) {
    const auto rung = point_name(table, point.rung);
    take_larger(gpu, gpu_usage_of(point).peak_memory_mib, rung);
    for (const auto& run : point.runs)
      if (run.peak_memory_mib) take_larger(node, static_cast<double>(*run.peak_memory_mib), rung);
  });
  std::vector<std::string> most;
  if (gpu.mib > 0)
    most.push_back(fmt::format("{} GiB of a GPU (in {})", three_digits(gpu.mib / kMibOfGib), gpu.rung));
  if (node.mib > 0)
    most.push_back(fmt::format("{} GiB of a node, cached files included (in {})",
                               three_digits(node.mib / kMibOfGib), node.rung));
  return most.empty() ? "" : fmt::format("The most memory in use was {}.", fmt::join(most, ", and "));
}

}  // namespace scalegen::report
