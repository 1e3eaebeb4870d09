#include "generator/read/read_metrics.hpp"

#include <fmt/format.h>

#include <regex>

#include "core/did_you_mean.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kMostCharacters = 1000;  // std::regex recurses as deep as its pattern nests

constexpr auto kExample = "write metrics: {throughput: {regex: 'Throughput: ([0-9.]+)', unit: images/s}}";

/// What is wrong with a pattern; nothing where it can be used.
std::string fault_of(const std::string& pattern) {
  if (pattern.size() > kMostCharacters)
    return fmt::format("a pattern has at most {} characters, and here are {}", kMostCharacters,
                       pattern.size());
  try {
    const std::regex regex(pattern, std::regex::ECMAScript);
    if (regex.mark_count() == 1) return "";
    return fmt::format("a pattern needs exactly one group, and here are {}", regex.mark_count());
  } catch (const std::regex_error& e) {
    return fmt::format("this is not a regular expression: {}", e.what());
  }
}

std::string read_pattern(MapReader& reader, Diagnostics& errors) {
  reader.require("regex", kExample);
  auto pattern = reader.text("regex");
  if (!pattern) return "";
  if (const auto fault = fault_of(pattern->value); !fault.empty())
    errors.push_back(error_at(pattern->mark, fault,
                              "put the number in parentheses, as in 'Throughput: ([0-9.]+)', and all else "
                              "that needs them in (?: )"));
  return std::move(pattern->value);
}

MetricPattern read_metric(MapReader& reader, const std::string& name, Diagnostics& errors) {
  const bool is_time = name == "time";
  MetricPattern metric{.name = name, .unit = is_time ? "s" : "", .higher_is_better = !is_time};
  metric.regex = read_pattern(reader, errors);
  if (!is_time) reader.require("unit", "add what is counted a second, as in unit: images/s");
  if (auto unit = reader.text("unit")) metric.unit = std::move(unit->value);
  if (const auto better = reader.choice<bool>("better", {{"higher", true}, {"lower", false}}))
    metric.higher_is_better = better->value;
  reader.refuse_unknown_keys();
  return metric;
}

}  // namespace

std::vector<MetricPattern> read_metrics(MapReader& reader, const SharedYaml& file, Diagnostics& errors) {
  const auto* const map = reader.map("metrics");
  if (map == nullptr) return {};
  if (map->entries.empty()) reader.report(*map, "'metrics' names no metric", kExample);
  std::vector<MetricPattern> metrics;
  for (const auto& [name, value] : map->entries) {
    if (name.text != "throughput" && name.text != "time") {
      reader.report(name, fmt::format("'{}' is no metric that is understood so far", name.text),
                    did_you_mean(name.text, {"throughput", "time"}));
    } else if (value.kind != YamlNode::Kind::map) {
      reader.report(value, fmt::format("'{}' must be a map with 'regex' and 'unit'", name.text), kExample);
    } else {
      MapReader one(file, value, errors);
      metrics.push_back(read_metric(one, name.text, errors));
      if (metrics.size() == 2)
        reader.report(name, "one metric is understood so far, and here are two", "keep one of the two");
    }
  }
  return metrics;
}

}  // namespace scalegen
