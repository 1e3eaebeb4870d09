#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// A run directory, as its files show it.
struct ListedSweep {
  std::filesystem::path folder{};  // within the one that was searched
  std::string cluster{};
  std::int64_t runs = 0;
  std::int64_t completed = 0;
  std::int64_t failed = 0;
  std::int64_t cancelled = 0;
  std::int64_t running = 0;
  std::chrono::seconds age{};  // since its plan, its journal or its runs last changed
  std::string problem{};       // why it could not be read
};

struct SweepList {
  std::vector<ListedSweep> sweeps{};  // what changed last comes first
  bool is_complete = true;            // false: the time was over first
};

/// The run directories in a folder and four levels below it, without hidden folders and links. Looks for ten
/// seconds at most. Reads their files, and asks no scheduler.
Result<SweepList> list_sweeps(const std::filesystem::path& folder, Clock& clock);

}  // namespace scalegen
