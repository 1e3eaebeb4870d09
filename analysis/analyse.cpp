#include "analysis/analyse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/finders/finders.hpp"
#include "analysis/measurement/model_flops.hpp"
#include "analysis/report/notes.hpp"
#include "analysis/report/sections.hpp"
#include "analysis/scaling/distinct_values.hpp"
#include "analysis/scaling/ladder.hpp"
#include "analysis/scaling/shared_folder.hpp"
#include "core/plan.hpp"
#include "core/secrets.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

std::vector<verdict::JudgedAssertion> judged_assertions(const report::Report& report) {
  std::vector<verdict::JudgedAssertion> all;
  for (std::size_t t = 0; t < report.tables.size(); ++t) {
    const auto& table = report.tables[t];
    for (auto& one : verdict::judge_assertions(report.head.assertions, table, t, report.head.metric))
      all.push_back(std::move(one));
  }
  return all;
}

report::Report with_texts(report::Report report) {
  report.controls = losses::take_controls(report.tables);
  remove_intervals_without_width(report.tables);
  report.findings = finders::find_all(report.tables, report.head);
  adjust_claims(report.tables);
  for (const auto& table : report.tables)
    report.verdicts.push_back(
        verdict::verdict_on(table, {.rule = report.head.advise, .metric = report.head.metric}));
  report.choices = verdict::choices_in(report.tables, report.head.metric, report.head.rounds_are);
  report.assertions = judged_assertions(report);
  for (const auto& table : report.tables)
    report.losses.push_back(losses::waterfall_of(table, losses::control_of(report.controls, table)));
  report.slow_nodes = losses::slow_nodes_of(report.tables, report.head.metric.quantity);
  report.head.title = report::title_of(report);
  report.warnings = report::warnings_of(report);
  report.notes = report::notes_of(report);
  return report;
}

report::ReportHead head_of(const Plan& plan, const RunDirectory& directory) {
  const auto& head = plan.head;
  return {.name = head.name,
          .cluster = head.cluster,
          .workload = head.workload,
          .own_program = head.own_program,
          .start = head.start,
          .dataset = head.dataset,
          .source = directory.root.string(),
          .directory = directory.root.string(),
          .plan_is_edited = plan.is_edited,
          .ignored = head.ignored,
          .scalings = head.scalings,
          .baseline = {head.baseline, head.baseline_reason},
          .rounds = repeats_of(head),
          .rounds_before = head.rounds_before,
          .later_rounds = head.later_rounds,
          .seed = head.seed,
          .axes = head.axes,
          .further = head.further,
          .advise = head.advise,
          .assertions = head.assertions,
          .is_scheduled = traits_of(head.scheduler).allocates,
          .shares_nodes = shares_nodes(plan)};
}

// The source while no run is measured: assumes that the program does what the sweep file says.
MetricSource expected_source(const PlanHead& head) {
  return head.metrics.empty() ? MetricSource::event_lines : MetricSource::printed;
}

int most_runs_of_a_rung(const std::vector<Ladder>& ladders) {
  std::ptrdiff_t most = 0;
  for (const auto& ladder : ladders)
    for (const auto& rung : ladder.rungs) most = std::max(most, std::ssize(rung.runs));
  return static_cast<int>(most);
}

bool has_rung(const Ladder& ladder, const std::string& name) {
  return std::ranges::any_of(ladder.rungs, [&](const auto& r) { return r.name == name; });
}

// Nothing compares with a rung of a table that has no figure.
Ladder with_measured_rungs(Ladder ladder) {
  const auto measured = [](const LadderRung& rung) { return !values_of(rung.runs).empty(); };
  if (std::ranges::any_of(ladder.rungs, measured))
    std::erase_if(ladder.rungs, [&](const LadderRung& rung) { return !measured(rung); });
  return ladder;
}

// The rung asked for in each table that has it, else the smallest.
Result<std::vector<Baseline>> chosen_baseline(const std::vector<Ladder>& ladders, const std::string& asked) {
  std::vector<std::string> names;
  for (const auto& ladder : ladders)
    for (const auto& rung : ladder.rungs) names.push_back(rung.name);
  if (!asked.empty() && std::ranges::find(names, asked) == names.end())
    return failure(fmt::format("the baseline '{}' is not a rung of this table", asked),
                   did_you_mean(asked, names));
  std::vector<Baseline> chosen;
  for (const auto& ladder : ladders)
    chosen.push_back(has_rung(ladder, asked) ? Baseline{asked, "as asked for"}
                                             : default_baseline(with_measured_rungs(ladder)));
  return chosen;
}

Result<void> check_scaling_of_table(Scaling scaling, const Metric& metric,
                                    const std::vector<Ladder>& ladders) {
  if (metric.quantity == Quantity::time && scaling == Scaling::throughput)
    return failure("a time is no throughput: rungs that do different work compare by a rate",
                   "give a table with a rate, such as images_per_s, or leave out --scaling");
  if (scaling != Scaling::weak || !is_time_of_run(metric)) return {};
  for (const auto& ladder : ladders) TRY(check_work_of_weak_scaling(ladder));
  return {};
}

