#include "generator/sweep_file/metrics_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "core/metric_unit.hpp"
#include "core/number_pattern.hpp"
#include "core/text.hpp"
#include "generator/sweep_file/unit_check.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kMostCharacters = 1000;  // std::regex recurses as deep as its pattern nests

constexpr int kMostSkipped = 1'000'000'000;

constexpr auto kHintForPatterns =
    "write {number} for the number, as in 'Throughput: {number}', and use (?: ) for other groups";

constexpr auto kMetricsExample =
    "write metrics: {throughput: {regex: 'Throughput: {number}', unit: images/s}}";

/// What is wrong with a pattern; empty if it can be used.
std::string fault_of(const std::string& pattern) {
  if (pattern.size() > kMostCharacters)
    return fmt::format("a pattern has at most {} characters, not {}", kMostCharacters, pattern.size());
  try {
    const std::regex regex(regex_of_pattern(pattern), std::regex::ECMAScript);
    if (regex.mark_count() == 1) return "";
    return fmt::format("a pattern needs exactly one group, not {}", regex.mark_count());
  } catch (const std::regex_error& e) {
    return fmt::format("this is not a regular expression: {}", e.what());
  }
}

std::string read_pattern(MapReader& reader) {
  reader.require("regex", kMetricsExample);
  auto pattern = reader.text("regex");
  if (!pattern) return "";
  if (const auto fault = fault_of(pattern->value); !fault.empty())
    reader.report_at(pattern->location, fault, kHintForPatterns);
  return std::move(pattern->value);
}

// `auto` is as good as absent.
std::optional<int> read_skip(MapReader& reader, const std::optional<Located<MetricUse>>& use) {
  const auto* const node = reader.node("skip");
  if (node == nullptr) return std::nullopt;
  if (use && use->value == MetricUse::last)
    reader.report(*node, "'use: last' takes one match and leaves out all others", "remove 'skip'");
  if (node->text != "auto") {
    const auto skip = reader.integer("skip", 0, kMostSkipped);
    return skip ? std::optional(skip->value) : std::nullopt;
  }
  if (use && use->value == MetricUse::sum)
    reader.report(*node, "a sum leaves out no warm-up of itself",
                  "write a number, as in skip: 1, or remove 'skip'");
  return std::nullopt;
}

void read_use(MapReader& reader, MetricPattern& metric) {
  const auto use = reader.choice<MetricUse>("use", {{"last", MetricUse::last},
                                                    {"median", MetricUse::median},
                                                    {"mean", MetricUse::mean},
                                                    {"sum", MetricUse::sum}});
  if (use) metric.use = use->value;
  metric.skip = read_skip(reader, use);
}

void check_unit(const MetricPattern& metric, const SourceLocation& location, MapReader& reader) {
  auto error = unit_error(metric);
  if (!error) return;
  error->cited = cite(location);
  reader.report({std::move(*error)});
}

// A time without a unit is in seconds.
void check_default_unit(const MetricPattern& metric, MapReader& reader) {
  if (const auto regex = reader.text("regex")) check_unit(metric, regex->location, reader);
}

// Many matches a run are steps or epochs, and prices and deadlines need to know which.
void check_is_said_of_what(const MetricPattern& metric, const SourceLocation& location, MapReader& reader) {
  const bool takes_middle = is_middle(metric.use) || (metric.use == MetricUse::automatic && metric.skip);
  if (!takes_middle || !is_bare_time(parse_unit(metric.unit))) return;
  reader.report_at(location,
                   fmt::format("the unit '{}' is that of a whole run, and the {} of many matches is not",
                               metric.unit, metric.use == MetricUse::mean ? "mean" : "median"),
                   fmt::format("write unit: {0}/step or {0}/epoch, as a match is of", metric.unit));
}

