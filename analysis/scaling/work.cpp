#include "analysis/scaling/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>
#include <vector>

namespace scalegen {
namespace {

using Words = std::vector<std::string>;
using Known = std::span<const std::string_view>;

constexpr auto kTimes = std::to_array<std::string_view>(
    {"s",  "sec", "secs", "second", "seconds", "ms", "msec", "millisecond", "milliseconds", "us",   "µs",
     "ns", "min", "mins", "minute", "minutes", "h",  "hr",   "hrs",         "hour",         "hours"});
constexpr auto kDays = std::to_array<std::string_view>({"d", "day", "days"});
constexpr auto kSteps = std::to_array<std::string_view>(
    {"step", "steps", "it", "its", "iter", "iters", "iteration", "iterations", "batch", "batches"});
constexpr auto kRanks = std::to_array<std::string_view>(
    {"gpu", "gpus", "device", "devices", "rank", "ranks", "worker", "workers", "chip"});
constexpr auto kNodes = std::to_array<std::string_view>({"node", "nodes"});
constexpr auto kShares = std::to_array<std::string_view>({"%", "percent"});

bool is_one_of(Known known, const std::string& word) {
  return std::find(known.begin(), known.end(), word) != known.end();
}

Words words_of(std::string_view unit) {
  Words words(1);
  for (const char c : unit)
    if (c == '/' || c == ' ')
      words.emplace_back();
    else
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::erase_if(words, [](const std::string& word) { return word.empty() || word == "per"; });
  return words;
}

bool is_time_word(const std::string& word) { return is_one_of(kTimes, word) || is_one_of(kDays, word); }

// ns/day is a rate and hours/ns a time: both are times per time, and only a person knows which one is
// simulated.
bool is_time_per_time(const Words& words) {
  return words.size() > 1 && is_time_word(words[0]) && is_time_word(words[1]);
}

// Empty if unit and direction are consistent.
std::string contradiction(const Metric& metric, const UnitTraits& unit) {
  if (unit.is_time_per_time) return "";
  if (metric.quantity == Quantity::time && !unit.is_time)
    return fmt::format("'{}' is not a time, so a lower value is not a higher speed", metric.unit);
  if (metric.quantity == Quantity::rate && unit.is_time)
    return fmt::format("'{}' is a time, but the sweep file says that higher is better", metric.unit);
  return unit.is_share ? fmt::format("'{}' is a share, not a rate", metric.unit) : "";
}

std::optional<double> above_zero(const Settings& settings, std::string_view name) {
  const auto* value = find(settings, name);
  const auto* whole = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return whole != nullptr && *whole > 0 ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

std::optional<double> global_batch(const RungShape& shape, const Settings& conditions) {
  if (const auto batch = above_zero(conditions, "global_batch")) return batch;
  const auto per_rank = above_zero(conditions, "per_rank_batch");
  return per_rank && shape.ranks ? std::optional(*per_rank * *shape.ranks) : std::nullopt;
}

// In weak scaling each rank has the same batch, known or not: work grows with the ranks.
Result<double> work_of_a_step(Scaling scaling, const RungShape& shape, const Settings& conditions) {
  if (scaling == Scaling::weak && shape.ranks) return *shape.ranks;
  if (const auto batch = global_batch(shape, conditions)) return *batch;
  return failure("unknown samples per step: set 'global_batch'");
}

Result<double> work_of_a_run(const RungShape& shape, const Settings& conditions) {
  if (const auto samples = above_zero(conditions, "samples")) return *samples;
  const auto steps = above_zero(conditions, "steps");
  const auto batch = global_batch(shape, conditions);
  if (steps && batch) return *steps * *batch;
  return failure(
      "unknown samples per run, so a time gives no speed: set 'steps' and 'global_batch' or "
      "'per_rank_batch', or 'samples'");
}

bool is_time_of_a_run(const Metric& metric, const UnitTraits& unit) {
  return metric.quantity == Quantity::time && unit.is_one_word;
}

Result<double> work_by_scaling(const Metric& metric, const UnitTraits& unit, Scaling scaling,
                               const RungShape& shape, const Settings& conditions) {
  if (scaling == Scaling::strong) return 1;
  if (unit.per_step) return work_of_a_step(scaling, shape, conditions);
  if (is_time_of_a_run(metric, unit)) return work_of_a_run(shape, conditions);
  return 1;
}

// How many ranks or nodes a value counts for.
double multiplicity(const Metric& metric, const UnitTraits& unit, const RungShape& shape) {
  if (metric.quantity == Quantity::time) return 1;
  if (unit.per_rank) return shape.ranks.value_or(1);
  return unit.per_node ? shape.nodes.value_or(1) : 1;
}

}  // namespace

UnitTraits parse_unit(std::string_view unit) {
  const auto words = words_of(unit);
  if (words.empty()) return {};
  const auto names = [&](Known known) {
    return std::any_of(words.begin(), words.end(), [&](const auto& word) { return is_one_of(known, word); });
  };
  return {.is_time = is_time_word(words.front()) && !is_time_per_time(words),
          .is_time_per_time = is_time_per_time(words),
          .is_share = is_one_of(kShares, words.front()),
          .per_step = names(kSteps),
          .per_rank = names(kRanks),
          .per_node = names(kNodes),
          .is_one_word = words.size() == 1};
}

Result<double> work_of(const Metric& metric, Scaling scaling, const RungShape& shape,
                       const Settings& conditions) {
  const auto unit = parse_unit(metric.unit);
  if (auto why = contradiction(metric, unit); !why.empty()) return failure(std::move(why));
  auto work = work_by_scaling(metric, unit, scaling, shape, conditions);
  if (work) *work *= multiplicity(metric, unit, shape);
  return work;
}

std::string work_text(const Metric& metric, Scaling scaling) {
  const auto unit = parse_unit(metric.unit);
  const bool is_rate = metric.quantity == Quantity::rate;
  if (is_rate && unit.per_rank) return "each value times its ranks";
  if (is_rate && unit.per_node) return "each value times its nodes";
  if (scaling == Scaling::strong) return "";
  if (unit.per_step) return "samples/s, each step with its global batch";
  return is_time_of_a_run(metric, unit) ? "samples/s, each run with all of its samples" : "";
}

}  // namespace scalegen
