#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/process.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// started.json: who runs an attempt. Values that the file does not hold whole stay empty: such a process is
/// nowhere.
struct Started {
  ProcessIdentity process{};
  std::string job{};  // Slurm's id, or empty
  std::chrono::system_clock::time_point time{};
  bool operator==(const Started&) const = default;
};

/// exit.json: how it ended, as its script saw it.
struct Exited {
  int status = 0;
  std::string cause{};  // time_limit, INT, TERM, HUP, or empty
  std::chrono::system_clock::time_point time{};
  bool operator==(const Exited&) const = default;
};

/// Nothing where nobody has claimed the attempt.
Result<std::optional<Started>> read_started(const AttemptFolder& attempt);

/// Nothing where the script has not ended, or could not say how.
Result<std::optional<Exited>> read_exited(const AttemptFolder& attempt);

/// The names under which a run may have been tried: tried it was where read_started finds something.
Result<std::vector<std::string>> attempt_names(const RunDirectory& directory, const std::string& run);

/// The tool numbers its attempts, from 1; a person's is called `hand` or `slurm-` and the job's id, and has
/// the number 0.
int attempt_number(const std::string& attempt);

/// The number after the highest one. Two tools that saw the same attempts give the same name, and its claim
/// works once: so a run is never measured twice because two of them thought it was lost.
std::string next_attempt(const std::vector<std::string>& names);

}  // namespace scalegen
