#pragma once
#include <filesystem>
#include <string>

#include "core/diagnostics.hpp"
#include "generator/plan/plan_sweep.hpp"
#include "generator/write/script.hpp"

namespace scalegen {

/// Writes sweep.yaml, plan.jsonl, each job's script and their checksums into a new run directory. It appears
/// whole or not at all: it is made beside its place and renamed. What stands at `folder` is never touched;
/// that is an error.
Result<void> write_run_directory(const std::filesystem::path& folder, const std::string& sweep_text,
                                 const PlannedSweep& planned, const ScriptOrigin& origin);

}  // namespace scalegen
