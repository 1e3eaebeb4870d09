#include "generator/plan/program_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <sstream>
#include <tuple>

#include "core/bash_command.hpp"
#include "core/metric_unit.hpp"
#include "core/plan_file.hpp"
#include "core/regex.hpp"
#include "core/source_location.hpp"
#include "core/text.hpp"
#include "generator/lint/rule.hpp"
#include "generator/plan/checks.hpp"
#include "generator/plan/cpu_program.hpp"
#include "generator/plan/hidden_failure.hpp"
#include "generator/plan/placeholders.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen::plan {
namespace {

using Kind = OwnProgram::Kind;

/// All words of a program on one line.
std::string text_of(const OwnProgram& program) {
  std::string text;
  for (const auto& word : program.words) text += word.value + " ";
  return text;
}

std::vector<std::string> words_of(const OwnProgram& program) {
  std::istringstream text(text_of(program));
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(std::move(word));
  return words;
}

bool is_part_of_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

/// Returns true if a program is a word of the text, perhaps with folders before it.
bool mentions(std::string_view text, std::string_view program) {
  for (auto at = text.find(program); at != std::string_view::npos; at = text.find(program, at + 1)) {
    const auto end = at + program.size();
    const bool begins = at == 0 || !is_part_of_word(text[at - 1]);
    const bool ends =
        end == text.size() || !(is_part_of_word(text[end]) || text[end] == '-' || text[end] == '.');
    if (begins && ends) return true;
  }
  return false;
}

template <std::size_t count>
bool mentions_any(std::string_view text, const std::array<std::string_view, count>& programs) {
  return std::ranges::any_of(programs, [&](auto program) { return mentions(text, program); });
}

bool is_launch_option(std::string word) {
  constexpr auto kOptions = std::to_array<std::string_view>(
      {"--nnodes", "--nproc-per-node", "--node-rank", "--master-addr", "--master-port", "--rdzv-backend",
       "--rdzv-endpoint", "--rdzv-id", "--standalone"});
  word = word.substr(0, word.find('='));
  std::ranges::replace(word, '_', '-');
  return std::ranges::find(kOptions, word) != kOptions.end();
}

/// Reports words that `torchrun:` and `python:` write themselves.
void check_first_words(const OwnProgram& program, Findings& findings) {
  if (program.kind == Kind::command) return;
  const auto key = to_text(program.kind);
  const auto words = words_of(program);
  const bool repeats_key =
      words.front() == key || (program.kind == Kind::python && words.front() == "python3");
  if (repeats_key)
    findings.add_error(error_at(program.words.front().location,
                                fmt::format("'{}:' writes the word '{}' itself", key, words.front()),
                                "begin with the script, as in 'train.py --epochs 1'"));
  for (const auto& word : words) {
    if (!word.starts_with('-') && !(repeats_key && &word == &words.front())) return;
    if (program.kind == Kind::torchrun && is_launch_option(word))
      findings.add_error(
          error_at(program.words.front().location,
                   fmt::format("'torchrun:' writes the option '{}' itself", word.substr(0, word.find('='))),
                   "leave it out: the rung says how many processes there are, and the script where"));
  }
}

/// torchrun without a number starts one process a node on every rung.
void check_bare_torchrun(const OwnProgram& program, Findings& findings) {
  if (program.kind != Kind::command) return;
  auto text = text_of(program);
  std::ranges::replace(text, '_', '-');
  if (!mentions(text, "torchrun") || text.find("--nproc-per-node") != std::string::npos) return;
  findings.add_error(
      error_at(program.location, "torchrun is not told how many processes to start, and starts one",
               "write 'torchrun:' instead of 'command:', or add --nproc-per-node={gpus_per_node}"));
}

/// Placeholders that a sweep may leave without a value.
constexpr auto kMayBeUnset = std::to_array<std::string_view>({"data", "global_batch", "per_rank_batch"});

/// Reports placeholders that this sweep leaves without a value.
void check_unset(const Located<std::string>& word, const Settings& values, Findings& findings) {
  for (const auto& [offset, name] : placeholders_in(word.value)) {
    const bool can_be_unset = std::ranges::find(kMayBeUnset, name) != kMayBeUnset.end();
    if (!can_be_unset || find(values, name) != nullptr) continue;
    findings.add_error(
        error_at(location_within(word, offset), fmt::format("'{}' has no value in this sweep", name),
                 name == "data" ? "add 'data:', or write the path here"
                                : "give 'global_batch' or 'per_rank_batch' under 'parameters:'"));
  }
}

/// Reports paths that are files of the script itself: what the program prints is kept in them.
void check_files_of_script(const Located<std::string>& word, Findings& findings) {
  constexpr auto kFiles = std::to_array<std::string_view>(
      {"/out", "/err", "/started.json", "/exit.json", "/environment.json", "/folder.txt"});
  for (const auto& [offset, name] : placeholders_in(word.value)) {
    if (name != kRunDir) continue;
    const auto path = std::string_view(word.value).substr(offset + name.size() + 2);
    const auto file = path.substr(0, path.find_first_of(" \t\n\"';|&>"));
    if (std::ranges::find(kFiles, file) == kFiles.end()) continue;
    findings.add_error(error_at(location_within(word, offset),
                                fmt::format("'{{run_dir}}{}' is a file of the run's script", file),
                                "write to a folder of your own, such as {run_dir}/results"));
  }
}

/// Returns true if the command reads variables that differ between rungs.
bool reads_job_variables(const std::string& text) {
  static const Regex kForm("\\$\\{?(?:SLURM|SCALEGEN)_");
  return partial_match(text, kForm);
}

/// True if both have the same command, set-up, variables, folder and threads.
bool start_alike(const Combination& one, const Combination& other) {
  return one.command == other.command && one.own == other.own &&
         rung_of(one).threads == rung_of(other).threads;
}

/// The number of groups in which combinations have one key; nullopt if two of a group are not alike.
template <class KeyOf, class AreAlike>
std::optional<std::size_t> groups_of_alike(const std::vector<Combination>& combinations, const KeyOf& key_of,
                                           const AreAlike& are_alike) {
  std::map<decltype(key_of(combinations.front())), const Combination*> first;
  for (const auto& combination : combinations)
    if (!are_alike(*first.emplace(key_of(combination), &combination).first->second, combination))
      return std::nullopt;
  return first.size();
}

/// Returns true if there are several rungs, and all start alike for the same values.
bool is_same_on_all_rungs(const std::vector<Combination>& combinations) {
  const auto point_of = [](const Combination& combination) { return combination.point; };
  const auto groups = groups_of_alike(combinations, point_of, start_alike);
  return groups && *groups < combinations.size();
}

/// The batches, what follows from them, and what they follow from.
std::vector<std::string> names_of_batch(const ResolvedParameters& parameters) {
  std::set<std::string> names = {"global_batch", "per_rank_batch"};
  auto sources = names;
  for (std::size_t pass = 0; pass < parameters.size(); ++pass)  // formulas use others in any order
    for (const auto& [parameter, values, axis] : parameters)
      for (const auto& value : values)
        if (value.formula)
          for (const auto& name : value.formula->names()) {
            if (names.contains(name.value)) names.insert(parameter->name);
            if (sources.contains(parameter->name) && find(parameters, name.value) != nullptr)
              sources.insert(name.value);
          }
  names.merge(sources);
  return {names.begin(), names.end()};
}

bool is_above_zero(const Settings& values, std::string_view name) {
  const auto* const value = find(values, name);
  const auto* const number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return number != nullptr && *number > 0;
}

/// True if Slurm shows each rung GPUs of another number, and a program may learn its size from that.
bool differ_in_visible_gpus(const std::vector<Combination>& combinations, SchedulerKind scheduler) {
  return traits_of(scheduler).allocates && std::ranges::all_of(combinations, [](const Combination& c) {
           return c.rung->device == DeviceKind::gpu && c.rung->nodes == 1;
         });
}

void warn_of_first_node(const SweepFile& sweep, const OwnProgram& program,
                        const std::vector<Combination>& combinations, Findings& findings) {
  const auto text = text_of(program);
  const bool spreads =
      text.find("hostfile") != std::string::npos || text.find("--launcher") != std::string::npos;
  const auto wide =
      std::ranges::find_if(combinations, [](const Combination& c) { return c.rung->nodes > 1; });
  if (wide == combinations.end() || starts_ranks(sweep) || spreads) return;
  findings.add_warning(
      error_at(program.location,
               fmt::format("a command is started on the first node only, but rung '{}' has {} nodes",
                           wide->rung->name, wide->rung->nodes),
               "start the others with srun in it, or write 'torchrun:' or 'python:'"));
}

/// torchrun gives each of several processes of a node one thread, and leaves all cores to a single one: on
/// CPUs that is another program.
void warn_of_threads(const SweepFile& sweep, const OwnProgram& program,
                     const std::vector<Combination>& combinations, Findings& findings) {
  const auto text = text_of(program);
  const auto sets = [](const auto& line) { return line.value.find("OMP_NUM_THREADS") != std::string::npos; };
  const bool is_set = std::ranges::any_of(program.words, sets) || std::ranges::any_of(sweep.setup, sets) ||
                      find_threads(sweep) != nullptr;
  if (is_set || !(mentions(text, "torchrun") || mentions(text, "torch.distributed.run"))) return;
  const Rung* lone = nullptr;
  const Rung* several = nullptr;
  for (const auto& combination : combinations)
    if (combination.rung->device == DeviceKind::cpu && cpus_per_task(combination) > 1)
      (combination.rung->ranks_per_node == 1 ? lone : several) = combination.rung;
  if (lone == nullptr || several == nullptr) return;
  findings.add_warning(error_at(
      program.location,
      fmt::format("torchrun gives each process one thread on rung '{}', and all of its cores on rung '{}'",
                  several->name, lone->name),
      "write 'torchrun:' in place of 'command: torchrun', or how many with 'threads:'"));
}

/// Warns of what lint finds in a job script that starts the command on the widest rung.
void warn_of_launches(const SweepFile& sweep, const std::vector<Combination>& combinations,
                      Findings& findings) {
  const auto widest =
      std::ranges::max_element(combinations, {}, [](const Combination& c) { return c.rung->nodes; });
  const auto* const text = widest == combinations.end() ? nullptr : bash_text_of(widest->command);
  if (text == nullptr) return;
  const auto& rung = *widest->rung;
  const auto tasks = has_task_a_rank(sweep) ? rung.ranks_per_node : 1;
  const auto script = read_job_script(
      "", fmt::format("#!/bin/bash\n#SBATCH --nodes={} --ntasks-per-node={}\n{}", rung.nodes, tasks, *text));
  const lint::LintedScript linted{script};
  std::vector<lint::Finding> found;
  for (const auto* name : {"torchrun-per-task", "torchrun-rendezvous"})
    lint::find_rule(name)->check(linted, found);
  for (const auto& finding : found)
    findings.add_warning(error_at(sweep.program->location,
                                  fmt::format("on rung '{}' {}", rung.name, finding.message), finding.hint));
}

void check_lines_of_pbs(const Located<std::string>& text, Findings& findings) {
  const auto at = line_of_pbs(text.value);
  if (!at) return;
  findings.add_error(error_at(location_within(text, *at),
                              fmt::format("sbatch would read the options of '{}', wherever it stands",
                                          text.value.substr(*at, text.value.find('\n', *at) - *at)),
                              "remove the line, or begin it otherwise: ##PBS"));
}

}  // namespace

