#include "app/plan_summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "app/open_run_directory.hpp"
#include "core/files.hpp"
#include "core/plan_file.hpp"
#include "core/scratch_folder.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/plan/run_environment.hpp"
#include "generator/script/launch_line.hpp"
#include "generator/script/script.hpp"
#include "generator/script/script_values.hpp"

namespace scalegen {
namespace {

// Two runs of one kind have it in common.
std::string key_of_kind(const Run& run, const std::vector<std::string>& axes) {
  auto key = run.rung.name + (run.ladder ? "\n" + to_text(*run.ladder) : "");
  for (const auto& axis : axes) key += "\n" + setting_text(run, axis);
  return key;
}

auto size_order(const RunKind& kind, const std::vector<std::string>& axes) {
  std::vector<Value> values;  // runs are shuffled
  for (const auto& axis : axes)
    if (const auto* const value = find(kind.first->settings, axis)) values.push_back(*value);
  return std::tuple(kind.first->rung.device, size_of(kind.first->rung), kind.first->ladder, values);
}

std::string modules_text(const SiteSetup& site) {
  auto words = site.modules;
  if (!site.modules_first.empty()) words.insert(words.begin(), site.modules_first);
  for (const auto& line : site.lines)
    if (constexpr std::string_view load = "module load "; line.starts_with(load))
      words.push_back(line.substr(load.size()));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// A line for each kind, below each other; lines of bash after the first are indented.
std::string launch_lines(const PlanHead& head, const std::vector<RunKind>& kinds) {
  std::size_t width = 0;
  for (const auto& kind : kinds) width = std::max(width, combination_of(*kind.first).size());
  std::string text = "launch:\n";
  for (const auto& kind : kinds) {
    text += fmt::format("  {:<{}}  ", combination_of(*kind.first), width);
    for (const char c : launch_line(*kind.first, head))
      text += c == '\n' ? "\n" + std::string(width + 4, ' ') : std::string(1, c);
    text += '\n';
  }
  return text;
}

/// A price is the most that may be paid: its digits say no less.
std::string most_text(double amount) {
  const double unit = amount < 1 ? 1e-3 : amount < 10 ? 1e-2 : amount < 100 ? 0.1 : 1;
  constexpr double kRounding = 1e-6;  // of sums of times
  return three_digits(unit * std::ceil(amount / unit - kRounding));
}

bool has_column(const std::string& name) { return name == "per_rank_batch" || name == "cpus_per_task"; }

template <class T>
bool holds(const std::vector<T>& all, const T& one) {
  return std::ranges::find(all, one) != all.end();
}

}  // namespace

std::vector<std::string> derived_parameters(const Plan& plan) {
  std::vector<std::string> names;
  if (plan.runs.empty()) return names;
  for (const auto& [name, value] : *plan.runs.front().settings)
    if (!holds(plan.head.axes, name) && !holds(plan.head.held, name) && !has_column(name))
      names.push_back(name);
  return names;
}

std::string launch_text(const PlanHead& head, const std::vector<RunKind>& kinds) {
  const auto& launch = head.launch;
  std::string text;
  if (launch.container) text += fmt::format("container: {}\n", plan::container_words(*launch.container));
  for (const auto& kind : kinds)
    if (const auto modules = modules_text(site_setup(*kind.first, launch)); !modules.empty()) {
      text += fmt::format("modules: {}\n", modules);
      break;
    }
  std::set<std::string> memory;
  for (const auto& kind : kinds) memory.insert(kind.first->resources.memory_option);
  memory.erase("");
  if (!memory.empty()) text += fmt::format("memory: {}\n", fmt::join(memory, ", "));
  if (!launch.prepare.lines.empty())
    text += fmt::format(
        "prepare: {}, once, before the first run, {}\n", counted(std::ssize(launch.prepare.lines), "line"),
        launch.prepare.in_job ? "in a job of at most " + duration_text(launch.prepare.time_limit)
                              : "where scalegen runs");
  std::vector<std::string> names;
  for (const auto& [name, word] : launch.as_slurm) names.push_back(name);
  if (!names.empty())
    text += fmt::format("set as under Slurm, since the program reads them: {}\n", fmt::join(names, ", "));
  std::vector<const Run*> runs;
  for (const auto& kind : kinds) runs.push_back(kind.first);
  return text + fmt::format("variables: {}\n", given_variables(runs, head)) + launch_lines(head, kinds);
}

std::vector<RunKind> kinds_of(const Plan& plan) {
  std::vector<RunKind> kinds;
  std::map<std::string, std::size_t> index;
  for (const auto& run : plan.runs) {
    const auto [entry, is_new] = index.emplace(key_of_kind(run, plan.head.axes), kinds.size());
    if (is_new) kinds.push_back({&run, 0});
    ++kinds[entry->second].runs;
  }
  std::ranges::stable_sort(kinds, {}, [&](const RunKind& kind) { return size_order(kind, plan.head.axes); });
  return kinds;
}

std::string setting_text(const Run& run, const std::string& name) {
  const auto* value = find(run.settings, name);
  return value == nullptr ? "" : to_text(*value);
}

std::string price_text(const plan::Price& price) {
  std::vector<std::string> parts = {most_text(price.core_hours) + " core-hours",
                                    most_text(price.gpu_hours) + " GPU-hours"};
  for (const auto& [unit, amount] : price.units) {
    const auto text = fmt::format("{} {}", most_text(amount), unit);
    const bool is_said = std::ranges::find(parts, text) != parts.end();
    const bool is_other = unit == kCoreHours || unit == kGpuHours;  // the site bills more than a job has
    if (!is_said) parts.push_back(text + (is_other ? " as the site bills them" : ""));
  }
  const auto last = parts.back();
  parts.pop_back();
  return fmt::format("{} and {}", fmt::join(parts, ", "), last);
}

std::vector<Job> representative_jobs(const Plan& plan, const std::vector<RunKind>& kinds) {
  if (shares_nodes(plan)) return plan.jobs;
  std::vector<Job> jobs;
  for (const auto& kind : kinds) jobs.push_back({.id = kind.first->id, .runs = {kind.first->id}});
  return jobs;
}

Result<std::vector<Result<slurm::ExpectedStart>>> expected_starts(const SweepSpec& spec, const Plan& plan,
                                                                  const std::vector<Job>& jobs) {
  TRY_ASSIGN(const auto root, working_folder());
  auto head = plan.head;
  head.launch.root = root.string();
  head.launch.made_by = made_by();
  TRY_ASSIGN(const auto writer, ScriptWriter::make(head, spec.templates));
  std::vector<Result<slurm::ExpectedStart>> starts;
  const auto runs = runs_by_id(plan);
  TRY_ASSIGN(const auto folder, ScratchFolder::create());  // of this user alone: a script may hold secrets
  const auto script = folder.path() / "job.sbatch";
  for (const auto& job : jobs) {
    TRY_ASSIGN(const auto text, writer.render_job(job, runs_of(job, runs)));
    TRY(write_file(script, text));
    starts.push_back(slurm::expected_start(script));
  }
  return starts;
}

}  // namespace scalegen
