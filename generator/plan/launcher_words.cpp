#include "generator/plan/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <span>
#include <utility>

#include "core/bash_command.hpp"
#include "core/bash_text.hpp"
#include "core/launcher_options.hpp"
#include "core/text.hpp"
#include "generator/lint/rule.hpp"

namespace scalegen::plan {
namespace {

/// A launcher, its options, and what it starts.
using Words = std::span<const BashWord>;
using LauncherOptions = std::vector<LauncherOption>;

const LauncherOption* find_option(const LauncherOptions& options,
                                  std::initializer_list<std::string_view> names) {
  const auto found = std::ranges::find_if(
      options, [&](const auto& o) { return std::ranges::find(names, o.name) != names.end(); });
  return found == options.end() ? nullptr : &*found;
}

const Rung* rung_for(const std::vector<Combination>& combinations, bool (*is_it)(const Rung&, int),
                     int than) {
  const auto found =
      std::ranges::find_if(combinations, [&](const Combination& c) { return is_it(*c.rung, than); });
  return found == combinations.end() ? nullptr : found->rung;
}

void warn_of_fixed_ranks(const Located<std::string>& text, const LauncherOption& tasks, std::size_t offset,
                         const std::vector<Combination>& combinations, Findings& findings) {
  int count = 0;
  const auto& value = tasks.value;
  const auto* const end = value.data() + value.size();
  if (std::from_chars(value.data(), end, count).ptr != end || count < 2) return;
  const auto* const other = rung_for(
      combinations, [](const Rung& rung, int ranks) { return world_size(rung) != ranks; }, count);
  if (other == nullptr) return;
  findings.add_warning(
      error_at(location_within(text, offset),
               fmt::format("{} tasks are started on each rung, and rung '{}' has {}", count, other->name,
                           world_size(*other) == 1 ? "1 rank" : fmt::format("{} ranks", world_size(*other))),
               fmt::format("write {{ranks}} in place of {}", count)));
}

void warn_of_few_cores(const Located<std::string>& text, std::size_t srun, const LauncherOptions& options,
                       const std::vector<Combination>& combinations, Findings& findings) {
  const auto* const a_node = find_option(options, {"--ntasks-per-node"});
  const auto* const tasks = find_option(options, {"--ntasks", "-n"});
  const bool is_once_a_node =
      (a_node != nullptr && a_node->value == "1") || (tasks != nullptr && tasks->value == "{nodes}");
  if (!is_once_a_node || find_option(options, {"--cpus-per-task", "-c"}) != nullptr) return;
  const auto* const wide = rung_for(
      combinations, [](const Rung& rung, int ranks) { return rung.ranks_per_node > ranks; }, 1);
  if (wide == nullptr) return;
  findings.add_warning(error_at(
      location_within(text, srun),
      fmt::format("srun gives its one task of a node the cores of one rank, and rung '{}' has {} ranks there",
                  wide->name, wide->ranks_per_node),
      "add to srun: --cpus-per-task=$(({cpus_per_task}*{ranks_per_node}))"));
}

// Three ranks or more get a socket each, or a part of one.
void warn_of_shared_core(const Located<std::string>& text, std::size_t mpirun, const LauncherOptions& options,
                         const std::vector<Combination>& combinations, Findings& findings) {
  const std::initializer_list<std::string_view> binds = {"--bind-to", "-bind-to", "--map-by", "-map-by",
                                                         "--cpus-per-rank"};
  if (find_option(options, binds) != nullptr) return;
  const auto* const rung = rung_for(
      combinations, [](const Rung& r, int ranks) { return r.threads > 1 && world_size(r) <= ranks; }, 2);
  if (rung == nullptr) return;
  findings.add_warning(error_at(
      location_within(text, mpirun),
      fmt::format("mpirun of Open MPI binds one or two ranks to a core each, which the {} threads of "
                  "a rank share on rung '{}'",
                  rung->threads, rung->name),
      "add to mpirun: --bind-to none, or --map-by slot:PE={threads}"));
}

/// Warns of a rank's own variable that the script expands before a launcher starts the ranks, by the rule of
/// lint.
void warn_of_early_variables(const Located<std::string>& text, const BashText& bash,
                             const std::string& launcher, bool starts_tasks, Findings& findings) {
  std::string last;
  for (auto& early : lint::early_ranks(text.value, bash, launcher)) {
    if (early.message == last || (early.message.starts_with("$SLURM") && !starts_tasks)) continue;
    last = early.message;
    findings.add_warning(error_at(location_within(text, early.offset), last, std::move(early.hint)));
  }
}

}  // namespace

void warn_of_launcher_words(const Located<std::string>& text, const std::vector<Combination>& combinations,
                            SchedulerKind scheduler, Findings& findings) {
  const auto bash = read_bash(text.value);
  const bool starts_tasks = traits_of(scheduler).starts_tasks;
  std::string starts = "srun";
  for (const auto& command : bash.commands) {
    if (command.words.empty()) continue;
    const auto launcher = Words(command.words).subspan(index_of_program(command.words));
    const auto& name = launcher.front().text;
    if (!is_launcher(name)) continue;
    const bool is_srun = name == "srun";
    starts = name;
    std::vector<std::string> words;
    for (const auto& word : launcher) words.push_back(word.text);
    const auto options = read_launcher(words).options;
    const auto begin = launcher.front().begin;
    const auto* const tasks =
        is_srun ? find_option(options, {"--ntasks", "-n"}) : find_option(options, {"--np", "-np", "-n"});
    if (tasks != nullptr)
      warn_of_fixed_ranks(text, *tasks, launcher[tasks->word].begin, combinations, findings);
    if (starts_tasks && is_srun) warn_of_few_cores(text, begin, options, combinations, findings);
    if (name == "mpirun") warn_of_shared_core(text, begin, options, combinations, findings);
  }
  warn_of_early_variables(text, bash, starts, starts_tasks, findings);
}

}  // namespace scalegen::plan
