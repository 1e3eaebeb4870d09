#include "app/sweep_spec.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <initializer_list>
#include <map>

#include "app/open_run_directory.hpp"
#include "app/train_build.hpp"
#include "app/user_settings.hpp"
#include "core/files.hpp"
#include "core/plan.hpp"
#include "core/plan_file.hpp"
#include "core/run_directory.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/embedded.hpp"
#include "generator/plan/dataset.hpp"
#include "generator/profile/profile_reader.hpp"
#include "generator/sweep_file/sweep_reader.hpp"

namespace scalegen {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExamplePrefix = "example:";

const EmbeddedFile* example_named(const std::string& name) {
  for (const auto& example : embedded_examples())
    if (example.name == name || example.name == name + ".yaml") return &example;
  return nullptr;
}

std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const auto& example : embedded_examples()) names.emplace_back(example.name);
  return names;
}

/// $SCALEGEN_DATA as the runs will have it.
std::string data_variable(const SweepFile& sweep) {
  for (const auto& [name, value] : sweep.env)
    if (name.value == "SCALEGEN_DATA") return value.value;
  return environment("SCALEGEN_DATA");
}

// Folders that may hold data sets: beside the sweep, $SCALEGEN_DATA, Debian's.
std::vector<fs::path> data_roots(const fs::path& sweep_folder, const SweepFile& sweep) {
  std::vector<fs::path> roots{sweep_folder / "data"};
  if (const auto given = data_variable(sweep); !given.empty()) roots.emplace_back(given);
  roots.emplace_back("/usr/share/datasets");
  return roots;
}

// Program and data are looked up only if this machine runs the sweep; on a cluster the scripts check them.
Result<plan::PlanOptions> options_for(const SweepSource& source, const SweepFile& sweep,
                                      const Profile& profile) {
  TRY_ASSIGN(auto fallbacks, user_defaults(profile.name));
  TRY_ASSIGN(const auto time_limit, requested_time_limit(source));
  SlurmChoices overrides{source.account, source.partition, source.qos, source.reservation};
  if (source.held)
    overrides = with_fallbacks(std::move(overrides),
                               {environment("SLURM_JOB_ACCOUNT"), environment("SLURM_JOB_PARTITION"),
                                environment("SLURM_JOB_QOS"), environment("SLURM_JOB_RESERVATION")});
  plan::PlanOptions options{.program = source.train,
                            .overrides = std::move(overrides),
                            .fallbacks = std::move(fallbacks),
                            .one_allocation = source.one_allocation && !source.held,
                            .time_limit = time_limit};
  TRY_ASSIGN(const auto file, absolute_path(source.file));
  options.workdir = source.folder.empty() ? file.parent_path().string() : source.folder;
  options.script = plan::scan_script(sweep, profile, {options.workdir, home_folder(), environment("PATH")});
  options.is_sibling = [folder = fs::path(options.workdir)](const std::string& path) {
    std::error_code error;
    return fs::exists(folder / path, error);
  };
  if (!traits_of(profile.scheduler).runs_here || sweep.program) return options;
  TRY_ASSIGN(options.program, train_program(source.train));
  options.computes_on_cpu = [program = options.program, known = std::map<std::string, bool>()](
                                const std::string& precision) mutable {  // a process each time it asks
    const auto [answer, is_new] = known.try_emplace(precision);
    if (is_new) answer->second = computes_on_cpu(program, precision);
    return answer->second;
  };
  options.dataset = plan::find_dataset(sweep.data, sweep.workload.value, data_roots(options.workdir, sweep));
  return options;
}

Result<Machine> machine_for(const Profile& profile, const std::string& program) {
  if (!traits_of(profile.scheduler).runs_here) return Machine{};
  auto machine = detect_machine();
  const auto train = program.empty() ? train_program("").value_or("") : program;
  if (train.empty()) return machine;  // without scalegen-train nothing here can count GPUs
  TRY_ASSIGN(machine.gpus, usable_gpus(train));
  return machine;
}

/// All mistakes at once, whichever file they are in.
Diagnostics joined(std::initializer_list<Diagnostics> lists) {
  Diagnostics all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

template <class T>
Diagnostics errors_of(const Result<T>& result) {
  return result ? Diagnostics{} : result.error();
}

}  // namespace

Result<std::optional<std::chrono::seconds>> requested_time_limit(const SweepSource& source) {
  if (source.time_limit.empty()) return std::nullopt;
  TRY_ASSIGN(const auto time, read_time("--time", source.time_limit));
  return time;
}

Result<SweepText> read_sweep_text(const std::string& file) {
  if (file.starts_with(kExamplePrefix)) {
    const auto name = file.substr(kExamplePrefix.size());
    if (const auto* example = example_named(name))
      return SweepText{std::string(example->name), std::string(example->text), true};
    return failure(fmt::format("there is no example '{}'", name), did_you_mean(name, example_names()));
  }
  std::error_code error;
  if (!fs::exists(file, error))
    if (const auto* example = example_named(file); example != nullptr)
      return SweepText{file, std::string(example->text), true};
  TRY_ASSIGN(auto text, read_file(file));
  return SweepText{file, std::move(text), false};
}

