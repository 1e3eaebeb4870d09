#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "generator/read/profile.hpp"
#include "generator/read/set_by.hpp"

namespace scalegen {

/// Why a partition cannot give what a rung asks for.
struct Refusal {
  std::string reason{};  // "asks for 32 nodes, and partition 'gpu' gives at most 16"
  std::string set_by{};  // "clusters/cyclone.yaml:19 sets nodes: 16"; empty: no line does
  bool operator==(const Refusal&) const = default;
};

/// All that keeps nodes and GPUs of a rung from a partition; nothing: it can give them.
std::vector<Refusal> refusals(const Partition& partition, const Rung& rung);

/// Whether a partition's longest time allows the limit.
bool allows(const Partition& partition, std::chrono::seconds time_limit);

/// Whether a rung leaves no GPU, or without GPUs no core, of its nodes to others.
bool fills_nodes(const Partition& partition, const Rung& rung, int cpus_per_task);

}  // namespace scalegen
