#include "core/plan_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/fields.hpp"
#include "core/plan_file.hpp"

namespace scalegen {

// Values that are no structs of fields.
void write_json(JsonWriter& writer, const Settings& settings) {
  writer.begin_object();
  for (const auto& [name, value] : settings) {
    writer.key(name);
    std::visit([&](const auto& v) { writer.value(v); }, value);
  }
  writer.end_object();
}

void read_json(const Json& json, Settings& settings, std::string_view) {
  const auto value_of = [](const Json& value) -> Value {
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (value.is_number()) return value.get<double>();
    return value.get<std::string>();
  };
  for (const auto& [name, value] : json.items()) settings.push_back({name, value_of(value)});
}

// A list only of several, so that what holds one ladder reads as it always did.
void write_json(JsonWriter& writer, const std::vector<Scaling>& scalings) {
  writer.tree(scalings_json(scalings));
}

void read_json(const Json& json, std::vector<Scaling>& scalings, std::string_view name) {
  scalings.clear();
  if (json.is_string()) return read_json(json, scalings.emplace_back(), name);
  for (const auto& one : json) read_json(one, scalings.emplace_back(), name);
  if (scalings.empty()) throw std::invalid_argument(fmt::format("'{}' names no ladder", name));
}

void write_json(JsonWriter& writer, const Assertion& assertion) { writer.value(assertion.text); }

void read_json(const Json& json, Assertion& assertion, std::string_view) {
  auto read = read_assertion(json.get<std::string>());
  if (!read) throw std::invalid_argument(read.error().front().message);
  assertion = *std::move(read);
}

// Parts of the launch.
template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, SiteSetup>& site) {
  visit.unless_default("architecture", site.architecture);
  visit.unless_default("modules_first", site.modules_first);
  visit.unless_default("modules", site.modules);
  visit.unless_default("setup", site.lines);
  visit.unless_default("env", site.env);
  visit.unless_default("env_of_several_nodes", site.env_of_several_nodes);
  visit.unless_default("binds_of_several_nodes", site.binds_of_several_nodes);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, ContainerImage>& container) {
  visit.required("run", container.run);
  visit.required("image", container.image);
  visit.required("binds", container.binds);
  visit.unless_default("srun", container.srun);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, Preparation>& prepare) {
  visit.required("lines", prepare.lines);
  if (!visit.has("in_job", prepare.in_job)) return;
  visit.required("in_job", prepare.in_job);
  visit.required("time_limit_s", prepare.time_limit);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, Monitor>& monitor) {
  visit.required("command", monitor.kind);
  visit.required("interval_ms", monitor.interval);
  visit.required("fields", monitor.fields);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, Launch>& launch) {
  visit.required("root", launch.root);
  visit.unless_default("made_by", launch.made_by);
  visit.unless_default("standalone", launch.standalone);
  visit.unless_default("held", launch.held);
  visit.unless_default("account", launch.account);
  visit.unless_default("qos", launch.qos);
  visit.unless_default("reservation", launch.reservation);
  visit.unless_default("clusters", launch.clusters);
  visit.unless_default("sbatch", launch.sbatch_options);
  visit.always("gpus", launch.gpu_request);
  visit.unless_default("site", launch.site);
  visit.unless_default("prepare", launch.prepare);
  visit.unless_default("setup", launch.setup);
  visit.unless_default("env", launch.env);
  visit.unless_default("network_env", launch.network_env);
  visit.unless_default("network_env_of_several_nodes", launch.network_env_of_several_nodes);
  visit.unless_default("container", launch.container);
  visit.unless_default("cpu_bind", launch.cpu_bind);
  visit.unless_default("has_task_a_node", launch.has_task_a_node);
  visit.unless_default("rank_setup", launch.rank_setup);
  visit.unless_default("as_slurm", launch.as_slurm);
  visit.unless_default("takes_rank_from_slurm", launch.takes_rank_from_slurm);
  visit.always("monitor", launch.monitor);
  visit.unless_default("cores", launch.cores);
  visit.unless_default("data_folder", launch.data_folder);
  visit.unless_default("data_sets", launch.data_sets);
  visit.unless_default("workdir", launch.workdir);
  visit.unless_default("sweep_folder", launch.sweep_folder);
  visit.unless_default("program", launch.program);
}

