#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generator/read/sweep_file.hpp"

namespace scalegen {

/// A part of a cluster, with the limits of one job in it.
struct Partition {
  std::string name{};
  Placed<int> nodes{};  // the most that a job can have
  std::optional<Placed<int>> min_nodes{};
  Placed<int> cores_per_node{};
  std::optional<Placed<int>> gpus_per_node{};
  std::optional<Placed<std::chrono::seconds>> max_time{};
};

inline int gpus_per_node(const Partition& p) { return p.gpus_per_node ? p.gpus_per_node->value : 0; }

enum class SchedulerKind { local, slurm };
enum class GpuRequest { gpus_per_node, gres };  // --gpus-per-node=2, --gres=gpu:2

/// Everything in which sites differ.
struct Profile {
  std::string name{};
  std::string title{};
  std::string origin{};  // "built in", or the path of the file that was taken
  SchedulerKind scheduler = SchedulerKind::slurm;
  std::vector<Partition> partitions{};  // the first that fits is taken
  bool needs_account = false;
  GpuRequest gpu_request = GpuRequest::gpus_per_node;
  std::vector<Placed<std::string>> ladder{};  // empty: 1, 2, 4 ... ranks of the machine
  int cpus_per_cpu_rank = 1;
  int cpus_per_gpu_rank = 1;
  std::chrono::seconds time_limit = std::chrono::minutes(10);  // of a run, where the sweep file says nothing
  std::vector<std::string> modules{};
  std::string program{};  // of scalegen-train on the cluster; may begin with ~/
  JobExtras extras{};
  std::vector<std::string> unknown{};  // what no page of the site says
};

}  // namespace scalegen
