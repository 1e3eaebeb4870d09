#pragma once
#include "core/json_fwd.hpp"
#include "core/json_writer.hpp"
#include "core/plan.hpp"

namespace scalegen {

inline constexpr int kPlanFormat = 4;

// The lines of a plan file. Members that have their default value are left out.
void write_head(JsonWriter& writer, const PlanHead& head);
void write_run(JsonWriter& writer, const Run& run);
void write_job(JsonWriter& writer, const Job& job);

// And back. They throw std::exception on what is missing or of another kind: read_plan says where.
PlanHead head_of(const Json& json);
Run run_of(const Json& json);
Job job_of(const Json& json);

// Parts of these lines as trees.
Json run_json(const Run& run);
Json launch_json(const Launch& launch);
Json advice_json(const Advice& advice);

}  // namespace scalegen
