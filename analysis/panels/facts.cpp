#include "analysis/panels/facts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "analysis/panels/columns.hpp"
#include "analysis/panels/priced_campaign.hpp"
#include "analysis/panels/words.hpp"
#include "analysis/report/method.hpp"
#include "analysis/report/numbers.hpp"
#include "analysis/report/stars.hpp"
#include "core/plan_file.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::panels {
namespace {

using report::Report;

constexpr double kMibOfGib = 1024;

// All texts that runs say, each once. Empty if none says any.
template <class Text>
std::set<std::string> texts_of(const Report& report, const Text& text) {
  std::set<std::string> all;
  report::for_each_measured_run(report, [&](const auto&, const Measurement& run) {
    if (auto said = text(run); !said.empty()) all.insert(std::move(said));
  });
  return all;
}

std::string joined(const std::set<std::string>& texts) {
  return join_truncated({texts.begin(), texts.end()});
}

std::string program(const Report& report) {
  const auto& head = report.head;
  if (head.imported) return fmt::format("The figures are those of the table {}.", head.source);
  if (head.own_program) return fmt::format("The program is that of the sweep file '{}'.", head.name);
  return fmt::format("The program is scalegen's workload '{}'.", head.workload);
}

std::string software(const Report& report) {
  std::set<std::string> parts;
  report::for_each_measured_run(report, [&](const auto&, const Measurement& run) {
    if (!run.start) return;
    if (run.start->version) parts.insert("program " + *run.start->version);
    if (run.start->torch) parts.insert("PyTorch " + *run.start->torch);
    if (run.start->backend && *run.start->backend != "none") parts.insert(*run.start->backend);
  });
  if (!parts.empty()) return fmt::format("Software, as the runs report it: {}.", joined(parts));
  return report.head.imported ? "" : "The runs report no versions of their software.";
}

std::string machine(const Report& report) {
  if (report.head.imported) return "";
  const auto devices = texts_of(report, [](const Measurement& run) {
    if (run.start && run.start->device_name) return *run.start->device_name;
    return run.placement.gpus.empty() ? std::string() : run.placement.gpus.front().name;
  });
  std::set<std::string> nodes;
  report::for_each_measured_run(
      report, [&](const auto&, const Measurement& run) { nodes.merge(nodes_of(run.placement)); });
  std::string text = fmt::format("All runs were made on {}", report.head.cluster);
  if (!nodes.empty())
    text +=
        fmt::format(", on {}: {}", counted(static_cast<std::int64_t>(nodes.size()), "node"), joined(nodes));
  text += devices.empty() ? "." : fmt::format(" ({}).", joined(devices));
  return text;
}

std::string precision(const Report& report) {
  const auto said = texts_of(report, [](const Measurement& run) {
    const auto* const value = find(run.conditions, "precision");
    return value == nullptr ? std::string() : to_text(*value);
  });
  return said.empty() ? "The precision is not known: the program does not report it."
                      : fmt::format("The arithmetic precision is {}.", joined(said));
}

std::string batch_text(const ScalingTable& table) {
  const auto batch = batch_of(table);
  if (batch.empty()) return "";
  return table.scaling == Scaling::weak
             ? fmt::format("in weak scaling {} on each rank", batch)
             : fmt::format("in {} scaling {} in all", to_text(table.scaling), batch);
}

std::string problem(const Report& report) {
  const auto data = texts_of(report, [](const Measurement& run) {
    const auto* const value = find(run.conditions, "dataset");
    return value == nullptr ? std::string() : to_text(*value);
  });
  std::vector<std::string> batches;
  for (const auto& table : report.tables)
    if (auto text = batch_text(table);
        !text.empty() && std::find(batches.begin(), batches.end(), text) == batches.end())
      batches.push_back(std::move(text));
  std::string text;
  if (!data.empty()) text = fmt::format("All runs read {}. ", joined(data));
  if (!batches.empty()) text += fmt::format("Samples a step: {}.", fmt::join(batches, ", "));
  return text;
}

std::string rounds(const Report& report) {
  std::set<std::size_t> counts;
  report::for_each_point(report, [&](const auto&, const auto& point) {
    if (point.typical) counts.insert(values_of(point.runs).size());
  });
  if (counts.empty()) return "";
  const auto times = *counts.rbegin() == 1 ? std::string("once")
                     : counts.size() == 1  ? fmt::format("{} times", *counts.begin())
                                           : fmt::format("{} to {} times", *counts.begin(), *counts.rbegin());
  if (report.head.imported) return fmt::format("Each rung was measured {}.", times);
  return fmt::format(
      "Each rung was measured {}, in rounds of all rungs in shuffled order (seed {}), so that a "
      "machine that drifts does not look like scaling.",
      times, report.head.seed);
}

std::string window(const Report& report) {
  const auto left_out = report::left_out_text(report);
  if (left_out.empty()) return "";
  return fmt::format("Warm-up is not measured: {}.", left_out);
}

std::string included(const Report& report) {
  switch (report.head.metric.source) {
    case MetricSource::event_lines:
      return "Times are of training steps, with waiting for data; start-up and evaluation are not in them.";
    case MetricSource::printed:
      return fmt::format(
          "Figures are what the program printed as '{}'; they include what its authors include.",
          report.head.metric.pattern ? report.head.metric.pattern->name : "");
    case MetricSource::wall_time:
      return "Times are of the whole command: start-up, data loading and output are in them.";
    case MetricSource::table:
      return "The table does not say what its figures include.";
  }
  return "";
}

std::string baseline(const Report& report) {
  return fmt::format("Speedups are relative to {}, {}: ratios of the speeds of the same round.",
                     report.head.baseline.rung, report.head.baseline.reason);
}

std::string intervals(const Report& report) {
  const auto coverages = report::coverages_of(report);
  if (coverages.empty()) return "No interval can be given: that takes two rounds or more.";
  return fmt::format("Figures in brackets are intervals: {}.", fmt::join(coverages, "; "));
}

// The largest amount over all runs, and the rung that had it.
struct MostMemory {
  double mib = 0;
  std::string rung{};
};

void take_larger(MostMemory& most, const std::optional<double>& mib, const std::string& rung) {
  if (mib && *mib > most.mib) most = {*mib, rung};
}

std::string memory(const Report& report) {
  MostMemory gpu;
  MostMemory node;
  report::for_each_point(report, [&](const auto& table, const auto& point) {
    const auto rung = report::point_name(table, point.rung);
    take_larger(gpu, report::gpu_usage_of(point).peak_memory_mib, rung);
    for (const auto& run : point.runs)
      if (run.peak_memory_mib) take_larger(node, static_cast<double>(*run.peak_memory_mib), rung);
  });
  std::vector<std::string> most;
  if (gpu.mib > 0)
    most.push_back(fmt::format("{} GiB of a GPU, on {}", three_digits(gpu.mib / kMibOfGib), gpu.rung));
  if (node.mib > 0)
    most.push_back(fmt::format("{} GiB of a node, cached files included, on {}",
                               three_digits(node.mib / kMibOfGib), node.rung));
  return most.empty() ? "Memory was not recorded."
                      : fmt::format("Most memory in use: {}.", fmt::join(most, "; "));
}

std::string size_of(const ScalingPoint& point) {
  if (!point.shape.ranks) return point.rung;
  return fmt::format("{} ({}{})", point.rung,
                     counted(*point.shape.ranks, point.shape.device == DeviceKind::gpu ? "GPU" : "rank"),
                     point.shape.nodes ? " on " + counted(*point.shape.nodes, "node") : "");
}

std::string system_scale(const Report& report) {
  const auto* const largest = largest_rung(report);
  if (largest == nullptr) return "Nothing was measured.";
  return fmt::format("The largest size that was measured is {}.", size_of(*largest));
}

// Of the production runs, at the size that was measured for them.
std::string time_to_solution(const Report& report) {
  std::vector<std::string> runs;
  for (const auto& [cost, rung, table] : priced_campaign(report)) {
    if (rung == nullptr) continue;
    runs.push_back(fmt::format("{} h{} for a run '{}' of {:g} {} on {}",
                               report::estimate_text(*cost.run_hours),
                               report::is_marked(report.head, *rung) ? " *" : "", cost.line.run,
                               cost.line.amount, to_text(cost.line.unit), size_of(*rung)));
  }
  return runs.empty()
             ? "It is not known: the sweep file has no production run in 'campaign' of a measured size."
             : fmt::format("Time to solution: {}.", fmt::join(runs, "; "));
}

std::string source_text(const Report& report) {
  switch (report.head.metric.source) {
    case MetricSource::event_lines:
      return "Times are those that the program writes for each step";
    case MetricSource::printed:
      return "Figures are those that the program prints";
    case MetricSource::wall_time:
      return "Times are from the launch of the command to its end";
    case MetricSource::table:
      return "Figures are those of a table";
  }
  return "";
}

std::string mechanism(const Report& report) {
  bool is_monitored = false;
  report::for_each_measured_run(
      report, [&](const auto&, const Measurement& run) { is_monitored = is_monitored || !run.gpus.empty(); });
  auto text = source_text(report);
  text += report.head.imported ? "." : ", collected by scalegen, one launch of the program a run.";
  if (is_monitored) text += " GPUs were sampled by nvidia-smi during the measured time.";
  return text;
}

std::string placement(const Report& report) {
  if (report.head.imported) return "";
  std::size_t runs = 0;
  std::size_t as_asked = 0;
  report::for_each_measured_run(report, [&](const auto&, const Measurement& run) {
    ++runs;
    if (is_as_asked(run.placement)) ++as_asked;
  });
  if (runs == 0) return "";
  return fmt::format("Ranks were on the nodes, cores and GPUs that were asked for in {} of {}.", as_asked,
                     counted(static_cast<std::int64_t>(runs), "run"));
}

struct Fact {
  std::string name{};
  std::string (*sentence)(const Report&) = nullptr;
};

const std::vector<Fact>& facts() {
  static const std::vector<Fact> all{{"program", program},
                                     {"software", software},
                                     {"machine", machine},
                                     {"precision", precision},
                                     {"problem", problem},
                                     {"rounds", rounds},
                                     {"window", window},
                                     {"included", included},
                                     {"baseline", baseline},
                                     {"intervals", intervals},
                                     {"memory", memory},
                                     {"system_scale", system_scale},
                                     {"time_to_solution", time_to_solution},
                                     {"mechanism", mechanism},
                                     {"placement", placement}};
  return all;
}

}  // namespace

std::vector<std::string> fact_names() {
  std::vector<std::string> names;
  for (const auto& fact : facts()) names.push_back(fact.name);
  return names;
}

std::string fact_of(const std::string& name, const Report& report) {
  for (const auto& fact : facts())
    if (fact.name == name) return fact.sentence(report);
  return "";
}

}  // namespace scalegen::panels
