#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "analysis/conditions/comparability.hpp"
#include "analysis/scaling/ladder.hpp"

namespace scalegen {

/// That the GPUs of a rung had clocks more than 5 % from those of a reference, in the median over GPUs and
/// runs. GPUs of one model alone are compared, and only runs whose monitor saw the GPUs of the run and no
/// other: idle ones have low clocks.
std::optional<Difference> clock_difference(const LadderRung& reference, const LadderRung& here);

/// That one of two rungs had whole nodes and jobs of others could run beside the other. No difference if the
/// kernel's counts say of each of its runs that nobody else used the cores of its nodes.
std::optional<Difference> sharing_difference(const LadderRung& reference, const LadderRung& here);

/// The rounds of a rung by the leaf switches of their nodes. Only measured runs whose switches are known.
using RoundsBySwitches = std::map<std::set<std::string>, std::vector<int>>;
RoundsBySwitches rounds_by_switches(const std::vector<Measurement>& runs);

/// True if some rounds were under more leaf switches than others.
bool differ_in_switches(const RoundsBySwitches& rounds);

/// That one of two rungs was spread over several leaf switches in all rounds and the other was under one,
/// although a switch has enough nodes for each of them, as runs of the ladder show. A rung that is larger
/// than any switch is known to be has no choice.
std::optional<Difference> switch_difference(const Ladder& ladder, std::size_t reference, std::size_t here);

/// How far the runs of a ladder's rounds lie apart.
class RoundTimes {
 public:
  explicit RoundTimes(const Ladder& ladder);

  /// How long the later of two runs of a round began after the earlier one had ended, if that is more than
  /// all runs of the round take, and its rung had failed before or was interrupted, or it is more than a day,
  /// longer than most jobs wait. A run that was measured again with its whole round, or for being a slow
  /// first one, is not late (docs/statistics.md says what that does).
  [[nodiscard]] std::optional<double> seconds_apart(const Measurement& one, const Measurement& other) const;

  /// True if a run of its rung had failed before, or was interrupted: it was tried again, or held back until
  /// that one was. A slow first run begins again when all others have ended, whatever became of them.
  [[nodiscard]] bool was_delayed(const Measurement& run) const;

 private:
  std::map<int, double> seconds_of_round_{};
  std::unordered_set<std::string> delayed_{};  // runs of rungs of which one was tried again
};

/// That steps of two rungs time other parts of the training loop, by their stamps: in all runs of one a share
/// that is more than 5 % from those of the other. A trainer's rate is then not that of its loop.
std::optional<Difference> timing_difference(const LadderRung& reference, const LadderRung& here);

/// That runs of a rung have other epochs than those of a reference, in the time of a whole run: as many as
/// the program printed figures of (`use: each_epoch`). Nullopt if their number is not
/// known, and in weak scaling where steps and batch say the work.
std::optional<Difference> epochs_difference(const Metric& metric, Scaling scaling,
                                            const LadderRung& reference, const LadderRung& here);

/// That runs of two rungs lie so far apart: the machine may have changed in between.
std::optional<Difference> difference_in_time(const Ladder& ladder, std::size_t reference, std::size_t here);

}  // namespace scalegen
