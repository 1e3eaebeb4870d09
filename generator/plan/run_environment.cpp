#include "generator/plan/run_environment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "core/regex.hpp"
#include "core/secrets.hpp"
#include "core/shell_quote.hpp"
#include "generator/plan/commands.hpp"
#include "generator/plan/cpu_program.hpp"
#include "generator/plan/placeholders.hpp"
#include "generator/plan/program_checks.hpp"

namespace scalegen::plan {
namespace {

using Names = std::vector<std::string>;

bool is_home(const std::string& path) { return path == "~" || path.starts_with("~/"); }

/// The folder of all runs, if they share one.
std::string shared_workdir(const SweepFile& sweep, const std::string& sweep_folder, Findings& findings) {
  if (!sweep.workdir) return sweep.program ? sweep_folder : "";
  const auto& [path, location] = *sweep.workdir;
  if (path.starts_with('/') || is_home(path)) return path;
  if (sweep_folder.empty())
    findings.add_error(error_at(location, fmt::format("the path '{}' is not absolute", path),
                                "write where it is on the cluster: /folder or ~/folder"));
  return (std::filesystem::path(sweep_folder) / path).lexically_normal().string();
}

/// A run's own folder as a word of bash. The folder of its attempt holds the script's records, so that alone
/// it means a folder within.
std::string own_workdir(const std::string& text, const Settings& values) {
  auto path = substitute(text, values);
  if (path == "{run_dir}" || path == "{run_dir}/") path = "{run_dir}/work";
  const bool is_whole = path.starts_with('/') || is_home(path) || path.starts_with("{run_dir}") ||
                        path.starts_with("{sweep_dir}");
  return quoted_bash_word(is_whole ? path : "{sweep_dir}/" + path, {});
}

bool any_uses(const std::vector<Located<std::string>>& lines, const Names& names) {
  return std::ranges::any_of(lines, [&](const auto& line) { return uses_any(line.value, names); });
}

std::vector<Located<std::string>> values_in(
    const std::vector<std::pair<Located<std::string>, Located<std::string>>>& env) {
  std::vector<Located<std::string>> values;
  for (const auto& variable : env) values.push_back(variable.second);
  return values;
}

std::vector<std::string> own_setup(const SweepFile& sweep, const Settings& values, Findings& findings) {
  std::vector<std::string> lines;
  for (const auto& line : sweep.setup) {
    auto text = substitute_in_bash(line, values);
    if (text)
      lines.push_back(std::move(*text));
    else
      for (auto& error : text.error()) findings.add_error_once_per_location(std::move(error));
  }
  return lines;
}

/// Those variables whose value follows the run.
Variables own_env(const SweepFile& sweep, const Names& known, const Settings& values) {
  Variables env;
  for (const auto& [name, value] : sweep.env)
    if (uses_any(value.value, known))
      env.emplace_back(name.value, quoted_bash_word(substitute(value.value, values), {}));
  return env;
}

/// Says what reaches into a container from the environment that it is started in.
std::string hint_for(const ContainerImage& container) {
  const auto program = std::filesystem::path(container.run.empty() ? "" : container.run.front()).filename();
  const auto* const prefix = program == "apptainer"     ? "APPTAINERENV"
                             : program == "singularity" ? "SINGULARITYENV"
                                                        : "";
  const auto path =
      *prefix == '\0'
          ? std::string()
          : fmt::format("a virtual environment is env: {{{}_PREPEND_PATH: /path/of/it/bin}}; ", prefix);
  return path + "variables reach into the container, modules and activated environments do not";
}

/// The same for all runs, so that nothing in it can follow a run.
void set_preparation(const SweepFile& sweep, const Names& of_runs, Launch& launch, Findings& findings) {
  for (const auto& line : sweep.prepare.lines) {
    for (const auto& [offset, name] : placeholders_in(line.value))
      if (name != kSweepDir && std::ranges::find(of_runs, name) != of_runs.end())
        findings.add_error(
            error_at(location_within(line, offset),
                     fmt::format("'{{{}}}' is of a run, and 'prepare' runs once for all", name),
                     "write {sweep_dir}, or move the line to 'setup:'"));
    auto text = substitute_in_bash(line, {});
    if (text)
      launch.prepare.lines.push_back(std::move(*text));
    else
      for (auto& error : text.error()) findings.add_error(std::move(error));
  }
}

/// Warns of threads that the script sets otherwise behind these lines.
void warn_of_threads_in_setup(const SweepFile& sweep, Findings& findings) {
  if (has_command(sweep) && find_threads(sweep) == nullptr) return;
  for (const auto& line : sweep.setup)
    if (line.value.find("OMP_NUM_THREADS=") != std::string::npos)
      findings.add_warning(
          error_at(line.location, "the script itself sets OMP_NUM_THREADS, behind 'setup'",
                   has_command(sweep) ? "'threads:' says how many" : "set the parameter 'cpus_per_task'"));
}

/// Warns of a fixed meeting point: it is the same for two runs on a node, and on each node of a run.
void warn_of_meeting_point_in_setup(const SweepFile& sweep, Findings& findings) {
  static const Regex kFixed(R"re((?m)^[^#\n]*\b(MASTER_ADDR|MASTER_PORT)=["']?[[:alnum:]])re");
  for (const auto& line : sweep.setup)
    if (std::string name; partial_match(line.value, kFixed, &name))
      findings.add_warning(error_at(
          line.location, fmt::format("'setup' replaces the {} that the script sets for each run", name),
          "leave it out: runs can then share a node, and ranks of several nodes meet"));
}

void warn_of_setup_outside(const SweepFile& sweep, const Launch& launch, Findings& findings) {
  if (launch.container && !sweep.prepare.lines.empty())
    findings.add_warning(
        error_at(sweep.prepare.lines.front().location,
                 "'prepare' runs outside the container in which the program runs",
                 fmt::format("what is for inside begins with {}", container_words(*launch.container))));
  if (!launch.container || sweep.setup.empty()) return;
  findings.add_warning(
      error_at(sweep.setup.front().location,
               "'setup' runs on the node, and the program in a container, which sees little of it",
               hint_for(*launch.container)));
}

/// Warns of a secret that the sweep file holds itself: plan, scripts and each bundle hold it, too.
void warn_of_secrets(const SweepFile& sweep, Findings& findings) {
  const auto warn = [&](const SourceLocation& location, const std::string& text) {
    if (const auto name = given_secret(text); !name.empty())
      findings.add_warning(error_at(
          location, fmt::format("the value of '{}' is written into plan, scripts and each bundle", name),
          "let 'setup' read it from a file of your own, as in '. ~/.secrets'; only you can open the folder"));
  };
  for (const auto& [name, value] : sweep.env)
    warn(value.location, name.value + "=" + shell_quote(value.value));
  for (const auto& line : sweep.setup) warn(line.location, line.value);
  if (sweep.program) {
    std::string command;
    for (const auto& [word, location] : sweep.program->words)
      command += " " + (sweep.program->is_text ? word : shell_quote(word));
    warn(sweep.program->words.front().location, command);
  }
  for (const auto& [name, values] : sweep.parameters)
    for (const auto& value : values)
      warn(value.location, name.value + "=" + shell_quote(to_text(value.value)));
}

}  // namespace

std::string container_words(const ContainerImage& container) {
  if (container.srun.empty()) return fmt::format("{} {}", fmt::join(container.run, " "), container.image);
  return substitute(
      fmt::format("srun {}", fmt::join(container.srun, " ")),
      {{"image", container.image}, {"mounts", std::string("...")}, {"workdir", std::string("...")}});
}

void set_run_environment(const SweepFile& sweep, const std::string& sweep_folder, Launch& launch,
                         std::vector<Combination>& combinations, Findings& findings) {
  const auto some = combinations.empty() ? Settings() : placeholder_values(sweep, combinations.front());
  const auto known = known_placeholders(some);
  const auto env_values = values_in(sweep.env);
  auto texts = env_values;
  texts.insert(texts.end(), sweep.setup.begin(), sweep.setup.end());
  if (sweep.workdir) texts.push_back(*sweep.workdir);
  for (const auto& text : env_values) check_text_of_script(text, false, some, findings);
  for (const auto& text : sweep.setup) check_text_of_script(text, true, some, findings);
  if (sweep.workdir) check_text_of_script(*sweep.workdir, false, some, findings);
  warn_of_setup_outside(sweep, launch, findings);
  warn_of_threads_in_setup(sweep, findings);
  warn_of_meeting_point_in_setup(sweep, findings);
  warn_of_secrets(sweep, findings);
  set_preparation(sweep, known, launch, findings);

  const bool has_own_workdir = sweep.workdir && uses_any(sweep.workdir->value, known);
  const bool has_own_setup = any_uses(sweep.setup, known);
  if (!has_own_workdir) launch.workdir = shared_workdir(sweep, sweep_folder, findings);
  if (!has_own_setup)
    for (const auto& line : sweep.setup) launch.setup.push_back(line.value);
  for (const auto& [name, value] : sweep.env)
    if (!uses_any(value.value, known)) launch.env.emplace_back(name.value, value.value);
  if (sweep.program || has_own_workdir || !sweep.prepare.lines.empty() ||
      any_uses(texts, {std::string(kSweepDir)}))
    launch.sweep_folder = sweep_folder;

  for (auto& combination : combinations) {
    const auto values = placeholder_values(sweep, combination);
    if (has_own_workdir) combination.own.workdir = own_workdir(sweep.workdir->value, values);
    if (has_own_setup) combination.own.setup = own_setup(sweep, values, findings);
    combination.own.env = own_env(sweep, known, values);
  }
}

}  // namespace scalegen::plan
