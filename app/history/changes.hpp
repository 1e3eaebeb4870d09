#pragma once
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/history/indexed_sweep.hpp"

namespace scalegen::history {

/// The change in a rung's speed since the sweep before.
struct Change {
  std::string before{};     // the folder of that sweep
  stats::Estimate ratio{};  // of speeds: above 1 is faster
  double p = 1;
  double p_adjusted = 1;  // by Holm over the rungs of this sweep
  bool is_shown = false;
  double tail = 0.05;  // of the next one
  std::optional<stats::Interval>
      adjusted{};  // contains 1 unless the change is shown; absent: ranks cannot show one
  bool operator==(const Change&) const = default;
};

/// What two rungs have in common that may be compared: the sweep's name and cluster, the rung and its
/// settings.
using Key = std::tuple<std::string, std::string, std::string, std::string>;
Key key_of(const IndexedSweep& sweep, const IndexedRung& rung);

/// A rung of a sweep and its change. The first of its kind has none.
struct Entry {
  const IndexedSweep* sweep = nullptr;
  const IndexedRung* rung = nullptr;
  std::optional<Change> change{};
};

/// The rungs of all sweeps, from the first measured to the last. Each is compared with the latest one before
/// it of the same sweep's name, cluster and settings, as `compare` does it (stats::ratio_of_independent). The
/// sweeps must outlive the entries.
std::vector<Entry> entries_of(const std::vector<IndexedSweep>& sweeps);

}  // namespace scalegen::history
