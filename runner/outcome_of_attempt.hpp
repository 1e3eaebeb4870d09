#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include "core/attempt_files.hpp"
#include "core/outcome.hpp"
#include "core/plan.hpp"
#include "core/run_record.hpp"

namespace scalegen {

/// The facts besides the files that determine an outcome.
struct Circumstances {
  std::chrono::system_clock::time_point now{};
  std::function<Liveness(const Started&)> probe = [](const Started& s) { return liveness(s.process); };
  /// An attempt on another host is lost this long after its time limit: files may lag on shared disks.
  std::chrono::seconds patience = std::chrono::minutes(10);
};

/// The outcome of each run by the table in docs/run-directory.md, in the plan's order, from the files alone:
/// needs neither lock nor write permission. Of several attempts the first that completed counts, else the one
/// that runs, else the last. An error only if a file may be there but cannot be read.
Result<std::vector<RunRecord>> outcomes(const Plan& plan, const RunDirectory& directory,
                                        const Circumstances& circumstances);

/// True of a run with status 0 and no end of its output, which a shared disk may show later.
bool lacks_its_end(const RunRecord& record);

/// The outcome of an attempt whose script ended without an exit.json on a node that is up: the set-up has
/// failed if a line of it was running, else the run is lost, as `how` says.
Outcome outcome_of_silent_end(const AttemptFolder& attempt, std::string how);

Result<RunRecord> outcome_of(const Run& run, const RunDirectory& directory,
                             const Circumstances& circumstances);

}  // namespace scalegen
