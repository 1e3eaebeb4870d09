#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/scaling/speedup.hpp"

namespace scalegen {

/// The longest run needed so little of its time limit that a shorter one would start sooner.
struct ShorterLimit {
  std::string rung{};
  std::chrono::seconds longest{};
  std::chrono::seconds asked{};
  std::chrono::seconds enough{};  // with half as much again, in whole minutes
  bool operator==(const ShorterLimit&) const = default;
};

/// The most that a job held on its first node, cached files included, is much less than it asked for.
struct LessMemory {
  std::string rung{};
  std::int64_t peak_mib = 0;
  std::int64_t asked_mib = 0;
  std::int64_t enough_mib = 0;  // with half as much again, in whole GiB
  bool operator==(const LessMemory&) const = default;
};

/// Runs kept few of their cores busy.
struct FewerCores {
  std::string rung{};
  double busy = 0;  // of a rank, on average
  int asked = 0;    // for a rank
  int enough = 0;
  bool operator==(const FewerCores&) const = default;
};

/// The GPUs of a rung had little to do.
struct IdleGpus {
  std::string rung{};
  double utilisation_percent = 0;
  bool cores_are_busy = false;  // as if they could not prepare the data fast enough
  bool operator==(const IdleGpus&) const = default;
};

/// The advice for the requests of the next sweep, from what the jobs of a report used. Absent: nothing to
/// say, or not known.
struct NextTime {
  std::optional<ShorterLimit> time_limit{};
  std::optional<LessMemory> memory{};
  std::optional<FewerCores> cores{};
  std::vector<IdleGpus> idle{};
  bool operator==(const NextTime&) const = default;
};

/// Half as much again as was used, in whole minutes, or fives of them, and whole GiB.
std::chrono::seconds enough_time(double seconds);
std::int64_t enough_memory(std::int64_t mib);

NextTime next_time(const std::vector<ScalingTable>& tables);

}  // namespace scalegen
