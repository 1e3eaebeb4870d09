#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/scaling/speedup.hpp"

namespace scalegen::losses {

/// A node is slow if chance is less probable, and of slow nodes no more are named.
inline constexpr double kSlowLevel = 0.05;
inline constexpr std::size_t kMostNamed = 3;

/// A node that is slow, or several of which nothing tells which one it is.
struct SlowNode {
  std::vector<std::string> hosts{};
  std::string device{};           // if one GPU of it is slow; known from ranks alone
  bool may_be_its_ranks = false;  // they never changed: nothing tells which of the two is slow
  int slower = 0;                 // rounds in which runs with it ranked higher, or runs in which it was last
  int rounds = 0;                 // with runs that had it and runs that had not; 0 if the ranks tell
  int runs = 0;                   // in which it took part, if the ranks tell
  double excess = 0;              // 0.05: its own work, or a run with it, takes 5 % longer; the median
  double p = 1;                   // of chance, for all that were looked at
  int looked_at = 0;
  bool operator==(const SlowNode&) const = default;
};

/// True if nothing else explains it.
inline bool is_certain(const SlowNode& node) { return node.hosts.size() == 1 && !node.may_be_its_ranks; }

/// Those of which the runs of a report are evidence enough, the most evident first; at most three. By their
/// ranks if some run summarises these, which tell more; else by how long runs take.
std::vector<SlowNode> slow_nodes_of(const std::vector<ScalingTable>& tables, Quantity quantity);

/// A rank of a run, and how long its own part of a step took.
struct RankTime {
  std::int64_t rank = 0;
  std::string host{};
  std::string device{};
  double own_seconds = 0;  // a step, without communication and waiting
  bool operator==(const RankTime&) const = default;
};
using RankedRun = std::vector<RankTime>;

/// The runs of a report that summarise each rank.
std::vector<RankedRun> ranked_runs(const std::vector<ScalingTable>& tables);

/// If nothing is slow, each of K nodes of a run is equally likely the slowest, and so for its ranks and GPUs:
/// the number of runs in which one of them is the slowest is a sum of Bernoulli variables of 1/K. It is slow
/// if a number so large has a probability below 5 % over the number of nodes, GPUs and ranks that were looked
/// at (Bonferroni), and if it takes at least 2 % longer than the median of the others. A node counts with its
/// fastest rank, so that one slow GPU does not make a slow node. Rank and place are told apart if the rank
/// sat elsewhere too, or the place had other ranks: a rank that is slow wherever it sits has more to do, and
/// names no node. What is slow is taken out before the next is looked for.
std::vector<SlowNode> slow_nodes_of_ranks(std::vector<RankedRun> runs);

/// A run of which only its time is known, and its nodes.
struct RunOnNodes {
  std::size_t rung = 0;  // of one table: its runs do the same
  std::string size{};    // "2x4gpu", in whichever table
  int round = 1;
  double log_seconds = 0;  // of equal work within the rung
  std::vector<std::string> nodes{};
  bool operator==(const RunOnNodes&) const = default;
};

/// A rung tells something of a node if it ran with it and without. What a round shifts is taken off, and each
/// run ranked within its rung, so that a rung that scatters more than others counts no more. If nothing is
/// slow, the ranks of a round are given to its runs by chance: the sum of those with the node is compared
/// with that of all permutations within rounds. A node is named if a sum so large has a probability below 5 %
/// over the number of nodes that were looked at (Bonferroni), and if its runs take at least 2 % longer in
/// each size of rung that tells something, two at least: in one alone, nodes change with the time of day.
/// The runs of a named node are taken out before the next one is looked for.
std::vector<SlowNode> slow_nodes_of_runs(std::vector<RunOnNodes> runs);

}  // namespace scalegen::losses
