#include "generator/sweep_file/sweep_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/gone.hpp"
#include "core/map_reader.hpp"
#include "core/rung.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "generator/sweep_file/job_options.hpp"
#include "generator/sweep_file/metrics_reader.hpp"
#include "generator/sweep_file/part_readers.hpp"
#include "workloads/recipe.hpp"

namespace scalegen {

namespace {

void read_rung(MapReader& reader, const YamlNode& item, std::vector<Located<std::string>>& rungs) {
  if (item.kind != YamlNode::Kind::scalar || !parse_rung(item.text))
    reader.report(item, fmt::format("'{}' is not a rung", item.text), rung_hint(item.text));
  else
    rungs.push_back({item.text, reader.location_of(item)});
}

std::vector<Located<std::string>> read_scales(MapReader& reader) {
  std::vector<Located<std::string>> rungs;
  const auto* const scales = reader.node("scales");
  if (scales == nullptr || (scales->kind == YamlNode::Kind::scalar && scales->text == "auto")) return rungs;
  if (scales->kind == YamlNode::Kind::scalar) read_rung(reader, *scales, rungs);
  if (scales->kind == YamlNode::Kind::sequence)
    for (const auto& item : scales->items) read_rung(reader, item, rungs);
  if (scales->kind != YamlNode::Kind::scalar && scales->items.empty())
    reader.report(*scales, "'scales' must be 'auto' or a list of rungs", std::string(kRungForms));
  return rungs;
}

/// The rungs that `nodes:` and `gpus_per_node:` stand for, each with the location of its number of nodes,
/// else of GPUs.
std::vector<Located<std::string>> read_node_lists(MapReader& reader) {
  const auto nodes = reader.texts("nodes");
  const auto gpus = reader.texts("gpus_per_node");
  std::vector<Located<std::string>> rungs;
  if (gpus.empty())
    for (const auto& n : nodes) rungs.push_back({n.value + (n.value == "1" ? "node" : "nodes"), n.location});
  else if (nodes.empty())
    for (const auto& g : gpus) rungs.push_back({g.value + "gpu", g.location});
  else
    for (const auto& n : nodes)
      for (const auto& g : gpus)
        rungs.push_back({(n.value == "1" ? "" : n.value + "x") + g.value + "gpu", n.location});
  return rungs;
}

/// `scales:`, or the lists `nodes:` and `gpus_per_node:`. None for `auto`.
std::vector<Located<std::string>> read_rungs(MapReader& reader) {
  auto rungs = read_scales(reader);
  const auto listed = read_node_lists(reader);
  for (const auto& rung : listed)
    if (!parse_rung(rung.value))
      reader.report_at(rung.location, "numbers of nodes and GPUs are whole and at least 1");
  if (const auto* scales = find(reader.whole(), "scales"); scales != nullptr && !listed.empty())
    reader.report(*scales, "'scales' and the lists 'nodes' and 'gpus_per_node' both set the rungs",
                  "keep one of the two");
  rungs.insert(rungs.end(), listed.begin(), listed.end());
  return rungs;
}

/// One kind of scaling, or strong and weak: one plan with both ladders.
std::optional<Located<std::vector<Scaling>>> read_scalings(MapReader& reader) {
  const std::vector<std::pair<std::string, Scaling>> words{
      {"strong", Scaling::strong}, {"weak", Scaling::weak}, {"throughput", Scaling::throughput}};
  const auto* const node = find(reader.whole(), "scaling");
  constexpr auto kHint = "write scaling: [strong, weak], or one of strong, weak, throughput";
  if (node == nullptr || node->kind != YamlNode::Kind::sequence) {
    const bool is_several = node != nullptr && node->kind == YamlNode::Kind::scalar &&
                            (node->text == "both" || node->text.find_first_of(", +") != std::string::npos);
    if (is_several) {
      reader.node("scaling");
      reader.report(*node, fmt::format("'scaling' cannot be '{}'", node->text), kHint);
      return std::nullopt;
    }
    const auto one = reader.choice<Scaling>("scaling", words);
    return one ? std::optional(Located<std::vector<Scaling>>{{one->value}, one->location}) : std::nullopt;
  }
  auto given = reader.texts("scaling");
  std::ranges::sort(given, [](const auto& a, const auto& b) { return a.value < b.value; });
  if (given.size() == 2 && given[0].value == "strong" && given[1].value == "weak")
    return Located<std::vector<Scaling>>{{Scaling::strong, Scaling::weak}, reader.location_of(*node)};
  if (given.size() == node->items.size())  // else each that is no text is a mistake of its own
    reader.report(*node, "a list of 'scaling' holds strong and weak", kHint);
  return std::nullopt;
}

/// As the workload's page has it; strong for a program of one's own.
Located<std::vector<Scaling>> usual_scalings(const SweepFile& sweep) {
  const auto* const recipe = recipe::find(recipe::kRecipes, &recipe::Recipe::name, sweep.workload.value);
  const bool is_weak = !sweep.program && recipe != nullptr && recipe->is_weak();
  return {{is_weak ? Scaling::weak : Scaling::strong}, {}};
}

/// Reports keys of earlier versions, and makes them known.
void refuse_gone_keys(MapReader& reader) {
  for (const auto& [key, value] : reader.whole().entries)
    for (const auto* map : {"", "repeats."})
      if (auto was_there = said_of_gone(map + key.text + ":"); !was_there.empty()) {
        reader.node(key.text);
        reader.report(key, std::move(was_there));
      }
}

/// Reads `repeats:`; of a map it reports the keys of earlier versions.
std::optional<Located<int>> read_repeats(MapReader& reader) {
  const auto* const repeats = find(reader.whole(), "repeats");
  bool any_gone = false;
  if (repeats != nullptr)
    for (const auto& [key, value] : repeats->entries)
      if (auto was_there = said_of_gone("repeats." + key.text + ":"); !was_there.empty()) {
        any_gone = true;
        reader.report(key, std::move(was_there));
      }
  if (!any_gone) return reader.integer("repeats", 1, kMostRoundsOfASweep);
  reader.node("repeats");
  return std::nullopt;
}

/// Keys that users may expect at the top level.
void refuse_misplaced_keys(MapReader& reader) {
  for (const auto& entry : reader.whole().entries) {
    const auto& key = entry.key.text;
    const bool is_swept = key == "zip" || key == "where";
    const bool is_cluster = key == "cluster";
    if (!is_swept && !is_cluster) continue;
    reader.node(key);
    if (is_cluster)
      reader.report(entry.key, "a sweep file names no cluster: it is the same on all of them",
                    fmt::format("remove this line, and add --cluster {} to the command",
                                entry.value.text.empty() ? "NAME" : entry.value.text));
    else
      reader.report(entry.key, fmt::format("'{}' belongs under 'sweep:'", key),
                    "move it there, as in sweep: {where: ranks <= 4}");
  }
}

/// The name becomes part of folders, job names and comments.
Located<std::string> read_name(MapReader& reader) {
  auto name = reader.text("name").value_or(Located<std::string>{});
  const auto& text = name.value;
  if (!name.location.file) return name;
  if (!can_name_a_folder(text))
    reader.report_at(name.location, fmt::format("'{}' cannot name a folder and a job", text),
                     "use 1 to 64 letters, digits, '_', '-' and '.', and neither '-' nor '.' first");
  return name;
}

std::optional<Located<std::string>> read_path(MapReader& reader, std::string_view key) {
  auto path = reader.text(key);
  if (!path) return path;
  const bool is_path = !path->value.empty() && path->value.find('\n') == std::string::npos;
  if (is_path) return path;
  reader.report_at(path->location, fmt::format("'{}' must be a path", key), "write /folder or ~/folder");
  return std::nullopt;
}

void read_own_metrics(MapReader& reader, SweepFile& sweep) {
  read_metrics(reader, sweep);
  const auto* const metrics = find(reader.whole(), "metrics");
  if (metrics != nullptr && sweep.workload.location.file && !sweep.program)
    reader.report(*metrics, fmt::format("the workload '{}' measures itself", sweep.workload.value),
                  "'metrics:' is for a program of your own");
}

/// What the tasks of a job are; `python:` and `torchrun:` say it themselves.
std::optional<Located<TaskOf>> read_tasks(MapReader& reader, const SweepFile& sweep) {
  const auto tasks = reader.choice<TaskOf>("tasks", {{"per_rank", TaskOf::rank}, {"per_node", TaskOf::node}});
  const bool is_command = sweep.program && sweep.program->kind == OwnProgram::Kind::command;
  if (tasks && !is_command)
    reader.report_at(tasks->location, "'tasks' is for the job of a 'command:'",
                     "leave it out: 'python:' has a task a rank, 'torchrun:' one a node");
  return tasks;
}

std::optional<bool> read_own_software(MapReader& reader, const SweepFile& sweep) {
  const auto is_own = reader.choice<bool>("software", {{"site", false}, {"own", true}});
  if (is_own && is_own->value && !sweep.program)
    reader.report_at(is_own->location, "a workload of scalegen-train runs with the site's software",
                     "leave it out: 'software: own' is for a program of your own");
  return is_own ? std::optional(is_own->value) : std::nullopt;
}

/// An amount of a node, or a map with one of a node, a core or a GPU.
std::optional<MemoryRule> read_memory(MapReader& reader) {
  const auto* const given = find(reader.whole(), "memory");
  if (given != nullptr && given->kind == YamlNode::Kind::map)
    return read_amount_of_memory(reader.within(*reader.map("memory")),
                                 "write 440G, {per_core: 2900M} or {per_gpu: 110G}");
  const auto amount = reader.memory_mib("memory");
  if (!amount) return std::nullopt;
  return MemoryRule{MemoryRule::Kind::per_node, amount->value, amount->location};
}

/// Lines, or a map with those that need a node.
GivenPreparation read_preparation(MapReader& reader) {
  const auto* const given = find(reader.whole(), "prepare");
  if (given == nullptr || given->kind != YamlNode::Kind::map) return {.lines = reader.texts("prepare")};
  auto inner = reader.within(*reader.map("prepare"));
  inner.require("in_job", "add its lines, as in prepare: {in_job: [make]}");
  GivenPreparation prepare{
      .lines = inner.texts("in_job"), .in_job = true, .time_limit = inner.time("time_limit")};
  inner.refuse_unknown_keys();
  return prepare;
}

void report_at(MapReader& reader, const SourceLocation& location, const Diagnostics& errors) {
  for (const auto& error : errors) reader.report_at(location, error.message, error.hint);
}

/// A limit by size, {512: 1.5, 1024: 1.4}, as set_criterion() takes it; another text as it is.
std::optional<std::string> text_of_criterion(const YamlNode& value) {
  if (value.kind == YamlNode::Kind::scalar) return value.text;
  if (value.kind != YamlNode::Kind::map || value.entries.empty()) return std::nullopt;
  std::string text;
  for (const auto& [ranks, limit] : value.entries) {
    if (limit.kind != YamlNode::Kind::scalar) return std::nullopt;
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", ranks.text, limit.text);
  }
  return text;
}

/// The parts of the rule; reports those that are no text.
std::vector<std::pair<Located<std::string>, Located<std::string>>> parts_of_rule(MapReader& reader,
                                                                                 const YamlNode& map) {
  std::vector<std::pair<Located<std::string>, Located<std::string>>> parts;
  for (const auto& [name, value] : map.entries) {
    const auto text = text_of_criterion(value);
    if (!text || has_control_characters(*text))
      reader.report(value, fmt::format("'{}' in 'advise' must be a text", name.text));
    else
      parts.push_back({{name.text, reader.location_of(name)}, {*text, reader.location_of(value)}});
  }
  return parts;
}

/// Reads `advise:`, the rule by which the report says which rung to ask for. It is located at its budget, if
/// it has one.
Located<Advice> read_advice(MapReader& reader) {
  const auto* const node = find(reader.whole(), "advise");
  if (node != nullptr && node->kind == YamlNode::Kind::scalar) {
    reader.node("advise");
    reader.report(*node, "'advise' is the rule for the rung to ask for, not a rung",
                  "write advise: {efficiency: 70 %}, or per_doubling, deadline, budget");
    return {default_advice(), {}};
  }
  if (reader.map("advise") == nullptr) return {default_advice(), {}};
  const auto parts = parts_of_rule(reader, *node);
  bool is_well = parts.size() == node->entries.size();
  Located<Advice> advice{{}, reader.location_of(*node)};
  for (const auto& [name, value] : parts) {
    const auto set = set_criterion(advice.value, name.value, value.value);
    if (name.value == "budget") advice.location = value.location;
    if (set) continue;
    const auto& known = criterion_names();
    const bool is_known = std::ranges::find(known, name.value) != known.end();
    report_at(reader, is_known ? value.location : name.location, set.error());
    is_well = false;
  }
  if (!is_well) return {default_advice(), {}};
  if (const auto complete = check_complete(advice.value); !complete)
    report_at(reader, reader.location_of(*node), complete.error());
  return advice;
}

/// Reads `assert:`, what reports are to hold. Each assertion once; its rung has to be one of the sweep's,
/// which plan_sweep checks.
std::vector<Located<Assertion>> read_assertions(MapReader& reader) {
  std::vector<Located<Assertion>> assertions;
  for (const auto& text : reader.texts("assert")) {
    auto assertion = read_assertion(text.value);
    const bool is_there = assertion && std::ranges::find(assertions, *assertion,
                                                         &Located<Assertion>::value) != assertions.end();
    if (is_there)
      reader.report_at(text.location, fmt::format("'{}' is asserted twice", text.value), "remove one");
    else if (assertion)
      assertions.push_back({*std::move(assertion), text.location});
    else
      report_at(reader, text.location, assertion.error());
  }
  return assertions;
}

SweepFile read_keys(MapReader reader) {
  refuse_gone_keys(reader);
  refuse_misplaced_keys(reader);
  SweepFile sweep;
  reader.require("name", "add a line such as 'name: mnist'");
  sweep.name = read_name(reader);
  read_program(reader, sweep);
  sweep.scalings = read_scalings(reader).value_or(usual_scalings(sweep));
  sweep.rungs = read_rungs(reader);
  sweep.parameters = read_parameters(reader);
  read_threads(reader, sweep);
  auto swept = read_swept_values(reader);
  sweep.axes = std::move(swept.axes);
  sweep.where = std::move(swept.where);
  if (const auto rounds = read_repeats(reader)) sweep.repeats = rounds->value;
  if (const auto seed = reader.integer("seed", 0, 2'000'000'000)) sweep.seed = seed->value;
  sweep.baseline = reader.text("baseline");
  sweep.advise = read_advice(reader);
  sweep.assertions = read_assertions(reader);
  sweep.account = read_directive_value(reader, "account");
  sweep.partition = read_directive_value(reader, "partition");
  sweep.qos = read_directive_value(reader, "qos");
  sweep.reservation = read_directive_value(reader, "reservation");
  sweep.time_limit = reader.time("time_limit");
  if (auto data = reader.text("data")) sweep.data = std::move(*data);
  sweep.launcher = reader.choice("launcher", launcher_words());
  sweep.image = read_path(reader, "image");
  sweep.memory = read_memory(reader);
  sweep.gpu_type = read_directive_value(reader, "gpu_type");
  sweep.tasks = read_tasks(reader, sweep);
  sweep.own_software = read_own_software(reader, sweep);
  sweep.workdir = read_path(reader, "workdir");
  read_own_metrics(reader, sweep);
  sweep.prepare = read_preparation(reader);
  sweep.setup = reader.texts("setup");
  sweep.env = read_located_env(reader);
  if (!sweep.program || sweep.program->kind != OwnProgram::Kind::command)
    refuse_variables_of_ranks(reader, sweep.env);
  sweep.sbatch_options = read_sbatch_options(reader);
  reader.refuse_unknown_keys();
  return sweep;
}

}  // namespace

Result<SweepFile> read_sweep(std::string file, std::string text, KeyForms* forms) {
  TRY_ASSIGN(auto parsed, parse_yaml(std::move(file), text));
  const auto yaml = std::make_shared<const YamlFile>(std::move(parsed));
  if (yaml->root.kind != YamlNode::Kind::map) {
    return tl::make_unexpected(Diagnostics{error_at({yaml, 1, 1}, "a sweep file is a map of keys",
                                                    "begin with 'name: mnist' and 'workload: mnist_cnn'")});
  }
  Diagnostics mistakes;
  auto sweep = read_keys(MapReader(yaml, yaml->root, mistakes, forms));
  sweep.mistakes = std::move(mistakes);
  sweep.text = std::move(text);
  return sweep;
}

}  // namespace scalegen
