#include "generator/plan/commands.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/bash_command.hpp"
#include "core/shell_quote.hpp"
#include "generator/plan/placeholders.hpp"
#include "generator/plan/program_checks.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen::plan {
namespace {

constexpr const char* kMasterPort = "\"$MASTER_PORT\"";

// The beginning of a line of bash that starts a rung's ranks with torchrun. Rendezvous is static, and not
// c10d: there a node compares its own name with the master's, and gives ranks that name as MASTER_ADDR; sites
// whose nodes have several names hang (torchrun_jsc was written for this). Here the first node is the master
// because Slurm numbers it 0, and rank 0 is there on each attempt. The node's number is known only within
// srun, hence a line of bash. Every torchrun knows options with '_'; those with '-' need PyTorch 2.0.
//
// The line runs once on each node with MASTER_ADDR and MASTER_PORT set: the first node's name, and a port
// there. `port` is torchrun's own for its rendezvous, as bash has it.
std::string torchrun_line(const Rung& rung, const std::string& port,
                          const std::vector<std::string>& of_site) {
  auto line = fmt::format(
      "torchrun --nnodes={} --nproc_per_node={} --node_rank={} --master_addr=\"$MASTER_ADDR\" "
      "--master_port={}",
      rung.nodes, rung.ranks_per_node, rung.nodes == 1 ? "0" : "\"$SLURM_NODEID\"", port);
  for (const auto& option : of_site) line += " " + shell_quote(option);
  return line;
}

std::vector<std::string> rank_command(const TrainProgram& program, const Workload& workload,
                                      const Combination& combination, const PlanHead& head) {
  const bool on_gpu = combination.rung->device == DeviceKind::gpu;
  // Each rank takes its share of a global batch; weak scaling sets the batch of a rank itself.
  const auto scaling = combination.ladder.value_or(head.scalings.front());
  const auto* const left_out = scaling == Scaling::weak ? "global_batch" : "per_rank_batch";
  const auto* const flag = workload.recipe->name == workload.recipe->model ? "--model" : "--recipe";
  std::vector<std::string> command = {program.path, flag, workload.name, "--data", program.data};
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

// torchrun's static rendezvous uses MASTER_PORT for its store and gives ranks the same number, so that
// Python's init_process_group joins there. scalegen-train opens a store of its own: so torchrun takes the
// port that is half the range away, and `env` sets the script's port for the ranks again.
std::string torchrun_text(const std::vector<std::string>& command, const Rung& rung,
                          const std::vector<std::string>& of_site) {
  auto text = torchrun_line(rung, "$((10000 + MASTER_PORT % 20000))", of_site) +
              " --no_python env MASTER_PORT=\"$MASTER_PORT\"";
  for (const auto& word : command) text += " " + home_word(word);
  return text;
}

std::vector<std::string> train_command(const TrainProgram& program, const Workload& workload,
                                       const Combination& combination, const PlanHead& head) {
  auto command = rank_command(program, workload, combination, head);
  if (!program.by_torchrun) return command;
  return bash_command(torchrun_text(command, *combination.rung, combination.torchrun_options));
}

std::string bash_words(const std::vector<Located<std::string>>& words, const Settings& values) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + quoted_bash_word(word.value, values);
  return text;
}

bool uses_folder(const std::vector<Located<std::string>>& words) {
  return std::ranges::any_of(words,
                             [](const auto& word) { return uses_any(word.value, known_placeholders({})); });
}

// Modules beside the sweep file are found from a run's own folder, too.
constexpr const char* kModulePath = "PYTHONPATH=\"$SCALEGEN_SWEEP_DIR${PYTHONPATH:+:$PYTHONPATH}\" ";

/// The words by which torchrun starts a script whose ranks get these variables as words of bash.
std::string with_variables_of_ranks(const Variables& words) {
  if (words.empty()) return "";
  std::string text = "--no_python bash -c 'export";
  for (const auto& [name, word] : words) text += fmt::format(" {}={}", name, word);
  return text + "; exec python3 -u \"$@\"' rank ";
}

Result<std::vector<std::string>> own_command(const OwnProgram& program, const std::string& before,
                                             const Variables& of_ranks, const Combination& combination,
                                             const Settings& values) {
  const auto& words = program.words;
  std::string launcher;
  if (program.kind == OwnProgram::Kind::torchrun)
    launcher = torchrun_line(*combination.rung, kMasterPort, combination.torchrun_options) + " " +
               with_variables_of_ranks(of_ranks);
  if (program.kind == OwnProgram::Kind::python) launcher = "python3 ";
  if (program.is_text)
    return substitute_in_bash(words.front(), values).map([&](const std::string& text) {
      return bash_command(before + launcher + text);
    });
  if (program.kind == OwnProgram::Kind::torchrun)
    return bash_command(before + launcher + bash_words(words, values));
  if (uses_folder(words) || !before.empty())
    return bash_command(before + "exec " + launcher + bash_words(words, values));
  std::vector<std::string> command;
  if (program.kind == OwnProgram::Kind::python) command.emplace_back("python3");
  for (const auto& word : words) command.push_back(substitute(word.value, values));
  return command;
}

Start start_of(OwnProgram::Kind kind) {
  if (kind == OwnProgram::Kind::command) return Start::once;
  return kind == OwnProgram::Kind::torchrun ? Start::each_node : Start::each_rank;
}

bool is_data_parallel(const GivenValue& value) { return value.value == Value("data_parallel"); }

/// The value that makes one process of scalegen-train drive all GPUs of a node, or null.
const GivenValue* find_data_parallel(const std::vector<ParameterValues>& parameters) {
  for (const auto& parameter : parameters) {
    if (parameter.name.value != "strategy") continue;
    const auto found = std::ranges::find_if(parameter.values, is_data_parallel);
    if (found != parameter.values.end()) return &*found;
  }
  return nullptr;
}

/// One process for all GPUs with data_parallel, else one for each: a sweep starts its program in one way.
Start start_of_train(const SweepFile& sweep, bool by_torchrun, Findings& findings) {
  for (const auto& axis : sweep.axes)
    if (const auto* const value = find_data_parallel(axis); value != nullptr)
      findings.add_error(error_at(
          value->location, "'data_parallel' is one process for all GPUs, other strategies are one a GPU",
          "write a sweep file for each, and compare their reports: scalegen compare"));
  if (find_data_parallel(sweep.parameters) != nullptr) return Start::once;
  return by_torchrun ? Start::each_node : Start::each_rank;
}

/// The devices of the one process.
void add_replicas(Combination& combination, const SweepFile& sweep, Findings& findings) {
  const auto* const given = find_data_parallel(sweep.parameters);
  if (given == nullptr) return;
  const auto& rung = *combination.rung;
  if (rung.nodes > 1)
    findings.add_error_once(error_at(
        given->location,
        fmt::format("'data_parallel' is one process, and rung '{}' has {} nodes", rung.name, rung.nodes),
        "leave the rung out, or write 'strategy: ddp'"));
  combination.command.insert(combination.command.end(),
                             {"--replicas", fmt::format("{}", rung.ranks_per_node)});
}

}  // namespace

