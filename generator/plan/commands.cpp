#include "generator/plan/commands.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/shell_quote.hpp"
#include "generator/plan/placeholders.hpp"
#include "generator/plan/program_checks.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen {

// Static rendezvous, and not c10d: there a node finds out by its own name whether it is the one that all
// others were told, and tells ranks that name as MASTER_ADDR; sites where nodes go by several names hang
// (torchrun_jsc was written for this). Here the first node is the master because Slurm numbers it 0, and rank
// 0 is there on each attempt. The node's number is known only inside of srun, hence a line of bash. Options
// with '_' are understood by every torchrun, those with '-' only since PyTorch 2.0.
std::string torchrun_line(const Rung& rung, const std::string& port) {
  return fmt::format(
      "torchrun --nnodes={} --nproc_per_node={} --node_rank={} --master_addr=\"$MASTER_ADDR\" "
      "--master_port={}",
      rung.nodes, rung.ranks_per_node, rung.nodes == 1 ? "0" : "\"$SLURM_NODEID\"", port);
}

namespace {

std::vector<std::string> command_of_a_rank(const TrainProgram& program, const Workload& workload,
                                           const Combination& combination, const PlanHead& head) {
  const bool on_gpu = combination.step->rung.device == DeviceKind::gpu;
  // Each rank takes its share of a global batch; with weak scaling the ranks' own batch is what was chosen.
  const auto* const left_out = head.scaling == Scaling::weak ? "global_batch" : "per_rank_batch";
  std::vector<std::string> command = {program.path, "--model", workload.name, "--data", program.data};
  for (const auto& parameter : workload.parameters) {
    const auto* const value = find(combination.settings, parameter.name);
    if (value == nullptr || parameter.name == left_out) continue;
    command.push_back(parameter.flag);
    command.push_back(to_text(*value));
  }
  command.insert(command.end(),
                 {"--device", on_gpu ? "cuda" : "cpu", "--seed", fmt::format("{}", head.seed)});
  return command;
}

// torchrun's static meeting keeps MASTER_PORT for its store and gives ranks the same number, for Python's
// init_process_group to join there. scalegen-train opens a store of its own: so torchrun takes the port that
// is half the range away, and `env` gives the ranks the script's again.
std::string torchrun_text(const std::vector<std::string>& command, const Rung& rung) {
  auto text = torchrun_line(rung, "$((10000 + MASTER_PORT % 20000))") +
              " --no_python env MASTER_PORT=\"$MASTER_PORT\"";
  for (const auto& word : command) text += " " + home_word(word);
  return text;
}

}  // namespace

std::vector<std::string> train_command(const TrainProgram& program, const Workload& workload,
                                       const Combination& combination, const PlanHead& head) {
  auto command = command_of_a_rank(program, workload, combination, head);
  if (!program.by_torchrun) return command;
  return {"bash", "-c", torchrun_text(command, combination.step->rung)};
}

namespace {

std::string bash_words(const std::vector<Located<std::string>>& words, const Settings& values) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + bash_word(word.value, values);
  return text;
}

bool wants_run_dir(const std::vector<Located<std::string>>& words) {
  return std::any_of(words.begin(), words.end(), [](const auto& word) {
    const auto names = placeholders_in(word.value);
    return std::any_of(names.begin(), names.end(), [](const Placeholder& p) { return p.name == kRunDir; });
  });
}

std::vector<std::string> given_to_bash(std::string text) { return {"bash", "-c", std::move(text)}; }

/// What stands before the person's own words.
std::vector<std::string> first_words(const OwnProgram& program) {
  return program.kind == OwnProgram::Kind::python ? std::vector<std::string>{"python3"}
                                              : std::vector<std::string>{};
}

}  // namespace

Start start_of(OwnProgram::Kind kind) {
  switch (kind) {
    case OwnProgram::Kind::command:
      return Start::once;
    case OwnProgram::Kind::torchrun:
      return Start::each_node;
    case OwnProgram::Kind::python:
      return Start::each_rank;
  }
  return Start::once;
}

Result<std::vector<std::string>> own_command(const OwnProgram& program, const Rung& rung,
                                             const Settings& values) {
  const auto& words = program.words;
  std::string before;
  if (program.kind == OwnProgram::Kind::torchrun) before = torchrun_line(rung) + " ";
  if (program.kind == OwnProgram::Kind::python) before = "python3 ";
  if (program.is_text)
    return bash_with_values(words.front(), values).map([&](const std::string& text) {
      return given_to_bash(before + text);
    });
  if (program.kind == OwnProgram::Kind::torchrun) return given_to_bash(before + bash_words(words, values));
  if (wants_run_dir(words)) return given_to_bash("exec " + before + bash_words(words, values));
  auto command = first_words(program);
  for (const auto& word : words) command.push_back(with_values(word.value, values));
  return command;
}

namespace {

/// What placeholders stand for in one run.
Settings values_of(const SweepFile& sweep, const Combination& combination) {
  auto values = rung_facts(combination.step->rung);
  values.insert(values.end(), combination.settings.begin(), combination.settings.end());
  if (sweep.data.location.file) values.push_back({"data", sweep.data.value});
  return values;
}

/// A place is reported once, for the first combination.
void add_once(Diagnostics found, Diagnostics& errors) {
  for (auto& error : found)
    if (std::none_of(errors.begin(), errors.end(),
                     [&](const Diagnostic& e) { return e.cited == error.cited; }))
      errors.push_back(std::move(error));
}

}  // namespace

Start choose_start(const SweepFile& sweep, const Launcher& site, Diagnostics& errors) {
  const auto starter = sweep.launcher ? sweep.launcher->value.starter : site.starter;
  const bool by_torchrun = starter == Launcher::Starter::torchrun;
  if (!sweep.program) return by_torchrun ? Start::each_node : Start::each_rank;
  if (by_torchrun && sweep.program->kind == OwnProgram::Kind::python)
    errors.push_back(error_at(sweep.launcher ? sweep.launcher->location : sweep.program->location,
                              "'python:' is started once a rank, and torchrun once a node",
                              "write 'torchrun:' instead of 'python:', or 'launcher: srun'"));
  return start_of(sweep.program->kind);
}

void give_train_commands(const TrainProgram& program, const Workload& workload, const PlanHead& head,
                         std::vector<Combination>& combinations) {
  for (auto& combination : combinations)
    combination.command = train_command(program, workload, combination, head);
}

void give_own_commands(const SweepFile& sweep, std::vector<Combination>& combinations, Diagnostics& errors,
                       Diagnostics& warnings) {
  const auto& program = *sweep.program;
  const auto before = errors.size();
  if (!combinations.empty()) {
    const auto values = values_of(sweep, combinations.front());
    check_program(program, values, errors, warnings);
    warn_of_unknown_work(sweep, values, warnings);
  }
  for (auto& combination : combinations) {
    auto command = own_command(program, combination.step->rung, values_of(sweep, combination));
    if (command)
      combination.command = std::move(*command);
    else
      add_once(std::move(command.error()), errors);
  }
  if (errors.size() == before) check_commands(program, combinations, errors, warnings);
}

}  // namespace scalegen
