#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/cluster_profiles.hpp"
#include "app/match_existing_run.hpp"
#include "app/open_run_directory.hpp"
#include "app/plan_summary.hpp"
#include "app/sweep_spec.hpp"
#include "cli/confirmations.hpp"
#include "cli/form.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/clock.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/plan_file.hpp"
#include "core/text.hpp"
#include "core/text_table.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/profile/fact_age.hpp"
#include "generator/script/launch_line.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/trial.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;

/// " · MNIST". A program of one's own has data of its own, which only `data:` names; a workload without any
/// known here finds its data on the cluster.
std::string data_text(const PlanHead& head) {
  if (!head.dataset.empty()) return " · " + head.dataset;
  return head.own_program ? "" : " · the cluster's data";
}

std::string rounds_text(const Plan& plan) {
  const auto& head = plan.head;
  const int later = head.rounds - repeats_of(head);
  const auto of_some = later == 0 ? "" : fmt::format(" and {} of some rungs", later);
  return counted(repeats_of(head), "round") + of_some;
}

std::string headline(const Plan& plan, const Profile& profile) {
  const auto& head = plan.head;
  return fmt::format("{}: {} on {}{}{} · {} scaling · {}, order shuffled (seed {})", head.name, head.workload,
                     profile.name, profile.title.empty() ? "" : fmt::format(" ({})", profile.title),
                     data_text(head), to_text(head.scalings), rounds_text(plan), head.seed);
}

Texts row_of(const RunKind& kind, const PlanHead& head, const Texts& derived) {
  const auto& run = *kind.first;
  const auto& r = run.resources;
  Texts row{run.rung.name};
  if (head.scalings.size() > 1) row.push_back(run.ladder ? to_text(*run.ladder) : to_text(head.scalings));
  for (const auto& axis : head.axes) row.push_back(setting_text(run, axis));
  for (const int count : {world_size(run.rung), r.nodes, r.tasks_per_node * r.cpus_per_task, r.gpus_per_node})
    row.push_back(std::to_string(count));
  for (const auto& name : derived) row.push_back(setting_text(run, name));
  row.push_back(setting_text(run, "per_rank_batch"));
  row.push_back(duration_text(r.time_limit));
  row.push_back(std::to_string(kind.runs));
  return row;
}

std::string partition_text(const Resources& r) {
  if (!r.partition.empty()) return r.partition;
  return r.constraint.empty() ? "the site's choice" : "the site's choice, " + r.constraint;
}

// A row for each kind of run; `starts`, if not empty, says when Slurm would start each.
document::Table plan_table(const Plan& plan, const std::vector<RunKind>& kinds, const Texts& starts) {
  const bool has_partitions = traits_of(plan.head.scheduler).has_partitions;
  TextTable table{.header = {"rung"}};
  if (plan.head.scalings.size() > 1) table.header.emplace_back("scaling");
  table.header.insert(table.header.end(), plan.head.axes.begin(), plan.head.axes.end());
  const bool has_replicas = find(plan.runs.front().settings, "data_parallel") != nullptr;
  const auto derived = derived_parameters(plan);
  for (const auto* title : {"ranks", "nodes", "cores/node", "GPUs/node"}) table.header.emplace_back(title);
  table.header.insert(table.header.end(), derived.begin(), derived.end());
  const bool accumulates = find(plan.runs.front().settings, "accumulate") != nullptr;
  const std::string batch = accumulates ? "micro-batch" : "batch";
  for (const auto& title :
       {batch + (has_replicas ? "/replica" : "/rank"), std::string("time limit"), std::string("runs")})
    table.header.emplace_back(title);
  table.right_aligned.assign(table.header.size(), true);
  table.right_aligned[0] = false;
  if (plan.head.scalings.size() > 1) table.right_aligned[1] = false;
  if (has_partitions) table.header.emplace_back("partition");
  if (!starts.empty()) table.header.emplace_back("Slurm would start it");
  table.right_aligned.resize(table.header.size(), false);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    auto row = row_of(kinds[i], plan.head, derived);
    if (has_partitions) row.push_back(partition_text(kinds[i].first->resources));
    if (!starts.empty()) row.push_back(starts[i]);
    table.rows.push_back(std::move(row));
  }
  return document::table_of(table);
}

// A line for each job that several runs share, with its expected start if Slurm was asked.
std::string shared_jobs_text(const Plan& plan, const Texts& starts) {
  std::string text;
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
    const auto& job = plan.jobs[i];
    const auto& r = job.shared->resources;
    text +=
        fmt::format("job {}: {} in turn on {}, for {} at most", job.id, counted(std::ssize(job.runs), "run"),
                    r.nodes == 1 ? "the same node" : fmt::format("the same {} nodes", r.nodes),
                    duration_text(r.time_limit));
    text += starts.empty() ? "\n" : fmt::format("; Slurm would start it {}\n", starts[i]);
  }
  return text;
}

std::string held_text(const Plan& plan) {
  Texts held;
  for (const auto& name : plan.head.held)
    held.push_back(fmt::format("{} {}", name, setting_text(plan.runs.front(), name)));
  return held.empty() ? "" : fmt::format("held constant: {}\n", fmt::join(held, ", "));
}

