#include "generator/script/launch_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/bash_command.hpp"
#include "core/shell_quote.hpp"
#include "generator/plan/resources.hpp"
#include "generator/script/script_values.hpp"

namespace scalegen {

namespace {

/// True if bash reads the text as a program and the words between its blanks.
bool is_plain(const std::string& text) {
  return text.starts_with("python3 ") && std::ranges::all_of(text, [](char c) {
           return c == ' ' || shell_quote({&c, 1}).size() == 1;
         });
}

std::string words_of(const std::vector<std::string>& command) {
  if (const auto* const text = bash_text_of(command); text != nullptr && is_plain(*text)) return *text;
  std::string line;
  for (const auto& word : command) line += (line.empty() ? "" : " ") + home_word(word);
  return line;
}

/// Empty if there are none.
std::string assignments(const std::string& before, const Variables& words, const std::string& after) {
  std::string text;
  for (const auto& [name, word] : words) text += fmt::format(" {}={}", name, word);
  return text.empty() ? "" : before + text + after;
}

std::string ranks_here(const Run& run, const PlanHead& head) {
  return fmt::format("for RANK in {{0..{}}}; do LOCAL_RANK=$RANK{} taskset -c \"${{cores[RANK]}}\" {} & done",
                     run.rung.ranks_per_node - 1, assignments("", head.launch.as_slurm, ""),
                     words_of(run.command));
}

/// Bash that gives a rank its number, unless the program takes that from Slurm, and what the site wants on
/// GPUs; then the command.
std::string rank_of(const Run& run, const PlanHead& head, const std::string& command) {
  std::string before;
  if (head.own_program && !head.launch.takes_rank_from_slurm)
    before = "export RANK=$SLURM_PROCID LOCAL_RANK=$SLURM_LOCALID; ";
  for (const auto& line : rank_setup(run, head)) before += line + "\n";
  if (before.empty()) return command;
  const auto* const text = bash_text_of(run.command);
  if (!head.launch.container || is_by_srun(head.launch.container))
    return shell_command(bash_command(before + (text != nullptr ? *text : command)));
  return "bash -c " + shell_quote(before + "exec \"$@\"") + " rank " + command;
}

}  // namespace

std::vector<std::string> rank_setup(const Run& run, const PlanHead& head) {
  if (run.resources.gpus_per_node == 0 || head.start != Start::each_rank) return {};
  return head.launch.rank_setup;
}

std::string cpu_bind(const Run& run, const PlanHead& head) {
  const auto& bind = head.launch.cpu_bind;
  const bool by_number = bind.find(':') != std::string::npos;
  // --hint=nomultithread binds by itself, and srun would forget it beside --cpu-bind.
  const bool is_right = by_number ? plan::gpus_fill_whole_nodes(run.resources) : !run.resources.has_threads;
  return head.start == Start::each_rank && is_right ? bind : "";
}

std::string with_variables(const Variables& words) {
  return assignments("bash -c 'export", words, "; exec \"$@\"' rank ");
}

std::string launch_line(const Run& run, const PlanHead& head) {
  const auto& r = run.resources;
  const bool here = !traits_of(head.scheduler).starts_tasks;
  const bool by_srun = is_by_srun(head.launch.container);
  const std::string container = head.launch.container ? "\"${_container[@]}\" " : "";
  const auto command = (by_srun ? "" : container) + words_of(run.command);
  if (here && head.start == Start::each_rank) return ranks_here(run, head);
  if (here || head.start == Start::once || (head.start == Start::each_node && r.nodes == 1 && !by_srun))
    return head.launch.container || run.command->size() != 3 || bash_text_of(run.command) == nullptr
               ? command
               : run.command->back();  // the script is bash itself, but for pipefail
  const auto bind = cpu_bind(run, head);
  return fmt::format("srun --ntasks={} --cpus-per-task={} {}{}{}", r.nodes * r.tasks_per_node,
                     r.cpus_per_task, bind.empty() ? "" : fmt::format("--cpu-bind={} ", shell_quote(bind)),
                     by_srun ? container : "",
                     head.start == Start::each_rank ? rank_of(run, head, command) : command);
}

}  // namespace scalegen
