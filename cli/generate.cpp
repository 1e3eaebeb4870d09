#include <fmt/format.h>

#include <filesystem>

#include "app/open_run_directory.hpp"
#include "app/sweep_spec.hpp"
#include "cli/confirmations.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "core/json.hpp"
#include "core/shell_quote.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/script/run_directory_writer.hpp"
#include "runner/trial.hpp"

namespace scalegen {
namespace {

std::string_view command_for(const PlanHead& head) {
  return traits_of(head.scheduler).takes_directives ? "sbatch" : "bash";
}

// The paths in what is printed are those on the machine that runs the scripts.
void print_next_steps(const RunDirectory& directory, const std::string& root, const Plan& plan) {
  put(fmt::format("wrote {}: {}/jobs/*/job.sbatch\n", counted(std::ssize(plan.jobs), "script"),
                  directory.root.string()));
  if (!root.empty()) put(fmt::format("copy it to:          {}\n", shell_quote(root)));
  const RunDirectory there{root.empty() ? directory.root : std::filesystem::path(root)};
  const auto& prepare = plan.head.launch.prepare;
  if (!prepare.lines.empty())
    put(fmt::format("prepare, once:       {} {}\n", prepare.in_job ? "sbatch" : "bash",
                    shell_quote(there.job_script(kPreparation).string())));
  const auto trials = trials_of(plan);  // the smallest: a mistake costs least there
  put(fmt::format(
      "submit one by hand:  {} {}\n", command_for(plan.head),
      shell_quote(there.job_script(trials.empty() ? plan.jobs.front().id : trials.front()->id).string())));
  put(fmt::format("then, for the table: scalegen report {}\n", shell_quote(there.root.string())));
}

std::string json_of(const std::filesystem::path& there, const Plan& plan) {
  const RunDirectory directory{there};
  Json json{{"scalegen_generate", 1}, {"directory", there.string()}, {"scripts", Json::array()}};
  if (!plan.head.launch.prepare.lines.empty()) json["prepare"] = directory.job_script(kPreparation).string();
  for (const auto& job : plan.jobs) json["scripts"].push_back(directory.job_script(job.id).string());
  return json_page(json);
}

/// Scripts to be read: they are no run directory, and lie beside where one would be.
Result<ExitCode> write_plain(const GenerateCommand& command, const SweepSpec& spec, Plan plan) {
  TRY_ASSIGN(auto directory, run_directory_for(command.directory, spec));
  if (command.directory.empty()) directory.root += "-plain";
  const auto there = command.root.empty() ? directory.root : std::filesystem::path(command.root);
  plan.head.launch.root = there.string();
  TRY_ASSIGN(const auto names, write_plain_scripts(directory.root, plan, spec.templates));
  put(fmt::format("wrote {}, to be read: {}/*\n", counted(std::ssize(names), "script"),
                  directory.root.string()));
  if (!plan.head.launch.prepare.lines.empty())
    put("first, once: the lines of 'prepare:' in the sweep file\n");
  put(fmt::format("try one: {} {}\n", command_for(plan.head), shell_quote((there / names.front()).string())));
  return kDone;
}

}  // namespace

Result<ExitCode> run_verb(const GenerateCommand& command) {
  TRY_ASSIGN(const auto spec, read_spec(command.source));
  TRY_ASSIGN(auto planned, plan_spec(spec, command.source));
  planned.plan.head.launch.standalone = command.standalone;
  for (auto& warning : foreign_workdir(spec, planned.plan, command.root))
    planned.warnings.push_back(std::move(warning));
  print_notices(spec, planned);
  if (command.plain) return write_plain(command, spec, std::move(planned.plan));
  TRY_ASSIGN(const auto directory, run_directory_for(command.directory, spec));
  TRY(create_run_directory(directory, command.root, spec, planned.plan));
  if (command.json)
    put(json_of(command.root.empty() ? directory.root : std::filesystem::path(command.root), planned.plan));
  else
    print_next_steps(directory, command.root, planned.plan);
  return kDone;
}

}  // namespace scalegen
