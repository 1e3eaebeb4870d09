#include "generator/plan/plan_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/gone.hpp"
#include "core/sbatch_option.hpp"
#include "core/text.hpp"
#include "generator/plan/baseline.hpp"
#include "generator/plan/checks.hpp"
#include "generator/plan/commands.hpp"
#include "generator/plan/cpu_program.hpp"
#include "generator/plan/dataset.hpp"
#include "generator/plan/findings.hpp"
#include "generator/plan/launch_context.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/plan/partitions.hpp"
#include "generator/plan/price.hpp"
#include "generator/plan/program_checks.hpp"
#include "generator/plan/resources.hpp"
#include "generator/plan/rounds.hpp"
#include "generator/plan/run_environment.hpp"
#include "generator/plan/setup_scan.hpp"
#include "generator/plan/shared_allocation.hpp"
#include "generator/plan/shared_nodes.hpp"
#include "generator/plan/sibling_paths.hpp"
#include "generator/plan/site_limits.hpp"
#include "generator/plan/slurm_variables.hpp"
#include "generator/plan/workload.hpp"

namespace scalegen::plan {
namespace {

constexpr std::size_t kMaxRuns = 100'000;

std::optional<Workload> find_workload(const SweepFile& sweep, Findings& findings) {
  if (sweep.program) return own_workload(*sweep.program, sweep, findings);
  const auto& name = sweep.workload;
  if (!name.location.file) return std::nullopt;
  std::vector<std::string> known;
  for (const auto& workload : built_in_workloads()) {
    if (workload.name == name.value) return workload;
    known.push_back(workload.name);
  }
  if (auto was_there = said_of_gone("workload: " + name.value); !was_there.empty())
    findings.add_error(error_at(name.location, std::move(was_there)));
  else
    findings.add_error(error_at(name.location, fmt::format("unknown workload '{}'", name.value),
                                did_you_mean(name.value, known)));
  return std::nullopt;
}

/// Checks what can be checked of `data:` without the cluster's disks.
void check_data_on_cluster(const Located<std::string>& data, const std::string& workload,
                           Findings& findings) {
  const auto& words = dataset_words();
  if (std::ranges::find(words, data.value) != words.end()) return;
  const bool is_path = data.value.find('/') != std::string::npos;
  if (is_path && sets_that_fit(workload).empty()) return findings.add_error(fits_no_set(data, workload));
  if (data.value.starts_with('/') || data.value.starts_with("~/")) return;
  findings.add_error(is_path
                         ? error_at(data.location, fmt::format("the path '{}' is not absolute", data.value),
                                    "write where it is on the cluster: /folder or ~/folder")
                         : error_at(data.location, fmt::format("unknown data '{}'", data.value),
                                    did_you_mean(data.value, words)));
}

/// The site's limit, or the recipe's if that is longer and its own steps run.
Located<std::chrono::seconds> choose_time_limit(const SweepFile& sweep, const Profile& profile,
                                                const PlanOptions& options) {
  if (options.time_limit) return {*options.time_limit, {}};
  const auto is_given = [&](std::string_view name) { return find_values(sweep, name) != nullptr; };
  const auto* const recipe = recipe::find(recipe::kRecipes, &recipe::Recipe::name, sweep.workload.value);
  const bool has_own_steps = recipe != nullptr && std::ranges::none_of(recipe::kLengths, is_given);
  const std::chrono::seconds own = std::chrono::minutes(has_own_steps ? recipe->minutes : 0);
  return sweep.time_limit.value_or(Located<std::chrono::seconds>{std::max(profile.time_limit, own), {}});
}

/// The steps of plan_sweep, in the order in which they depend on each other.
class Planner {
 public:
  Planner(const SweepFile& sweep, const Profile& profile, const Machine& machine, const PlanOptions& options)
      : sweep_(sweep),
        profile_(profile),
        machine_(machine),
        options_(options),
        findings_(options.script.findings) {
    findings_.errors.insert(findings_.errors.begin(), sweep.mistakes.begin(), sweep.mistakes.end());
  }

  Result<PlannedSweep> plan() {
    const auto workload = find_workload(sweep_, findings_);
    choose_site();
    choose_launcher();
    if (!sweep_.program) choose_data();
    if (!sweep_.program) choose_program();
    choose_ladder();
    fill_head();
    if (workload) choose_runs(*workload);
    if (has_errors()) return tl::make_unexpected(all_findings());
    planned_.warnings = std::move(findings_.warnings);
    return std::move(planned_);
  }

 private:
  /// Warnings of the file too: what is repaired together is read together.
  Diagnostics all_findings() {
    auto all = std::move(findings_.errors);
    for (const auto& finding : findings_.warnings)
      if (finding.severity == Severity::warning && finding.cited) all.push_back(finding);
    return all;
  }

