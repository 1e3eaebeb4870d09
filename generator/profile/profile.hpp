#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/launch.hpp"
#include "generator/expression/expression.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// How a partition wants to be told of memory, and how much a job gets that the sweep file says nothing of.
struct MemoryRule {
  enum class Of { site, node, core, gpu, refused };  // site: nothing is asked, and the site's default holds
  Of of = Of::site;
  std::int64_t mib = 0;  // a node, a core, a GPU
  SourceLocation location{};
};

/// Nodes of one kind, with the limits of one job on them. A number without a place is not given.
struct Partition {
  std::string name{};
  std::string slurm_name{};  // what Slurm calls it: that of several kinds of nodes may be the same
  bool named = true;         // else never with --partition: the site finds it from the rest
  bool chosen = true;        // else only where a person asks for it
  Located<int> nodes{};      // how many there are
  std::optional<Located<int>> min_nodes{};  // of one job
  std::optional<Located<int>> max_nodes{};
  std::optional<Located<int>> min_gpus{};
  std::optional<Located<int>> max_gpus{};
  std::optional<Located<int>> min_cores{};
  Located<int> cores_per_node{};                           // that a job can have
  std::vector<int> reserved_cores{};                       // numbers of those that it cannot
  std::optional<Located<std::int64_t>> memory_per_node{};  // MiB that a job can have
  std::optional<Located<int>> gpus_per_node{};
  std::string cpu{};  // the model, for people
  std::string gpu{};
  std::string gpu_type{};               // what Slurm calls it
  std::string architecture = "x86_64";  // as uname -m has it
  bool whole_nodes = false;             // no other job beside
  std::string constraint{};             // for --constraint
  std::optional<Located<std::chrono::seconds>> max_time{};
  MemoryRule memory{};
  std::optional<Expression>
      billing{};               // units an hour, from nodes, cores, gpus and memory_gib of the whole job
  std::string billing_text{};  // as it is written
  std::string billing_unit{};
  std::optional<Located<int>> max_units{};  // that one job may ask for
};

inline int gpus_per_node(const Partition& p) { return p.gpus_per_node ? p.gpus_per_node->value : 0; }

/// The most nodes that one job can have.
inline const Located<int>& most_nodes(const Partition& p) { return p.max_nodes ? *p.max_nodes : p.nodes; }

/// A quality of service: limits that hold beside those of the partition.
struct Qos {
  std::string name{};
  std::vector<std::string> partitions{};  // where it can be had; empty: everywhere
  std::optional<Located<std::chrono::seconds>> max_time{};
  std::optional<Located<int>> max_nodes{};  // of one job
  std::optional<Located<int>> max_gpus{};
  std::optional<Located<int>> max_units{};  // of the bill
  std::string unit{};                       // in which they are counted: other bills are not limited
};

enum class SchedulerKind { local, slurm };

/// An image, and the words that run a program in it.
struct Container {
  std::vector<std::string> run{};  // apptainer exec --nv
  std::string image{};
  Located<std::string> architecture{};  // of the image; empty: not said
  std::string torch_root{};             // inside; empty: what Python finds there
  std::vector<std::string> binds{};
  std::vector<std::string> binds_of_several_nodes{};
  std::string modules_first{};         // reset or purge
  std::vector<std::string> modules{};  // instead of those of the bare machine
  std::vector<std::string> setup{};
  std::vector<std::pair<std::string, std::string>> env{};
  std::vector<std::pair<std::string, std::string>> env_of_several_nodes{};
};

/// Where facts were read: pages with their dates.
struct FactGroup {
  std::string name{};
  std::vector<std::string> sources{};
};

/// Everything in which sites differ.
struct Profile {
  std::string name{};
  std::string title{};
  std::string origin{};  // "built in", or the path of the file that was taken
  SchedulerKind scheduler = SchedulerKind::slurm;
  std::vector<Partition> partitions{};
  std::vector<Qos> qos{};
  bool site_chooses_qos = false;  // from the time limit: the first that allows it
  bool needs_account = false;
  GpuRequest gpu_request = GpuRequest::gpus_per_node;
  std::vector<Located<std::string>> ladder{};  // empty: 1, 2, 4 ... ranks of the machine
  Launcher launcher{};
  int cpus_per_cpu_rank = 1;
  int cpus_per_gpu_rank = 1;
  std::string cpu_bind{};  // for srun --cpu-bind, where each GPU of a node of one's own has a rank
  std::vector<std::string> gpu_rank_setup{};  // lines of bash that each rank on a GPU runs first
  std::chrono::seconds time_limit = std::chrono::minutes(10);  // of a run, where the sweep file says nothing
  std::vector<std::pair<std::string, std::string>> network_env{};  // of jobs with GPUs
  std::vector<std::pair<std::string, std::string>> network_env_of_several_nodes{};
  Located<std::string> software_architecture{};  // of modules, setup and program; empty: of all nodes
  std::string modules_first{};                   // reset or purge
  std::vector<std::string> modules{};
  std::string program{};     // of scalegen-train on the cluster; may begin with ~/
  std::string torch_root{};  // of the LibTorch to build it against; empty: what Python finds there
  JobExtras extras{};
  Container container{};
  Monitor monitor{};
  std::string scratch{};                                       // for people
  std::vector<std::pair<std::string, std::string>> storage{};  // the other places for files, for people
  std::vector<FactGroup> facts{};
  std::vector<std::string> unknown{};  // what no page of the site says
};

}  // namespace scalegen
