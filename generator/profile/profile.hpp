#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/launch.hpp"
#include "core/scheduler_kind.hpp"
#include "generator/expression/expression.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// Nodes of one kind, with the limits of one job on them. A number without a file in its location is not
/// given.
struct Partition {
  std::string name{};
  std::string slurm_name{};  // the name in Slurm, which several kinds of nodes may share
  /// False: the profile makes it up, since it knows none of the site. It is no limit, and not named to Slurm.
  bool known = true;
  bool named = true;     // false: jobs must not use --partition; the site picks it from their other options
  bool chosen = true;    // false: used only if the user asks for it
  Located<int> nodes{};  // in total
  std::optional<Located<int>> min_nodes{};  // of one job
  std::optional<Located<int>> max_nodes{};
  std::optional<Located<int>> min_gpus{};
  std::optional<Located<int>> max_gpus{};
  std::optional<Located<int>> min_cores{};
  Located<int> cores_per_node{};                               // available to a job
  int threads_per_core = 1;                                    // Slurm counts each as a CPU
  std::vector<int> reserved_cores{};                           // numbers of cores that are not
  std::optional<Located<std::int64_t>> memory_per_node{};      // MiB available to a job
  std::optional<Located<std::int64_t>> max_memory_per_core{};  // a job that asks for more gets more cores
  std::optional<Located<int>> gpus_per_node{};
  std::string cpu{};  // the model
  std::string gpu{};
  std::string gpu_type{};               // its name in Slurm
  std::string architecture = "x86_64";  // as printed by uname -m
  bool whole_nodes = false;             // jobs do not share nodes
  std::string constraint{};             // for --constraint
  std::string qos{};                    // of jobs whose user asks for none
  std::optional<Located<std::chrono::seconds>> max_time{};
  MemoryRule memory{};
  /// Units an hour, from nodes, cores, gpus and memory_gib of the whole job.
  std::optional<Expression> billing{};
  std::string billing_unit{};
  std::optional<Located<int>> max_units{};  // of one job
};

inline int gpus_per_node(const Partition& p) { return p.gpus_per_node ? p.gpus_per_node->value : 0; }

/// The most nodes that one job can have.
inline const Located<int>& most_nodes(const Partition& p) { return p.max_nodes ? *p.max_nodes : p.nodes; }

/// A quality of service: limits in addition to those of the partition.
struct Qos {
  std::string name{};
  std::vector<std::string> partitions{};  // that it can be used on; empty: all
  std::optional<Located<std::chrono::seconds>> max_time{};
  std::optional<Located<int>> max_nodes{};  // of one job
  std::optional<Located<int>> max_gpus{};
  std::optional<Located<int>> max_units{};  // of the bill
  std::string unit{};                       // of max_units; bills in other units are not limited
};

/// A container image, and the command or the options of srun that run a program in it.
struct Container {
  std::vector<std::string> run{};  // apptainer exec --nv
  std::vector<std::string> srun{};
  std::string image{};
  Located<std::string> architecture{};  // of the image; empty: unknown
  std::string torch_root{};             // inside; empty: the one that Python finds there
  std::vector<std::string> binds{};
  std::vector<std::string> binds_of_several_nodes{};
  std::string modules_first{};         // reset or purge
  std::vector<std::string> modules{};  // replaces the modules of `software`
  std::vector<std::string> setup{};
  std::vector<std::string> torchrun_options{};  // of its torchrun, on whole nodes that ranks fill
  std::vector<std::pair<std::string, std::string>> env{};
  std::vector<std::pair<std::string, std::string>> env_of_several_nodes{};
};

/// True of a version as Slurm prints it: 24.11.5.
bool is_slurm_version(const std::string& text);

/// A group of a profile and where its facts were read: pages with their dates.
struct FactGroup {
  std::string name{};
  std::vector<std::string> sources{};
};

/// All facts about a site.
struct Profile {
  std::string name{};
  std::string title{};
  std::string origin{};  // "built in", or the path of the file
  SchedulerKind scheduler = SchedulerKind::slurm;
  std::vector<Partition> partitions{};
  std::vector<Qos> qos{};
  std::string default_qos{};      // of jobs whose user asks for none
  bool site_chooses_qos = false;  // by the time limit: the first that allows it
  bool needs_account = false;
  std::string slurm_version{};  // such as 22.05; empty: unknown
  GpuRequest gpu_request = GpuRequest::gpus_per_node;
  std::optional<SourceLocation> exclusive_refused{};  // where it says so; else jobs may ask for --exclusive
  std::vector<Located<std::string>> ladder{};  // empty: 1, 2, 4 ... ranks, as far as the machine has them
  std::vector<Located<std::string>>
      cpu_ladder{};  // of programs that ask for no GPU; empty: 1, 2, 4 ... cores
  Launcher launcher{};
  int cpus_per_cpu_rank = 1;
  int cpus_per_gpu_rank = 1;
  std::string cpu_bind{};                     // for srun --cpu-bind
  std::vector<std::string> gpu_rank_setup{};  // lines of bash for each rank on a GPU, before the program
  std::chrono::seconds time_limit = std::chrono::minutes(10);      // of a run, if the sweep file sets none
  std::vector<std::pair<std::string, std::string>> network_env{};  // for jobs with GPUs
  std::vector<std::pair<std::string, std::string>> network_env_of_several_nodes{};
  Located<std::string> software_architecture{};   // of modules, setup and program; empty: any
  Located<std::string> software_one_node_only{};  // why it is not for several; empty: it is
  std::string modules_first{};                    // reset or purge
  std::vector<std::string> modules{};
  std::string program{};     // path of scalegen-train on the cluster; may begin with ~/
  std::string torch_root{};  // LibTorch to build it against; empty: the one that Python finds
  JobOptions job_options{};
  Container container{};
  Monitor monitor{};
  std::vector<FactGroup> facts{};
  std::vector<std::string> assumed{};  // what stands for keys that the file leaves out
  std::vector<std::string> unknown{};  // facts that no page of the site gives
};

}  // namespace scalegen