Start choose_start(const SweepFile& sweep, const Launcher& site, Findings& findings) {
  const auto with = sweep.launcher ? sweep.launcher->value.starter : site.starter;
  const bool by_torchrun = with == Launcher::Starter::torchrun;
  if (!sweep.program) return start_of_train(sweep, by_torchrun, findings);
  if (by_torchrun && sweep.program->kind == OwnProgram::Kind::python)
    findings.add_error(error_at(sweep.launcher ? sweep.launcher->location : sweep.program->location,
                                "'python:' is started once a rank, and torchrun once a node",
                                "write 'torchrun:' instead of 'python:', or 'launcher: srun'"));
  return start_of(sweep.program->kind);
}

void set_torchrun_options(const std::vector<std::string>& of_site, const RunDefaults& defaults,
                          std::vector<Combination>& combinations) {
  if (of_site.empty()) return;
  for (auto& combination : combinations)
    if (gpus_fill_whole_nodes(resources_of(combination, Start::each_node, defaults)))
      combination.torchrun_options = of_site;
}

void set_train_commands(const TrainProgram& program, const SweepFile& sweep, const Workload& workload,
                        const PlanHead& head, std::vector<Combination>& combinations, Findings& findings) {
  for (auto& combination : combinations) {
    combination.command = train_command(program, workload, combination, head);
    add_replicas(combination, sweep, findings);
  }
}

Settings placeholder_values(const SweepFile& sweep, const Combination& combination) {
  auto values =
      rung_variables(rung_of(combination), combination.ladder.value_or(sweep.scalings.value.front()));
  values.insert(values.end(), combination.settings.begin(), combination.settings.end());
  if (sweep.data.location.file) values.push_back({"data", sweep.data.value});
  const auto add_refused = [&](const std::vector<ParameterValues>& parameters) {
    for (const auto& parameter : parameters)  // no run is planned; a formula may differ on each rung
      if (find(values, parameter.name.value) == nullptr)
        values.push_back({parameter.name.value, std::int64_t{world_size(*combination.rung)}});
  };
  add_refused(sweep.parameters);
  std::for_each(sweep.axes.begin(), sweep.axes.end(), add_refused);
  return values;
}

void set_own_commands(const SweepFile& sweep, const IsSibling& is_sibling, const PlanHead& head,
                      std::vector<Combination>& combinations, Findings& findings) {
  auto program = *sweep.program;
  if (!combinations.empty()) {
    const auto values = placeholder_values(sweep, combinations.front());
    check_program(program, values, findings);
    check_work(sweep, values, findings);
  }
  const bool own_folders = has_own_folders(sweep);
  const bool needs_modules = own_folders && starts_module(program);
  if (own_folders) program = found_from_any_folder(std::move(program), is_sibling);
  for (auto& combination : combinations) {
    auto command = own_command(program, needs_modules ? kModulePath : "", head.launch.as_slurm, combination,
                               placeholder_values(sweep, combination));
    if (command)
      combination.command = std::move(*command);
    else
      for (auto& error : command.error()) findings.add_error_once_per_location(std::move(error));
  }
}

}  // namespace scalegen::plan
