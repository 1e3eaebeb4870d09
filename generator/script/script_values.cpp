#include "generator/script/script_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>
#include <set>

#include "core/bash_command.hpp"
#include "core/shell_quote.hpp"
#include "generator/plan/placeholders.hpp"

namespace scalegen {

namespace {

bool is_for(const std::string& software, const std::string& nodes) {
  return software.empty() || nodes.empty() || software == nodes;
}

void set_all(Variables& variables, const Variables& more) {
  for (const auto& variable : more) {
    std::erase_if(variables, [&](const auto& v) { return v.first == variable.first; });
    variables.push_back(variable);
  }
}

void add(std::vector<std::string>& words, const std::string& word) {
  if (std::ranges::find(words, word) == words.end()) words.push_back(word);
}

using Names = std::set<std::string>;

/// Adds the variables that templates/*.sbatch, lib/job.bash and the runner on this machine export.
void add_of_script(Names& names, const Run& run, const PlanHead& head) {
  names.insert({"MASTER_ADDR", "MASTER_PORT", "SCALEGEN_METRICS", "SCALEGEN_PROGRAM", "SCALEGEN_RUN_DIR",
                "SCALEGEN_RUN_ID"});
  if (!head.launch.sweep_folder.empty()) names.insert("SCALEGEN_SWEEP_DIR");
  if (sets_threads(run, head)) names.insert("OMP_NUM_THREADS");
  if (traits_of(head.scheduler).runs_here) names.insert("SCALEGEN_SUBMISSION");
  if (traits_of(head.scheduler).starts_tasks && head.start == Start::once)
    names.insert({"SLURM_CPUS_PER_TASK", "SRUN_CPUS_PER_TASK"});
  if (head.start == Start::each_rank) names.insert({"LOCAL_RANK", "RANK", "WORLD_SIZE"});
  if (run.resources.gpus_per_node > 0 && world_size(run.rung) > 1)
    names.insert({"NCCL_DEBUG", "NCCL_DEBUG_FILE", "NCCL_DEBUG_SUBSYS"});
}

void add(Names& names, const Variables& variables) {
  for (const auto& [name, value] : variables) names.insert(name);
}

std::string text_of(const Names& names, const char* whose) {
  return names.empty() ? "" : fmt::format("; {} ({})", fmt::join(names, ", "), whose);
}

}  // namespace

SiteSetup site_setup(const Run& run, const Launch& launch) {
  return is_for(launch.site.architecture, run.resources.architecture) ? launch.site : SiteSetup{};
}

std::vector<TemplateValues> items(std::string_view name, const std::vector<std::string>& texts) {
  std::vector<TemplateValues> values;
  for (const auto& text : texts) values.push_back({.texts = {{name, text}}});
  return values;
}

std::vector<TemplateValues> exports(const Variables& variables) {
  std::vector<TemplateValues> values;
  for (const auto& [name, value] : variables) values.push_back({.texts = {{"name", name}, {"value", value}}});
  return values;
}

std::vector<TemplateValues> exports_of_words(const Variables& variables) {
  std::vector<TemplateValues> values;
  for (const auto& [name, word] : variables) values.push_back({.texts = {{"name", name}, {"word", word}}});
  return values;
}

void add_setup(TemplateValues& values, const SiteSetup& setup) {
  std::vector<std::string> first;
  if (!setup.modules_first.empty()) first.push_back(setup.modules_first);
  values.conditions.emplace_back("setup", !setup.modules.empty() || !setup.lines.empty());
  values.lists.emplace_back("modules_first", items("word", first));
  values.lists.emplace_back("modules", items("word", setup.modules));
  values.lists.emplace_back("setup_lines", items("line", setup.lines));
}

std::string comment(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, '?');
  return text;
}

std::vector<std::string> command_lines(const std::vector<std::string>& command, const std::string& program) {
  if (const auto* const text = bash_text_of(command)) {
    const bool has_parts = command.size() > 3;  // of a pipe
    return {(has_parts ? "bash -o pipefail -c \"$_note_parts\"" : "bash -c ") + shell_quote(*text)};
  }
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const bool is_program = i == 0 && command[i] == program;
    auto line = is_program ? std::string("\"$_program\"") : home_word(command[i]);
    const bool has_value =
        command[i].starts_with("--") && i + 1 < command.size() && !command[i + 1].starts_with("--");
    if (has_value) line.append(" ").append(home_word(command[++i]));
    lines.push_back(std::move(line));
  }
  return lines;
}

int threads_of_a_rank(const Run& run) {
  return run.resources.cpus_per_task * run.resources.tasks_per_node / run.rung.ranks_per_node;
}

std::string pinned_cores(const Run& run, const std::vector<int>& cores) {
  const auto each = static_cast<std::size_t>(run.resources.cpus_per_task);
  std::vector<std::string> words;
  for (std::size_t task = 0; task < static_cast<std::size_t>(run.resources.tasks_per_node); ++task) {
    std::string word;
    for (auto core = task * each; core < (task + 1) * each && core < cores.size(); ++core)
      word += fmt::format("{}{}", word.empty() ? "" : ",", cores[core]);
    words.push_back(std::move(word));
  }
  return shell_command(words);
}

