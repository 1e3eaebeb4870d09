#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/measurement/measurement.hpp"
#include "analysis/scaling/speedup.hpp"

namespace scalegen::losses {

/// A place is slow if chance is less probable, and of slow places no more are named: nodes, GPUs, ranks.
inline constexpr double kSlowLevel = 0.05;
inline constexpr std::size_t kMostNamed = 3;

/// A rank of a run, and how long its own part of a step took.
struct RankTime {
  std::int64_t rank = 0;
  std::string host{};
  std::string device{};
  double own_seconds = 0;  // a step, without communication and waiting
  bool operator==(const RankTime&) const = default;
};
using RankedRun = std::vector<RankTime>;

/// The shares of the monitors' samples with slowed GPUs: those of the straggler, and others in the same runs.
struct Throttling {
  Slowdown slowdown{};
  double here = 0;
  double elsewhere = 0;
  bool operator==(const Throttling&) const = default;
};

/// A rank or a place that is slow across runs.
struct Straggler {
  enum class Kind {
    node,  // all of its ranks, whichever they are
    gpu,   // whichever rank uses it
    rank,  // wherever it sits: the program gives it more to do
    rank_or_place
  };
  Kind kind = Kind::node;
  std::optional<std::int64_t> rank{};
  std::string host{};
  std::string device{};
  int slowest = 0;  // runs in which it was the slowest of its kind
  int runs = 0;     // in which it took part
  double excess =
      0;         // 0.05: its own part of a step takes 5 % longer than the others' median; median over runs
  double p = 1;  // of chance, for all that were looked at
  int looked_at = 0;
  std::optional<double> clock_mhz{};         // of its GPUs, if the monitors saw them lower than others'
  std::optional<double> other_clocks_mhz{};  // of the others in the same runs
  std::vector<Throttling> throttling{};      // of its GPUs, if the monitors saw more of it than elsewhere
  bool operator==(const Straggler&) const = default;
};

/// Those of which the runs are evidence enough, the most evident first; at most three.
///
/// If nothing is slow, each of K nodes of a run is equally likely the slowest, and so for its ranks and GPUs:
/// the number of runs in which one of them is the slowest is a sum of Bernoulli variables of 1/K. It is named
/// if a number so large has a probability below 5 % over the number of nodes, GPUs and ranks that were looked
/// at (Bonferroni), and if it takes at least 2 % longer than the median of the others. A node counts with its
/// fastest rank, so that one slow GPU does not make a slow node. Rank and place are told apart if the rank
/// sat elsewhere too, or the place had other ranks. What was named is taken out before the next is looked
/// for.
std::vector<Straggler> stragglers_of(std::vector<RankedRun> runs);

/// The same from the runs of a report that summarise each rank, with what the monitors saw of its
/// GPUs.
std::vector<Straggler> stragglers_of(const std::vector<ScalingTable>& tables);

/// The nodes to leave out: only what is slow by its place.
std::vector<std::string> slow_nodes(const std::vector<Straggler>& stragglers);

/// Adds what the monitors saw of the GPUs of a place that is slow, beside the others in the same runs: their
/// SM clocks if they are more than 2 % lower, and each slowdown that they had in at least 10 % more of the
/// samples. Medians over runs. A run says nothing if its monitors saw GPUs that are not its own, which may be
/// idle.
void add_gpus(Straggler& straggler, const std::vector<ScalingTable>& tables);

/// The GPU that the ranks of a run on `host` call `device`, as its monitor calls it: "n1:GPU-4711". A trainer
/// counts the GPUs that it sees, as in cuda:1; the run's placement and its list of GPUs say which it means.
/// Empty unless they do: if the ranks of the host have each a GPU of their own by that reading, and these are
/// all that its monitor saw, of one kind.
std::string monitored_gpu(const Measurement& run, const std::string& host, const std::string& device);

}  // namespace scalegen::losses
