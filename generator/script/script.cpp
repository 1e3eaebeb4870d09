#include "generator/script/script.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/bash_command.hpp"
#include "core/directives.hpp"
#include "core/regex.hpp"
#include "core/run_directory.hpp"
#include "core/shell_quote.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/embedded.hpp"
#include "generator/plan/price.hpp"
#include "generator/script/launch_line.hpp"
#include "generator/script/script_values.hpp"

namespace scalegen {

namespace {

/// "2 nodes, 2 ranks each; a rank has 1 GPU and 6 cores"
std::string shape(const Run& run, bool here) {
  const auto ranks = counted(run.rung.ranks_per_node, "rank");
  const auto where = here ? "this machine, " + ranks
                          : fmt::format("{}, {}{}", counted(run.rung.nodes, "node"), ranks,
                                        run.rung.nodes > 1 ? " each" : "");
  return fmt::format("{}; a rank has {}{}", where, run.resources.gpus_per_node > 0 ? "1 GPU and " : "",
                     counted(threads_of_a_rank(run), "core"));
}

/// The arguments of sg_watch_gpus in lib/job.bash behind the command: nvidia-smi takes milliseconds and one
/// list of fields, rocm-smi seconds and an option for each.
std::string monitor_arguments(const Monitor& monitor) {
  const auto ms = monitor.interval.count();
  if (monitor.kind == Monitor::Kind::rocm_smi)
    return fmt::format("{:g} --show{}", static_cast<double>(ms) / 1000, fmt::join(monitor.fields, " --show"));
  return fmt::format("{} {}", ms, fmt::join(monitor.fields, ","));
}

TemplateValues common_values(const PlanHead& head, std::string library) {
  const auto& launch = head.launch;
  const bool sets_each_rank = head.start == Start::each_rank;  // the command of torchrun does it itself
  TemplateValues values;
  values.texts = {
      {"made_by", comment(launch.made_by)},
      {"root", launch.root},
      {"library", std::move(library)},
      {"program", home_word(launch.program)},
      {"data_folder", home_word(launch.data_folder)},
      {"data_sets", shell_command(launch.data_sets)},
      {"sweep_folder", launch.sweep_folder},
      {"prepares_with", launch.prepare.in_job && !launch.held ? "sbatch" : "bash"},
      {"cpu_bind", shell_quote(launch.cpu_bind)},
      {"as_slurm_words", sets_each_rank ? with_variables(launch.as_slurm) : ""},
      {"monitor_command", launch.monitor.kind == Monitor::Kind::rocm_smi ? "rocm_smi" : "nvidia_smi"},
      {"monitor_arguments", monitor_arguments(launch.monitor)}};
  values.conditions = {{"built_in", !launch.program.empty()},
                       {"prepares", !launch.prepare.lines.empty()},
                       {"data", !launch.data_folder.empty()},
                       {"sweep_folder", !launch.sweep_folder.empty()},
                       {"here", traits_of(head.scheduler).runs_here},
                       {"held", launch.held},
                       {"as_slurm", sets_each_rank && !launch.as_slurm.empty()},
                       {"each_rank", head.start == Start::each_rank},
                       {"once", head.start == Start::once},
                       {"standalone", launch.standalone}};
  return values;
}

}  // namespace

Result<void> check_root(const Launch& launch) {
  if (!launch.root.starts_with('/') || has_control_characters(launch.root))
    return failure(fmt::format("scripts need an absolute path without control characters, not '{}'",
                               comment(launch.root)));
  if (!launch.container || is_by_srun(launch.container) ||
      launch.root.find_first_of(":,") == std::string::npos)
    return {};
  return failure(
      fmt::format("'{}' cannot be bound into a container, which reads ':' and ',' as marks", launch.root),
      "choose another folder: -o FOLDER");
}

ScriptWriter::ScriptWriter(Template body, Template shared, Template preparation, TemplateValues common,
                           PlanHead head)
    : template_(std::move(body)),
      shared_template_(std::move(shared)),
      preparation_template_(std::move(preparation)),
      common_(std::move(common)),
      head_(std::move(head)) {}

Result<ScriptWriter> ScriptWriter::make(const PlanHead& head, const std::vector<OwnTemplate>& own_templates) {
  return make(head, own_templates, to_text(head.scheduler) + ".sbatch");
}

Result<ScriptWriter> ScriptWriter::make_plain(const PlanHead& head,
                                              const std::vector<OwnTemplate>& own_templates) {
  return make(head, own_templates, "plain.sbatch");
}

Result<ScriptWriter> ScriptWriter::make(const PlanHead& head, const std::vector<OwnTemplate>& own_templates,
                                        const std::string& name_of_body) {
  TRY(check_root(head.launch));
  static const auto names = tag_names(embedded_templates());
  const auto parse = [&](const std::string& name) {
    return Template::parse(templates_with(own_templates), name, names);
  };
  auto body = parse(name_of_body);
  if (!body) return tl::make_unexpected(with_own_paths(std::move(body.error()), own_templates));
  auto shared = traits_of(head.scheduler).allocates ? parse("allocation.sbatch") : Template();
  if (!shared) return tl::make_unexpected(with_own_paths(std::move(shared.error()), own_templates));
  auto preparation = parse("prepare.sbatch");
  if (!preparation) return tl::make_unexpected(with_own_paths(std::move(preparation.error()), own_templates));
  TRY_ASSIGN(auto library, job_library(own_templates));
  return ScriptWriter(std::move(*body), std::move(*shared), std::move(*preparation),
                      common_values(head, std::move(library)), head);
}

Result<std::vector<std::string>> ScriptWriter::directives_of(const Job& job, const Resources& r) const {
  const auto folder = RunDirectory{head_.launch.root}.job_folder(job.id).string();
  return directives(r, head_.launch, fmt::format("{}-{}", head_.name, job.id),
                    output_pattern(folder, "slurm-%j.out"));
}

Result<std::string> ScriptWriter::render_preparation(const std::vector<Run>& runs) const {
  const auto& launch = head_.launch;
  const auto& smallest = plan::run_that_prepares(runs);
  TemplateValues values;
  values.texts = {{"title", comment(fmt::format("{}: what runs once, before all runs", head_.name))},
                  {"workdir", home_word(launch.workdir.empty() ? launch.sweep_folder : launch.workdir)}};
  std::vector<std::string> lines;
  if (launch.prepare.in_job) {
    auto resources = smallest.resources;
    resources.time_limit = launch.prepare.time_limit;
    TRY_ASSIGN(lines, directives_of({.id = kPreparation}, resources));
  }
  const auto setup = site_setup(smallest, launch);
  values.lists = {{"directives", items("line", lines)},
                  {"env", exports(environment_of(smallest, setup, launch))},
                  {"own_setup_lines", items("line", launch.prepare.lines)}};
  add_setup(values, setup);
  return preparation_template_.render(values, common_);
}

Result<std::string> ScriptWriter::render_job(const Job& job, const std::vector<const Run*>& runs) const {
  return job.shared ? render_shared(job, runs) : render(job, *runs.front());
}

Result<std::string> ScriptWriter::render_shared(const Job& job, const std::vector<const Run*>& runs) const {
  TRY_ASSIGN(const auto lines, directives_of(job, job.shared->resources));
  TemplateValues values;
  values.texts = {{"title", comment(fmt::format("{}, job {}: {} in turn on {}", head_.name, job.id,
                                                counted(std::ssize(runs), "run"),
                                                counted(job.shared->resources.nodes, "node")))},
                  {"folder", RunDirectory{}.job_folder(job.id).string()}};
  std::vector<TemplateValues> in_turn;
  for (const auto* run : runs) in_turn.push_back({.texts = {{"run", run->id}}});
  values.lists = {{"directives", items("line", lines)}, {"runs", std::move(in_turn)}};
  return shared_template_.render(values, common_);
}

TemplateValues ScriptWriter::values_of(const Run& run) const {
  const auto& r = run.resources;
  const auto& launch = head_.launch;
  TemplateValues values;
  const auto add = [&](const char* name, std::string text) {
    values.texts.emplace_back(name, std::move(text));
  };
  add("run", run.id);
  add("workdir", run.own.workdir.empty() ? home_word(launch.workdir) : run.own.workdir);
  add("nodes", fmt::format("{}", r.nodes));
  add("ranks", fmt::format("{}", world_size(run.rung)));
  add("tasks", fmt::format("{}", r.nodes * r.tasks_per_node));
  add("tasks_per_node", fmt::format("{}", r.tasks_per_node));
  add("cpus_per_task", fmt::format("{}", r.cpus_per_task));
  add("threads", fmt::format("{}", threads_of_a_rank(run)));
  add("cpus_of_steps", fmt::format("{}", launch.has_task_a_node ? r.cpus_per_task : threads_of_a_rank(run)));
  add("time_limit_seconds", fmt::format("{}", r.time_limit.count()));
  add("cores", traits_of(head_.scheduler).runs_here ? pinned_cores(run, launch.cores) : "");
  const bool gpus = r.gpus_per_node > 0;
  const auto setup = site_setup(run, launch);
  const auto setup_of_ranks = rank_setup(run, head_);
  values.conditions = {{"bash_text", bash_text_of(run.command) != nullptr},
                       {"workdir", !launch.workdir.empty() || !run.own.workdir.empty()},
                       {"own_workdir", !run.own.workdir.empty()},
                       {"sets_threads", sets_threads(run, head_)},
                       {"sets_up_ranks", !setup_of_ranks.empty()},
                       {"nccl", gpus && world_size(run.rung) > 1},
                       {"monitor", gpus && launch.monitor.kind != Monitor::Kind::none},
                       {"cpu_bind", !cpu_bind(run, head_).empty()}};
  values.lists = {{"command", items("line", command_lines(run.command, launch.program))},
                  {"env", exports(environment_of(run, setup, launch))},
                  {"own_env", exports_of_words(run.own.env)},
                  {"rank_setup", items("line", setup_of_ranks)}};
  add_setup(values, setup);
  add_container(values, run, setup, launch);
  const auto& own_setup = run.own.setup->empty() ? launch.setup : *run.own.setup;
  values.conditions.emplace_back("own_setup", !own_setup.empty());
  values.lists.emplace_back("own_setup_lines", items("line", own_setup));
  return values;
}

Result<std::string> ScriptWriter::render(const Job& job, const Run& run) const {
  const auto traits = traits_of(head_.scheduler);
  const auto& r = run.resources;
  const RunDirectory written{};  // names within the run directory
  auto values = values_of(run);
  const auto add = [&](const char* name, std::string text) {
    values.texts.emplace_back(name, std::move(text));
  };
  add("title", comment(fmt::format("{}, run {}, rung {}: {}", head_.name, run.id, run.rung.name,
                                   shape(run, traits.runs_here))));
  add("script", (job.shared ? written.run_script(job.id, run.id) : written.job_script(job.id)).string());
  const bool within = job.shared || head_.launch.held;
  values.conditions.emplace_back("within", within);
  if (within) {
    const int nodes = job.shared ? job.shared->resources.nodes : 0;
    const auto gpus = gpus_of_step(r, nodes, head_.launch.gpu_request);
    add("part", gpus.empty() ? "" : " " + gpus);
    values.lists.emplace_back("directives", std::vector<TemplateValues>());
  } else if (traits.takes_directives) {
    TRY_ASSIGN(const auto lines, directives_of(job, r));
    values.lists.emplace_back("directives", items("line", lines));
  }
  return template_.render(values, common_);
}

Result<std::string> ScriptWriter::render_plain(const Run& run) const {
  const auto traits = traits_of(head_.scheduler);
  const auto name = combination_of(run);
  const auto line = launch_line(run, head_);
  auto values = values_of(run);
  values.texts.insert(
      values.texts.end(),
      {{"title", comment(fmt::format("{}, {}: {}", head_.name, name, shape(run, traits.runs_here)))},
       {"combination", name},
       {"launch_line", line}});
  values.conditions.emplace_back("later", line.find(" -c '") != std::string::npos);
  std::vector<std::string> lines;
  if (traits.takes_directives) {
    TRY_ASSIGN(lines, directives(run.resources, head_.launch, head_.name + "-" + name,
                                 output_pattern(head_.launch.root, name + "-%j.out")));
  }
  values.lists.emplace_back("directives", items("line", lines));
  auto with_folders = values;
  values.conditions.emplace_back("names_folders", false);
  auto text = template_.render(values, common_);
  static const Regex kNamesFolders("\\$\\{?SCALEGEN_");
  if (!text || !partial_match(*text, kNamesFolders)) return text;
  with_folders.conditions.emplace_back("names_folders", true);
  return template_.render(with_folders, common_);
}

}  // namespace scalegen
