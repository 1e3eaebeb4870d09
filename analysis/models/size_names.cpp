#include "analysis/models/size_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/try.hpp"

namespace scalegen::models {
namespace {

const MeasuredSize& largest(const MeasuredSizes& measured) { return measured.sizes.back(); }

// As the largest rung is called, where its name is a number and a word: "cores" of "16 cores". Else as a
// sweep file would have it.
std::string unit_of(const MeasuredSizes& measured) {
  const auto& [name, size, log_time, runs] = largest(measured);
  const auto number = fmt::format("{:.0f}", size.workers);
  const auto behind = name.find_first_not_of(" -", number.size());
  const auto word = behind == std::string::npos ? "" : name.substr(behind);
  const bool is_a_word = std::ranges::all_of(word, [](unsigned char c) { return std::isalpha(c) != 0; });
  if (size.workers > 1 && name.starts_with(number) && !word.empty() && is_a_word) return word;
  if (measured.counts_nodes) return "nodes";
  return measured.device ? to_text(*measured.device) : "ranks";
}

// Sizes that could be asked for: "--to 64cpu or --to 8x8cpu".
std::string forms_for(const std::vector<MeasuredSizes>& ladders) {
  std::vector<std::string> forms;
  for (const auto& ladder : ladders) {
    const auto four_times = named_size(ladder, 4 * largest(ladder).size.workers).name;
    forms.push_back(fmt::format(
        "--to {}", four_times.find(' ') == std::string::npos ? four_times : fmt::format("'{}'", four_times)));
  }
  return fmt::format("write {}", fmt::join(forms, " or "));
}

// 64nodes has no ranks, and no device.
std::optional<double> workers_asked(const MeasuredSizes& measured, const RungShape& asked) {
  if (measured.counts_nodes) return asked.ranks ? std::nullopt : std::optional<double>(asked.nodes);
  if (asked.ranks) return *asked.ranks;
  const auto& on_a_node = measured.on_a_node;
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

// A number of GPUs without nodes counts all of them. "32x4gpu" says the nodes. In the unit of the sweep,
// however the person wrote it.
NamedSize named_as_asked(const MeasuredSizes& measured, const RungShape& asked, double workers) {
  const auto unit = unit_of(measured);
  if (asked.ranks && asked.nodes.value_or(1) > 1)
    return {.name = fmt::format("{}x{}{}", *asked.nodes, *asked.ranks / *asked.nodes, unit),
            .size = {.workers = workers, .nodes = static_cast<double>(*asked.nodes)}};
  auto named = named_size(measured, workers);
  if (!asked.ranks && !measured.counts_nodes) named.name = fmt::format("{}nodes", *asked.nodes);
  return named;
}

}  // namespace

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
    return failure(fmt::format("--to {} is no size up to {:.0f}", text, kMostWorkers), forms_for(ladders));
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
    return AskedSize{.ladder = i, .size = named_as_asked(ladder, asked, *workers)};
  }
  return failure(fmt::format("--to {} cannot be compared with what was measured, which counts {}", text,
                             all_units(ladders)),
                 forms_for(ladders));
}

}  // namespace scalegen::models