namespace {

bool has_workdir(const Run& run, const Launch& launch) {
  return !launch.workdir.empty() || !run.own.workdir.empty();
}

/// A word for each --bind. Names of variables are left for bash.
std::vector<std::string> bind_words(const Run& run, const SiteSetup& setup, const Launch& launch) {
  std::vector<std::string> words;
  if (launch.container)
    for (const auto& bind : launch.container->binds) add(words, fmt::format("\"{}\"", bind));
  if (run.resources.nodes > 1)
    for (const auto& bind : setup.binds_of_several_nodes) add(words, fmt::format("\"{}\"", bind));
  add(words, "\"$_root\"");
  if (!launch.program.empty()) add(words, "\"${_program%/*}\"");  // made by `scalegen build -o` anywhere
  if (has_workdir(run, launch)) add(words, "\"$_workdir\"");
  if (launch.sweep_folder != launch.workdir && !launch.sweep_folder.empty())
    add(words, "\"$SCALEGEN_SWEEP_DIR\"");
  if (!launch.data_folder.empty()) add(words, "\"$_data\"");
  const auto names_data = [](const auto& variable) { return variable.first == "SCALEGEN_DATA"; };
  if (std::ranges::any_of(launch.env, names_data) || std::ranges::any_of(*run.own.env, names_data))
    add(words, "\"$SCALEGEN_DATA\"");
  return words;
}

/// Lines of bash that make $_mounts of the binds, each with its place in the container: /a:/a,/b:/c:ro.
std::vector<std::string> mount_lines(const std::vector<std::string>& binds) {
  std::vector<std::string> lines;
  for (const auto& bind : binds)
    for (const auto part : std::views::split(std::string_view(bind).substr(1, bind.size() - 2), ',')) {
      const std::string mount(part.begin(), part.end());
      const bool says_where = mount.find(':') != std::string::npos;
      lines.push_back(fmt::format("_mounts{}{}{}\"", lines.empty() ? "=\"" : "+=\",", mount,
                                  says_where ? "" : ":" + mount));
    }
  return lines;
}

/// A word of bash. Without a working folder the job runs where sbatch was typed, which the container lacks.
std::string srun_word(std::string_view option, bool has_workdir) {
  std::string word;
  std::size_t begin = 0;
  for (const auto& [offset, name] : plan::placeholders_in(option)) {
    if (offset > begin) word += shell_quote(option.substr(begin, offset - begin));
    word += name != "workdir" ? fmt::format("\"$_{}\"", name) : has_workdir ? "\"$PWD\"" : "\"$_root\"";
    begin = offset + name.size() + 2;
  }
  return begin < option.size() ? word + shell_quote(option.substr(begin)) : word;
}

}  // namespace

void add_container(TemplateValues& values, const Run& run, const SiteSetup& setup, const Launch& launch) {
  const auto container = launch.container.value_or(ContainerImage{});
  const bool by_srun = is_by_srun(launch.container);
  const auto binds = bind_words(run, setup, launch);
  std::vector<std::string> options;
  for (const auto& option : container.srun) options.push_back(srun_word(option, has_workdir(run, launch)));
  const bool mounts = plan::uses_any(fmt::format("{}", fmt::join(container.srun, " ")), {"mounts"});
  values.texts.insert(values.texts.end(),
                      {{"image", home_word(container.image)},
                       {"container_run", shell_command(container.run)},
                       {"in_container", launch.container && !by_srun ? "\"${_container[@]}\" " : ""}});
  values.conditions.insert(values.conditions.end(),
                           {{"container", launch.container.has_value()},
                            {"by_srun", by_srun},
                            {"image_is_path", container.image.find_first_of("/~$") == 0}});
  values.lists.emplace_back("binds", items("line", binds));
  values.lists.emplace_back("mounts",
                            items("line", mounts ? mount_lines(binds) : std::vector<std::string>{}));
  values.lists.emplace_back("srun_options", items("line", options));
}

Variables environment_of(const Run& run, const SiteSetup& setup, const Launch& launch) {
  const bool several = run.resources.nodes > 1;
  Variables variables;
  if (run.resources.gpus_per_node > 0) {
    set_all(variables, launch.network_env);
    if (several) set_all(variables, launch.network_env_of_several_nodes);
  }
  set_all(variables, setup.env);
  if (several) set_all(variables, setup.env_of_several_nodes);
  set_all(variables, launch.env);
  return variables;
}

bool sets_threads(const Run& run, const PlanHead& head) {
  return run.rung.threads > 0 || head.start != Start::once || !head.own_program;
}

std::string given_variables(const std::vector<const Run*>& runs, const PlanHead& head) {
  Names script;
  Names site;
  Names file;
  add(file, head.launch.env);
  auto launch = head.launch;
  launch.env.clear();
  for (const auto* run : runs) {
    add_of_script(script, *run, head);
    add(site, environment_of(*run, site_setup(*run, launch), launch));
    add(file, run->own.env);
  }
  return (text_of(script, "scalegen") + text_of(site, "the site") + text_of(file, "env")).substr(2);
}

}  // namespace scalegen