// Parts of the head.
template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, MetricPattern>& metric) {
  visit.required("name", metric.name);
  visit.required("regex", metric.regex);
  visit.required("unit", metric.unit);
  visit.choice("better", metric.higher_is_better, "higher", "lower");
  visit.unless_default("use", metric.use);
  visit.unless_default("skip", metric.skip);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, Budget>& budget) {
  visit.required("amount", budget.amount);
  visit.required("unit", budget.unit);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, LimitFrom>& from) {
  visit.required("ranks", from.ranks);
  visit.required("limit", from.limit);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, Advice>& advice) {
  visit.unless_default("efficiency", advice.efficiency);
  visit.unless_default("efficiency_from", advice.efficiency_from);
  visit.unless_default("per_doubling", advice.per_doubling);
  visit.unless_default("per_doubling_from", advice.per_doubling_from);
  visit.unless_default("deadline_seconds", advice.deadline);
  visit.unless_default("budget", advice.budget);
  if constexpr (Visitor::kReads) {
    Work work;
    if (visit.keyed(work.unit, work.amount)) advice.work = work;
  } else if (advice.work) {
    visit.keyed(advice.work->unit, advice.work->amount);
  }
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, PlanHead>& head) {
  visit.counted("scalegen_plan", head.format, 1);
  visit.required("name", head.name);
  visit.required("cluster", head.cluster);
  visit.required("scheduler", head.scheduler);
  visit.required("workload", head.workload);
  visit.required("dataset", head.dataset);
  visit.required("scaling", head.scalings);
  visit.required("baseline", head.baseline);
  visit.required("baseline_reason", head.baseline_reason);
  visit.counted("rounds", head.rounds, 1);
  visit.required("seed", head.seed);
  visit.required("axes", head.axes);
  visit.required("held", head.held);
  visit.required("own_program", head.own_program);
  visit.required("start", head.start);
  visit.required("metrics", head.metrics);
  visit.required("launch", head.launch);
  visit.unless_default("further_metrics", head.further);
  visit.unless_default("rounds_before", head.rounds_before);
  visit.unless_default("later_rounds", head.later_rounds);
  visit.unless_default("batch_is_stated", head.batch_is_stated);
  visit.unless_default("sweep", head.sweep_sum);
  visit.unless_default("replaced", head.replaced);
  visit.unless_default("advise", head.advise, default_advice());
  visit.unless_default("assert", head.assertions);
  if constexpr (Visitor::kReads) visit.always("left_out", head.left_out);
}

// Parts of runs and jobs.
template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, RunEnvironment>& own) {
  visit.unless_default("workdir", own.workdir);
  visit.unless_default("setup", own.setup);
  visit.unless_default("env", own.env);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, Resources>& resources) {
  visit.counted("nodes", resources.nodes, 1);
  visit.counted("tasks_per_node", resources.tasks_per_node, 1);
  visit.counted("cpus_per_task", resources.cpus_per_task, 1);
  visit.required("gpus_per_node", resources.gpus_per_node);
  visit.required("time_limit_seconds", resources.time_limit);
  visit.required("partition", resources.partition);
  visit.unless_default("memory_mib_per_node", resources.memory_mib_per_node);
  visit.unless_default("memory_option", resources.memory_option);
  visit.unless_default("constraint", resources.constraint);
  visit.unless_default("qos", resources.qos);
  visit.unless_default("gpu_type", resources.gpu_type);
  visit.unless_default("node_kind", resources.node_kind);
  visit.unless_default("architecture", resources.architecture);
  visit.unless_default("whole_nodes", resources.whole_nodes);
  visit.unless_default("fills_nodes", resources.fills_nodes);
  visit.unless_default("has_threads", resources.has_threads);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, Rate>& rate) {
  visit.required("core_hours_per_hour", rate.core_hours);
  visit.required("gpu_hours_per_hour", rate.gpu_hours);
  if (!visit.has("unit", !rate.unit.empty())) return;
  visit.required("units_per_hour", rate.units);
  visit.required("unit", rate.unit);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, Run>& run) {
  visit.required("run", run.id);
  visit.required("rung", run.rung.name);
  visit.required("device", run.rung.device);
  visit.counted("ranks_per_node", run.rung.ranks_per_node, 1);
  visit.unless_default("threads", run.rung.threads);
  visit.counted("round", run.round, 1);
  visit.unless_default("ladder", run.ladder);
  visit.required("settings", run.settings);
  visit.required("command", run.command);
  visit_fields(visit, run.own);
  visit_fields(visit, run.resources);
  visit_fields(visit, run.rate);
  visit.unless_default("without_exclusive", run.without_exclusive);
}

