#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/sweep_spec.hpp"
#include "cli/notices.hpp"
#include "cli/plan_table.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/json.hpp"
#include "core/plan.hpp"
#include "core/plan_file.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/plan/price.hpp"

namespace scalegen {
namespace {

std::string headline(const PlanHead& head, const Profile& profile) {
  const auto data = head.dataset.empty() ? "data as the cluster has it" : head.dataset;
  return fmt::format("{}: {} on {} ({}) · {} · {} scaling · {}, order shuffled (seed {})\n", head.name,
                     head.workload, profile.name, profile.title, data, to_text(head.scaling),
                     counted(head.rounds, "round"), head.seed);
}

std::string held_text(const Plan& plan) {
  std::vector<std::string> held;
  for (const auto& name : plan.head.held)
    held.push_back(fmt::format("{} {}", name, setting_text(plan.runs.front(), name)));
  return fmt::format("held constant: {}\n", fmt::join(held, ", "));
}

/// What is asked of Slurm: each job that runs share, else one run of each kind, which is a job.
std::vector<Job> jobs_to_ask_about(const Plan& plan, const std::vector<RunKind>& kinds) {
  if (shares_nodes(plan)) return plan.jobs;
  std::vector<Job> jobs;
  for (const auto& kind : kinds) jobs.push_back({.id = kind.first->id, .runs = {kind.first->id}});
  return jobs;
}

/// A line for each job that runs share; where Slurm was asked, with its answer.
std::string shared_jobs_text(const Plan& plan, const std::vector<std::string>& starts) {
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

std::string summary(const Plan& plan) {
  return fmt::format("baseline: {} ({})\n{}; at most {}, if each takes all of its time limit\n",
                     plan.head.baseline, plan.head.baseline_reason, counted(std::ssize(plan.runs), "run"),
                     price_text(price(plan, plan.jobs)));
}

std::string json_of(const Plan& plan) {
  auto json = to_json(plan);
  const auto cost = price(plan, plan.jobs);
  json["price_at_most"] = {
      {"core_hours", cost.core_hours}, {"gpu_hours", cost.gpu_hours}, {"units", cost.units}};
  return json.dump(2) + "\n";
}

std::string start_text(const Result<ExpectedStart>& start) {
  if (!start) return start.error().front().message;
  return fmt::format("{} in {}, on {}", start->time, start->partition, start->nodes);
}

}  // namespace

Result<ExitCode> run_verb(const PlanCommand& command) {
  TRY_ASSIGN(const auto spec, read_spec(command.source));
  if (command.test_only && spec.profile.scheduler == SchedulerKind::local)
    return failure(fmt::format("--test-only asks Slurm, and '{}' has none", spec.profile.name),
                   "leave it out, or name a --cluster");
  TRY_ASSIGN(const auto planned, plan_spec(spec, command.source));
  notice(spec, planned);
  const auto& plan = planned.plan;
  if (command.json) {
    put(json_of(plan));
    return kDone;
  }
  const auto kinds = kinds_of(plan);
  std::vector<std::string> starts;
  bool refused = false;
  if (command.test_only) {
    TRY_ASSIGN(const auto answers, expected_starts(spec, planned, jobs_to_ask_about(plan, kinds)));
    for (const auto& answer : answers) {
      starts.push_back(start_text(answer));
      refused = refused || !answer;
    }
  }
  const bool shared = shares_nodes(plan);
  put(headline(plan.head, spec.profile) + "\n" +
      plan_table(plan, kinds, shared ? std::vector<std::string>() : starts) + "\n" +
      (shared ? shared_jobs_text(plan, starts) : "") + held_text(plan) + summary(plan));
  return refused ? kRunFailed : kDone;
}

}  // namespace scalegen
