#include "analysis/models/size_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/try.hpp"

namespace scalegen::models {
namespace {

constexpr std::string_view kForms = "write --to 1024gpu, --to 32x4gpu or --to 64nodes";

std::string unit_of(const MeasuredSizes& measured) {
  if (measured.counts_nodes) return "nodes";
  return measured.device ? to_text(*measured.device) : "ranks";
}

const MeasuredSize& largest(const MeasuredSizes& measured) { return measured.sizes.back(); }

// 64nodes has no ranks, and no device.
std::optional<double> workers_asked(const MeasuredSizes& measured, const RungShape& asked) {
  if (measured.counts_nodes) return asked.ranks ? std::nullopt : std::optional<double>(asked.nodes);
  if (asked.ranks) return *asked.ranks;
  const auto on_a_node = workers_of_a_node(measured);
  return on_a_node && asked.nodes ? std::optional(*on_a_node * *asked.nodes) : std::nullopt;
}

bool is_of_kind(const MeasuredSizes& measured, const RungShape& asked) {
  if (asked.device) return asked.device == measured.device;
  return asked.ranks ? !measured.counts_nodes : true;
}

std::string all_units(const std::vector<MeasuredSizes>& ladders) {
  std::string text;
  for (const auto& ladder : ladders) text += (text.empty() ? "" : " and ") + unit_of(ladder);
  return text;
}

// A number of GPUs without nodes counts all of them. "32x4gpu" says the nodes.
NamedSize named_as_asked(const MeasuredSizes& measured, const RungShape& asked, double workers,
                         std::string_view text) {
  if (asked.ranks && asked.nodes.value_or(1) > 1)
    return {.name = std::string(text),
            .size = {.workers = workers, .nodes = static_cast<double>(*asked.nodes)}};
  auto named = named_size(measured, workers);
  named.name = std::string(text);
  return named;
}

}  // namespace

std::optional<double> workers_of_a_node(const MeasuredSizes& measured) {
  std::optional<double> most;
  for (const auto& [rung, size, log_time, runs] : measured.sizes)
    if (!measured.counts_nodes && size.nodes.value_or(1) > 1)
      most = std::max(most.value_or(1), size.workers / *size.nodes);
  return most;
}

NamedSize named_size(const MeasuredSizes& measured, double workers) {
  const auto unit = unit_of(measured);
  const auto on_a_node = workers_of_a_node(measured);
  if (measured.counts_nodes)
    return {.name = fmt::format("{:.0f}{}", workers, unit), .size = {workers, workers}};
  if (!on_a_node) return {.name = fmt::format("{:.0f}{}", workers, unit), .size = {.workers = workers}};
  const double nodes = std::max(std::ceil(workers / *on_a_node), 1.0);
  if (nodes > 1 && std::fmod(workers, nodes) == 0)
    return {.name = fmt::format("{:.0f}x{:.0f}{}", nodes, workers / nodes, unit), .size = {workers, nodes}};
  return {.name = fmt::format("{:.0f}{}", workers, unit), .size = {workers, nodes}};
}

std::vector<NamedSize> doublings_up_to(const MeasuredSizes& measured, const NamedSize& target) {
  std::vector<NamedSize> sizes;
  for (double workers = 2 * largest(measured).size.workers; workers < target.size.workers; workers *= 2)
    sizes.push_back(named_size(measured, workers));
  sizes.push_back(target);
  return sizes;
}

Result<AskedSize> read_asked_size(const std::vector<MeasuredSizes>& ladders, std::string_view text) {
  const auto asked = shape_of_name(text);
  if (!asked.ranks && !asked.nodes)
    return failure(fmt::format("--to {} is no size up to {:.0f}", text, kMostWorkers), std::string(kForms));
  for (std::size_t i = 0; i < ladders.size(); ++i) {
    const auto& ladder = ladders[i];
    if (!is_of_kind(ladder, asked)) continue;
    const auto workers = workers_asked(ladder, asked);
    if (!workers) continue;
    if (*workers > kMostWorkers)
      return failure(fmt::format("--to {} is more than {:.0f} {}", text, kMostWorkers, unit_of(ladder)),
                     "no measurement on a few says anything about so many");
    if (*workers <= largest(ladder).size.workers)
      return failure(
          fmt::format("--to {} is not larger than {}, which was measured", text, largest(ladder).rung),
          "ask for a larger size; the report has what was measured");
    return AskedSize{.ladder = i, .size = named_as_asked(ladder, asked, *workers, text)};
  }
  return failure(fmt::format("--to {} cannot be compared with what was measured, which counts {}", text,
                             all_units(ladders)),
                 std::string(kForms));
}

}  // namespace scalegen::models
