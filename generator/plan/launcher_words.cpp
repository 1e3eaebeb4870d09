#include "generator/plan/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>

#include "core/bash_command.hpp"
#include "core/bash_text.hpp"
#include "core/text.hpp"
#include "generator/lint/rule.hpp"

namespace scalegen::plan {
namespace {

struct Option {
  std::size_t offset = 0;
  std::string value{};
};

/// A launcher, its options, and what it starts.
using Words = std::span<const BashWord>;

/// An option of a launcher by one of its names, as `--ntasks=4`, `--ntasks 4`, `-n 4` or `-n4`; what stands
/// behind the program that it starts is the program's.
std::optional<Option> option_of(Words words, std::initializer_list<std::string_view> names) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i].text;
    const bool may_be_value = words[i - 1].text.starts_with('-') && words[i - 1].text.find('=') == word.npos;
    if (!word.starts_with('-') && (i == 1 || !may_be_value)) return std::nullopt;
    for (const auto name : names) {
      if (!word.starts_with(name)) continue;
      const auto rest = word.substr(name.size());
      if (rest.empty() && i + 1 < words.size()) return Option{words[i].begin, words[i + 1].text};
      if (rest.starts_with('=')) return Option{words[i].begin, std::string(rest.substr(1))};
      if (name.size() == 2 && !rest.empty() && is_digit(rest.front()))
        return Option{words[i].begin, std::string(rest)};
    }
  }
  return std::nullopt;
}

const Rung* rung_for(const std::vector<Combination>& combinations, bool (*is_it)(const Rung&, int),
                     int than) {
  const auto found =
      std::ranges::find_if(combinations, [&](const Combination& c) { return is_it(*c.rung, than); });
  return found == combinations.end() ? nullptr : found->rung;
}

void warn_of_fixed_ranks(const Located<std::string>& text, const Option& tasks,
                         const std::vector<Combination>& combinations, Findings& findings) {
  int count = 0;
  const auto& value = tasks.value;
  const auto end = value.data() + value.size();
  if (std::from_chars(value.data(), end, count).ptr != end || count < 2) return;
  const auto* const other = rung_for(
      combinations, [](const Rung& rung, int ranks) { return world_size(rung) != ranks; }, count);
  if (other == nullptr) return;
  findings.add_warning(
      error_at(location_within(text, tasks.offset),
               fmt::format("{} tasks are started on each rung, and rung '{}' has {}", count, other->name,
                           world_size(*other) == 1 ? "1 rank" : fmt::format("{} ranks", world_size(*other))),
               fmt::format("write {{ranks}} in place of {}", count)));
}

void warn_of_few_cores(const Located<std::string>& text, Words srun, const std::optional<Option>& tasks,
                       const std::vector<Combination>& combinations, Findings& findings) {
  const auto a_node = option_of(srun, {"--ntasks-per-node"});
  const bool is_once_a_node = (a_node && a_node->value == "1") || (tasks && tasks->value == "{nodes}");
  if (!is_once_a_node || option_of(srun, {"--cpus-per-task", "-c"})) return;
  const auto* const wide = rung_for(
      combinations, [](const Rung& rung, int ranks) { return rung.ranks_per_node > ranks; }, 1);
  if (wide == nullptr) return;
  findings.add_warning(error_at(
      location_within(text, srun.front().begin),
      fmt::format("srun gives its one task of a node the cores of one rank, and rung '{}' has {} ranks there",
                  wide->name, wide->ranks_per_node),
      "add to srun: --cpus-per-task=$(({cpus_per_task}*{ranks_per_node}))"));
}

// Three ranks or more get a socket each, or a part of one.
void warn_of_shared_core(const Located<std::string>& text, Words mpirun,
                         const std::vector<Combination>& combinations, Findings& findings) {
  if (option_of(mpirun, {"--bind-to", "-bind-to", "--map-by", "-map-by", "--cpus-per-rank"})) return;
  const auto* const rung = rung_for(
      combinations, [](const Rung& r, int ranks) { return r.threads > 1 && world_size(r) <= ranks; }, 2);
  if (rung == nullptr) return;
  findings.add_warning(error_at(
      location_within(text, mpirun.front().begin),
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
    const auto tasks =
        is_srun ? option_of(launcher, {"--ntasks", "-n"}) : option_of(launcher, {"--np", "-np", "-n"});
    if (tasks) warn_of_fixed_ranks(text, *tasks, combinations, findings);
    if (starts_tasks && is_srun) warn_of_few_cores(text, launcher, tasks, combinations, findings);
    if (name == "mpirun") warn_of_shared_core(text, launcher, combinations, findings);
  }
  warn_of_early_variables(text, bash, starts, starts_tasks, findings);
}

}  // namespace scalegen::plan
