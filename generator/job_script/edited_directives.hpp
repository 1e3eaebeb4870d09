#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "core/diagnostics.hpp"
#include "core/job_script.hpp"

namespace scalegen {

/// The request that a script is to make, whatever the options by which it says it.
struct WantedRequest {
  std::string rung{};  // as comments name it
  int nodes = 1;
  int tasks_per_node = 1;
  int cpus_per_node = 1;  // of all tasks
  int gpus_per_node = 0;
  std::optional<std::int64_t> memory_mib_per_node{};  // none: as the script has it, like the time
  std::optional<std::chrono::seconds> time{};
  std::string why_size{};  // for the comment behind a changed line
  std::string why_memory{};
  std::string why_time{};
};

struct EditedScript {
  std::string text{};
  std::string diff{};      // as `diff -u` prints it, in one hunk; empty if nothing changes
  Diagnostics warnings{};  // of what contradicts the request, and stays
};

/// Changes the values of a script's directives, and nothing else of their lines but scalegen's own comment.
/// Adds a line only if the size would be another without it. The script has a directive and a command.
EditedScript edited_directives(const JobScript& script, const WantedRequest& wanted);

}  // namespace scalegen
