#include "generator/sweep_file/own_program_reader.hpp"

#include <fmt/format.h>

#include <regex>

#include "core/number_pattern.hpp"
#include "core/text.hpp"
#include "generator/sweep_file/unit_check.hpp"

namespace scalegen {

namespace {

bool is_blank(const std::string& text) { return text.find_first_not_of(" \t\n") == std::string::npos; }

std::string example_of(OwnProgram::Kind kind) {
  using Kind = OwnProgram::Kind;
  switch (kind) {
    case Kind::command:
      return "write command: srun --ntasks={ranks} ./program, or a list of words";
    case Kind::torchrun:
      return "write torchrun: train.py --batch {per_rank_batch}, or a list of words";
    case Kind::python:
      return "write python: train.py --batch {per_rank_batch}, or a list of words";
  }
  return "";
}

/// The text without surrounding blanks. A text after `|` in YAML ends with a new line.
std::string stripped(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\n");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin);
}

/// `[train.py, {ranks}]`: unquoted braces are a map in YAML.
bool is_bare_placeholder(const YamlNode& node) {
  return node.kind == YamlNode::Kind::map && node.entries.size() == 1 &&
         node.entries.front().value.kind == YamlNode::Kind::empty;
}

void refuse_item(MapReader& reader, const std::string& key, const YamlNode& item) {
  if (is_bare_placeholder(item))
    reader.report(item, "braces without quotes are a map in YAML",
                  fmt::format("write \"{{{}}}\"", item.entries.front().key.text));
  else if (item.kind == YamlNode::Kind::scalar)
    reader.report(item, fmt::format("'{}' holds a control character", key));
  else
    reader.report(item, fmt::format("'{}' must be a text or a list of words", key));
}

bool is_word(const YamlNode& node) {
  return node.kind == YamlNode::Kind::scalar && !has_control_characters(node.text);
}

std::optional<OwnProgram> read_own(MapReader& reader, const YamlEntry& entry, OwnProgram::Kind kind) {
  const auto& [key, value] = entry;
  OwnProgram program{
      .kind = kind, .is_text = value.kind == YamlNode::Kind::scalar, .location = reader.location_of(key)};
  bool is_whole = true;
  const auto take = [&](const YamlNode& node) {
    if (is_word(node))
      program.words.push_back({program.is_text ? stripped(node.text) : node.text, reader.location_of(node)});
    else
      refuse_item(reader, key.text, node);
    is_whole = is_whole && is_word(node);
  };
  if (value.kind == YamlNode::Kind::sequence)
    for (const auto& item : value.items) take(item);
  else
    take(value);
  const bool is_empty = program.words.empty() || is_blank(program.words.front().value);
  if (is_whole && is_empty) reader.report(value, fmt::format("'{}' is empty", key.text), example_of(kind));
  return is_whole && !is_empty ? std::optional(std::move(program)) : std::nullopt;
}

constexpr std::size_t kMostCharacters = 1000;  // std::regex recurses as deep as its pattern nests

constexpr int kMostSkipped = 1'000'000'000;

constexpr auto kExample = "write metrics: {throughput: {regex: 'Throughput: {number}', unit: images/s}}";

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
  reader.require("regex", kExample);
  auto pattern = reader.text("regex");
  if (!pattern) return "";
  if (const auto fault = fault_of(pattern->value); !fault.empty())
    reader.report_at(
        pattern->location, fault,
        "write {number} for the number, as in 'Throughput: {number}', and use (?: ) for other groups");
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

MetricPattern read_metric(MapReader reader, const std::string& name) {
  const bool is_time = name == "time";
  MetricPattern metric{.name = name, .unit = is_time ? "s" : "", .higher_is_better = !is_time};
  metric.regex = read_pattern(reader);
  if (!is_time) reader.require("unit", "add the unit of the number, as in unit: images/s");
  const auto unit = reader.text("unit");
  if (unit) metric.unit = unit->value;
  if (const auto better = reader.choice<bool>("better", {{"higher", true}, {"lower", false}}))
    metric.higher_is_better = better->value;
  if (unit)
    if (auto error = unit_error(metric, unit->location)) reader.report({std::move(*error)});
  read_use(reader, metric);
  reader.refuse_unknown_keys();
  return metric;
}

}  // namespace

void read_program(MapReader& reader, SweepFile& sweep) {
  using Kind = OwnProgram::Kind;
  const auto& root = reader.whole();
  std::vector<const YamlEntry*> found;
  for (const auto& entry : root.entries)
    for (const auto* key : {"workload", "command", "torchrun", "python"})
      if (entry.key.text == key) found.push_back(&entry);
  sweep.workload = reader.text("workload").value_or(Located<std::string>{});
  for (const auto kind : {Kind::command, Kind::torchrun, Kind::python}) {
    const auto key = to_text(kind);
    reader.node(key);
    for (const auto* entry : found)
      if (entry->key.text == key) sweep.program = read_own(reader, *entry, kind);
  }
  for (std::size_t i = 1; i < found.size(); ++i)
    reader.report(found[i]->key,
                  fmt::format("'{}' and '{}' exclude each other", found[0]->key.text, found[i]->key.text),
                  "keep one of the two");
  if (found.empty())
    reader.report(root, "missing key 'workload', 'torchrun', 'python' or 'command'",
                  "add a line such as 'workload: mnist_cnn'; the others are for a program of your own");
}

std::vector<MetricPattern> read_metrics(MapReader& reader) {
  const auto* const map = reader.map("metrics");
  if (map == nullptr) return {};
  if (map->entries.empty()) reader.report(*map, "'metrics' names no metric", kExample);
  std::vector<MetricPattern> metrics;
  for (const auto& [name, value] : map->entries) {
    if (name.text != "throughput" && name.text != "time") {
      reader.report(name, fmt::format("the metric '{}' is not supported", name.text),
                    did_you_mean(name.text, {"throughput", "time"}));
    } else if (value.kind != YamlNode::Kind::map) {
      reader.report(value, fmt::format("'{}' must be a map with 'regex' and 'unit'", name.text), kExample);
    } else {
      metrics.push_back(read_metric(reader.within(value), name.text));
      if (metrics.size() == 2) reader.report(name, "only one metric is supported", "keep one of the two");
    }
  }
  return metrics;
}

}  // namespace scalegen