  void choose_site() {
    auto& launch = planned_.plan.head.launch;
    launch =
        make_launch(sweep_, profile_, machine_, options_.overrides, options_.fallbacks, findings_.errors);
    check_quotes(sweep_.setup, findings_);
    warn_of_replaced_path(sweep_.setup, findings_);
    if (profile_.needs_account && launch.account.empty())
      findings_.add_warning({.message = fmt::format("'{}' requires an account for each job", profile_.name),
                             .hint = "add 'account:' to the sweep file, or --account"});
  }

  void choose_launcher() {
    if (auto error = launcher_refusal(sweep_, profile_)) findings_.add_error(std::move(*error));
  }

  void choose_data() {
    data_ = sweep_.data.value;
    if (!options_.dataset) {
      check_data_on_cluster(sweep_.data, sweep_.workload.value, findings_);
    } else if (const auto& found = *options_.dataset; found) {
      planned_.plan.head.dataset = found->name;
      data_ = found->argument;
    } else {
      for (const auto& error : found.error()) findings_.add_error(error);
    }
    if (data_.find('/') == std::string::npos) return;
    planned_.plan.head.launch.data_folder = data_;
    planned_.plan.head.launch.data_sets = sets_that_fit(sweep_.workload.value);
  }

  void choose_program() {
    program_ = options_.program.empty() ? profile_.program : options_.program;
    if (program_.empty())
      findings_.add_error(
          {.message = fmt::format("profile '{}' does not say where scalegen-train is", profile_.name),
           .hint = "add 'program:' under 'software:'"});
    planned_.plan.head.launch.program = program_;
  }

  void choose_ladder() {
    partition_ = asked("partition", options_.overrides.partition, sweep_.partition,
                       options_.fallbacks.partition, findings_.errors);
    rungs_ = resolve_ladder(sweep_, profile_, machine_, partition_, time_limit_.value, findings_);
    if (options_.one_allocation && partition_.value.empty()) merge_into_largest_partition(rungs_);
    compare_kinds(rungs_, findings_);
    const auto on_cores = std::ranges::find(rungs_, DeviceKind::cpu, &Rung::device);
    if (on_cores != rungs_.end()) warn_of_cuda_on_cores(options_.script, on_cores->name, findings_);
    if (traits_of(profile_.scheduler).takes_directives) check_own_gpus(sweep_, profile_, rungs_, findings_);
    check_architecture(sweep_, profile_, options_.program, rungs_, findings_.errors);
    check_several_nodes(sweep_, profile_, rungs_, findings_);
    check_exclusive(sweep_, profile_, findings_);
    warn_of_unknown_nodes(rungs_, profile_, planned_.plan.head.launch.sbatch_options, findings_);
    const bool in_file = options_.overrides.qos.empty() && sweep_.qos;
    check_qos(profile_, {planned_.plan.head.launch.qos, in_file ? sweep_.qos->location : SourceLocation{}},
              rungs_, time_limit_, findings_);
  }

  void fill_head() {
    auto& head = planned_.plan.head;
    head.name = sweep_.name.value;
    head.cluster = profile_.name;
    head.scheduler = profile_.scheduler;
    head.workload = sweep_.workload.value;
    head.scalings = sweep_.scalings.value;
    head.rounds = sweep_.repeats;
    head.seed = sweep_.seed;
    for (const auto& axis : sweep_.axes)
      for (const auto& parameter : axis) head.axes.push_back(parameter.name.value);
    head.start = choose_start(sweep_, profile_.launcher, findings_);
    head.metrics = sweep_.metrics;
    head.further = sweep_.further;
    head.advise = sweep_.advise.value;
    for (const auto& given : sweep_.assertions) head.assertions.push_back(given.value);
  }

