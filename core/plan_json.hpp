#pragma once
#include "core/json_fwd.hpp"
#include "core/plan.hpp"

namespace scalegen {

inline constexpr int kPlanFormat = 2;

// The lines of a plan file as JSON objects.
Json head_json(const PlanHead& head);
Json run_json(const Run& run);
Json job_json(const Job& job);

// And back. They throw std::exception on what is missing or of another kind: read_plan says where.
PlanHead head_of(const Json& json);
Run run_of(const Json& json);
Job job_of(const Json& json);

}  // namespace scalegen
