#include "generator/plan/plan_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/did_you_mean.hpp"
#include "generator/plan/combinations.hpp"
#include "generator/plan/limits.hpp"
#include "generator/plan/rounds.hpp"
#include "generator/read/job_extras.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kMostRuns = 100'000;

/// What was asked for: on the command line, else in the file, else in the user's settings.
Placed<std::string> asked(const std::string& override, const std::optional<Placed<std::string>>& in_file,
                          const std::string& fallback) {
  if (!override.empty()) return {override, {}};
  return in_file ? *in_file : Placed<std::string>{fallback, {}};
}

const Workload* find_workload(const SweepFile& sweep, Diagnostics& errors) {
  const auto& name = sweep.workload;
  if (!name.mark.file) return nullptr;
  std::vector<std::string> known;
  for (const auto& workload : built_in_workloads()) {
    if (workload.name == name.value) return &workload;
    known.push_back(workload.name);
  }
  errors.push_back(
      error_at(name.mark, fmt::format("unknown workload '{}'", name.value), did_you_mean(name.value, known)));
  return nullptr;
}

/// The smallest rung on GPUs, else the smallest.
const Step& smallest(const std::vector<Step>& steps) {
  const auto size = [](const Step& s) {
    return std::tuple(s.rung.device == DeviceKind::cpu, world_size(s.rung), s.rung.nodes);
  };
  return *std::min_element(steps.begin(), steps.end(),
                           [&](const Step& a, const Step& b) { return size(a) < size(b); });
}

void choose_baseline(const SweepFile& sweep, const std::vector<Step>& steps, PlanHead& head,
                     Diagnostics& errors) {
  if (steps.empty()) return;
  const auto& standard = smallest(steps);
  head.baseline = standard.rung.name;
  head.baseline_reason =
      standard.rung.device == DeviceKind::gpu ? "the smallest GPU rung" : "the smallest rung";
  if (!sweep.baseline) return;
  std::vector<std::string> names;
  for (const auto& step : steps) names.push_back(step.rung.name);
  head.baseline = sweep.baseline->value;
  head.baseline_reason = "the sweep file says so";
  if (std::find(names.begin(), names.end(), head.baseline) == names.end())
    errors.push_back(error_at(sweep.baseline->mark,
                              fmt::format("the baseline '{}' is no rung of this sweep", head.baseline),
                              did_you_mean(head.baseline, names)));
}

void check_data(const SweepFile& sweep, const PlanOptions& options, Diagnostics& errors) {
  const auto& data = sweep.data;
  const auto& words = dataset_words();
  if (options.dataset || std::find(words.begin(), words.end(), data.value) != words.end()) return;
  if (data.value.starts_with('/') || data.value.starts_with("~/")) return;
  const bool is_path = data.value.find('/') != std::string::npos;
  errors.push_back(is_path ? error_at(data.mark, fmt::format("the path '{}' is not absolute", data.value),
                                      "write where it is on the cluster: /folder or ~/folder")
                           : error_at(data.mark, fmt::format("unknown data '{}'", data.value),
                                      did_you_mean(data.value, words)));
}

/// Values of the command line and of the environment: those of the file were checked where they were read.
void check_words(const Placed<std::string>& value, std::string_view option, Diagnostics& errors) {
  if (value.mark.file || value.value.empty() || fits_directive(value.value)) return;
  errors.push_back(error_at({}, fmt::format("a line '#SBATCH --{}' cannot hold '{}'", option, value.value)));
}

std::vector<std::string> command_of(const Workload& workload, const Combination& combination,
                                    const std::string& program, const std::string& data,
                                    const PlanHead& head) {
  const bool on_gpu = combination.step->rung.device == DeviceKind::gpu;
  // Each rank takes its share of a global batch; with weak scaling the ranks' own batch is what was chosen.
  const auto* const left_out = head.scaling == Scaling::weak ? "global_batch" : "per_rank_batch";
  std::vector<std::string> command = {program, "--model", workload.name, "--data", data};
  for (const auto& parameter : workload.parameters) {
    const auto* const value = find(combination.settings, parameter.name);
    if (value == nullptr || parameter.name == left_out) continue;
    command.push_back(parameter.flag);
    command.push_back(to_text(*value));
  }
  command.insert(command.end(),
                 {"--device", on_gpu ? "cuda" : "cpu", "--seed", fmt::format("{}", head.seed)});
  return command;
}

Resources resources_of(const Combination& combination, std::chrono::seconds time_limit) {
  const auto& step = *combination.step;
  return {
      .nodes = step.rung.nodes,
      .tasks_per_node = step.rung.ranks_per_node,
      .cpus_per_task = static_cast<int>(std::get<std::int64_t>(*find(combination.settings, "cpus_per_task"))),
      .gpus_per_node = step.rung.device == DeviceKind::gpu ? step.rung.ranks_per_node : 0,
      .time_limit = time_limit,
      .partition = step.partition == nullptr ? "" : step.partition->name};
}

Rate rate_of(const Resources& r) {
  return {static_cast<double>(r.nodes) * r.tasks_per_node * r.cpus_per_task,
          static_cast<double>(r.nodes) * r.gpus_per_node};
}

