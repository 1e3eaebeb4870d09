#include "generator/sweep_file/unit_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/metric_unit.hpp"
#include "core/number_pattern.hpp"
#include "core/regex.hpp"

namespace scalegen {
namespace {

constexpr auto kRates = "images/s, tokens/s/GPU, it/s, TFLOP/s or ns/day";
constexpr auto kTimes = "s, ms, min, ms/step or s/epoch";

/// Says what the number is, and which key says so.
std::string nature_of(const MetricPattern& metric) {
  const std::string nature = metric.higher_is_better ? "a rate" : "a time";
  const bool by_name = metric.higher_is_better == (metric.name == "throughput");
  return by_name ? fmt::format("'{}' is {}", metric.name, nature)
                 : fmt::format("with 'better: {}' the number is {}",
                               metric.higher_is_better ? "higher" : "lower", nature);
}

// The text that a pattern has behind its number: " ms" of '{number}\\s*ms'. Empty if it has other groups.
std::string named_behind_number(std::string_view regex) {
  const auto word = regex.find(kNumberWord);
  const auto groups = std::ranges::count(regex, '(');
  if (groups > 1 || (groups == 1 && word != std::string_view::npos)) return "";
  auto rest = word == std::string_view::npos ? regex.substr(regex.rfind(')') + 1)
                                             : regex.substr(word + kNumberWord.size());
  const std::size_t blank = rest.starts_with("\\s") ? 2 : rest.starts_with(' ') ? 1 : 0;
  rest.remove_prefix(blank);
  if (blank > 0) rest.remove_prefix(std::min(rest.find_first_not_of("*+?"), rest.size()));
  const auto special = rest.find_first_of("?*{|\\[.");
  const bool may_be_absent = special != std::string_view::npos &&
                             std::string_view("?*{|").find(rest[special]) != std::string_view::npos;
  return may_be_absent ? "" : (blank > 0 ? " " : "") + std::string(rest.substr(0, special));
}

}  // namespace

std::string rate_named_in(std::string_view regex) {
  auto unit = named_behind_number(regex);
  unit.erase(0, unit.find_first_not_of(' '));
  const auto traits = parse_unit(unit);
  return traits.is_rate && !traits.is_share ? unit : "";
}

std::optional<Diagnostic> unit_contradiction(std::string_view regex, std::string_view unit) {
  const auto other = contradicting_unit(named_behind_number(regex), unit);
  if (other.empty()) return std::nullopt;
  return Diagnostic{.message = fmt::format("the regex has the number in {}, and the unit is {}", other,
                                           unit.empty() ? "''" : unit),
                    .hint = hint_for_other_unit(unit, other)};
}

std::optional<Diagnostic> unit_error(const MetricPattern& metric) {
  const auto traits = parse_unit(metric.unit);
  const bool wants_rate = metric.higher_is_better;
  if (wants_rate && !traits.is_total &&
      partial_match(metric.unit, "(?i)(?:/|\\bper) *(?:core|cpu|thread|socket)s?\\b"))
    return Diagnostic{.message = fmt::format("'{}' is no total of all ranks", metric.unit),
                      .hint = "print the total, or the rate of one rank with a unit such as images/s/rank"};
  if (traits.is_time_per_time || (wants_rate ? traits.is_rate && !traits.is_share : traits.is_time))
    return unit_contradiction(metric.regex, metric.unit);
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
