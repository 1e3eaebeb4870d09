#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/plan.hpp"
#include "generator/expression/expression.hpp"
#include "generator/sweep_file/source_location.hpp"

namespace scalegen {

/// A value as it is written: itself, or what a formula such as `= 64 * ranks` gives.
struct GivenValue {
  Value value{};  // where there is no formula
  std::optional<Expression> formula{};
  SourceLocation location{};
};

/// The values that a parameter shall take: one where it is fixed, several where it is swept.
struct ParameterValues {
  Located<std::string> name{};
  std::vector<GivenValue> values{};
};

/// What varies besides the rung: one parameter, or several (`zip:`) that go through their values together.
using Axis = std::vector<ParameterValues>;

/// What has to hold for a rung and its values, else they are left out.
struct Constraint {
  Located<std::string> text{};
  Expression expression{};
};

/// A program of a person's own. `command:` is started once, on the first node; `torchrun:` once a node;
/// `python:` once a rank.
struct OwnProgram {
  enum class By { command, torchrun, python };
  By by = By::command;
  bool is_text = true;                        // of bash; else each word stands for itself
  std::vector<Located<std::string>> words{};  // of a text: one
  SourceLocation location{};                  // of the key
};

/// The key that says so: command, torchrun, python.
std::string to_text(OwnProgram::By by);

/// The lines and options that a script gets besides what the plan says.
struct JobExtras {
  std::vector<std::string> setup{};                        // lines of bash, before the program
  std::vector<std::pair<std::string, std::string>> env{};  // for the program
  std::vector<std::string> sbatch_options{};               // such as --reservation=edu28
};

/// What starts the ranks of a run, and whether in a container.
struct Launcher {
  enum class With { srun, torchrun };
  With with = With::srun;
  bool container = false;
  bool operator==(const Launcher&) const = default;
};

/// The words for `launcher:`: srun, torchrun, container+srun, container+torchrun.
const std::vector<std::pair<std::string, Launcher>>& launcher_words();

/// What a person wrote, not yet judged against a workload, a machine or a cluster.
struct SweepFile {
  std::string text{};  // byte for byte
  Located<std::string> name{};
  Located<std::string> workload{};  // one that scalegen-train has, unless there is a program
  std::optional<OwnProgram> program{};
  std::vector<MetricPattern> metrics{};  // of the program
  Scaling scaling = Scaling::strong;
  std::vector<Located<std::string>> rungs{};  // empty: `scales: auto`
  std::vector<ParameterValues> parameters{};
  std::vector<Axis> axes{};
  std::vector<Constraint> where{};
  int repeats = 3;
  int seed = 7;
  std::optional<Located<std::string>> baseline{};
  std::optional<Located<std::string>> account{};
  std::optional<Located<std::string>> partition{};
  std::optional<Located<std::string>> qos{};
  std::optional<Located<std::chrono::seconds>> time_limit{};
  Located<std::string> data{"auto", {}};
  std::optional<Located<Launcher>> launcher{};        // none: the profile's
  std::optional<Located<std::string>> image{};        // of a container; none: the profile's
  std::optional<Located<std::int64_t>> memory_mib{};  // of a node; none: as the partition has it
  std::optional<Located<std::string>> workdir{};      // none: the folder of the sweep file
  JobExtras extras{};
  Diagnostics mistakes{};  // what the text alone shows; not empty: a plan is refused
};

}  // namespace scalegen
