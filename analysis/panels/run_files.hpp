#pragma once
#include <optional>
#include <set>
#include <string>

namespace scalegen::panels {

/// The batch script of a job, as it ran.
struct Script {
  std::string file{};
  std::string rung{};
  std::string text{};
};

/// What a document says of the files of runs beside their report.
struct RunFiles {
  std::optional<Script> script{};  // of a run of the largest rung
  std::set<std::string> cpus{};    // models that the runs' nodes have
};

}  // namespace scalegen::panels