void check_text_of_script(const Located<std::string>& text, bool is_bash, const Settings& values,
                          Findings& findings) {
  auto known = known_placeholders(values);
  known.insert(known.end(), kMayBeUnset.begin(), kMayBeUnset.end());
  check_lines_of_pbs(text, findings);
  check_unset(text, values, findings);
  check_unknown(text, is_bash, known, findings);
}

void check_program(const OwnProgram& program, const Settings& values, Findings& findings) {
  for (const auto& word : program.words) {
    check_text_of_script(word, program.is_text, values, findings);
    check_files_of_script(word, findings);
    const auto hidden = program.is_text ? hidden_failure_in(word.value, true) : std::nullopt;
    if (hidden)
      findings.add_warning(error_at(location_within(word, hidden->offset), hidden->message, hidden->hint));
  }
  check_first_words(program, findings);
  check_bare_torchrun(program, findings);
}

void check_work(const SweepFile& sweep, const Settings& values, Findings& findings) {
  const auto kind = sweep.scalings.value.back();
  if (kind == Scaling::strong) return;
  const auto scaling = to_text(kind);
  const bool has_batch = is_above_zero(values, "global_batch");
  const bool has_samples = is_above_zero(values, "samples") || (is_above_zero(values, "steps") && has_batch);
  const bool by_wall_time = sweep.metrics.empty();  // unless the program writes event lines
  const auto unit = by_wall_time ? UnitTraits{} : parse_unit(sweep.metrics.front().unit);
  const bool by_time = by_wall_time || (unit.is_time && unit.is_one_word);
  if (by_time && !has_samples)
    findings.add_warning(error_at(
        sweep.program->location,
        by_wall_time ? fmt::format("without 'metrics:' and event lines the wall time counts, which is no "
                                   "speed with {} scaling: the number of samples of a run is unknown",
                                   scaling)
                     : fmt::format("a time is no speed with {} scaling: the number of samples of a run is "
                                   "unknown",
                                   scaling),
        by_wall_time ? "add 'metrics:', or 'samples:' under 'parameters:', those of all epochs together"
                     : "add 'samples:' under 'parameters:', those of all epochs together"));
  if (kind == Scaling::weak && is_of_one_simulation(unit))
    findings.add_error(error_at(
        sweep.program->location,
        fmt::format(
            "'{}' is of simulated time, which does not grow with the work: in weak scaling it is no speed",
            sweep.metrics.front().unit),
        "let the program print steps/s or work a second, such as atom-step/s, or write 'scaling: strong'"));
  if (unit.per_step && kind == Scaling::throughput && !has_batch)
    findings.add_warning(error_at(
        sweep.program->location,
        "a step is no measure of speed with throughput scaling: the number of its samples is unknown",
        "add 'global_batch:' or 'per_rank_batch:' under 'parameters:'"));
}

