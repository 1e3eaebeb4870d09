#include "generator/plan/command/train_command.hpp"

#include <fmt/format.h>

#include "core/shell_quote.hpp"
#include "generator/plan/command/torchrun.hpp"

namespace scalegen {
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

}  // namespace scalegen
