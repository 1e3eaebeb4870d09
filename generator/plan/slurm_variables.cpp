#include "generator/plan/slurm_variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "core/source_location.hpp"

namespace scalegen::plan {
namespace {

/// The value of a variable for a rank that is started on this machine, as a word of bash.
struct OnOneNode {
  std::string_view name;
  std::string_view word;
  bool is_of_task = true;  // of each that srun starts
};

constexpr auto kOnOneNode = std::to_array<OnOneNode>({{"SLURM_PROCID", "$RANK"},
                                                      {"SLURM_LOCALID", "$RANK"},
                                                      {"SLURM_NTASKS", "$WORLD_SIZE"},
                                                      {"SLURM_NPROCS", "$WORLD_SIZE"},
                                                      {"SLURM_NTASKS_PER_NODE", "$WORLD_SIZE"},
                                                      {"SLURM_CPUS_PER_TASK", "$OMP_NUM_THREADS"},
                                                      {"SLURM_NODEID", "0", false},
                                                      {"SLURM_NNODES", "1", false},
                                                      {"SLURM_JOB_NUM_NODES", "1", false}});

const OnOneNode* find_on_one_node(const std::string& name) {
  const auto* const found = std::ranges::find(kOnOneNode, name, &OnOneNode::name);
  return found == kOnOneNode.end() ? nullptr : found;
}

/// Adds each variable once, with a place that needs it if there is one.
void add_from(std::string_view code, const std::optional<CitedLine>& cited,
              std::vector<SlurmVariable>& variables) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  for (auto at = code.find("SLURM_"); at != std::string_view::npos; at = code.find("SLURM_", at + 1)) {
    const auto before = code.substr(0, at);
    const auto name = std::string(code.substr(at, code.find_first_not_of(kLetters, at) - at));
    const auto behind = code.substr(at + name.size(), 1);
    const bool is_needed = before.ends_with("environ[\"") || before.ends_with("environ['") ||
                           before.ends_with("$") || (before.ends_with("${") && behind == "}");
    const auto known = std::ranges::find(variables, name, &SlurmVariable::name);
    if (known == variables.end())
      variables.push_back({name, cited, is_needed});
    else if (is_needed && !known->is_needed)
      *known = {name, cited, true};
  }
}

void warn_of(const SlurmVariable& variable, bool is_of_torchrun, Findings& findings) {
  findings.add_warning(
      {.cited = variable.cited,
       .message = is_of_torchrun
                      ? fmt::format("{} is read, and under torchrun it is not a rank's", variable.name)
                      : fmt::format("{} is read, and it has no right value on this machine", variable.name),
       .hint = is_of_torchrun
                   ? "read RANK, LOCAL_RANK, WORLD_SIZE or LOCAL_WORLD_SIZE, which torchrun sets"
                   : "do without it: MASTER_ADDR, MASTER_PORT and SCALEGEN_RUN_ID are set everywhere"});
}

/// It runs once, before the ranks.
void warn_of_setup(const SweepFile& sweep, Findings& findings) {
  std::vector<SlurmVariable> variables;
  for (const auto& line : sweep.setup) add_from(line.value, cite(line.location), variables);
  for (const auto& variable : variables)
    if (variable.is_needed) warn_of(variable, false, findings);
}

bool is_in_env(const SweepFile& sweep, const std::string& name) {
  return std::ranges::any_of(sweep.env, [&](const auto& variable) { return variable.first.value == name; });
}

bool have_a_gpu_a_rank(const std::vector<Combination>& combinations, const PlanHead& head) {
  return head.start == Start::each_rank &&
         std::ranges::all_of(combinations, [](const auto& c) { return c.rung->device == DeviceKind::gpu; });
}

/// Options of torchrun may stand before it.
bool begins_with_script(const OwnProgram& program) { return !program.words.front().value.starts_with('-'); }

}  // namespace

std::vector<SlurmVariable> slurm_variables_in(const std::string& script, const std::string& name) {
  std::vector<SlurmVariable> variables;
  std::istringstream lines(script);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto first = static_cast<int>(line.find_first_not_of(" \t"));
    add_from(line.substr(0, line.find('#')), CitedLine{name, ++number, first + 1, line}, variables);
  }
  for (auto& variable : variables)  // one that it asks for, it can do without
    for (const auto* asked : {"\" in ", "' in ", "\" not in ", "' not in "})
      if (script.find(variable.name + asked) != std::string::npos) variable.is_needed = false;
  return variables;
}

bool takes_rank_from_slurm(const std::string& script) {
  constexpr auto kOthers = std::to_array<std::string_view>(
      {"\"RANK\"", "'RANK'", "\"LOCAL_RANK\"", "'LOCAL_RANK'", "accelerate", "deepspeed", "lightning"});
  const auto joins = script.find("init_process_group(");
  const bool is_told = joins == std::string::npos || script.find("rank=", joins) != std::string::npos;
  return is_told && script.find("SLURM_PROCID") != std::string::npos &&
         std::ranges::none_of(kOthers, [&](auto piece) { return script.find(piece) != std::string::npos; });
}

void set_slurm_variables(const SweepFile& sweep, std::vector<SlurmVariable> variables,
                         const std::vector<Combination>& combinations, PlanHead& head, Findings& findings) {
  if (!sweep.program || sweep.program->kind == OwnProgram::Kind::command) return;
  const bool here = !traits_of(head.scheduler).starts_tasks;
  if (here) warn_of_setup(sweep, findings);
  for (const auto& word : sweep.program->words) add_from(word.value, cite(word.location), variables);
  for (const auto& variable : variables) {
    if (is_in_env(sweep, variable.name)) continue;
    const auto* const known = find_on_one_node(variable.name);
    const bool is_of_torchrun = head.start == Start::each_node && known != nullptr && known->is_of_task &&
                                !(here && begins_with_script(*sweep.program));
    const bool counts_gpus = variable.name == "SLURM_GPUS_ON_NODE" && have_a_gpu_a_rank(combinations, head);
    const bool is_right = !is_of_torchrun && (!here || known != nullptr || counts_gpus);
    if (is_right && here)
      head.launch.as_slurm.emplace_back(variable.name, counts_gpus ? "$WORLD_SIZE" : known->word);
    if (!is_right && variable.is_needed) warn_of(variable, is_of_torchrun, findings);
  }
}

}  // namespace scalegen::plan