/// Each round runs every combination once, in an order of its own, so that drift does not look like scaling.
void add_rounds(const std::vector<Run>& templates, Plan& plan) {
  plan.runs.reserve(templates.size() * static_cast<std::size_t>(plan.head.rounds));
  for (int round = 1; round <= plan.head.rounds; ++round)
    for (const auto index : shuffled_order(templates.size(), plan.head.seed, round)) {
      Run run = templates[index];
      run.id += fmt::format("-r{}", round);
      run.round = round;
      plan.jobs.push_back({run.id, {run.id}});
      plan.runs.push_back(std::move(run));
    }
}

template <class T>
std::vector<T> joined(std::vector<T> first, const std::vector<T>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// The work of plan_sweep, in the order in which its parts depend on each other.
class Planner {
 public:
  Planner(const SweepFile& sweep, const Profile& profile, const Machine& machine, const PlanOptions& options)
      : sweep_(sweep), profile_(profile), machine_(machine), options_(options), errors_(sweep.mistakes) {}

  Result<PlannedSweep> plan() {
    const auto* const workload = find_workload(sweep_, errors_);
    const auto partition =
        asked(options_.overrides.partition, sweep_.partition, options_.fallbacks.partition);
    const auto steps = make_ladder(sweep_, profile_, machine_, partition, errors_);
    const auto time_limit = sweep_.time_limit.value_or(Placed<std::chrono::seconds>{profile_.time_limit, {}});
    fill_head(steps);
    fill_scripts();
    check_words(partition, "partition", errors_);
    check_data(sweep_, options_, errors_);
    check_program();
    if (workload != nullptr) {
      const auto choices = choose(sweep_, *workload, errors_);
      check_limits(steps, choices, machine_, time_limit, errors_);
      check_batches(steps, choices, sweep_.scaling, errors_);
      check_count(steps, choices);
      if (errors_.empty()) add_runs(*workload, combine(steps, choices), time_limit.value);
    }
    if (!errors_.empty()) return tl::make_unexpected(std::move(errors_));
    return std::move(planned_);
  }

 private:
  void fill_head(const std::vector<Step>& steps) {
    auto& head = planned_.plan.head;
    head.name = sweep_.name.value;
    head.cluster = profile_.name;
    head.scheduler = profile_.scheduler == SchedulerKind::slurm ? "slurm" : "local";
    head.workload = sweep_.workload.value;
    head.dataset = options_.dataset ? options_.dataset->name : "";
    head.scaling = sweep_.scaling;
    head.rounds = sweep_.repeats;
    head.seed = sweep_.seed;
    for (const auto& axis : sweep_.axes) head.axes.push_back(axis.name.value);
    choose_baseline(sweep_, steps, head, errors_);
  }

  void fill_scripts() {
    const auto account = asked(options_.overrides.account, sweep_.account, options_.fallbacks.account);
    const auto qos = asked(options_.overrides.qos, sweep_.qos, options_.fallbacks.qos);
    check_words(account, "account", errors_);
    check_words(qos, "qos", errors_);
    if (profile_.needs_account && account.value.empty())
      planned_.warnings.push_back(
          {.severity = Severity::warning,
           .message = fmt::format("'{}' wants an account for each job", profile_.name),
           .hint = "add 'account:' to the sweep file, or --account"});
    const auto data = data_argument();
    planned_.scripts = {.account = account.value,
                        .qos = qos.value,
                        .gpu_request = profile_.gpu_request,
                        .modules = profile_.modules,
                        .extras = {joined(profile_.extras.setup, sweep_.extras.setup),
                                   joined(profile_.extras.env, sweep_.extras.env),
                                   joined(profile_.extras.sbatch_options, sweep_.extras.sbatch_options)},
                        .cores = machine_.cores,
                        .data_folder = data.find('/') == std::string::npos ? "" : data};
  }

  void check_program() {
    if (program().empty())
      errors_.push_back(
          {.message = fmt::format("profile '{}' does not say where scalegen-train is", profile_.name),
           .hint = "add 'program:' under 'software:'"});
  }

  void check_count(const std::vector<Step>& steps, const std::vector<Choice>& choices) {
    if (!count_combinations(steps, choices, kMostRuns / static_cast<std::size_t>(sweep_.repeats)))
      errors_.push_back({.message = fmt::format("this sweep has more than {} runs", kMostRuns),
                         .hint = "take values off an axis, or repeats"});
  }

  void add_runs(const Workload& workload, const std::vector<Combination>& combinations,
                std::chrono::seconds time_limit) {
    auto& plan = planned_.plan;
    plan.head.held = held_settings(combinations, plan.head.axes);
    std::vector<Run> templates;
    for (const auto& combination : combinations) {
      Run run{.id = combination.id,
              .rung = combination.step->rung,
              .settings = combination.settings,
              .resources = resources_of(combination, time_limit),
              .command = command_of(workload, combination, program(), data_argument(), plan.head)};
      run.rate = rate_of(run.resources);
      templates.push_back(std::move(run));
    }
    add_rounds(templates, plan);
  }

  [[nodiscard]] const std::string& program() const {
    return options_.program.empty() ? profile_.program : options_.program;
  }

  [[nodiscard]] const std::string& data_argument() const {
    return options_.dataset ? options_.dataset->argument : sweep_.data.value;
  }

  const SweepFile& sweep_;
  const Profile& profile_;
  const Machine& machine_;
  const PlanOptions& options_;
  Diagnostics errors_;
  PlannedSweep planned_;
};

}  // namespace

Result<PlannedSweep> plan_sweep(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                                const PlanOptions& options) {
  return Planner(sweep, profile, machine, options).plan();
}

}  // namespace scalegen
