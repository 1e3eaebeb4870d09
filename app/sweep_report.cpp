#include "app/sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "analysis/report/sections.hpp"
#include "analysis/verdict/hourly_price.hpp"
#include "app/bundle.hpp"
#include "app/open_run_directory.hpp"
#include "app/program_commit.hpp"
#include "core/clock.hpp"
#include "core/files.hpp"
#include "core/metric_unit.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "generator/plan/derived_parameters.hpp"
#include "generator/sweep_file/metrics_reader.hpp"
#include "runner/journal.hpp"
#include "runner/outcome_of_attempt.hpp"

namespace scalegen {
namespace {

std::vector<std::string> rungs_of(const Plan& plan) {
  std::vector<std::string> rungs;
  for (const auto& run : plan.runs)
    if (std::ranges::find(rungs, run.rung.name) == rungs.end()) rungs.push_back(run.rung.name);
  return rungs;
}

Result<void> set_baseline(Plan& plan, const std::string& rung) {
  const auto rungs = rungs_of(plan);
  if (std::ranges::find(rungs, rung) == rungs.end())
    return failure(fmt::format("the baseline '{}' is no rung of this sweep", rung),
                   did_you_mean(rung, rungs));
  plan.head.baseline = rung;
  plan.head.baseline_reason = "as asked for";
  return {};
}

// As check_accumulation refuses it in a sweep file: taken for the other kind of step, figures would be wrong
// by the factor of `accumulate`.
Result<void> check_steps(const Plan& plan, const MetricPattern& metric) {
  const auto unit = parse_unit(metric.unit);
  if (!leaves_steps_open(unit) || plan.runs.empty()) return {};
  const auto micro_steps = [](const Run& run) {
    const auto* const value = find(*run.settings, plan::kAccumulate);
    return value == nullptr ? std::string() : to_text(*value);
  };
  const auto& first = plan.runs.front();
  for (const auto& run : plan.runs)
    if (micro_steps(run) != micro_steps(first))
      return failure(
          fmt::format("'accumulate' is {} in {} and {} in {}, and the unit '{}' of --metrics does not say "
                      "which steps it counts",
                      micro_steps(first), first.id, micro_steps(run), run.id, metric.unit),
          hint_for_open_steps(unit));
  return {};
}

Result<void> set_metrics(Plan& plan, const std::vector<std::string>& options) {
  auto& head = plan.head;
  if (!head.own_program)
    return failure(fmt::format("the workload '{}' measures itself", head.workload),
                   "leave out --metrics: it is for a program of your own");
  head.metrics.clear();
  for (const auto& option : options) {
    TRY_ASSIGN(auto metric, read_metric_option(option));
    TRY(check_steps(plan, metric));
    head.metrics.push_back(std::move(metric));
  }
  return {};
}

// `units` lists those that a budget may have; a plan of many runs is asked for them only if there is one.
template <class Units>
Result<void> set_advice(Advice& advice, const Units& units, const ReportOptions& options) {
  if (options.advise.empty()) return {};
  TRY_ASSIGN(advice, read_advice_options(options.advise));
  if (advice.budget) TRY(settle_unit(*advice.budget, units()));
  return {};
}

std::vector<std::string> hours_of_a_table() {
  return {std::string(kGpuHours), std::string(kCoreHours), std::string(kNodeHours),
          std::string(verdict::kRankHours)};
}

// Event lines come before what a program prints: the patterns would have no effect, and nobody would know.
Result<void> check_metrics_are_read(const report::Report& report) {
  if (report.head.metric.source == MetricSource::printed) return {};
  return failure("the program writes step lines, and these count before what it prints",
                 "leave out --metrics");
}

Result<SweepReport> report_of_directory(const std::string& path, const ReportOptions& options) {
  TRY_ASSIGN(auto opened, open_run_directory(path));
  auto& [directory, plan] = opened;
  TRY_ASSIGN(const auto records, outcomes(plan, directory, {.now = SystemClock().now()}));
  if (!options.baseline.empty()) TRY(set_baseline(plan, options.baseline));
  if (!options.metrics.empty()) TRY(set_metrics(plan, options.metrics));
  const auto units = [&plan = plan] { return price_units(plan); };
  TRY(set_advice(plan.head.advise, units, options));
  TRY_ASSIGN(auto report, report_of_runs(plan, records, directory));
  if (!options.metrics.empty()) TRY(check_metrics_are_read(report));
  TRY_ASSIGN(const auto journal, read_journal(directory.journal()));
  if (journal) report.head.directory_id = journal->sweep_id;
  report.head.commit = program_commit(report);
  return SweepReport{std::move(report), std::ranges::any_of(records, [](const RunRecord& record) {
                       return has_failed(record) && !was_cancelled(record);
                     })};
}

// The report names the bundle as its source: the folder is gone when somebody reads it.
Result<SweepReport> report_of_bundle(const std::string& path, const ReportOptions& options) {
  TRY_ASSIGN(const auto bundle, open_bundle(path));
  TRY_ASSIGN(auto sweep, report_of_directory(bundle.directory.root.string(), options));
  sweep.report.head.source = path;
  sweep.report.head.bundle_digest = bundle.digest;
  sweep.unpacked = bundle.folder;
  return sweep;
}

bool is_yaml(const std::string& path) { return path.ends_with(".yaml") || path.ends_with(".yml"); }

// A target that is no folder has to be a table.
Result<void> check_may_be_table(const std::string& path) {
  TRY(absolute_path(path));  // an error if the working folder is gone
  TRY_ASSIGN(const auto exists, is_there(path));
  if (!exists && !is_yaml(path))
    return failure(fmt::format("there is no '{}'", path), similar_run_directory(path));
  if (is_yaml(path))
    return failure(fmt::format("'{}' is a sweep file, which has no figures", path),
                   "name its run directory: <name>-<cluster>, or as 'scalegen list' shows it");
  return {};
}

// As many programs do, - stands for standard input.
Result<SweepReport> report_of_file(const std::string& path, const ReportOptions& options) {
  if (!options.metrics.empty())
    return failure("--metrics is for a run directory: a table says its figures itself",
                   "leave out --metrics");
  Advice advise = default_advice();
  TRY(set_advice(advise, hours_of_a_table, options));
  const bool is_standard_input = path == "-";
  if (!is_standard_input) TRY(check_may_be_table(path));
  TRY_ASSIGN(const auto text, read_file(is_standard_input ? "/dev/stdin" : path));
  TRY_ASSIGN(auto report, report_of_table(is_standard_input ? "standard input" : path, text,
                                          {options.baseline, options.scaling, advise, options.reading}));
  return SweepReport{std::move(report)};
}

}  // namespace

bool has_failed(const SweepReport& sweep) {
  return sweep.a_run_failed || report::an_assertion_fails(sweep.report);
}

Result<SweepReport> report_on(const std::string& target, const ReportOptions& options) {
  if (target == "-") return report_of_file(target, options);
  const bool is_bundle = is_bundle_name(target);
  TRY_ASSIGN(const auto is_directory, target.empty() ? Result<bool>(true) : is_folder(target));
  if (!is_directory && !is_bundle) return report_of_file(target, options);
  if (options.scaling)
    return failure("--scaling is for a table: a sweep says in its file how it scales", "leave out --scaling");
  if (options.reading != ReadingOptions{})
    return failure("--figure, --sizes and --where are for a table", "leave them out");
  return is_directory ? report_of_directory(target, options) : report_of_bundle(target, options);
}

}  // namespace scalegen
