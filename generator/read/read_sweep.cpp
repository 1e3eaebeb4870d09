#include "generator/read/read_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "generator/read/job_extras.hpp"
#include "generator/read/map_reader.hpp"
#include "generator/read/rung_spec.hpp"

namespace scalegen {
namespace {

constexpr std::array<std::string_view, 8> kNotYetSupported = {"zip",    "where",   "command", "torchrun",
                                                              "python", "metrics", "assert",  "workdir"};

/// Whether a key stands there that a later version will know.
bool refuse_what_is_to_come(MapReader& reader, const YamlNode& map) {
  bool refused = false;
  for (const auto& entry : map.entries) {
    const auto& key = entry.key.text;
    if (std::find(kNotYetSupported.begin(), kNotYetSupported.end(), key) == kNotYetSupported.end()) continue;
    reader.node(key);
    reader.report(entry.key, fmt::format("'{}' is not yet supported", key));
    refused = true;
  }
  return refused;
}

/// The name becomes part of folders, job names and comments.
Placed<std::string> read_name(MapReader& reader, Diagnostics& errors) {
  const auto is_safe = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  auto name = reader.text("name").value_or(Placed<std::string>{});
  const auto& text = name.value;
  if (!name.mark.file) return name;
  if (text.empty() || text.size() > 64 || text.front() == '-' || text.front() == '.' ||
      !std::all_of(text.begin(), text.end(), is_safe))
    errors.push_back(
        error_at(name.mark, fmt::format("'{}' cannot name a folder and a job", text),
                 "use 1 to 64 letters, digits, '_', '-' and '.', and neither '-' nor '.' first"));
  return name;
}

void check_rung(MapReader& reader, const YamlNode& item, std::vector<Placed<std::string>>& rungs) {
  if (item.kind != YamlNode::Kind::scalar || !parse_rung(item.text))
    reader.report(item, fmt::format("'{}' is not a rung", item.text), std::string(kRungForms));
  else
    rungs.push_back({item.text, reader.mark_of(item)});
}

std::vector<Placed<std::string>> read_scales(MapReader& reader) {
  std::vector<Placed<std::string>> rungs;
  const auto* const scales = reader.node("scales");
  if (scales == nullptr || (scales->kind == YamlNode::Kind::scalar && scales->text == "auto")) return rungs;
  if (scales->kind == YamlNode::Kind::scalar) check_rung(reader, *scales, rungs);
  if (scales->kind == YamlNode::Kind::sequence)
    for (const auto& item : scales->items) check_rung(reader, item, rungs);
  const bool says_nothing = scales->kind != YamlNode::Kind::scalar && scales->items.empty();
  if (says_nothing)
    reader.report(*scales, "'scales' must be 'auto' or a list of rungs", std::string(kRungForms));
  return rungs;
}

/// The rungs that `nodes:` and `gpus_per_node:` stand for, each with the place of its number of nodes, else
/// of GPUs.
std::vector<Placed<std::string>> read_node_lists(MapReader& reader) {
  const auto nodes = reader.texts("nodes");
  const auto gpus = reader.texts("gpus_per_node");
  std::vector<Placed<std::string>> rungs;
  if (gpus.empty())
    for (const auto& n : nodes) rungs.push_back({n.value + (n.value == "1" ? "node" : "nodes"), n.mark});
  else if (nodes.empty())
    for (const auto& g : gpus) rungs.push_back({g.value + "gpu", g.mark});
  else
    for (const auto& n : nodes)
      for (const auto& g : gpus)
        rungs.push_back({(n.value == "1" ? "" : n.value + "x") + g.value + "gpu", n.mark});
  return rungs;
}

std::vector<Placed<std::string>> read_rungs(MapReader& reader, const YamlNode& root, Diagnostics& errors) {
  auto rungs = read_scales(reader);
  const auto listed = read_node_lists(reader);
  for (const auto& rung : listed)
    if (!parse_rung(rung.value))
      errors.push_back(error_at(rung.mark, "numbers of nodes and GPUs are whole and at least 1"));
  if (const auto* scales = find(root, "scales"); scales != nullptr && !listed.empty())
    reader.report(*scales, "'scales' and the lists 'nodes' and 'gpus_per_node' say the same thing twice",
                  "keep one of the two");
  rungs.insert(rungs.end(), listed.begin(), listed.end());
  return rungs;
}

/// The values of one entry: a list where it is an axis.
void add_values(MapReader& reader, const YamlEntry& entry, const YamlNode& value,
                ParameterValues& parameter) {
  if (value.kind != YamlNode::Kind::scalar || has_control_characters(value.text))
    reader.report(value, fmt::format("'{}' must be a number or a word", entry.key.text));
  else
    parameter.values.push_back({value_of(value), reader.mark_of(value)});
}

std::vector<ParameterValues> read_parameters(MapReader& reader) {
  std::vector<ParameterValues> parameters;
  const auto* const map = reader.map("parameters");
  if (map == nullptr) return parameters;
  for (const auto& entry : map->entries) {
    ParameterValues parameter{{entry.key.text, reader.mark_of(entry.key)}, {}};
    add_values(reader, entry, entry.value, parameter);
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

std::vector<ParameterValues> read_axes(MapReader& reader, const SharedYaml& file, Diagnostics& errors) {
  std::vector<ParameterValues> axes;
  const auto* const map = reader.map("sweep");
  if (map == nullptr) return axes;
  MapReader sweep(file, *map, errors);
  refuse_what_is_to_come(sweep, *map);
  for (const auto& entry : map->entries) {
    if (std::find(kNotYetSupported.begin(), kNotYetSupported.end(), entry.key.text) != kNotYetSupported.end())
      continue;
    const auto* const values = sweep.list(entry.key.text);
    if (values == nullptr) continue;
    if (values->items.empty())
      sweep.report(*values, fmt::format("the axis '{}' has no values", entry.key.text));
    ParameterValues axis{{entry.key.text, sweep.mark_of(entry.key)}, {}};
    for (const auto& item : values->items) add_values(sweep, entry, item, axis);
    axes.push_back(std::move(axis));
  }
  return axes;
}

SweepFile read_keys(const SharedYaml& file, Diagnostics& errors) {
  const auto& root = file->root;
  MapReader reader(file, root, errors);
  const bool incomplete = refuse_what_is_to_come(reader, root);
  SweepFile sweep;
  sweep.name = read_name(reader, errors);
  sweep.workload = reader.text("workload").value_or(Placed<std::string>{});
  if (const auto scaling = reader.choice<Scaling>(
          "scaling",
          {{"strong", Scaling::strong}, {"weak", Scaling::weak}, {"throughput", Scaling::throughput}}))
    sweep.scaling = scaling->value;
  sweep.rungs = read_rungs(reader, root, errors);
  sweep.parameters = read_parameters(reader);
  sweep.axes = read_axes(reader, file, errors);
  if (const auto repeats = reader.integer("repeats", 1, 1000)) sweep.repeats = repeats->value;
  if (const auto seed = reader.integer("seed", 0, 2'000'000'000)) sweep.seed = seed->value;
  sweep.baseline = reader.text("baseline");
  sweep.account = read_directive_value(reader, "account", errors);
  sweep.partition = read_directive_value(reader, "partition", errors);
  sweep.qos = read_directive_value(reader, "qos", errors);
  sweep.time_limit = reader.time("time_limit");
  if (auto data = reader.text("data")) sweep.data = std::move(*data);
  sweep.extras = {read_setup(reader), read_env(reader, errors), read_sbatch_options(reader, errors)};
  reader.require("name", "add a line such as 'name: mnist'");
  if (!incomplete) reader.require("workload", "add a line such as 'workload: mnist_cnn'");
  reader.refuse_unknown_keys();
  return sweep;
}

}  // namespace

Result<SweepFile> read_sweep(std::string file, std::string text) {
  auto parsed = parse_yaml(std::move(file), text);
  if (!parsed) return tl::make_unexpected(std::move(parsed.error()));
  const auto yaml = std::make_shared<const YamlFile>(std::move(*parsed));
  if (yaml->root.kind != YamlNode::Kind::map) {
    return tl::make_unexpected(Diagnostics{error_at({yaml, 1, 1}, "a sweep file is a map of keys",
                                                    "begin with 'name: mnist' and 'workload: mnist_cnn'")});
  }
  Diagnostics mistakes;
  auto sweep = read_keys(yaml, mistakes);
  sweep.mistakes = std::move(mistakes);
  sweep.text = std::move(text);
  return sweep;
}

}  // namespace scalegen
