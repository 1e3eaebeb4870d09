#pragma once
#include <optional>
#include <string_view>

namespace scalegen {

/// A rung as it is written, before a machine says what a whole node is.
struct RungSpec {
  enum class Of { cpu_ranks, gpu_ranks, whole_nodes };
  Of of = Of::cpu_ranks;
  int nodes = 1;
  int ranks_per_node = 1;  // not of whole nodes
  bool operator==(const RungSpec&) const = default;
};

/// Reads `[N x] K(gpu|cpu)`, as in 2gpu, 2x2gpu, 4cpu; `cpu`, one rank; `1node`, `Nnodes`. Nothing for all
/// else.
std::optional<RungSpec> parse_rung(std::string_view text);

/// What to tell a person whose rung was not understood.
inline constexpr std::string_view kRungForms = "rungs are written 4cpu, 2gpu, 2x2gpu, cpu, 1node, 2nodes";

}  // namespace scalegen