std::vector<MetricPattern> computed_metrics(const report::Report& report) {
  std::vector<MetricPattern> metrics{{.name = std::string(kTflops)},
                                     {.name = std::string(kMfu), .unit = "share"}};
  std::erase_if(metrics, [&](const auto& metric) {
    bool is_known = false;
    for_each_point(report.tables, [&](const auto&, const auto& point) {
      for (const auto& run : point.runs) is_known = is_known || find_figure(run.further, metric.name);
    });
    return !is_known;
  });
  return metrics;
}

// A person holds one allocation at a time, and a sweep may go on in another.
bool is_of_one_job(const report::Report& report) {
  std::set<std::string> jobs;
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs)
      if (run.value) jobs.insert(run.job);
  });
  return jobs.size() == 1;
}

}  // namespace

MeasuredLadders measured_ladders(const Plan& plan, const std::vector<RunRecord>& records,
                                 std::vector<Measurement> runs) {
  MeasuredLadders measured{.ladders = ladders_of(plan, records, std::move(runs))};
  auto& ladders = measured.ladders;
  for (const auto& of_folder : runs_by_folder(ladders)) {
    find_resumptions(of_folder);
    find_changed_programs(of_folder);
  }
  select_common_use(ladders, plan.head);
  fold_ranks(ladders, plan.head);
  leave_out_disturbed(ladders);
  measured.metric = metric_of(plan, select_common_source(ladders).value_or(expected_source(plan.head)));
  measured.metric.is_of_a_part = are_of_a_part(ladders, measured.metric);
  measured.baseline = {plan.head.baseline, plan.head.baseline_reason};
  if (measured.baseline.rung.empty()) measured.baseline = default_baseline(ladders.front());
  share_rungs(ladders);
  return measured;
}

Result<report::Report> report_of_runs(const Plan& plan, const std::vector<RunRecord>& records,
                                      const RunDirectory& directory) {
  if (records.empty())
    return failure(fmt::format("'{}' holds no runs", directory.root.string()), "name the folder of a sweep");
  report::Report report{.head = head_of(plan, directory)};
  auto measured = measured_ladders(plan, records, measure_all(records, plan.head, directory));
  const auto secrets = secrets_of(plan);  // a program may print them, or fail with them
  report.head.workload = without_secrets(std::move(report.head.workload), secrets);
  for (auto& ladder : measured.ladders)
    for (auto& rung : ladder.rungs)
      for (auto& run : rung.runs) {
        for (auto* text : {&rung.command, &run.unmeasured, &run.last_line})
          *text = without_secrets(std::move(*text), secrets);
        for (auto& [name, value] : run.conditions)
          if (auto* text = std::get_if<std::string>(&value)) *text = without_secrets(*text, secrets);
      }
  report.head.metric = measured.metric;
  report.head.batch_is_stated =
      plan.head.batch_is_stated && measured.metric.source != MetricSource::event_lines;
  report.head.baseline = measured.baseline;
  for (const auto& ladder : measured.ladders) {
    report.tables.push_back(scale(ladder, report.head.metric, report.head.baseline.rung));
    report.tables.back().is_one_of_two = plan.head.scalings.size() > 1;
  }
  report.head.computed = computed_metrics(report);
  report.head.shares_nodes = report.head.shares_nodes || (plan.head.launch.held && is_of_one_job(report));
  return with_texts(std::move(report));
}

bool all_are_measured(const report::Report& report) {
  bool all = true;
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) all = all && (run.value || run.left_out);
  });
  for (const auto& control : report.controls)
    for (const auto& point : control.points)
      for (const auto& run : point.runs) all = all && (run.value || run.left_out);
  return all;
}

Result<report::Report> report_of_table(const std::string& file, std::string_view text,
                                       const TableOptions& options) {
  TRY_ASSIGN(const auto table, read_table(file, text, options.reading));
  const Metric metric{.source = MetricSource::table, .quantity = table.quantity, .unit = table.unit};
  auto ladders = ladders_of(table);
  const bool is_weak_by_batches =
      !options.scaling && std::ranges::all_of(ladders, [&](const auto& l) { return looks_weak(l, metric); });
  const auto scaling = is_weak_by_batches ? Scaling::weak : options.scaling.value_or(Scaling::strong);
  TRY(check_scaling_of_table(scaling, metric, ladders));
  TRY_ASSIGN(const auto chosen, chosen_baseline(ladders, options.baseline));
  report::Report report{.head = {.source = file,
                                 .imported = true,
                                 .columns_not_read = table.not_read,
                                 .open_columns = table.open,
                                 .reading = table.remarks,
                                 .doubts = table.doubts,
                                 .scalings = {scaling},
                                 .scaling_is_assumed = !options.scaling && !is_weak_by_batches,
                                 .baseline = chosen.front(),
                                 .rounds = most_runs_of_a_rung(ladders),
                                 .rounds_are = ladders.front().rounds,
                                 .metric = metric,
                                 .advise = options.advise}};
  for (const auto& axis : table.rows.front().axes) report.head.axes.push_back(axis.name);
  for (std::size_t i = 0; i < ladders.size(); ++i) {
    ladders[i].scaling = scaling;
    report.tables.push_back(scale(ladders[i], metric, chosen[i].rung));
  }
  return with_texts(std::move(report));
}

}  // namespace scalegen