std::string placeholders_that_differ(const std::vector<Combination>& combinations) {
  const auto value_of = [](const Combination& combination, std::string_view name) {
    return *find(rung_variables(*combination.rung, Scaling::strong), name);
  };
  std::vector<std::string> found;
  for (const std::string name : {"ranks", "nodes", "gpus"})
    if (std::ranges::any_of(combinations, [&](const Combination& one) {
          return value_of(one, name) != value_of(combinations.front(), name);
        }))
      found.push_back("{" + name + "}");
  return fmt::format("{}", fmt::join(found, " or "));
}

void check_commands(const SweepFile& sweep, const std::vector<Combination>& combinations,
                    SchedulerKind scheduler, Findings& findings) {
  const auto& program = *sweep.program;
  if (program.kind != Kind::command) return;
  warn_of_first_node(sweep, program, combinations, findings);
  warn_of_threads(sweep, program, combinations, findings);
  if (program.is_text) warn_of_launcher_words(program.words.front(), combinations, scheduler, findings);
  if (traits_of(scheduler).starts_tasks) warn_of_launches(sweep, combinations, findings);
  if (reads_job_variables(text_of(program))) return;
  const bool has_tasks =
      traits_of(scheduler).starts_tasks && has_task_a_rank(sweep);  // as many as the rung has ranks
  if (has_tasks || !is_same_on_all_rungs(combinations)) return;
  if (differ_in_visible_gpus(combinations, scheduler))
    return findings.add_warning(
        error_at(program.location,
                 "the command is the same on all rungs: only CUDA_VISIBLE_DEVICES or ROCR_VISIBLE_DEVICES "
                 "differs",
                 "right for a program that uses all of them, as nn.DataParallel does; else give it {gpus}"));
  findings.add_error(error_at(program.location, "the command is the same on all rungs: nothing would scale",
                              "use a placeholder that differs: " + placeholders_that_differ(combinations)));
}

