#include "generator/plan/plan_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "generator/plan/baseline.hpp"
#include "generator/plan/commands.hpp"
#include "generator/plan/launch_context.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/plan/partitions.hpp"
#include "generator/plan/resources.hpp"
#include "generator/plan/rounds.hpp"
#include "generator/plan/shared_allocation.hpp"
#include "generator/plan/site_limits.hpp"
#include "generator/plan/workload.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kMostRuns = 100'000;

std::optional<Workload> find_workload(const SweepFile& sweep, Diagnostics& errors) {
  if (sweep.program) return own_workload(*sweep.program, sweep, errors);
  const auto& name = sweep.workload;
  if (!name.location.file) return std::nullopt;
  std::vector<std::string> known;
  for (const auto& workload : built_in_workloads()) {
    if (workload.name == name.value) return workload;
    known.push_back(workload.name);
  }
  errors.push_back(error_at(name.location, fmt::format("unknown workload '{}'", name.value),
                            did_you_mean(name.value, known)));
  return std::nullopt;
}

/// For a machine elsewhere `data:` cannot be looked at, but it can be read.
void check_data_elsewhere(const Located<std::string>& data, Diagnostics& errors) {
  const auto& words = dataset_words();
  if (std::find(words.begin(), words.end(), data.value) != words.end()) return;
  if (data.value.starts_with('/') || data.value.starts_with("~/")) return;
  const bool is_path = data.value.find('/') != std::string::npos;
  errors.push_back(is_path ? error_at(data.location, fmt::format("the path '{}' is not absolute", data.value),
                                      "write where it is on the cluster: /folder or ~/folder")
                           : error_at(data.location, fmt::format("unknown data '{}'", data.value),
                                      did_you_mean(data.value, words)));
}

/// The work of plan_sweep, in the order in which its parts depend on each other.
class Planner {
 public:
  Planner(const SweepFile& sweep, const Profile& profile, const Machine& machine, const PlanOptions& options)
      : sweep_(sweep), profile_(profile), machine_(machine), options_(options), errors_(sweep.mistakes) {}

  Result<PlannedSweep> plan() {
    const auto workload = find_workload(sweep_, errors_);
    choose_site();
    choose_launcher();
    if (!sweep_.program) choose_data();
    if (!sweep_.program) choose_program();
    choose_ladder();
    fill_head();
    if (workload) choose_runs(*workload);
    if (!errors_.empty()) return tl::make_unexpected(std::move(errors_));
    return std::move(planned_);
  }

 private:
  void choose_site() {
    auto& launch = planned_.plan.head.launch;
    launch = make_launch(sweep_, profile_, machine_, options_.overrides, options_.fallbacks, errors_);
    launch.workdir = choose_workdir(sweep_, options_.workdir, errors_);
    if (profile_.needs_account && launch.account.empty())
      planned_.warnings.push_back(
          {.severity = Severity::warning,
           .message = fmt::format("'{}' wants an account for each job", profile_.name),
           .hint = "add 'account:' to the sweep file, or --account"});
  }

  void choose_launcher() {
    if (auto error = launcher_refusal(sweep_, profile_)) errors_.push_back(std::move(*error));
  }

  void choose_data() {
    data_ = sweep_.data.value;
    if (!options_.dataset) {
      check_data_elsewhere(sweep_.data, errors_);
    } else if (const auto& found = *options_.dataset; found) {
      planned_.plan.head.dataset = found->name;
      data_ = found->argument;
    } else {
      errors_.insert(errors_.end(), found.error().begin(), found.error().end());
    }
    if (data_.find('/') != std::string::npos) planned_.plan.head.launch.data_folder = data_;
  }

  void choose_program() {
    program_ = options_.program.empty() ? profile_.program : options_.program;
    if (program_.empty())
      errors_.push_back(
          {.message = fmt::format("profile '{}' does not say where scalegen-train is", profile_.name),
           .hint = "add 'program:' under 'software:'"});
    planned_.plan.head.launch.program = program_;
  }

