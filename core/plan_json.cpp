#include "core/plan_json.hpp"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

#include "core/advice_json.hpp"
#include "core/json.hpp"
#include "core/launch_json.hpp"
#include "core/plan_file.hpp"

namespace scalegen {
namespace {

Json metric_json(const MetricPattern& metric) {
  Json json{{"name", metric.name},
            {"regex", metric.regex},
            {"unit", metric.unit},
            {"better", metric.higher_is_better ? "higher" : "lower"}};
  if (metric.use != MetricUse::automatic) json["use"] = to_text(metric.use);
  if (metric.skip) json["skip"] = *metric.skip;
  return json;
}

Json metrics_json(const std::vector<MetricPattern>& metrics) {
  Json list = Json::array();
  for (const auto& metric : metrics) list.push_back(metric_json(metric));
  return list;
}

Value value_of(const Json& json) {
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  return json.get<std::string>();
}

Scaling scaling_of(const std::string& text) {
  if (text == "strong") return Scaling::strong;
  if (text == "weak") return Scaling::weak;
  if (text == "throughput") return Scaling::throughput;
  throw std::invalid_argument(fmt::format("unknown scaling '{}'", text));
}

std::vector<Scaling> scalings_of(const Json& json) {
  if (json.is_string()) return {scaling_of(json)};
  std::vector<Scaling> scalings;
  for (const auto& text : json) scalings.push_back(scaling_of(text));
  if (scalings.empty()) throw std::invalid_argument("'scaling' names no ladder");
  return scalings;
}

SchedulerKind scheduler_kind_of(const std::string& text) {
  for (const auto kind : kSchedulerKinds)
    if (to_text(kind) == text) return kind;
  throw std::invalid_argument(fmt::format("unknown scheduler '{}'", text));
}

Start start_of(const std::string& text) {
  if (text == "each_rank") return Start::each_rank;
  if (text == "each_node") return Start::each_node;
  if (text == "once") return Start::once;
  throw std::invalid_argument(fmt::format("unknown start '{}'", text));
}

MetricUse use_of(const std::string& text) {
  for (const auto use :
       {MetricUse::last, MetricUse::median, MetricUse::mean, MetricUse::sum, MetricUse::each_epoch})
    if (text == to_text(use)) return use;
  throw std::invalid_argument(fmt::format("unknown use '{}' of a metric", text));
}

constexpr int kMost = std::numeric_limits<int>::max();

bool is_within(const Json& json, int least, int most) {
  if (json.is_number_unsigned()) {
    const auto number = json.get<std::uint64_t>();
    return number <= static_cast<std::uint64_t>(most) && static_cast<std::int64_t>(number) >= least;
  }
  return json.is_number_integer() && json.get<std::int64_t>() >= least && json.get<std::int64_t>() <= most;
}

/// The library would cut off what is too large for the type.
int number_of(const Json& json, const char* key, int least, int most) {
  if (is_within(json, least, most)) return json.get<int>();
  throw std::out_of_range(
      fmt::format("'{}' must be a whole number from {} to {}, not {}", key, least, most, json_line(json)));
}

int number_at(const Json& object, const char* key, int least, int most = kMost) {
  return number_of(object.at(key), key, least, most);
}

// A plan of an earlier scalegen has neither 'use' nor 'skip'.
MetricPattern metric_of(const Json& json) {
  MetricPattern metric{.name = json.at("name"),
                       .regex = json.at("regex"),
                       .unit = json.at("unit"),
                       .higher_is_better = json.at("better") == "higher"};
  if (json.contains("use")) metric.use = use_of(json.at("use"));
  if (json.contains("skip")) metric.skip = number_at(json, "skip", 0);
  return metric;
}

std::vector<MetricPattern> metrics_of(const Json& list) {
  std::vector<MetricPattern> metrics;
  for (const auto& json : list) metrics.push_back(metric_of(json));
  return metrics;
}

std::int64_t seconds_at(const Json& object, const char* key) {
  const auto seconds = integer_field(object, key);
  if (seconds && *seconds >= 0) return *seconds;
  throw std::out_of_range(
      fmt::format("'{}' must be a whole number of seconds, not {}", key, json_line(object.at(key))));
}

std::vector<int> rounds_at(const Json& head, const char* key) {
  const auto rounds = head.value(key, Json::array());
  std::vector<int> numbers;
  for (const auto& round : rounds) numbers.push_back(number_of(round, key, 1, kMost));
  return numbers;
}

std::vector<Assertion> assertions_of(const Json& head) {
  std::vector<Assertion> assertions;
  for (const auto& text : head.value("assert", std::vector<std::string>())) {
    auto assertion = read_assertion(text);
    if (!assertion) throw std::invalid_argument(assertion.error().front().message);
    assertions.push_back(*std::move(assertion));
  }
  return assertions;
}

Json until_json(const Until& until) {
  return {{"half_width", until.half_width}, {"at_least", until.at_least}};
}

std::optional<Until> until_of(const Json& head) {
  if (!head.contains("until")) return std::nullopt;
  const auto& json = head.at("until");
  const double half_width = json.at("half_width");
  if (!(half_width > 0)) throw std::out_of_range("'half_width' must be above 0");
  return Until{.half_width = half_width, .at_least = number_at(json, "at_least", 1)};
}

/// All ranks together are counted by an int, too.
Rung rung_of(const Json& json) {
  const auto nodes = number_at(json, "nodes", 1);
  return {.name = json.at("rung"),
          .device = json.at("device") == "gpu" ? DeviceKind::gpu : DeviceKind::cpu,
          .nodes = nodes,
          .ranks_per_node = number_at(json, "ranks_per_node", 1, kMost / nodes),
          .threads = json.contains("threads") ? number_at(json, "threads", 1) : 0};
}

Resources resources_of(const Json& json) {
  return {.nodes = number_at(json, "nodes", 1),
          .tasks_per_node = number_at(json, "tasks_per_node", 1),
          .cpus_per_task = number_at(json, "cpus_per_task", 1),
          .gpus_per_node = number_at(json, "gpus_per_node", 0),
          .memory_mib_per_node = integer_field(json, "memory_mib_per_node"),
          .memory_option = text_field(json, "memory_option").value_or(""),
          .time_limit = std::chrono::seconds(seconds_at(json, "time_limit_seconds")),
          .partition = json.at("partition"),
          .constraint = text_field(json, "constraint").value_or(""),
          .qos = text_field(json, "qos").value_or(""),
          .gpu_type = text_field(json, "gpu_type").value_or(""),
          .node_kind = text_field(json, "node_kind").value_or(""),
          .architecture = text_field(json, "architecture").value_or(""),
          .whole_nodes = json.value("whole_nodes", false),
          .fills_nodes = json.value("fills_nodes", false),
          .has_threads = json.value("has_threads", false)};
}

Rate rate_of(const Json& json) {
  return {.core_hours = json.at("core_hours_per_hour"),
          .gpu_hours = json.at("gpu_hours_per_hour"),
          .units = json.contains("unit") ? json.at("units_per_hour").get<double>() : 0,
          .unit = text_field(json, "unit").value_or("")};
}

void write_texts(JsonWriter& writer, std::string_view key, const std::vector<std::string>& texts) {
  writer.key(key);
  writer.begin_array();
  for (const auto& text : texts) writer.value(text);
  writer.end_array();
}

void write_settings(JsonWriter& writer, const Settings& settings) {
  writer.key("settings");
  writer.begin_object();
  for (const auto& [name, value] : settings) {
    writer.key(name);
    std::visit([&](const auto& v) { writer.value(v); }, value);
  }
  writer.end_object();
}

void write_resources(JsonWriter& writer, const Resources& r) {
  writer.field("nodes", r.nodes);
  writer.field("tasks_per_node", r.tasks_per_node);
  writer.field("cpus_per_task", r.cpus_per_task);
  writer.field("gpus_per_node", r.gpus_per_node);
  writer.field("time_limit_seconds", r.time_limit.count());
  writer.field("partition", r.partition);
  if (r.memory_mib_per_node) writer.field("memory_mib_per_node", *r.memory_mib_per_node);
  if (!r.memory_option.empty()) writer.field("memory_option", r.memory_option);
  if (!r.constraint.empty()) writer.field("constraint", r.constraint);
  if (!r.qos.empty()) writer.field("qos", r.qos);
  if (!r.gpu_type.empty()) writer.field("gpu_type", r.gpu_type);
  if (!r.node_kind.empty()) writer.field("node_kind", r.node_kind);
  if (!r.architecture.empty()) writer.field("architecture", r.architecture);
  if (r.whole_nodes) writer.field("whole_nodes", true);
  if (r.fills_nodes) writer.field("fills_nodes", true);
  if (r.has_threads) writer.field("has_threads", true);
}

void write_run_environment(JsonWriter& writer, const RunEnvironment& own) {
  if (!own.workdir.empty()) writer.field("workdir", own.workdir);
  if (!own.setup->empty()) write_texts(writer, "setup", own.setup);
  if (own.env->empty()) return;
  writer.key("env");
  writer.begin_object();
  for (const auto& [name, word] : *own.env) writer.field(name, word);
  writer.end_object();
}

void write_rate(JsonWriter& writer, const Rate& rate) {
  writer.field("core_hours_per_hour", rate.core_hours);
  writer.field("gpu_hours_per_hour", rate.gpu_hours);
  if (rate.unit.empty()) return;
  writer.field("units_per_hour", rate.units);
  writer.field("unit", rate.unit);
}

}  // namespace

std::string to_text(Scaling scaling) {
  switch (scaling) {
    case Scaling::strong:
      return "strong";
    case Scaling::weak:
      return "weak";
    case Scaling::throughput:
      return "throughput";
  }
  return "";
}

std::string to_text(const std::vector<Scaling>& scalings) {
  std::string text;
  for (const auto scaling : scalings) text += (text.empty() ? "" : " and ") + to_text(scaling);
  return text;
}

std::string to_text(Start start) {
  switch (start) {
    case Start::each_rank:
      return "each_rank";
    case Start::each_node:
      return "each_node";
    case Start::once:
      return "once";
  }
  return "";
}

std::string to_text(MetricUse use) {
  switch (use) {
    case MetricUse::automatic:
      return "auto";
    case MetricUse::last:
      return "last";
    case MetricUse::median:
      return "median";
    case MetricUse::mean:
      return "mean";
    case MetricUse::sum:
      return "sum";
    case MetricUse::each_epoch:
      return "each_epoch";
  }
  return "";
}

// A list only of several, so that what holds one ladder reads as it always did.
Json scalings_json(const std::vector<Scaling>& scalings) {
  if (scalings.size() == 1) return to_text(scalings.front());
  Json list = Json::array();
  for (const auto scaling : scalings) list.push_back(to_text(scaling));
  return list;
}

Json head_json(const PlanHead& head) {
  Json json{{"scalegen_plan", kPlanFormat},
            {"name", head.name},
            {"cluster", head.cluster},
            {"scheduler", to_text(head.scheduler)},
            {"workload", head.workload},
            {"dataset", head.dataset},
            {"scaling", scalings_json(head.scalings)},
            {"baseline", head.baseline},
            {"baseline_reason", head.baseline_reason},
            {"rounds", head.rounds},
            {"seed", head.seed},
            {"axes", head.axes},
            {"held", head.held},
            {"own_program", head.own_program},
            {"start", to_text(head.start)},
            {"metrics", metrics_json(head.metrics)},
            {"launch", launch_json(head.launch)}};
  if (!head.further.empty()) json["further_metrics"] = metrics_json(head.further);
  if (!head.rounds_before.empty()) json["rounds_before"] = head.rounds_before;
  if (!head.later_rounds.empty()) json["later_rounds"] = head.later_rounds;
  if (!head.confirming_rounds.empty()) json["confirming_rounds"] = head.confirming_rounds;
  if (!head.left_out.empty()) json["left_out"] = head.left_out;
  if (!head.sweep_sum.empty()) json["sweep"] = head.sweep_sum;
  if (head.replaced > 0) json["replaced"] = head.replaced;
  if (head.advise != default_advice()) json["advise"] = advice_json(head.advise);
  for (const auto& assertion : head.assertions) json["assert"].push_back(assertion.text);
  if (!head.campaign.empty()) json["campaign"] = campaign_json(head.campaign);
  if (head.until) json["until"] = until_json(*head.until);
  if (!head.climb.empty()) json["climb"] = head.climb;
  return json;
}

void write_run(JsonWriter& writer, const Run& run) {
  writer.begin_object();
  writer.field("run", run.id);
  writer.field("rung", run.rung.name);
  writer.field("device", to_text(run.rung.device));
  writer.field("ranks_per_node", run.rung.ranks_per_node);
  if (run.rung.threads > 0) writer.field("threads", run.rung.threads);
  writer.field("round", run.round);
  if (run.ladder) writer.field("ladder", to_text(*run.ladder));
  write_settings(writer, run.settings);
  write_texts(writer, "command", run.command);
  write_run_environment(writer, run.own);
  write_resources(writer, run.resources);
  write_rate(writer, run.rate);
  writer.end_object();
}

void write_job(JsonWriter& writer, const Job& job) {
  writer.begin_object();
  writer.field("job", job.id);
  write_texts(writer, "runs", job.runs);
  if (job.shared) {
    write_resources(writer, job.shared->resources);
    write_rate(writer, job.shared->rate);
  }
  writer.end_object();
}

PlanHead head_of(const Json& json) {
  return {.format = number_at(json, "scalegen_plan", 1),
          .name = json.at("name"),
          .cluster = json.at("cluster"),
          .scheduler = scheduler_kind_of(json.at("scheduler")),
          .workload = json.at("workload"),
          .dataset = json.at("dataset"),
          .scalings = scalings_of(json.at("scaling")),
          .baseline = json.at("baseline"),
          .baseline_reason = json.at("baseline_reason"),
          .rounds = number_at(json, "rounds", 1),
          .rounds_before = rounds_at(json, "rounds_before"),
          .later_rounds = rounds_at(json, "later_rounds"),
          .confirming_rounds = rounds_at(json, "confirming_rounds"),
          .left_out = json.value("left_out", std::vector<std::string>()),
          .sweep_sum = text_field(json, "sweep").value_or(""),
          .replaced = json.contains("replaced") ? number_at(json, "replaced", 0) : 0,
          .seed = json.at("seed"),
          .axes = json.at("axes"),
          .held = json.at("held"),
          .own_program = json.at("own_program"),
          .start = start_of(json.at("start")),
          .metrics = metrics_of(json.at("metrics")),
          .further = metrics_of(json.value("further_metrics", Json::array())),
          .advise = json.contains("advise") ? advice_of(json.at("advise")) : default_advice(),
          .assertions = assertions_of(json),
          .campaign = campaign_of(json.value("campaign", Json::array())),
          .until = until_of(json),
          .climb = text_field(json, "climb").value_or(""),
          .launch = launch_of(json.at("launch"))};
}

RunEnvironment run_environment_of(const Json& json) {
  RunEnvironment own{.workdir = text_field(json, "workdir").value_or("")};
  if (json.contains("setup")) own.setup = json.at("setup").get<std::vector<std::string>>();
  Variables env;
  if (json.contains("env"))
    for (const auto& [name, word] : json.at("env").items()) env.emplace_back(name, word.get<std::string>());
  if (!env.empty()) own.env = std::move(env);
  return own;
}

Run run_of(const Json& json) {
  Run run{.id = json.at("run"),
          .rung = rung_of(json),
          .round = number_at(json, "round", 1),
          .resources = resources_of(json),
          .command = json.at("command").get<std::vector<std::string>>(),
          .own = run_environment_of(json),
          .rate = rate_of(json)};
  if (const auto ladder = text_field(json, "ladder")) run.ladder = scaling_of(*ladder);
  Settings settings;
  for (const auto& [name, value] : json.at("settings").items()) settings.push_back({name, value_of(value)});
  run.settings = std::move(settings);
  return run;
}

Job job_of(const Json& json) {
  Job job{.id = json.at("job"), .runs = json.at("runs")};
  if (json.contains("nodes")) job.shared = Allocation{resources_of(json), rate_of(json)};
  return job;
}

}  // namespace scalegen
