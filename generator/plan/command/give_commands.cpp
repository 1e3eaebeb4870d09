#include "generator/plan/command/give_commands.hpp"

#include <algorithm>

#include "generator/plan/command/check_program.hpp"
#include "generator/plan/command/own_command.hpp"
#include "generator/plan/rung_facts.hpp"

namespace scalegen {
namespace {

/// What placeholders stand for in one run.
Settings values_of(const SweepFile& sweep, const Combination& combination) {
  auto values = rung_facts(combination.step->rung);
  values.insert(values.end(), combination.settings.begin(), combination.settings.end());
  if (sweep.data.mark.file) values.push_back({"data", sweep.data.value});
  return values;
}

/// A place is reported once, for the first combination.
void add_once(Diagnostics found, Diagnostics& errors) {
  for (auto& error : found)
    if (std::none_of(errors.begin(), errors.end(),
                     [&](const Diagnostic& e) { return e.place == error.place; }))
      errors.push_back(std::move(error));
}

}  // namespace

Start choose_start(const SweepFile& sweep, const Launcher& site, Diagnostics& errors) {
  const auto with = sweep.launcher ? sweep.launcher->value.with : site.with;
  const bool by_torchrun = with == Launcher::With::torchrun;
  if (!sweep.program) return by_torchrun ? Start::each_node : Start::each_rank;
  if (by_torchrun && sweep.program->by == OwnProgram::By::python)
    errors.push_back(error_at(sweep.launcher ? sweep.launcher->mark : sweep.program->mark,
                              "'python:' is started once a rank, and torchrun once a node",
                              "write 'torchrun:' instead of 'python:', or 'launcher: srun'"));
  return start_of(sweep.program->by);
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
