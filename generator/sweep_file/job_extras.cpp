#include "generator/sweep_file/job_extras.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/directives.hpp"

namespace scalegen {

namespace {

struct OwnOption {
  std::string_view option;
  std::string_view instead;
};

constexpr std::array kOwnOptions = std::to_array<OwnOption>({
    {"--account", "write 'account:' instead"},
    {"--array", "each run is a job of its own"},
    {"--chdir", "write 'workdir:' instead"},
    {"--cpus-per-gpu", "set the parameter 'cpus_per_task' instead"},
    {"--cpus-per-task", "set the parameter 'cpus_per_task' instead"},
    {"--error", "the script says where its output goes"},
    {"--gpus", "'scales:' says how many GPUs"},
    {"--gpus-per-node", "'scales:' says how many GPUs"},
    {"--gpus-per-task", "'scales:' says how many GPUs"},
    {"--gres", "'scales:' says how many GPUs"},
    {"--job-name", "write 'name:' instead"},
    {"--no-requeue", "the script always says so"},
    {"--nodes", "'scales:' says how many nodes"},
    {"--ntasks", "'scales:' says how many ranks"},
    {"--ntasks-per-node", "'scales:' says how many ranks"},
    {"--output", "the script says where its output goes"},
    {"--partition", "write 'partition:' instead"},
    {"--qos", "write 'qos:' instead"},
    {"--requeue", "a job that starts again would overwrite its measurement"},
    {"--signal", "the script uses it to keep the time limit"},
    {"--time", "write 'time_limit:' instead"},
    {"--wrap", "the script is what runs"},
});

constexpr auto kOwnVariables =
    std::to_array<std::string_view>({"LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT", "OMP_NUM_THREADS", "RANK",
                                     "TZ", "SRUN_CPUS_PER_TASK", "WORLD_SIZE"});

bool is_variable_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
}

std::optional<Diagnostic> judge_option(const Located<std::string>& option) {
  const auto name = std::string_view(option.value).substr(0, option.value.find('='));
  if (!name.starts_with("--") || name.size() < 3)
    return error_at(option.location, fmt::format("'{}' is not a long option", option.value),
                    "write it as --option=value, as in --reservation=edu28");
  if (!fits_directive(option.value))
    return error_at(option.location, fmt::format("a line '#SBATCH' cannot hold '{}'", option.value),
                    "blanks, quotes, backslashes, '#' and characters beyond ASCII are refused");
  const auto* const own = std::find_if(kOwnOptions.begin(), kOwnOptions.end(),
                                       [&](const OwnOption& o) { return o.option == name; });
  if (own == kOwnOptions.end()) return std::nullopt;
  return error_at(option.location, fmt::format("the option '{}' is the script's own", name),
                  std::string(own->instead));
}

std::optional<Diagnostic> judge_variable(const Located<std::string>& name) {
  if (!is_variable_name(name.value))
    return error_at(name.location, fmt::format("'{}' is not the name of a variable", name.value),
                    "letters, digits and '_', and no digit first");
  const bool own = name.value.starts_with("SLURM_") || name.value.starts_with("SCALEGEN_") ||
                   std::find(kOwnVariables.begin(), kOwnVariables.end(), name.value) != kOwnVariables.end();
  if (!own) return std::nullopt;
  return error_at(name.location, fmt::format("the variable '{}' is set by the script", name.value),
                  name.value == "OMP_NUM_THREADS" ? "set the parameter 'cpus_per_task' instead" : "");
}

}  // namespace

std::optional<Located<std::string>> read_directive_value(MapReader& reader, std::string_view key,
                                                         Diagnostics& errors) {
  auto value = reader.text(key);
  if (!value || fits_directive(value->value)) return value;
  errors.push_back(
      error_at(value->location,
               fmt::format("'{}' goes into a line '#SBATCH', which cannot hold '{}'", key, value->value),
               "blanks, quotes, backslashes, '#' and characters beyond ASCII are refused"));
  return std::nullopt;
}

std::vector<std::string> read_setup(MapReader& reader) {
  std::vector<std::string> lines;
  for (auto& line : reader.texts("setup")) lines.push_back(std::move(line.value));
  return lines;
}

std::vector<std::pair<std::string, std::string>> read_env(MapReader& reader, Diagnostics& errors,
                                                          std::string_view key) {
  std::vector<std::pair<std::string, std::string>> variables;
  for (auto& [name, value] : reader.text_map(key)) {
    if (auto error = judge_variable(name)) errors.push_back(std::move(*error));
    variables.emplace_back(std::move(name.value), std::move(value.value));
  }
  return variables;
}

std::vector<std::string> read_sbatch_options(MapReader& reader, Diagnostics& errors) {
  std::vector<std::string> options;
  for (auto& option : reader.texts("sbatch")) {
    if (auto error = judge_option(option)) errors.push_back(std::move(*error));
    options.push_back(std::move(option.value));
  }
  return options;
}

}  // namespace scalegen
