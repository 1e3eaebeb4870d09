#include "generator/sweep_file/job_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/directives.hpp"
#include "core/sbatch_option.hpp"
#include "core/text.hpp"

namespace scalegen {

namespace {

constexpr auto kRefusedCharacters =
    "blanks, quotes, backslashes, '#' and characters beyond ASCII are refused";

/// An option that the script itself sets.
struct OwnOption {
  std::string_view option;
  std::string_view instead;
};

constexpr std::string_view kTyped =
    "'scales:' sets the number of GPUs; with their type it is written as --gres=gpu:v100:4";

constexpr std::array kOwnOptions = std::to_array<OwnOption>({
    {"--account", "write 'account:' instead"},
    {"--array", "each run is a separate job"},
    {"--chdir", "write 'workdir:' instead"},
    {"--cpus-per-gpu", "set the parameter 'cpus_per_task' instead"},
    {"--cpus-per-task", "set the parameter 'cpus_per_task' instead"},
    {"--error", "the script sets where its output goes"},
    {"--gpus", kTyped},
    {"--gpus-per-node", kTyped},
    {"--gpus-per-socket", kTyped},
    {"--gpus-per-task", kTyped},
    {"--gres", kTyped},
    {"--job-name", "write 'name:' instead"},
    {"--mem", "write 'memory:' instead"},
    {"--mem-per-cpu", "write 'memory:' instead"},
    {"--mem-per-gpu", "write 'memory:' instead"},
    {"--mincpus", "set the parameter 'cpus_per_task' instead"},
    {"--no-requeue", "the script always sets it"},
    {"--nodes", "'scales:' sets the number of nodes"},
    {"--ntasks", "'scales:' sets the number of ranks"},
    {"--ntasks-per-node", "'scales:' sets the number of ranks"},
    {"--ntasks-per-gpu", "'scales:' sets the number of ranks"},
    {"--output", "the script sets where its output goes"},
    {"--partition", "write 'partition:' instead"},
    {"--qos", "write 'qos:' instead"},
    {"--requeue", "a requeued job would overwrite its measurement"},
    {"--signal", "the script uses it to keep the time limit"},
    {"--time", "write 'time_limit:' instead"},
    {"--tres-per-job", kTyped},
    {"--tres-per-node", kTyped},
    {"--tres-per-socket", kTyped},
    {"--tres-per-task", kTyped},
    {"--wrap", "the job runs the script"},
});

constexpr auto kOwnVariables = std::to_array<std::string_view>(
    {"MASTER_ADDR", "MASTER_PORT", "OMP_NUM_THREADS", "SCALEGEN_METRICS", "SCALEGEN_PROGRAM",
     "SCALEGEN_RUN_DIR", "SCALEGEN_RUN_ID", "SCALEGEN_SUBMISSION", "SCALEGEN_SWEEP_DIR"});

// Set where the script, or torchrun, starts the ranks.
constexpr auto kVariablesOfRanks = std::to_array<std::string_view>({"LOCAL_RANK", "RANK", "WORLD_SIZE"});

// Set for a job, a step or a task by Slurm or by a script for it. Others that begin with SLURM_ are what a
// person tells srun.
constexpr auto kVariablesOfSlurm = std::to_array<std::string_view>(
    {"SLURM_CLUSTER_NAME", "SLURM_CPUS_ON_NODE",   "SLURM_CPUS_PER_TASK",   "SLURM_GPUS",
     "SLURM_GPUS_ON_NODE", "SLURM_GPUS_PER_NODE",  "SLURM_GTIDS",           "SLURM_JOBID",
     "SLURM_LOCALID",      "SLURM_NNODES",         "SLURM_NODEID",          "SLURM_NODELIST",
     "SLURM_NPROCS",       "SLURM_NTASKS",         "SLURM_NTASKS_PER_NODE", "SLURM_PROCID",
     "SLURM_SUBMIT_DIR",   "SLURM_TASKS_PER_NODE", "SLURM_TASK_PID",        "SRUN_CPUS_PER_TASK"});

template <std::size_t count>
bool is_among(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_set_by_slurm(std::string_view name) {
  return is_among(kVariablesOfSlurm, name) || name.starts_with("SLURM_ARRAY_") ||
         name.starts_with("SLURM_JOB_") || name.starts_with("SLURM_STEP");
}

void check_option(MapReader& reader, const Located<std::string>& option) {
  const auto name = std::string_view(option.value).substr(0, option.value.find('='));
  const auto* const own =
      std::ranges::find_if(kOwnOptions, [&](const OwnOption& o) { return may_abbreviate(name, o.option); });
  const auto* const of_sbatch = sbatch_option_in_word(name);
  if (!name.starts_with("--") || name.size() < 3)
    reader.report_at(option.location, fmt::format("'{}' is not a long option", option.value),
                     "write it as --option=value, as in --reservation=edu28");
  else if (!fits_directive(option.value))
    reader.report_at(option.location, fmt::format("a line '#SBATCH' cannot hold '{}'", option.value),
                     kRefusedCharacters);
  else if (own != kOwnOptions.end() && !typed_gpus(option.value) && !is_beside_gpus(option.value))
    reader.report_at(option.location, fmt::format("the script itself sets the option '{}'", own->option),
                     std::string(own->instead));
  else if (of_sbatch != nullptr)
    reader.report_at(option.location, refusal_of(*of_sbatch), std::string(of_sbatch->instead));
}

void check_variable(MapReader& reader, const Located<std::string>& name) {
  if (!is_variable_name(name.value))
    reader.report_at(name.location, fmt::format("'{}' is not the name of a variable", name.value),
                     "use letters, digits and '_', and no digit first");
  else if (is_among(kOwnVariables, name.value))
    reader.report_at(name.location, fmt::format("the script itself sets the variable '{}'", name.value),
                     name.value == "OMP_NUM_THREADS"
                         ? "with 'command:' write 'threads:' instead, else set the parameter 'cpus_per_task'"
                         : "");
  else if (is_set_by_slurm(name.value))
    reader.report_at(name.location, fmt::format("jobs under Slurm have their own '{}'", name.value));
}

// True if a text holds $NAME or ${NAME..., and not only a longer name.
bool refers_to(std::string_view text, const std::string& name) {
  if (text.find("${" + name) != std::string_view::npos) return true;
  const auto reference = '$' + name;
  for (auto at = text.find(reference); at != std::string_view::npos; at = text.find(reference, at + 1)) {
    const auto behind = text.substr(at + reference.size(), 1);
    if (behind.empty() || !is_variable_name("_" + std::string(behind))) return true;
  }
  return false;
}

// Values are words, not bash: with such a PATH the script would not find the programs that it needs itself.
void check_value(MapReader& reader, const Located<std::string>& name, const Located<std::string>& value) {
  if (!refers_to(value.value, name.value)) return;
  reader.report_at(value.location,
                   fmt::format("'${}' is taken word for word here, so nothing of the old {} would be left",
                               name.value, name.value),
                   fmt::format("let bash extend it: setup: 'export {}=\"{}\"'", name.value, value.value));
}

}  // namespace

std::optional<Located<std::string>> read_directive_value(MapReader& reader, std::string_view key) {
  auto value = reader.text(key);
  if (!value || fits_directive(value->value)) return value;
  reader.report_at(value->location,
                   fmt::format("'{}' goes into a line '#SBATCH', which cannot hold '{}'", key, value->value),
                   kRefusedCharacters);
  return std::nullopt;
}

MemoryRule read_amount_of_memory(MapReader reader, std::string_view forms) {
  using Kind = MemoryRule::Kind;
  constexpr auto kWords = std::to_array<std::pair<std::string_view, Kind>>(
      {{"per_node", Kind::per_node}, {"per_core", Kind::per_core}, {"per_gpu", Kind::per_gpu}});
  MemoryRule rule;
  for (const auto& [word, kind] : kWords)
    if (const auto amount = reader.memory_mib(word)) rule = {kind, amount->value, amount->location};
  reader.refuse_unknown_keys();
  if (reader.whole().entries.size() != 1)
    reader.report(reader.whole(), "'memory' takes exactly one key", std::string(forms));
  return rule;
}

std::vector<std::string> read_setup(MapReader& reader) {
  std::vector<std::string> lines;
  for (auto& line : reader.texts("setup")) lines.push_back(std::move(line.value));
  return lines;
}

LocatedVariables read_located_env(MapReader& reader, std::string_view key) {
  auto variables = reader.text_map(key);
  for (const auto& [name, value] : variables) {
    check_variable(reader, name);
    check_value(reader, name, value);
  }
  return variables;
}

void refuse_variables_of_ranks(MapReader& reader, const LocatedVariables& variables) {
  for (const auto& [name, value] : variables)
    if (is_among(kVariablesOfRanks, name.value))
      reader.report_at(name.location,
                       fmt::format("each rank has its own '{}', which is set for it", name.value));
}

std::vector<std::pair<std::string, std::string>> read_env(MapReader& reader, std::string_view key) {
  std::vector<std::pair<std::string, std::string>> variables;
  auto located = read_located_env(reader, key);
  refuse_variables_of_ranks(reader, located);
  for (auto& [name, value] : located) variables.emplace_back(std::move(name.value), std::move(value.value));
  return variables;
}

std::vector<Located<std::string>> read_sbatch_options(MapReader& reader) {
  auto options = reader.texts("sbatch");
  for (const auto& option : options) check_option(reader, option);
  return options;
}

}  // namespace scalegen
