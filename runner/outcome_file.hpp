#pragma once
#include <optional>
#include <string>

#include "core/diagnostics.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"
#include "runner/verdict.hpp"

namespace scalegen {

/// runs/<run>/outcome.json. Nothing where there is none, or none that this version understands: the files are
/// judged anew.
Result<std::optional<Verdict>> read_outcome_file(const RunDirectory& directory, const std::string& run);

/// For a run that has ended.
Result<void> write_outcome_file(const RunDirectory& directory, const RunRecord& record);

}  // namespace scalegen
