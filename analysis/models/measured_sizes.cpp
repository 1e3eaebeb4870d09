#include "analysis/models/measured_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::models {
namespace {

bool has_interval(const ScalingPoint& point) { return point.typical && point.typical->interval; }

bool is_certain(const ScalingTable& table, const ScalingPoint& point) {
  return has_interval(point) && point.no_speedup.empty() && speedup_star(table, point) == nullptr;
}

// Workers are ranks; nodes, if no rung says its ranks.
std::optional<Size> size_of(const RungShape& shape) {
  const auto nodes = shape.nodes ? std::optional<double>(*shape.nodes) : std::nullopt;
  if (shape.ranks) return Size{.workers = static_cast<double>(*shape.ranks), .nodes = nodes};
  if (nodes) return Size{.workers = *nodes, .nodes = nodes};
  return std::nullopt;
}

/// Rungs that one model describes: on one kind of device, counted in ranks or in nodes.
using Kind = std::tuple<std::optional<DeviceKind>, bool>;

std::optional<Kind> kind_of(const RungShape& shape) {
  return size_of(shape) ? std::optional(Kind{shape.device, !shape.ranks}) : std::nullopt;
}

std::set<Kind> uncertain_kinds(const ScalingTable& table) {
  std::set<Kind> kinds;
  for (const auto& point : table.points)
    if (const auto kind = kind_of(point.shape); kind && !is_certain(table, point)) kinds.insert(*kind);
  return kinds;
}

// A rung of the form NxM says how many workers a node has; so does a request that fills its nodes, or is
// billed for the GPUs of whole ones.
std::optional<double> workers_of_a_node(const ScalingPoint& point) {
  const auto& [device, nodes, ranks, threads] = point.shape;
  if (!nodes || !ranks) return std::nullopt;
  const auto& asked = point.asked;
  if (asked && asked->whole_nodes && asked->gpus_per_node > 0 && point.billed && point.billed->gpu_hours > 0)
    return point.billed->gpu_hours / *nodes;
  if (*nodes == 1 && !(asked && asked->fills_nodes)) return std::nullopt;
  return static_cast<double>(*ranks) / *nodes;
}

double mean_log_value(const ScalingPoint& point) {
  std::vector<double> logs;
  for (const double value : values_of(point.runs)) logs.push_back(std::log(value));
  std::ranges::sort(logs);  // the order of a table's lines changes no digit
  return stats::mean(logs);
}

MeasuredSize measured_size(const ScalingTable& table, std::size_t k) {
  const auto times = stats::observed(table.of_equal_work.y[k]);
  const auto& point = table.points[k];
  return MeasuredSize{.rung = point.rung,
                      .size = *size_of(point.shape),
                      .log_time = stats::mean(times),
                      .runs = static_cast<int>(times.size())};
}

/// The logarithm of the work that a value stands for, at a size.
struct WorkAt {
  double log_workers = 0;
  double log_work = 0;
};

// Nullopt if the work neither stays nor grows with the workers: no value can be told for another size.
std::optional<ValueOfTime> value_of_time(std::vector<WorkAt> works, bool is_rate) {
  const auto by_size = [](const auto& a, const auto& b) { return a.log_workers < b.log_workers; };
  const auto [first, last] = std::ranges::minmax_element(works, by_size);
  const double growth = last->log_workers > first->log_workers
                            ? (last->log_work - first->log_work) / (last->log_workers - first->log_workers)
                            : 0;
  const int power = static_cast<int>(std::lround(growth));
  const double log_work = first->log_work - power * first->log_workers;
  const bool holds = std::ranges::all_of(works, [&](const auto& at) {
    return std::abs(at.log_work - log_work - power * at.log_workers) < 1e-6;
  });
  if (!holds) return std::nullopt;
  return ValueOfTime{.is_rate = is_rate, .log_work = log_work, .power = power};
}

// As the largest rung is called, where its name is its size and a word: "cores" of "16 cores" and
// "2x8cores". Else as a sweep file would have it.
std::string unit_of(const MeasuredSizes& measured) {
  const auto& [name, size, log_time, runs] = measured.sizes.back();
  const auto number = name.substr(0, name.find_last_of("0123456789") + 1);
  const auto behind = name.find_first_not_of(" -", number.size());
  const auto word = behind == std::string::npos ? "" : name.substr(behind);
  const bool is_a_word = std::ranges::all_of(word, [](unsigned char c) { return std::isalpha(c) != 0; });
  const bool is_its_size =
      number == fmt::format("{:.0f}", size.workers) || shape_of_name(name).ranks == size.workers;
  if (size.workers > 1 && is_its_size && !word.empty() && is_a_word) return word;
  if (measured.counts_nodes) return "nodes";
  return measured.device ? to_text(*measured.device) : "ranks";
}

}  // namespace

