#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "core/plan.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/plan/rungs.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

/// How a job asks for memory, and how much that makes on each of its nodes.
struct MemoryRequest {
  std::string option{};                        // --mem=440G; empty: nothing is asked
  std::optional<std::int64_t> mib_per_node{};  // none: the site's default, which no page tells
  bool operator==(const MemoryRequest&) const = default;
};

/// What a job on `partition` asks for: `asked` MiB a node where the sweep file says so, else as the
/// partition's rule has it.
MemoryRequest memory_request(const Partition& partition, const Resources& resources,
                             const std::optional<Located<std::int64_t>>& asked);

/// Reports a request that the partition refuses or that is more than a node has. `rung` is for the message.
void check_memory(const Partition& partition, const Resources& resources, const std::string& rung,
                  const std::optional<Located<std::int64_t>>& asked, Diagnostics& errors);

/// Adds to what a run asks for what its partition makes of it: name, constraint, memory, whole nodes.
void place_on_partition(Resources& resources, const Step& step,
                        const std::optional<Located<std::int64_t>>& memory);

/// What an hour of such a job costs: the cores and GPUs that others cannot use meanwhile, and the site's
/// units by its formula. No unit where the site has none, or where it counts memory that nobody asked for.
Rate rate_of(const Resources& resources, const Step& step);

/// What all runs of a sweep ask for.
struct RunFrame {
  std::chrono::seconds time_limit{};
  std::optional<Located<std::int64_t>> memory_mib{};  // of a node; none: as the partition has it
};

/// What a run of a combination asks for, by how its program is started.
Resources resources_of(const Combination& combination, Start start, const RunFrame& frame);

}  // namespace scalegen