void check_axes(const SweepFile& sweep, const std::vector<Combination>& combinations, Start start,
                const RunDefaults& defaults, Findings& findings) {
  const auto are_alike = [&](const Combination& one, const Combination& other) {
    return start_alike(one, other) &&
           resources_of(one, start, defaults) == resources_of(other, start, defaults);
  };
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    const auto& axis = sweep.axes[i];
    const auto rest_of = [&](const Combination& combination) {
      std::tuple rest(combination.point, combination.rung, combination.ladder);
      std::get<GridPoint>(rest)[i] = 0;
      return rest;
    };
    const auto values = axis.front().values.size();
    const auto groups = groups_of_alike(combinations, rest_of, are_alike);
    if (values < 2 || !groups || *groups * values != combinations.size()) continue;  // or `where:` has effect
    const auto names = axis | std::views::transform([](const auto& one) { return one.name.value; });
    findings.add_error(error_at(
        axis.front().name.location,
        fmt::format("{}'{}' changes nothing: command, environment and request are the same for all values",
                    axis.size() > 1 ? "the zip of " : "", fmt::join(names, "' and '")),
        fmt::format("write {{{0}}} where the program takes it, as in '--{0} {{{0}}}', or leave it out",
                    axis.front().name.value)));
  }
}

bool note_stated_batch(const SweepFile& sweep, const ResolvedParameters& parameters, Findings& findings) {
  const bool is_global = find(parameters, "global_batch") != nullptr;
  const auto* const given = find_values(sweep, is_global ? "global_batch" : "per_rank_batch");
  auto texts = sweep.program->words;
  texts.insert(texts.end(), sweep.setup.begin(), sweep.setup.end());
  for (const auto& [name, value] : sweep.env) texts.push_back(value);
  if (sweep.workdir) texts.push_back(*sweep.workdir);
  const auto names = names_of_batch(parameters);
  const auto has_it = [&](const auto& text) { return uses_any(text.value, names); };
  if (given == nullptr || std::ranges::any_of(texts, has_it)) return false;
  findings.add_note(
      error_at(given->name.location,
               given->name.value + " is in no command: the program has to have this batch by itself",
               "else write {global_batch} or {per_rank_batch} where the program takes it"));
  return true;
}

}  // namespace scalegen::plan