std::vector<MeasuredSizes> measured_sizes(const ScalingTable& table, Scaling scaling, Quantity quantity) {
  if (table.of_equal_work.y.empty() || !table.no_speedups.empty()) return {};
  if (!has_interval(table.points[*position_of_baseline(table)])) return {};
  std::map<Kind, MeasuredSizes> by_kind;
  std::map<Kind, std::vector<WorkAt>> works;
  const bool is_rate = quantity == Quantity::rate;
  const auto uncertain = uncertain_kinds(table);
  for (std::size_t k = 0; k < table.points.size(); ++k) {
    const auto& point = table.points[k];
    const auto kind = kind_of(point.shape);
    if (!kind || uncertain.contains(*kind)) continue;
    const auto size = measured_size(table, k);
    auto& measured = by_kind[*kind];
    measured.device = point.shape.device;
    measured.counts_nodes = !point.shape.ranks;
    measured.scaling = scaling;
    if (const auto on_a_node = workers_of_a_node(point))
      measured.on_a_node = std::max(measured.on_a_node.value_or(1), *on_a_node);
    if (point.is_baseline) {
      measured.log_baseline = size.log_time;
      measured.baseline_workers = size.size.workers;
    }
    works[*kind].push_back({.log_workers = std::log(size.size.workers),
                            .log_work = is_rate ? mean_log_value(point) + size.log_time
                                                : mean_log_value(point) - size.log_time});
    measured.sizes.push_back(size);
  }
  std::vector<MeasuredSizes> all;
  for (auto& [kind, measured] : by_kind) {
    std::ranges::stable_sort(measured.sizes, {}, [](const auto& one) { return one.size.workers; });
    if (table.noise) measured.run_sd = table.noise->sd;
    measured.value = value_of_time(works[kind], is_rate);
    all.push_back(std::move(measured));
  }
  return all;
}

double value_at(const ValueOfTime& value, double workers, double log_time) {
  const double log_work = value.log_work + value.power * std::log(workers);
  return std::exp(value.is_rate ? log_work - log_time : log_work + log_time);
}

NamedSize named_size(const MeasuredSizes& measured, double workers) {
  const auto unit = unit_of(measured);
  NamedSize named{.name = fmt::format("{:.0f}{}", workers, unit), .size = {.workers = workers}};
  if (measured.counts_nodes) named.size.nodes = workers;
  if (measured.counts_nodes || !measured.on_a_node) return named;
  const double nodes = std::max(std::ceil(workers / *measured.on_a_node), 1.0);
  named.size.nodes = nodes;
  if (nodes > 1 && std::fmod(workers, nodes) == 0)
    named.name = fmt::format("{:.0f}x{:.0f}{}", nodes, workers / nodes, unit);
  return named;
}

std::string size_text(const MeasuredSizes& measured, const NamedSize& size) {
  if (size.size.nodes) return size.name;
  const auto unit = unit_of(measured);
  return fmt::format("{:.0f} {}, shape unknown", size.size.workers,
                     unit == "gpu"   ? "GPUs"
                     : unit == "cpu" ? "CPU ranks"
                                     : unit);
}

}  // namespace scalegen::models