std::string summary(const Plan& plan) {
  return fmt::format("baseline: {} ({})\n{}; at most {}, if each takes all of its time limit\n",
                     plan.head.baseline, plan.head.baseline_reason, counted(std::ssize(plan.runs), "run"),
                     price_text(plan::price(plan, plan.jobs)));
}

std::string trial_text(const Plan& plan) {
  const auto trials = trials_of(plan);
  if (trials.empty()) return "";
  return fmt::format("trial: {} runs first, {}alone; --no-trial leaves it out\n", trials.front()->id,
                     trials.size() > 1 ? fmt::format("then {}, each ", trials.back()->id) : "");
}

document::Document plan_document(const Plan& plan, const Profile& profile, const Texts& starts,
                                 const std::string& existing) {
  const auto kinds = kinds_of(plan);
  const bool are_shared = shares_nodes(plan);
  document::Document document{.title = headline(plan, profile)};
  document.blocks.emplace_back(plan_table(plan, kinds, are_shared ? Texts() : starts));
  const auto lines = (are_shared ? shared_jobs_text(plan, starts) : "") + held_text(plan) +
                     launch_text(plan.head, kinds) + summary(plan) + trial_text(plan);
  add(document.blocks, {.lines = lines_of(lines)});
  add(document.blocks, {.lines = lines_of(existing)});
  return document;
}

Json price_json(const plan::Price& price) {
  return {{"core_hours", price.core_hours}, {"gpu_hours", price.gpu_hours}, {"units", price.units}};
}

// In pieces: of 100,000 runs the whole is 120 MB.
void put_json(const Plan& plan) {
  Json prices = {{"price_at_most", price_json(plan::price(plan, plan.jobs))}};
  for (const auto& kind : kinds_of(plan))
    prices["launch_lines"][combination_of(*kind.first)] = launch_line(*kind.first, plan.head);
  write_plan_object(plan, prices, put);
  put("\n");
}

std::string start_text(const Result<slurm::ExpectedStart>& start) {
  if (!start) return start.error().front().message;
  return fmt::format("{} in {}, on {}", start->time, start->partition, start->nodes);
}

/// Describes what `sweep` makes of the run directory that is there; empty if there is none.
Result<std::string> existing_text(const SweepSpec& spec, const PlanCommand& command) {
  TRY_ASSIGN(const auto directory, run_directory_for(command.directory, spec));
  TRY_ASSIGN(const auto exists, is_there(directory.plan_file()));
  if (!exists) return "";
  TRY_ASSIGN(const auto opened, open_run_directory(directory.root.string()));
  TRY_ASSIGN(const auto records, outcomes(opened.plan, directory, {.now = SystemClock().now()}));
  auto text = fmt::format("run directory '{}' is there: {}, {} completed\n", directory.root.string(),
                          counted(std::ssize(records), "run"), std::ranges::count_if(records, has_completed));
  auto source = command.source;
  source.held = opened.plan.head.launch.held;
  const auto matched = compare_with_existing_run(directory, spec, source);
  if (!matched)
    return text + fmt::format("'sweep' refuses it:\n{}", fmt::join(lines_of(render(matched.error())), "\n"));
  if (matched->news.empty()) return text + "'sweep' continues it";
  text += "'sweep' continues it, with changes:";
  for (const auto& line : matched->news) text += "\n  " + line;
  return text;
}

void warn_of_old_pages(const Profile& profile, Diagnostics& warnings) {
  const auto date = old_date(profile, today());
  if (date.empty()) return;
  warnings.push_back(
      {.severity = Severity::warning,
       .message = fmt::format("the profile '{}' is from pages that are over a year old, the newest of {}",
                              profile.name, date),
       .hint = fmt::format("compare it with the site's pages of today: scalegen clusters show {}",
                           profile.name)});
}

}  // namespace

Result<ExitCode> run_verb(const PlanCommand& command) {
  TRY_ASSIGN(const auto spec, read_spec(command.source));
  if (command.test_only && !traits_of(spec.profile.scheduler).keeps_jobs)
    return failure(fmt::format("--test-only asks Slurm, and '{}' has none", spec.profile.name),
                   "leave it out, or name a --cluster");
  TRY_ASSIGN(auto planned, plan_spec(spec, command.source));
  warn_of_old_pages(spec.profile, planned.warnings);
  print_notices(spec, planned);
  const auto& plan = planned.plan;
  std::vector<Result<slurm::ExpectedStart>> starts;
  if (command.test_only) {
    TRY_ASSIGN(starts, expected_starts(spec, planned.plan, representative_jobs(plan, kinds_of(plan))));
  }
  Texts start_texts;
  for (const auto& start : starts) start_texts.push_back(start_text(start));
  std::string existing;
  if (!is_plan_file(command.source.file) && command.format != kJson) {
    TRY_ASSIGN(existing, existing_text(spec, command));
  }
  if (command.format == kJson)
    put_json(plan);
  else
    put(text_in(command.format, plan_document(plan, spec.profile, start_texts, existing), {}));
  const bool all_accepted = std::ranges::all_of(starts, [](const auto& s) { return bool(s); });
  return all_accepted ? kDone : kRunFailed;
}

}  // namespace scalegen
