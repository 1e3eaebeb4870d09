#pragma once
#include <cstdint>
#include <optional>

#include "core/plan.hpp"
#include "generator/plan/ladder.hpp"

namespace scalegen {

/// Adds to what a run asks for what its partition makes of it: name, constraint, memory, whole nodes.
void place_on_partition(Resources& resources, const Step& step,
                        const std::optional<Placed<std::int64_t>>& memory);

/// What an hour of such a job costs: the cores and GPUs that others cannot use meanwhile, and the site's
/// units by its formula. No unit where the site has none, or where it counts memory that nobody asked for.
Rate rate_of(const Resources& resources, const Step& step);

}  // namespace scalegen
