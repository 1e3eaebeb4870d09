#include "core/plan_file.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace scalegen {
namespace {

constexpr int kFormat = 1;

Json value_json(const Value& value) {
  return std::visit([](const auto& v) { return Json(v); }, value);
}

Json settings_json(const Settings& settings) {
  Json object = Json::object();
  for (const auto& s : settings) object[s.name] = value_json(s.value);
  return object;
}

Json head_json(const PlanHead& head) {
  return {{"scalegen_plan", kFormat},
          {"name", head.name},
          {"cluster", head.cluster},
          {"scheduler", head.scheduler},
          {"workload", head.workload},
          {"dataset", head.dataset},
          {"scaling", to_text(head.scaling)},
          {"baseline", head.baseline},
          {"baseline_reason", head.baseline_reason},
          {"rounds", head.rounds},
          {"seed", head.seed},
          {"axes", head.axes},
          {"held", head.held}};
}

Json run_json(const Run& run) {
  Json json{{"run", run.id},
            {"rung", run.rung.name},
            {"device", to_text(run.rung.device)},
            {"nodes", run.rung.nodes},
            {"ranks_per_node", run.rung.ranks_per_node},
            {"round", run.round},
            {"settings", settings_json(run.settings)},
            {"cpus_per_task", run.resources.cpus_per_task},
            {"gpus_per_node", run.resources.gpus_per_node},
            {"time_limit_seconds", run.resources.time_limit.count()},
            {"partition", run.resources.partition},
            {"core_hours_per_hour", run.rate.core_hours},
            {"gpu_hours_per_hour", run.rate.gpu_hours},
            {"command", run.command}};
  if (run.resources.memory_mib_per_node) json["memory_mib_per_node"] = *run.resources.memory_mib_per_node;
  return json;
}

Json job_json(const Job& job) { return {{"job", job.id}, {"runs", job.runs}}; }

Value value_of(const Json& json) {
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  return json.get<std::string>();
}

// The readers below use at() and get(), which throw on what is missing or of another kind: read_plan says
// where.
Scaling scaling_of(const std::string& text) {
  if (text == "strong") return Scaling::strong;
  if (text == "weak") return Scaling::weak;
  if (text == "throughput") return Scaling::throughput;
  throw std::invalid_argument(fmt::format("unknown scaling '{}'", text));
}

PlanHead head_of(const Json& json) {
  return {.format = json.at("scalegen_plan"),
          .name = json.at("name"),
          .cluster = json.at("cluster"),
          .scheduler = json.at("scheduler"),
          .workload = json.at("workload"),
          .dataset = json.at("dataset"),
          .scaling = scaling_of(json.at("scaling")),
          .baseline = json.at("baseline"),
          .baseline_reason = json.at("baseline_reason"),
          .rounds = json.at("rounds"),
          .seed = json.at("seed"),
          .axes = json.at("axes"),
          .held = json.at("held")};
}

Resources resources_of(const Json& json) {
  return {.nodes = json.at("nodes"),
          .tasks_per_node = json.at("ranks_per_node"),
          .cpus_per_task = json.at("cpus_per_task"),
          .gpus_per_node = json.at("gpus_per_node"),
          .memory_mib_per_node = integer_field(json, "memory_mib_per_node"),
          .time_limit = std::chrono::seconds(json.at("time_limit_seconds").get<std::int64_t>()),
          .partition = json.at("partition")};
}

Run run_of(const Json& json) {
  Run run{.id = json.at("run"),
          .rung = {.name = json.at("rung"),
                   .device = json.at("device") == "gpu" ? DeviceKind::gpu : DeviceKind::cpu,
                   .nodes = json.at("nodes"),
                   .ranks_per_node = json.at("ranks_per_node")},
          .round = json.at("round"),
          .resources = resources_of(json),
          .command = json.at("command"),
          .rate = {.core_hours = json.at("core_hours_per_hour"), .gpu_hours = json.at("gpu_hours_per_hour")}};
  for (const auto& [name, value] : json.at("settings").items())
    run.settings.push_back({name, value_of(value)});
  return run;
}

void add_line(Plan& plan, const Json& json) {
  if (json.contains("run"))
    plan.runs.push_back(run_of(json));
  else
    plan.jobs.push_back({.id = json.at("job"), .runs = json.at("runs")});
}

tl::unexpected<Diagnostics> not_a_plan(const std::string& file, int line, const std::string& why) {
  return tl::make_unexpected(
      Diagnostics{{.place = Place{file, line, 1, ""},
                   .message = "this line is not one of a plan: " + why,
                   .hint = "the plan is written once by scalegen and not meant to be edited"}});
}

// The JSON library puts the kind of its exception before what it says.
std::string said_by(const std::exception& error) {
  const std::string text = error.what();
  const auto bracket = text.starts_with('[') ? text.find("] ") : std::string::npos;
  return bracket == std::string::npos ? text : text.substr(bracket + 2);
}

// Ids are names of folders.
bool is_a_name(const std::string& id) {
  return !id.empty() && id[0] != '.' && id.find('/') == std::string::npos;
}

// What would lose a run or measure it twice. Empty where nothing would.
std::string fault_in(const Plan& plan) {
  std::map<std::string, int> jobs_of_run;
  std::set<std::string> jobs;
  for (const auto& run : plan.runs) {
    if (!is_a_name(run.id)) return fmt::format("'{}' cannot be the name of a run's folder", run.id);
    if (!jobs_of_run.emplace(run.id, 0).second) return fmt::format("it holds the run '{}' twice", run.id);
  }
  for (const auto& job : plan.jobs) {
    if (!is_a_name(job.id)) return fmt::format("'{}' cannot be the name of a job's folder", job.id);
    if (!jobs.insert(job.id).second) return fmt::format("it holds the job '{}' twice", job.id);
    for (const auto& run : job.runs) {
      const auto found = jobs_of_run.find(run);
      if (found == jobs_of_run.end())
        return fmt::format("its job '{}' has the run '{}', which it does not hold", job.id, run);
      ++found->second;
    }
  }
  for (const auto& [run, count] : jobs_of_run)
    if (count != 1) return fmt::format("{} of its jobs have the run '{}': it takes one", count, run);
  return "";
}

tl::unexpected<Diagnostics> other_format(const std::string& file, std::int64_t format) {
  return failure(
      fmt::format("'{}' is a plan of format {}, and this scalegen reads format {}", file, format, kFormat),
      "use the scalegen that made it, or start anew with -o NEW_FOLDER");
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

std::string to_text(DeviceKind device) { return device == DeviceKind::gpu ? "gpu" : "cpu"; }

std::string write_plan(const Plan& plan) {
  std::string text = json_line(head_json(plan.head)) + "\n";
  for (const auto& run : plan.runs) text += json_line(run_json(run)) + "\n";
  for (const auto& job : plan.jobs) text += json_line(job_json(job)) + "\n";
  return text;
}

Json to_json(const Plan& plan) {
  Json json{{"head", head_json(plan.head)}, {"runs", Json::array()}, {"jobs", Json::array()}};
  for (const auto& run : plan.runs) json["runs"].push_back(run_json(run));
  for (const auto& job : plan.jobs) json["jobs"].push_back(job_json(job));
  return json;
}

Result<Plan> read_plan(const std::string& file, std::string_view text) {
  Plan plan;
  for (int line = 1; !text.empty(); ++line) {
    const auto end = text.find('\n');
    const auto json = parse_json(text.substr(0, end));
    if (!json || !json->is_object() || end == std::string_view::npos)
      return not_a_plan(file, line, "it is not a whole JSON object");
    text.remove_prefix(end + 1);
    try {
      if (line > 1) {
        add_line(plan, *json);
        continue;
      }
      const auto format = integer_field(*json, "scalegen_plan");
      if (format && *format != kFormat) return other_format(file, *format);
      plan.head = head_of(*json);
    } catch (const std::exception& e) {
      return not_a_plan(file, line, said_by(e));
    }
  }
  if (plan.head.format != kFormat || plan.runs.empty())
    return failure(fmt::format("'{}' holds no runs", file), "start anew with -o NEW_FOLDER");
  if (const auto fault = fault_in(plan); !fault.empty())
    return failure(fmt::format("'{}' is not a whole plan: {}", file, fault), "start anew with -o NEW_FOLDER");
  return plan;
}

}  // namespace scalegen
