#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"
#include "core/json_fwd.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// The plan as JSON lines: the head, then one line a run in the order in which they are to run, then one a
/// job, then one with the sum of all these, by which a plan that a person edited is known.
std::string write_plan(const Plan& plan);

/// Writes that text into a file, durably; that of a large plan is never held at once.
Result<void> write_plan_file(const std::filesystem::path& path, const Plan& plan);

/// Reads what write_plan wrote. Errors name `file` and the line; a plan of another format version is refused.
/// A plan that was edited and can still be read is one, and says so. Of one of 0.2 it has no combination that
/// the sweep file had lost.
Result<Plan> read_plan(const std::string& file, std::string_view text);

/// Reads the head alone. Returns nullopt if the file does not exist or is empty.
Result<std::optional<PlanHead>> read_plan_head(const std::filesystem::path& path);

/// Gives `sink` the text of a plan as one indented JSON object, piece by piece: {"head": ..., "runs": [...],
/// "jobs": [...]}, then the fields of `appended`.
void write_plan_object(const Plan& plan, const Json& appended,
                       const std::function<void(std::string_view)>& sink);

/// The ladders of a plan or a report: one word, or a list of several.
Json scalings_json(const std::vector<Scaling>& scalings);

}  // namespace scalegen
