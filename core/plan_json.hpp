#pragma once
#include "core/json_fwd.hpp"
#include "core/json_writer.hpp"
#include "core/plan.hpp"

namespace scalegen {

inline constexpr int kPlanFormat = 4;

// The lines of a plan file as JSON objects.
Json head_json(const PlanHead& head);
void write_run(JsonWriter& writer, const Run& run);
void write_job(JsonWriter& writer, const Job& job);

// And back. They throw std::exception on what is missing or of another kind: read_plan says where.
PlanHead head_of(const Json& json);
Run run_of(const Json& json);
Job job_of(const Json& json);

}  // namespace scalegen