Result<SweepSpec> read_spec(const SweepSource& source) {
  TRY_ASSIGN(auto text, read_sweep_text(source.file));
  auto file = read_sweep(text.name, text.text);
  auto profile = find_profile(source.cluster, owner());
  auto templates = user_templates(source.templates);
  if (!file || !profile || !templates)
    return tl::make_unexpected(
        joined({file ? file->mistakes : file.error(), errors_of(profile), errors_of(templates)}));
  TRY_ASSIGN(auto built, built_program(*profile));
  if (!built.empty()) profile->program = std::move(built);
  return SweepSpec{std::move(text), std::move(*file), std::move(*profile), std::move(*templates)};
}

Result<plan::PlannedSweep> plan_spec(const SweepSpec& spec, const SweepSource& source) {
  const auto options = options_for(source, spec.file, spec.profile);
  if (!options) return tl::make_unexpected(joined({options.error(), spec.file.mistakes}));
  TRY_ASSIGN(const auto machine, machine_for(spec.profile, options->program));
  auto sweep = spec.file;
  if (sweep.program) sweep.program->script_starts_ranks = options->script.starts_ranks;
  TRY_ASSIGN(auto planned, plan::plan_sweep(sweep, spec.profile, machine, *options));
  planned.plan.head.launch.held = source.held;
  return planned;
}

Diagnostics foreign_workdir(const SweepSpec& spec, const Plan& plan, const std::string& root) {
  const auto& workdir = spec.file.workdir;
  const bool is_of_there = workdir && (workdir->value.starts_with('/') || workdir->value.starts_with('~'));
  std::error_code none;
  if (root.empty() || !spec.file.program || is_of_there || fs::exists(fs::path(root).parent_path(), none))
    return {};
  auto warning = error_at(
      workdir ? workdir->location : spec.file.program->location,
      fmt::format("the program runs in '{}', a folder of this machine, and '{}' seems to be on another",
                  plan.head.launch.workdir, root),
      "add 'workdir:' with the program's folder there");
  warning.severity = Severity::warning;
  return {std::move(warning)};
}

bool is_plan_file(const std::string& file) { return file.ends_with(".jsonl"); }

Result<RerunRequest> read_rerun_request(const SweepSource& source) {
  TRY_ASSIGN(const auto text, read_file(source.file));
  TRY_ASSIGN(auto plan, read_plan(source.file, text));
  TRY(check_not_edited(source.file, plan));
  TRY_ASSIGN(const auto folder, working_folder());
  RerunRequest rerun{.source = source, .plan = std::move(plan)};
  rerun.plan.head.sweep_sum.clear();
  rerun.plan.head.ignored.clear();
  const RunDirectory directory{fs::path(source.file).parent_path()};
  rerun.source.file = directory.sweep_file().string();
  rerun.source.folder = folder.string();
  rerun.source.one_allocation = shares_nodes(rerun.plan);
  if (source.cluster == SweepSource().cluster) rerun.source.cluster = rerun.plan.head.cluster;
  return rerun;
}

Result<plan::PlannedSweep> rerun_plan(plan::PlannedSweep planned, const Plan& plan,
                                      const SweepSource& source) {
  const auto& today = planned.plan.head;
  if (today.cluster != plan.head.cluster)
    return failure(fmt::format("the plan is for the cluster '{}', but '{}' was asked for", plan.head.cluster,
                               today.cluster),
                   fmt::format("add --cluster {}, or the path of that profile", plan.head.cluster));
  if (today.dataset != plan.head.dataset)
    return failure(fmt::format("the plan is for the data '{}', but '{}' was found here", plan.head.dataset,
                               today.dataset),
                   "put the plan's data back in place, or sweep the sweep file itself");
  if (!source.time_limit.empty())
    return failure("the runs of a plan have their time limits, and --time sets none",
                   "leave it out, or sweep the sweep file itself");
  auto launch = plan.head.launch;
  launch.held = today.launch.held;
  if (!source.account.empty()) launch.account = today.launch.account;
  if (!source.qos.empty()) launch.qos = today.launch.qos;
  if (!source.reservation.empty()) launch.reservation = today.launch.reservation;
  planned.plan = plan;
  planned.plan.head.launch = std::move(launch);
  return planned;
}

bool has_same_runs(Plan one, Plan other) {
  for (auto* const plan : {&one, &other}) {
    auto& launch = plan->head.launch;
    launch.root.clear();
    launch.made_by.clear();
    launch.account.clear();
    launch.qos.clear();
    launch.reservation.clear();
  }
  return one == other;
}

}  // namespace scalegen
