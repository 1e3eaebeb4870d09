#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/plan.hpp"
#include "core/source_location.hpp"
#include "core/words.hpp"
#include "generator/expression/expression.hpp"

namespace scalegen {

/// A value as written: a constant, or a formula such as `= 64 * ranks`.
struct GivenValue {
  Value value{};  // without a formula
  std::optional<Expression> formula{};
  SourceLocation location{};
};

/// The values of a parameter: one if it is fixed, several if it is swept.
struct ParameterValues {
  Located<std::string> name{};
  std::vector<GivenValue> values{};
};

/// One dimension of the grid besides the rung: one parameter, or several (`zip:`) whose values go together.
using Axis = std::vector<ParameterValues>;

/// A filter: combinations for which the expression is 0 are left out.
struct Constraint {
  Located<std::string> text{};
  Expression expression{};
};

/// The user's own program. `command:` starts once, on the first node; `torchrun:` once a node; `python:` once
/// a rank.
struct OwnProgram {
  enum class Kind { command, torchrun, python };
  Kind kind = Kind::command;
  bool is_text = true;                        // bash code; else each word is passed as it is
  std::vector<Located<std::string>> words{};  // one, if it is a text
  SourceLocation location{};                  // of the key
  bool script_starts_ranks = false;           // the script that a command runs, as far as it was looked at
};

/// What Slurm calls a task of a job that starts a command: each rank, or all ranks of a node together.
enum class TaskOf { rank, node };

constexpr std::array<Word<TaskOf>, 2> words_of(TaskOf) {
  return {{{TaskOf::rank, "per_rank"}, {TaskOf::node, "per_node"}}};
}

/// The keys of the sweep file.
constexpr std::array<Word<OwnProgram::Kind>, 3> words_of(OwnProgram::Kind) {
  return {{{OwnProgram::Kind::command, "command"},
           {OwnProgram::Kind::torchrun, "torchrun"},
           {OwnProgram::Kind::python, "python"}}};
}

/// The way in which jobs request memory on a partition, and how much if the sweep file does not set it. With
/// `site_default` they request none and get the site's default; with `refused` they must not request any.
struct MemoryRule {
  enum class Kind { site_default, per_node, per_core, per_gpu, refused };
  Kind kind = Kind::site_default;
  std::int64_t mib = 0;  // per node, core or GPU
  SourceLocation location{};
};

/// Lines and options that the site adds to a script.
struct JobOptions {
  std::vector<std::string> setup{};                        // lines of bash, before the program
  std::vector<std::pair<std::string, std::string>> env{};  // for the program
  std::vector<Located<std::string>> sbatch_options{};      // such as --reservation=edu28
};

/// `prepare:` as it is written.
struct GivenPreparation {
  std::vector<Located<std::string>> lines{};
  bool in_job = false;
  std::optional<Located<std::chrono::seconds>> time_limit{};  // of the job; default: that of a run
};

/// The starter of a run's ranks, and whether they run in a container.
struct Launcher {
  enum class Starter { srun, torchrun };
  Starter starter = Starter::srun;
  bool container = false;
  bool operator==(const Launcher&) const = default;
};

/// The words for `launcher:`: srun, torchrun, container+srun, container+torchrun.
const std::vector<std::pair<std::string, Launcher>>& launcher_words();

/// The content of a sweep file, not yet checked against a workload, a machine or a cluster.
struct SweepFile {
  std::string text{};  // byte for byte
  Located<std::string> name{};
  Located<std::string> workload{};  // of scalegen-train; empty if there is a program
  std::optional<OwnProgram> program{};
  std::vector<MetricPattern> metrics{};                           // the speed of the program
  std::vector<MetricPattern> further{};                           // what else it prints
  Located<std::vector<Scaling>> scalings{{Scaling::strong}, {}};  // one, or strong and weak
  std::vector<Located<std::string>> rungs{};                      // empty: `scales: auto`
  std::vector<ParameterValues> parameters{};
  std::vector<Axis> axes{};
  std::vector<Constraint> where{};
  Located<Advice> advise{default_advice(), {}};  // at its budget, if it has one
  std::vector<Located<Assertion>> assertions{};
  int repeats = 3;  // rounds
  int seed = 7;
  std::optional<Located<std::string>> baseline{};
  std::optional<Located<std::string>> account{};
  std::optional<Located<std::string>> partition{};
  std::optional<Located<std::string>> qos{};
  std::optional<Located<std::string>> reservation{};
  std::optional<Located<std::chrono::seconds>> time_limit{};
  Located<std::string> data{"auto", {}};
  std::optional<Located<Launcher>> launcher{};     // default: the profile's
  std::optional<Located<std::string>> image{};     // of a container; default: the profile's
  std::optional<MemoryRule> memory{};              // an amount; default: the rule of the partition
  std::optional<Located<std::string>> gpu_type{};  // by which Slurm knows the GPUs; default: the partition's
  std::optional<bool> own_software{};              // none of the site's modules, variables and containers
  std::optional<Located<TaskOf>> tasks{};          // of a command; default: by what it starts
  std::optional<Located<std::string>> workdir{};   // default: the folder of the sweep file
  GivenPreparation prepare{};
  std::vector<Located<std::string>> setup{};  // lines of bash, before the program
  std::vector<std::pair<Located<std::string>, Located<std::string>>> env{};  // for the program
  std::vector<Located<std::string>> sbatch_options{};                        // such as --mail-type=END
  Diagnostics mistakes{};  // found without a plan; if there are any, plan_sweep returns an error
};

}  // namespace scalegen
