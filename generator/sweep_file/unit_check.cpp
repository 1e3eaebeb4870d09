#include "generator/sweep_file/unit_check.hpp"

#include <fmt/format.h>

#include "core/metric_unit.hpp"

namespace scalegen {
namespace {

constexpr auto kRates = "images/s, tokens/s/GPU, it/s, TFLOP/s or ns/day";
constexpr auto kTimes = "s, ms, min, ms/step or s/epoch";

/// What the number is, and which key says so.
std::string nature_of(const MetricPattern& metric) {
  const std::string nature = metric.higher_is_better ? "a rate" : "a time";
  const bool by_name = metric.higher_is_better == (metric.name == "throughput");
  return by_name ? fmt::format("'{}' is {}", metric.name, nature)
                 : fmt::format("with 'better: {}' the number is {}",
                               metric.higher_is_better ? "higher" : "lower", nature);
}

}  // namespace

std::optional<Diagnostic> unit_error(const MetricPattern& metric) {
  const auto traits = parse_unit(metric.unit);
  const bool wants_rate = metric.higher_is_better;
  if (traits.is_time_per_time || (wants_rate ? traits.is_rate && !traits.is_share : traits.is_time))
    return std::nullopt;
  const bool is_other = wants_rate ? traits.is_time : traits.is_rate;
  if (is_other)
    return Diagnostic{
        .message = fmt::format("'{}' is the unit of a {}, and {}", metric.unit, wants_rate ? "time" : "rate",
                               nature_of(metric)),
        .hint = wants_rate
                    ? fmt::format("for a time write 'time:'; a rate has a unit such as {}", kRates)
                    : fmt::format("for a rate write 'throughput:'; a time has a unit such as {}", kTimes)};
  return Diagnostic{.message = fmt::format("'{}' is not the unit of a {}, and {}", metric.unit,
                                           wants_rate ? "rate" : "time", nature_of(metric)),
                    .hint = wants_rate ? fmt::format("write what is done in what time, as in {}", kRates)
                                       : fmt::format("write {}", kTimes)};
}

}  // namespace scalegen
