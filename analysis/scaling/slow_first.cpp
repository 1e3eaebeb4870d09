#include "analysis/scaling/slow_first.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/scaling/figure_text.hpp"
#include "analysis/scaling/shared_folder.hpp"

namespace scalegen {
namespace {

// The one that is put aside has begun again since. Of runs that began at once none was the first; so it is in
// tables, which say nothing of it.
const Measurement* first_of(const std::vector<Measurement>& runs) {
  const Measurement* first = nullptr;
  bool is_alone = true;
  for (const auto& run : runs) {
    if (!run.put_aside.empty()) return &run;
    if (!run.value) continue;
    if (first != nullptr && run.begun == first->begun) is_alone = false;
    if (first != nullptr && run.begun >= first->begun) continue;
    first = &run;
    is_alone = true;
  }
  return is_alone ? first : nullptr;
}

std::vector<double> values_without(const Measurement* first, const std::vector<Measurement>& runs) {
  std::vector<double> values;
  for (const auto& run : runs)
    if (run.value && &run != first) values.push_back(*run.value);
  return values;
}

double slowest_of(const std::vector<double>& values, Quantity quantity) {
  const auto [least, most] = std::ranges::minmax_element(values);
  return quantity == Quantity::time ? *most : *least;
}

constexpr double kStartScatters = 1;  // seconds of a wall time, on a busy machine

}  // namespace

std::optional<SlowFirst> slow_first(const std::vector<Measurement>& runs, Quantity quantity) {
  const auto* const first = first_of(runs);
  const auto others = values_without(first, runs);
  if (first == nullptr || others.empty()) return std::nullopt;
  const auto slowest = slowest_of(others, quantity);
  const auto is_slow = [&](double value) {
    if (first->source == MetricSource::wall_time && value < slowest + kStartScatters) return false;
    return (quantity == Quantity::time ? value / slowest : slowest / value) >
           slow_first_factor(others.size());
  };
  SlowFirst found{.run = first->run, .slowest_other = slowest, .is_put_aside = !first->put_aside.empty()};
  if (found.is_put_aside) found.again = first->value;
  found.is_slow_again = found.again && is_slow(*found.again);
  const auto value = found.is_put_aside ? first->put_aside.front().value : first->value;
  if (!value || (!found.is_put_aside && !is_slow(*value))) return std::nullopt;
  if (!found.is_put_aside &&
      std::ranges::any_of(runs, [](const auto& run) { return run.resumption.has_value(); }))
    return std::nullopt;
  found.value = *value;
  found.state = state_left_by(first->folder);
  return found;
}

std::string figure_text(double value, const Metric& metric) {
  return value_text(value, metric.quantity) + " " + metric.unit;
}

std::string slow_first_text(const SlowFirst& first, const std::string& rung, const Metric& metric) {
  const bool is_time = metric.quantity == Quantity::time;
  return fmt::format("{} {} {}, all later runs of {} at {} {}", first.run, is_time ? "took" : "had",
                     figure_text(first.value, metric), rung, is_time ? "most" : "least",
                     figure_text(first.slowest_other, metric));
}

}  // namespace scalegen
