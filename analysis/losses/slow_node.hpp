#pragma once
#include <string>
#include <vector>

#include "analysis/scaling/speedup.hpp"

namespace scalegen::losses {

/// A run of which only its time is known, and its nodes.
struct RunOnNodes {
  std::size_t rung = 0;  // of one table: its runs do the same
  std::string size{};    // "2x4gpu", in whichever table
  int round = 1;
  double log_seconds = 0;  // of equal work within the rung
  std::vector<std::string> nodes{};
  bool operator==(const RunOnNodes&) const = default;
};

/// A node whose runs are slow, or several of which nothing tells which one it is.
struct SlowNode {
  std::vector<std::string> hosts{};
  int rounds = 0;     // with runs that had it and runs that had not
  int slower = 0;     // rounds in which those with it ranked higher
  double excess = 0;  // 0.05: its runs take 5 % longer than runs of the same rung without it; the median
  double p = 1;       // of chance, for all nodes that were looked at
  int looked_at = 0;
  bool operator==(const SlowNode&) const = default;
};

/// Those of which the runs are evidence enough, the most evident first; at most three.
///
/// A rung tells something of a node if it ran with it and without. What a round shifts is taken off, and each
/// run ranked within its rung, so that a rung that scatters more than others counts no more. If nothing is
/// slow, the ranks of a round are given to its runs by chance: the sum of those with the node is compared
/// with that of all permutations within rounds. A node is named if a sum so large has a probability below 5 %
/// over the number of nodes that were looked at (Bonferroni), and if its runs take at least 2 % longer in
/// each size of rung that tells something, two at least: in one alone, nodes change with the time of day.
/// The runs of a named node are taken out before the next one is looked for.
std::vector<SlowNode> slow_nodes_of_runs(std::vector<RunOnNodes> runs);

/// The same from the runs of a report. Empty if some run summarises its ranks: those tell more.
std::vector<SlowNode> slow_nodes_of_runs(const std::vector<ScalingTable>& tables, Quantity quantity);

}  // namespace scalegen::losses
