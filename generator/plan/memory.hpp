#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/plan.hpp"
#include "generator/read/profile.hpp"

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
                             const std::optional<Placed<std::int64_t>>& asked);

/// Reports a request that the partition refuses or that is more than a node has. `rung` is for the message.
void check_memory(const Partition& partition, const Resources& resources, const std::string& rung,
                  const std::optional<Placed<std::int64_t>>& asked, Diagnostics& errors);

}  // namespace scalegen
