#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "core/setting.hpp"
#include "generator/plan/parameters.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen {

/// What of a swept value stands in a run's name, as in cpus_per_task=4. A folder, a line `#SBATCH` and an eye
/// must be able to hold it: a value that is long or has other characters is shortened, and gets its number
/// among its axis' values, so that no two are the same: prompt=say_hello~2.
std::string id_part(const std::string& parameter, const Value& value, std::size_t row);

/// One rung with one value for each parameter: what a round runs once.
struct Combination {
  const Step* step = nullptr;
  Settings settings{};              // the derived ones among them
  std::string id{};                 // 2cpu-cpus_per_task=4: unique, and safe as a file's name
  std::vector<std::size_t> rows{};  // which values it takes, for each axis of the sweep file
  Located<std::int64_t> cpus_per_task{};
  std::optional<Located<std::int64_t>> global_batch{};    // where it was chosen
  std::optional<Located<std::int64_t>> per_rank_batch{};  // where it was chosen
  std::vector<std::string> command{};                     // argv
};

/// What has become of all candidates.
struct Combinations {
  std::vector<Combination> kept{};
  std::size_t candidates = 0;
  std::vector<std::size_t> refused{};  // how many each constraint does not hold for
};

/// How many candidates there are, or nothing where there are more than `most`.
std::optional<std::size_t> count_candidates(const std::vector<Step>& steps,
                                            const std::vector<Choice>& choices, std::size_t most);

/// Every rung with every combination of values for which the constraints hold, the last parameter varying
/// first. `formulas` is what formula_order said, and each choice has a value. Reports formulas that give no
/// value or one that does not fit, and values that come out the same; each once, with its place.
Combinations combine(const std::vector<Step>& steps, const std::vector<Choice>& choices,
                     const std::vector<std::size_t>& formulas, const std::vector<Constraint>& where,
                     Diagnostics& errors);

/// The names of settings that all combinations share, without those that are swept.
std::vector<std::string> held_settings(const std::vector<Combination>& combinations,
                                       const std::vector<std::string>& axes);

/// Reports global batches that the ranks of a rung cannot share evenly, each where it stands, for the first
/// such rung; and formulas by which a batch is not kept that the kind of scaling keeps.
void check_batches(const std::vector<Combination>& combinations, Scaling scaling, Diagnostics& errors);

/// All that a round runs: the rungs with the values of parameters and axes for which `where:` holds. Reports
/// more than `most_runs`, and what the combinations that are left cannot be run with. `notices` tell how many
/// are left out. None where a mistake leaves no values.
std::vector<Combination> choose_combinations(const SweepFile& sweep, const Workload& workload,
                                             const std::vector<Step>& steps, std::size_t most_runs,
                                             Diagnostics& errors, Diagnostics& notices);

/// The rungs that some of the combinations have, in their order; all where there is none.
std::vector<Step> steps_of(const std::vector<Combination>& combinations, const std::vector<Step>& steps);

}  // namespace scalegen