  void choose_ladder() {
    const auto partition = asked("partition", options_.overrides.partition, sweep_.partition,
                                 options_.fallbacks.partition, errors_);
    steps_ = make_ladder(sweep_, profile_, machine_, partition, time_limit_.value, errors_);
    if (options_.one_allocation && partition.value.empty()) bring_together(steps_);
    check_architecture(sweep_, profile_, options_.program, steps_, errors_);
    const bool in_file = options_.overrides.qos.empty() && sweep_.qos;
    check_qos(profile_, {planned_.plan.head.launch.qos, in_file ? sweep_.qos->location : SourceLocation{}},
              steps_, time_limit_, errors_);
  }

  void fill_head() {
    auto& head = planned_.plan.head;
    head.name = sweep_.name.value;
    head.cluster = profile_.name;
    head.scheduler = profile_.scheduler == SchedulerKind::slurm ? "slurm" : "local";
    head.workload = sweep_.workload.value;
    head.scaling = sweep_.scaling;
    head.rounds = sweep_.repeats;
    head.seed = sweep_.seed;
    for (const auto& axis : sweep_.axes)
      for (const auto& parameter : axis) head.axes.push_back(parameter.name.value);
    head.start = choose_start(sweep_, profile_.launcher, errors_);
    head.metrics = sweep_.metrics;
  }

  void choose_runs(const Workload& workload) {
    auto& plan = planned_.plan;
    auto combinations = choose_combinations(sweep_, workload, steps_, kMostRuns, errors_, planned_.warnings);
    const auto steps = steps_of(combinations, steps_);
    check_limits(steps, cores_of(combinations), machine_, time_limit_, errors_);
    choose_baseline(sweep_, steps_, steps, plan.head, errors_);
    give_commands(workload, combinations);
    if (!errors_.empty()) return;
    warn_of_missing_baseline(sweep_, combinations, plan.head, planned_.warnings);
    plan.head.held = held_settings(combinations, plan.head.axes);
    const RunFrame frame{time_limit_.value, sweep_.memory_mib};
    check_memory(combinations, frame);
    for (const auto& combination : combinations)
      check_bill(profile_, planned_.plan.head.launch.qos, combination, plan.head.start, frame, errors_);
    if (!errors_.empty()) return;
    add_runs(std::move(combinations), frame, plan);
    if (options_.one_allocation)
      share_allocations(plan, {&profile_, planned_.plan.head.launch.qos, steps_, time_limit_.location},
                        errors_);
  }

  void check_memory(const std::vector<Combination>& combinations, const RunFrame& frame) {
    for (const auto& combination : combinations)
      if (const auto* const partition = combination.step->partition; partition != nullptr)
        scalegen::check_memory(*partition, resources_of(combination, planned_.plan.head.start, frame),
                               combination.step->rung.name, frame.memory_mib, errors_);
  }

  void give_commands(const Workload& workload, std::vector<Combination>& combinations) {
    auto& head = planned_.plan.head;
    if (sweep_.program) {
      head.workload = workload.name;
      head.own_program = true;
      head.dataset = sweep_.data.location.file ? sweep_.data.value : "";
      give_own_commands(sweep_, combinations, errors_, planned_.warnings);
    } else {
      give_train_commands({program_, data_, head.start == Start::each_node}, workload, head, combinations);
    }
  }

  const SweepFile& sweep_;
  const Profile& profile_;
  const Machine& machine_;
  const PlanOptions& options_;
  Diagnostics errors_;
  Located<std::chrono::seconds> time_limit_ =
      sweep_.time_limit.value_or(Located<std::chrono::seconds>{profile_.time_limit, {}});
  std::string program_;
  std::string data_;  // for scalegen-train --data
  std::vector<Step> steps_;
  PlannedSweep planned_;
};

}  // namespace

Result<PlannedSweep> plan_sweep(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                                const PlanOptions& options) {
  return Planner(sweep, profile, machine, options).plan();
}

}  // namespace scalegen
