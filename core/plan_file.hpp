#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"
#include "core/json_fwd.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// The plan as JSON lines: the head, then one line a run in the order in which they are to run, then one a
/// job.
std::string write_plan(const Plan& plan);

/// Writes that text into a file, durably; that of a large plan is never held at once.
Result<void> write_plan_file(const std::filesystem::path& path, const Plan& plan);

/// Reads what write_plan wrote. Errors name `file` and the line; a plan of another format version is refused.
Result<Plan> read_plan(const std::string& file, std::string_view text);

/// The same as one JSON object: {"head": ..., "runs": [...], "jobs": [...]}.
Json to_json(const Plan& plan);

/// Words as they stand in files and on the terminal.
std::string to_text(Scaling scaling);
std::string to_text(Start start);

}  // namespace scalegen