MetricPattern read_metric(MapReader reader, const std::string& name) {
  const bool is_time = name == "time";
  MetricPattern metric{.name = name, .unit = is_time ? "s" : "", .higher_is_better = !is_time};
  metric.regex = read_pattern(reader);
  if (!is_time) reader.require("unit", "add the unit of the number, as in unit: images/s");
  const auto unit = reader.text("unit");
  if (unit) metric.unit = unit->value;
  if (const auto better = reader.choice<bool>("better", {{"higher", true}, {"lower", false}}))
    metric.higher_is_better = better->value;
  if (unit) check_unit(metric, unit->location, reader);
  if (!unit && is_time) check_default_unit(metric, reader);
  read_use(reader, metric);
  if (unit) check_is_said_of_what(metric, unit->location, reader);
  reader.refuse_unknown_keys();
  return metric;
}

const std::vector<std::string>& known_metrics() {
  static const std::vector<std::string> kNames{"throughput", "time"};
  return kNames;
}

bool is_known(const std::string& name) {
  return std::find(known_metrics().begin(), known_metrics().end(), name) != known_metrics().end();
}

std::string not_supported(const std::string& name) {
  return fmt::format("the metric '{}' is not supported", name);
}

/// An error at a place of the text of an option.
tl::unexpected<Diagnostics> option_error(const std::string& text, std::size_t place, std::string message,
                                         std::string hint) {
  return tl::make_unexpected(Diagnostics{
      {.cited =
           CitedLine{
               .file = "--metrics", .line = 1, .column = static_cast<int>(place) + 1, .source_line = text},
       .message = std::move(message),
       .hint = std::move(hint)}});
}

/// A regex with the unit behind its last comma; without one if that comma belongs to the regex.
struct RegexAndUnit {
  std::string regex{};
  std::string unit{};
};

RegexAndUnit split_unit(const std::string& text) {
  const auto comma = text.rfind(',');
  if (comma == std::string::npos || text.find_first_of("()[]{}\\", comma) != std::string::npos) return {text};
  return {text.substr(0, comma), text.substr(comma + 1)};
}

}  // namespace

std::vector<MetricPattern> read_metrics(MapReader& reader) {
  const auto* const map = reader.map("metrics");
  if (map == nullptr) return {};
  if (map->entries.empty()) reader.report(*map, "'metrics' names no metric", kMetricsExample);
  std::vector<MetricPattern> metrics;
  for (const auto& [name, value] : map->entries) {
    if (!is_known(name.text)) {
      reader.report(name, not_supported(name.text), did_you_mean(name.text, known_metrics()));
    } else if (value.kind != YamlNode::Kind::map) {
      reader.report(value, fmt::format("'{}' must be a map with 'regex' and 'unit'", name.text),
                    kMetricsExample);
    } else {
      metrics.push_back(read_metric(reader.within(value), name.text));
      if (metrics.size() == 2) reader.report(name, "only one metric is supported", "keep one of the two");
    }
  }
  return metrics;
}

Result<MetricPattern> read_metric_option(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos)
    return option_error(text, 0, "this is no metric", "write time=REGEX,UNIT or throughput=REGEX,UNIT");
  const auto name = text.substr(0, equals);
  if (!is_known(name)) return option_error(text, 0, not_supported(name), did_you_mean(name, known_metrics()));
  const bool is_time = name == "time";
  auto [regex, unit] = split_unit(text.substr(equals + 1));
  if (const auto fault = fault_of(regex); !fault.empty())
    return option_error(text, equals + 1, fault, kHintForPatterns);
  if (unit.empty() && !is_time)
    return option_error(text, equals + 1, "the unit is missing",
                        "add the unit of the number behind a comma, as in ,images/s");
  const auto place = (unit.empty() ? equals : text.rfind(',')) + 1;
  MetricPattern metric{.name = name,
                       .regex = std::move(regex),
                       .unit = unit.empty() ? "s" : std::move(unit),
                       .higher_is_better = !is_time};
  if (const auto error = unit_error(metric)) return option_error(text, place, error->message, error->hint);
  return metric;
}

}  // namespace scalegen
