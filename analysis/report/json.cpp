#include "analysis/report/formats.hpp"

#include "analysis/measurement/model_flops.hpp"
#include "analysis/report/json_values.hpp"
#include "analysis/report/notes.hpp"
#include "analysis/report/sections.hpp"
#include "core/json.hpp"
#include "core/plan_file.hpp"
#include "core/plan_json.hpp"
#include "core/text.hpp"

namespace scalegen::report {
namespace {

constexpr int kFormat = 2;

Json window_json(const MeasuredWindow& window) {
  Json json{{"warm_up_steps", window.warm_up_steps},
            {"steps", window.steps},
            {"samples", window.samples},
            {"seconds", window.seconds}};
  if (window.span) json["start"] = window.span->start, json["end"] = window.span->end;
  return json;
}

Json printed_json(const PrintedFigure& printed) {
  Json json{{"file", printed.file},
            {"line", printed.line},
            {"text", printed.text},
            {"use", to_text(printed.use)},
            {"matches", printed.matches}};
  if (printed.left_out > 0) json["left_out"] = printed.left_out;
  if (printed.use != MetricUse::last && printed.last > 0) json["last"] = printed.last;
  if (printed.one_in > 1) json["one_in"] = printed.one_in;
  return json;
}

Json task_json(const TaskPlacement& task) {
  Json json{{"host", task.host}};
  if (task.rank) json["rank"] = *task.rank;
  if (!task.cores.empty()) json["cores"] = task.core_list;
  if (!task.visible_gpus.empty()) json["visible_gpus"] = task.visible_gpus;
  put_text(json, "leaf_switch", task.leaf_switch);
  return json;
}

Json gpu_json(const NodeGpu& gpu) {
  return {{"host", gpu.host},
          {"index", gpu.index},
          {"uuid", gpu.uuid},
          {"driver", gpu.driver},
          {"name", gpu.name}};
}

// Everything known about where a run was; may be empty. "as_asked" is only present if its tasks recorded it.
Json placement_json(const Placement& placement) {
  Json json = Json::object();
  if (is_recorded(placement)) {
    json["as_asked"] = is_as_asked(placement);
    if (placement.unseen_nodes > 0) json["unseen_nodes"] = placement.unseen_nodes;
    json["differences"] = placement.differences;
    json["nodes"] = nodes_of(placement);
  }
  for (const auto& task : placement.tasks) json["tasks"].push_back(task_json(task));
  for (const auto& gpu : placement.gpus) json["gpus"].push_back(gpu_json(gpu));
  if (!placement.nccl_transports.empty()) json["nccl_transports"] = placement.nccl_transports;
  return json;
}

Json gpu_json(const GpuUsage& gpu) {
  Json json{{"device", gpu.device}, {"samples", gpu.samples}};
  put(json, "utilisation_percent", gpu.utilisation_percent);
  put(json, "peak_memory_mib", gpu.peak_memory_mib);
  put(json, "power_w", gpu.power_w);
  put(json, "sm_clock_mhz", gpu.sm_clock_mhz);
  for (const auto& [slowdown, share] : gpu.slowed) json["throttled_share"][to_text(slowdown)] = share;
  return json;
}

Json unread_json(const UnreadMonitor& unread) {
  Json json{{"file", unread.file}, {"reason", unread.reason}};
  put_text(json, "detail", unread.detail);
  return json;
}

// Shares are of the time of the run's cores on its first node; throttled and waited of the run's time.
Json load_json(const MachineLoad& load) {
  Json json{{"host", load.host},     {"cores", load.cores}, {"seconds", load.seconds},
            {"stolen", load.stolen}, {"idle", load.idle},   {"disturbed", is_disturbed(load)}};
  put(json, "others", load.others);
  put(json, "other_cores_on_node", load.others_on_node);
  put(json, "throttled", load.throttled);
  put(json, "waited", load.waited);
  put(json, "heat_events", load.heat_events);
  put(json, "load_before", load.load_before);
  put(json, "load_after", load.load_after);
  return json;
}

Json resumption_json(const Resumption& found) {
  Json json = Json::object();
  put_text(json, "file", found.file.name);
  put_text(json, "left_by", found.file.made_by);
  if (!found.line.empty()) json["line"] = found.line;
  if (found.line.empty()) json["seconds"] = {{"here", found.seconds}, {"left_by", found.seconds_before}};
  return json;
}

// What the program printed, and from event lines accuracy alone.
void put_further(Json& json, const std::vector<FurtherFigure>& figures) {
  if (const auto* const accuracy = find_figure(figures, kAccuracy)) put(json, "accuracy", accuracy->value);
  if (const auto* const tflops = find_figure(figures, kTflops)) put(json, "tflops_per_device", tflops->value);
  if (const auto* const mfu = find_figure(figures, kMfu)) put(json, "mfu", mfu->value);
  for (const auto& figure : figures) {
    if (!is_printed(figure)) continue;
    Json printed{{"name", figure.name}, {"matches", figure.matches}};
    put(printed, "value", figure.value);
    put_text(printed, "not_read", figure.missing);
    for (const auto& [epoch, value] : figure.epochs)
      printed["epochs"].push_back({{"epoch", epoch}, {"value", value}});
    json["further_figures"].push_back(std::move(printed));
  }
}

Json run_json(const Measurement& run) {
  Json json = Json::object();
  put_text(json, "run", run.run);
  json["round"] = run.round;
  put_text(json, "attempt", run.attempt);
  put_text(json, "not_measured", run.unmeasured);
  put(json, "value", run.value);
  put(json, "left_out", run.left_out);
  if (run.window) json["window"] = window_json(*run.window);
  if (run.printed) json["printed"] = printed_json(*run.printed);
  if (run.command) json["command"] = {{"launched", run.command->start}, {"finished", run.command->end}};
  put(json, "loop_seconds", run.loop_seconds);
  put_further(json, run.further);
  if (!run.conditions.empty()) json["conditions"] = settings_json(run.conditions);
  if (run.start) {
    put(json, "world_size", run.start->world_size);
    if (!run.start->hosts.empty()) json["hosts"] = run.start->hosts;
    put(json, "parameters", run.start->parameters);
    put(json, "gradient_bytes", run.start->gradient_bytes);
    put(json, "trainer_version", run.start->version);
  }
  put(json, "window_error", run.window_error);
  if (run.load) json["load"] = load_json(*run.load);
  put(json, "ranks_met", run.meeting.happened);
  put(json, "ranks_met_after", run.meeting.not_before);
  if (run.command) put_text(json, "last_line", run.last_line);
  if (run.resumption) json["resumption"] = resumption_json(*run.resumption);
  if (run.is_edited) json["script_edited"] = true;
  for (const auto& gpu : run.gpus) json["gpus"].push_back(gpu_json(gpu));
  for (const auto& unread : run.unread_monitors) json["unread_monitors"].push_back(unread_json(unread));
  if (auto placement = placement_json(run.placement); !placement.empty()) json["placement"] = placement;
  return json;
}

Json difference_json(const Difference& d) {
  return {
      {"key", d.key}, {"baseline", d.baseline}, {"here", d.here}, {"consequence", to_text(d.consequence)}};
}

// "in_report" is the interval at the level of the first of Holm's steps that did not reject.
Json claim_json(const Claim& claim) {
  Json json{{"against", claim.against},
            {"ratio", estimate_json(claim.ratio)},
            {"p", claim.p},
            {"p_holm", claim.p_in_report},
            {"distinguishable", is_significant(claim)}};
  if (const auto& interval = claim.in_report)
    json["in_report"] = {{"low", interval->low}, {"high", interval->high}, {"level", interval->coverage}};
  return json;
}

Json doubling_json(const Doubling& doubling) {
  Json json{{"from", doubling.from}, {"speedup", estimate_json(doubling.speedup)}};
  for (const auto& difference : doubling.differences)
    json["differences"].push_back(difference_json(difference));
  return json;
}

Json finding_json(const Finding& finding) {
  const auto& traits = traits_of(finding.kind);
  Json json{{"kind", traits.word},
            {"consequence", to_text(traits.consequence)},
            {"rungs", finding.rungs},
            {"text", text_of(finding)}};
  if (!finding.rounds.empty()) json["rounds"] = finding.rounds;
  return json;
}

Json point_json(const ScalingTable& table, const ScalingPoint& point) {
  Json json{{"rung", point.rung}, {"baseline", point.is_baseline}};
  if (point.is_shared) json["in_both_ladders"] = true;
  if (point.shape.device) json["device"] = to_text(*point.shape.device);
  json["nodes"] = point.shape.nodes ? Json(*point.shape.nodes) : Json();
  put(json, "ranks", rank_count(point.shape));
  put(json, "typical", point.typical);
  put(json, "speedup", point.speedup);
  put(json, "efficiency", point.efficiency);
  put_text(json, "no_speedup", point.no_speedup);
  if (point.doubling) json["per_doubling"] = doubling_json(*point.doubling);
  if (const auto starred = starred_figures(table, point); !starred.empty()) json["starred"] = starred;
  for (const auto& claim : point.claims) json["claims"].push_back(claim_json(claim));
  for (const auto& difference : point.differences) json["differences"].push_back(difference_json(difference));
  for (const auto& run : point.runs) json["runs"].push_back(run_json(run));
  return json;
}

Json noise_json(const ScalingTable& table) {
  Json rungs = Json::array();
  for (const auto k : table.noise->rungs) rungs.push_back(table.points[k].rung);
  return {{"log_sd", table.noise->sd},
          {"df", table.noise->df},
          {"log_sd_of_a_run", table.noise->sd_run},
          {"df_of_a_run", table.noise->df_run},
          {"rungs", rungs}};
}

Json table_json(const ScalingTable& table) {
  Json json{{"axes", settings_json(table.axes)}};
  if (table.is_one_of_two) json["scaling"] = to_text(table.scaling);
  put_text(json, "no_speedups", table.no_speedups);
  if (table.noise) json["noise"] = noise_json(table);
  json["points"] = Json::array();
  for (const auto& point : table.points) json["points"].push_back(point_json(table, point));
  return json;
}

Json pattern_json(const MetricPattern& pattern) {
  Json json{{"name", pattern.name}, {"regex", pattern.regex}, {"use", to_text(pattern.use)}};
  put(json, "skip", pattern.skip);
  return json;
}

Json further_json(const MetricPattern& metric) {
  return {{"name", metric.name},
          {"regex", metric.regex},
          {"unit", is_share(metric) ? "share" : metric.unit},
          {"use", to_text(metric.use)}};
}

void put_metric(Json& json, const Metric& metric) {
  json["figures_from"] = to_text(metric.source);
  if (metric.pattern) json["metric"] = pattern_json(*metric.pattern);
  json["quantity"] = metric.quantity == Quantity::rate ? "rate" : "time";
  json["unit"] = metric.unit;
}

Json head_json(const ReportHead& head) {
  Json json{{"scalegen_report", kFormat}, {"title", head.title}};
  put_text(json, "name", head.name);
  put_text(json, "cluster", head.cluster);
  put_text(json, "workload", head.workload);
  json["source"] = head.source;
  put_text(json, "bundle_sha256", head.bundle_digest);
  json["imported"] = head.imported;
  json["scaling"] = scalings_json(head.scalings);
  json["baseline"] = {{"rung", head.baseline.rung}, {"reason", head.baseline.reason}};
  json["rounds"] = head.rounds;
  if (head.rounds_are == stats::Rounds::independent) json["independent_rows"] = true;
  if (!head.rounds_before.empty()) json["rounds_before"] = head.rounds_before;
  if (!head.later_rounds.empty()) json["later_rounds"] = head.later_rounds;
  if (head.plan_is_edited) json["plan_edited"] = true;
  if (!head.imported) json["seed"] = head.seed;
  json["axes"] = head.axes;
  json["advise"] = advice_json(head.advise);
  put_metric(json, head.metric);
  for (const auto& metric : head.further) json["further_metrics"].push_back(further_json(metric));
  return json;
}

}  // namespace

std::string render_json(const Report& report) {
  Json json = head_json(report.head);
  json["findings"] = Json::array();
  for (const auto& finding : report.findings) json["findings"].push_back(finding_json(finding));
  json["warnings"] = report.warnings;
  json["notes"] = joined({report.notes, method_of(report)});
  json["tables"] = Json::array();
  for (std::size_t t = 0; t < report.tables.size(); ++t) {
    json["tables"].push_back(table_json(report.tables[t]));
    put_losses(json["tables"].back(), report.tables[t], report.losses[t]);
    if (auto models = prediction_json(report.tables[t], report.head); !models.empty())
      json["tables"].back()["models"] = std::move(models);
    json["tables"].back()["verdict"] = verdict_json(report.tables[t], report.verdicts[t]);
  }
  for (const auto& control : report.controls) json["controls"].push_back(table_json(control));
  if (auto assertions = assertions_json(report); !assertions.is_null())
    json["assertions"] = std::move(assertions);
  if (auto choices = choices_json(report); !choices.empty()) json["choices"] = std::move(choices);
  if (auto slow = slow_nodes_json(report); !slow.empty()) json["slow_nodes"] = std::move(slow);
  if (auto cost = cost_json(report); !cost.is_null()) json["cost"] = std::move(cost);
  if (auto next = next_time_json(report); !next.empty()) json["next_time"] = std::move(next);
  return json_page(json);
}

}  // namespace scalegen::report
