#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "generator/profile/profile.hpp"

namespace scalegen {

/// The resources that one job asks a partition for.
struct Request {
  const Partition* partition = nullptr;
  int nodes = 1;
  int ranks_per_node = 1;  // each with a GPU, where the partition has some
  int cpus_per_task = 1;
  std::chrono::seconds time = std::chrono::minutes(10);
  std::optional<std::int64_t> memory_mib{};  // of a node
  std::string qos{};
};

/// 2x4gpu, 1x40cpu
std::string rung_of(const Request& request);

/// The sweep file whose one run asks for this.
std::string sweep_for(const Request& request, const std::string& launcher);

/// The script that a person would write, without scalegen.
std::string script_by_hand(const Request& request);

}  // namespace scalegen
