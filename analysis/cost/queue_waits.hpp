#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/scaling/speedup.hpp"

namespace scalegen {

/// How long the jobs of a rung waited in the queue: those of which it is known.
struct RungWaits {
  std::string rung{};
  std::vector<double> seconds{};    // from the shortest on
  std::size_t since_submitted = 0;  // of so many jobs; of the others since they could have begun
  bool operator==(const RungWaits&) const = default;
};

/// In the order of the tables, with a rung once. Rungs of which nothing is known are left out.
std::vector<RungWaits> queue_waits(const std::vector<ScalingTable>& tables);

/// A slower rung whose jobs waited less than those of the fastest one: the results of short work came sooner.
struct SoonerRung {
  std::string rung{};
  std::string fastest{};
  double waited_less = 0;   // seconds, by the medians
  double work_seconds = 0;  // of work that takes less than this on the slower rung
  bool operator==(const SoonerRung&) const = default;
};

/// The rung that came sooner than the fastest for the longest work. It holds for each of the waits, and with
/// the whole intervals of the speedups: nullopt if these do not tell, if a wait is of one job alone, if
/// medians differ by less than a minute, or if a rung is faster of which no such thing is known.
std::optional<SoonerRung> sooner_rung(const ScalingTable& table, const std::vector<RungWaits>& waits);

}  // namespace scalegen
