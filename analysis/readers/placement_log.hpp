#pragma once
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/readers/attempt_listing.hpp"

namespace scalegen {

/// Reads the kernel's list of CPUs, "0-5,12", into unique numbers in ascending order. Returns nullopt if the
/// text is not such a list.
std::optional<std::vector<int>> parse_core_list(std::string_view text);

/// A GPU of a node, as nvidia-smi or rocm-smi names it there.
struct NodeGpu {
  std::string host{};
  std::string index{};
  std::string uuid{};
  std::string driver{};
  std::string name{};
  bool operator==(const NodeGpu&) const = default;
};

/// The GPUs in the text of an environment.json, sorted by host, else in its order. Empty if the text is cut
/// off, or if no GPUs were listed in it.
std::vector<NodeGpu> read_node_gpus(std::string_view environment);

/// The model of the first node's CPU in the text of an environment.json; empty if it is not there.
std::string read_cpu_model(std::string_view environment);

/// The place of one task of a run: a rank, the torchrun of a node, or the one that starts all others.
struct TaskPlacement {
  std::string host{};
  std::optional<int> rank{};   // if each rank is a task
  std::string core_list{};     // as the kernel writes it: "0-5,12"
  std::vector<int> cores{};    // the same, one by one, of threads of a core its first; empty if unknown
  std::string visible_gpus{};  // CUDA_VISIBLE_DEVICES or ROCR_VISIBLE_DEVICES; empty if neither is set
  std::string leaf_switch{};   // of its node, if Slurm knows the network as a tree; else empty
  bool is_bound = false;       // to these cores: the node is known to have more
  bool has_threads = false;    // each core of its node has several
  bool is_of_mpi = false;      // its environment has variables that a launcher of MPI gives each rank
  bool operator==(const TaskPlacement&) const = default;
};

/// Reads place.<host>.txt of an attempt, one line per task: "task rank=1 cores=6-11 gpus=0,1", under
/// Slurm with "topology=top.leaf1.n1 pattern=switch.switch.node" before the GPUs, and with "mpi=PMIX_RANK"
/// where a launcher of MPI has set such a variable; and one for the CPUs that the kernel has, "cpus
/// online=0-7", with those that are one core where it has several threads, "threads siblings="0,4 1,5"".
/// Sorted by rank, then by host. Lines of another form are skipped; returns no tasks if nothing was recorded.
std::vector<TaskPlacement> read_task_placements(const AttemptListing& files);

/// The transport between two ranks in a line of NCCL's log (NCCL_DEBUG=INFO, subsystem INIT): "P2P", "SHM",
/// "NET/IB", "NET/AWS Libfabric", "NET/IB/GDRDMA" if the network accesses GPU memory directly, and the same
/// with COLLNET. Returns nullopt if the line names no transport.
std::optional<std::string> nccl_transport_in(std::string_view line);

/// All transports in the logs nccl.<host>.<pid>.log of an attempt; empty if it has no such logs.
std::set<std::string> nccl_transports(const AttemptListing& files);

}  // namespace scalegen
