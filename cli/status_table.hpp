#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "analysis/document/document.hpp"
#include "core/run_directory.hpp"
#include "runner/run_status.hpp"

namespace scalegen {

/// "4 runs: 1 completed, 3 waiting", and whether Slurm answers.
std::string counts_text(const SweepStatus& all);

/// Describes a run beyond its state: why it waits or failed, how long it has run and where.
std::string about(const RunStatus& run, std::chrono::system_clock::time_point now);

/// The counts, and a row for each run that has been submitted and has not completed. Of more than fit on a
/// screen the first rows of each state and reason, and how many more there are, unless all are asked for.
document::Document status_document(const SweepStatus& all, bool shows_all);

/// The form that docs/runner.md describes: for programs that watch a sweep.
std::string status_json(const RunDirectory& directory, const SweepStatus& all);

/// True if a run has failed and no job tries it again.
bool some_have_failed(const std::vector<RunStatus>& all);

}  // namespace scalegen