  void choose_runs(const Workload& workload) {
    auto& plan = planned_.plan;
    const auto before = findings_.errors.size();
    auto grid = expand_grid(sweep_, workload, rungs_, kMaxRuns, findings_);
    if (sweep_.program)
      check_accumulation(sweep_, grid, findings_);
    else
      check_settings(grid, workload, options_.computes_on_cpu, findings_);
    auto& combinations = grid.combinations;
    const auto used = rungs_in_use(combinations, rungs_);
    check_limits(used, grid, machine_, time_limit_, findings_);
    const bool have_size = findings_.errors.size() == before;  // otherwise memory and bill say nothing
    choose_baseline(sweep_, rungs_, sweep_.baseline ? used : rungs_of_all_ladders(combinations, rungs_),
                    plan.head, findings_);
    check_assertions(sweep_, combinations, findings_);
    set_slurm_variables(sweep_, options_.script.slurm, combinations, plan.head, findings_);
    const RunDefaults defaults{time_limit_.value,
                               sweep_.memory,
                               asks_for_whole_nodes(plan.head.launch.sbatch_options),
                               adds_exclusive(sweep_, profile_),
                               traits_of(profile_.scheduler).starts_tasks && has_task_a_rank(sweep_),
                               sweep_.gpu_type.value_or(Located<std::string>{}).value,
                               partition_.value};
    plan.head.launch.has_task_a_node = sweep_.tasks && sweep_.tasks->value == TaskOf::node;
    if (plan.head.launch.container && !sweep_.image)
      set_torchrun_options(profile_.container.torchrun_options, defaults, combinations);
    const auto sound = findings_.errors.size();
    set_commands(workload, combinations);
    set_run_environment(sweep_, options_.workdir, plan.head.launch, combinations, findings_);
    if (findings_.errors.size() == sound) check_what_runs(grid, defaults);
    plan.head.launch.takes_rank_from_slurm = options_.script.takes_rank_from_slurm;
    if (has_own_folders(sweep_)) warn_of_sibling_paths(sweep_, options_.is_sibling, findings_);
    if (!has_errors()) warn_of_missing_baseline(sweep_, combinations, plan.head, findings_);
    plan.head.held = held_settings(combinations, plan.head.axes);
    if (have_size) check_requests(combinations, defaults);
    warn_of_threads(combinations, plan.head.launch.sbatch_options, findings_);
    if (has_errors()) return;
    add_runs(std::move(combinations), defaults, plan);
    place_preparation(plan);
    if (options_.one_allocation)
      share_allocations(plan, {&profile_, plan.head.launch.qos, rungs_, time_limit_.location}, findings_);
    warn_of_shared_nodes(plan, profile_, findings_);
    settle_budget(plan);
  }

  void check_what_runs(const ParameterGrid& grid, const RunDefaults& defaults) {
    auto& head = planned_.plan.head;
    if (sweep_.program) check_commands(sweep_, grid.combinations, head.scheduler, findings_);
    if (sweep_.program) head.batch_is_stated = note_stated_batch(sweep_, grid.parameters, findings_);
    if (!has_errors()) check_axes(sweep_, grid.combinations, head.start, defaults, findings_);
  }

  void place_preparation(Plan& plan) {
    auto& prepare = plan.head.launch.prepare;
    prepare.in_job = sweep_.prepare.in_job && traits_of(profile_.scheduler).takes_directives;
    if (!prepare.in_job) return;
    const auto limit = sweep_.prepare.time_limit.value_or(time_limit_);
    prepare.time_limit = limit.value;
    const auto& name = run_that_prepares(plan.runs).rung.name;
    const auto rung = std::ranges::find_if(rungs_, [&](const auto& r) { return r.name == name; });
    if (!allows_time(*rung->partition, limit.value))
      findings_.add_error(
          error_at(limit.location,
                   fmt::format("the job that prepares asks for more time than partition '{}' has",
                               rung->partition->name),
                   "shorten 'time_limit' in 'prepare'"));
  }

  void check_requests(const std::vector<Combination>& combinations, const RunDefaults& defaults) {
    const auto& head = planned_.plan.head;
    for (const auto& combination : combinations) check_memory(combination, head.start, defaults, findings_);
    for (const auto& combination : combinations)
      check_unit_limits(profile_, head.launch.qos, combination, head.start, defaults, findings_);
  }

  void settle_budget(Plan& plan) {
    auto& budget = plan.head.advise.budget;
    if (!budget) return;
    if (auto settled = settle_unit(*budget, price_units(plan)); !settled)
      for (auto& error : settled.error()) {
        error.cited = cite(sweep_.advise.location);
        findings_.add_warning(std::move(error));
      }
  }

  void set_commands(const Workload& workload, std::vector<Combination>& combinations) {
    auto& head = planned_.plan.head;
    if (sweep_.program) {
      head.workload = workload.name;
      head.own_program = true;
      head.dataset = sweep_.data.location.file ? sweep_.data.value : "";
      set_own_commands(sweep_, options_.is_sibling, head, combinations, findings_);
    } else {
      set_train_commands({program_, data_, head.start == Start::each_node}, sweep_, workload, head,
                         combinations, findings_);
    }
    if (auto error = once_refusal(sweep_, head)) findings_.add_error(std::move(*error));
  }

  [[nodiscard]] bool has_errors() const { return !findings_.errors.empty(); }

  const SweepFile& sweep_;
  const Profile& profile_;
  const Machine& machine_;
  const PlanOptions& options_;
  Findings findings_;
  Located<std::chrono::seconds> time_limit_ = choose_time_limit(sweep_, profile_, options_);
  Located<std::string> partition_;
  std::string program_;
  std::string data_;  // for scalegen-train --data
  std::vector<ResolvedRung> rungs_;
  PlannedSweep planned_;
};

}  // namespace

Result<PlannedSweep> plan_sweep(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                                const PlanOptions& options) {
  return Planner(sweep, profile, machine, options).plan();
}

}  // namespace scalegen::plan
