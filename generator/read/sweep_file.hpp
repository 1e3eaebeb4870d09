#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/plan.hpp"
#include "generator/read/placed.hpp"

namespace scalegen {

/// The values that a parameter shall take: one where it is fixed, several where it is swept.
struct ParameterValues {
  Placed<std::string> name{};
  std::vector<Placed<Value>> values{};
};

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
  Placed<std::string> name{};
  Placed<std::string> workload{};
  Scaling scaling = Scaling::strong;
  std::vector<Placed<std::string>> rungs{};  // empty: `scales: auto`
  std::vector<ParameterValues> parameters{};
  std::vector<ParameterValues> axes{};
  int repeats = 3;
  int seed = 7;
  std::optional<Placed<std::string>> baseline{};
  std::optional<Placed<std::string>> account{};
  std::optional<Placed<std::string>> partition{};
  std::optional<Placed<std::string>> qos{};
  std::optional<Placed<std::chrono::seconds>> time_limit{};
  Placed<std::string> data{"auto", {}};
  std::optional<Placed<Launcher>> launcher{};        // none: the profile's
  std::optional<Placed<std::string>> image{};        // of a container; none: the profile's
  std::optional<Placed<std::int64_t>> memory_mib{};  // of a node; none: as the partition has it
  std::optional<Placed<std::string>> workdir{};      // none: the folder of the sweep file
  JobExtras extras{};
  Diagnostics mistakes{};  // what the text alone shows; not empty: a plan is refused
};

}  // namespace scalegen