template <class Visitor>
void visit_fields(Visitor& visit, FieldsOf<Visitor, Job>& job) {
  visit.required("job", job.id);
  visit.required("runs", job.runs);
  if (!visit.has("nodes", job.shared)) return;
  visit_fields(visit, job.shared->resources);
  visit_fields(visit, job.shared->rate);
}

Json scalings_json(const std::vector<Scaling>& scalings) {
  if (scalings.size() == 1) return to_text(scalings.front());
  Json list = Json::array();
  for (const auto scaling : scalings) list.push_back(to_text(scaling));
  return list;
}

void write_head(JsonWriter& writer, const PlanHead& head) { write_json(writer, head); }
void write_run(JsonWriter& writer, const Run& run) { write_json(writer, run); }
void write_job(JsonWriter& writer, const Job& job) { write_json(writer, job); }

namespace {

constexpr int kMost = std::numeric_limits<int>::max();

void check_rounds(std::string_view name, const std::vector<int>& rounds) {
  for (const auto round : rounds) whole_number(round, name, 1, kMost);
}

// What 0.1 and 0.2 planned with: the field, and how a person knows it.
constexpr std::array<std::pair<const char*, const char*>, 4> kOlderFields{{
    {"campaign", "`campaign:`"},
    {"carbon", "`carbon:`"},
    {"climb", "`climb:`"},
    {"until", "`until`"},
}};

// A round that confirmed an assertion holds some combinations alone, like any that was added later.
void take_older_fields(const Json& json, PlanHead& head) {
  for (const auto& [field, name] : kOlderFields)
    if (json.contains(field)) head.ignored.emplace_back(name);
  const auto confirming = json.find("confirming_rounds");
  if (confirming == json.end()) return;
  std::vector<int> rounds;
  read_json(*confirming, rounds, "confirming_rounds");
  head.later_rounds.insert(head.later_rounds.end(), rounds.begin(), rounds.end());
  std::ranges::sort(head.later_rounds);
  const auto repeated = std::ranges::unique(head.later_rounds);
  head.later_rounds.erase(repeated.begin(), repeated.end());
}

}  // namespace

PlanHead head_of(const Json& json) {
  auto head = value_of_json<PlanHead>(json);
  take_older_fields(json, head);
  check_rounds("rounds_before", head.rounds_before);
  check_rounds("later_rounds", head.later_rounds);
  return head;
}

Run run_of(const Json& json) {
  auto run = value_of_json<Run>(json);
  run.rung.nodes = run.resources.nodes;
  // All ranks together are counted by an int, too.
  whole_number(run.rung.ranks_per_node, "ranks_per_node", 1, kMost / run.rung.nodes);
  if (json.contains("threads")) whole_number(run.rung.threads, "threads", 1, kMost);
  return run;
}

Job job_of(const Json& json) { return value_of_json<Job>(json); }

Json run_json(const Run& run) { return json_of(run); }
Json launch_json(const Launch& launch) { return json_of(launch); }
Json advice_json(const Advice& advice) { return json_of(advice); }

}  // namespace scalegen
