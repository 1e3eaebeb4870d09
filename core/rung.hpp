#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/words.hpp"

namespace scalegen {

enum class DeviceKind { cpu, gpu };

constexpr std::array<Word<DeviceKind>, 2> words_of(DeviceKind) {
  return {{{DeviceKind::cpu, "cpu"}, {DeviceKind::gpu, "gpu"}}};
}

/// One size of job on the ladder: `nodes` nodes with `ranks_per_node` ranks each. A rank has one GPU or a
/// group of cores; with `threads` it has so many, and the name of a rung on cores counts them: 8cpu.
struct Rung {
  std::string name{};  // as in the sweep file: 2gpu, 2x2gpu, 1node
  DeviceKind device = DeviceKind::cpu;
  int nodes = 1;
  int ranks_per_node = 1;
  int threads = 0;  // of a rank; 0: the sweep file does not say
  bool operator==(const Rung&) const = default;
};

inline int world_size(const Rung& rung) { return rung.nodes * rung.ranks_per_node; }

/// True if rungs are compared by their cores: ranks on them may have any number of threads.
inline bool counts_cores(const Rung& rung) { return rung.device == DeviceKind::cpu && rung.threads > 0; }

/// The number by which rungs are ordered and compared: the ranks, or the cores.
inline int size_of(const Rung& rung) { return world_size(rung) * (counts_cores(rung) ? rung.threads : 1); }

/// A rung as a sweep file writes it, before the machine determines how many ranks fill a node.
struct RungSpec {
  enum class Unit { cpu_ranks, gpu_ranks, whole_nodes };
  Unit unit = Unit::cpu_ranks;
  int nodes = 1;
  int ranks_per_node = 1;  // unused for whole nodes
  bool operator==(const RungSpec&) const = default;
};

/// Reads `[N x] K(gpu|cpu)`, as in 2gpu, 2x2gpu, 4cpu; `cpu`, one rank; `1node`, `Nnodes`. Returns nullopt
/// for any other text.
std::optional<RungSpec> parse_rung(std::string_view text);

/// The hint for a rung that was not understood.
inline constexpr std::string_view kRungForms = "rungs are written 4cpu, 2gpu, 2x2gpu, cpu, 1node, 2nodes";

/// The hint for a text that is no rung: the rung that is meant by '1gpus' or '2 x 4 GPUs', if it is clear, a
/// ladder for 'gpu', which says no size, else how rungs are written.
std::string rung_hint(std::string_view text);

/// The known facts about a rung that is only a name in an imported table. Unknown parts are empty; an
/// efficiency that needs them is not computed.
struct RungShape {
  std::optional<DeviceKind> device{};
  std::optional<int> nodes{};
  std::optional<int> ranks{};  // with `threads` the cores of all
  int threads = 0;             // of a rank, where rungs are compared by cores; 0: by ranks
  bool operator==(const RungShape&) const = default;
};

RungShape shape_of(const Rung& rung);

/// The ranks themselves, where rungs are compared by cores, too.
std::optional<int> rank_count(const RungShape& shape);

/// Reads the forms of parse_rung, in upper or lower case, with blanks, and as people write them in tables: "2
/// x 4 GPUs", "1-GPU", "cpu-only", "128 cores", "8 ranks". Only "2x4gpu" and "2nodes" say nodes: 8 GPUs of
/// somebody else's table may be on any number of them. Returns an empty shape for any other name.
RungShape shape_of_name(std::string_view name);

/// The index of the rung to compare with if the user chose none: the rung with the fewest ranks among those
/// on GPUs, else among all; of several the one with the fewest nodes, then the first. Rungs with an unknown
/// number of ranks are skipped; where no rung has one, nodes count instead. Returns nullopt if nothing does.
std::optional<std::size_t> default_baseline(const std::vector<RungShape>& rungs);

/// "the smallest GPU rung" or "the smallest rung": why default_baseline chose it.
std::string default_baseline_reason(const RungShape& rung);

}  // namespace scalegen
