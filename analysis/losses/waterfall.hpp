#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/scaling/speedup.hpp"

namespace scalegen::losses {

/// A cause for which a rung is less efficient than the baseline, in the order of a report.
enum class Part {
  start_up,       // of a wall time
  data,           // waiting for the next batch
  copy,           // of the batch to the device
  communication,  // that computing does not hide
  imbalance,      // waiting for the slowest rank
  smaller_batch,  // forward and backward take longer a sample, with a smaller batch on each rank
  computing,      // the same with an equal batch, or of rank 0 alone
  optimizer,
  unexplained
};
inline constexpr std::size_t kParts = 9;

std::string_view to_text(Part part);

struct Loss {
  Part part = Part::unexplained;
  double share = 0;                     // of the time of the rung; below 0: a gain
  std::optional<double> uncertainty{};  // to either side; absent with fewer than two rounds
  bool operator==(const Loss&) const = default;
};

/// Why a rung is not as efficient as the baseline.
struct RungLosses {
  std::size_t point = 0;  // of the table
  double efficiency = 1;
  std::vector<Loss> losses{};  // they add up to 1 - efficiency; empty: no part is known
  bool has_phases = false;     // where its steps go is known, not only the wait for data
  std::optional<double> step_seconds{};
  std::optional<double> communication_seconds{};  // exposed, a step
  std::optional<double> probed_seconds{};         // of the gradient's bytes, by the probe
  std::optional<double> without_sync{};           // share of the time that the control run does not need
  bool operator==(const RungLosses&) const = default;
};

/// From the baseline's 100 % to the efficiency of each other rung that has one.
///
/// A rung of N ranks spends N T on work for which the baseline spends N_b T_b, with T and T_b the times of
/// equal work: of a step in strong scaling, and of the same number of samples in any. Its efficiency is E =
/// N_b T_b / (N T). Each part p takes t_p of T, and the ideal rung would spend what the baseline does: N t_p
/// = N_b t_p,b. What it spends beyond that, as a share of all that it spends, is the part's loss:
///
///     loss_p = (N t_p - N_b t_p,b) / (N T) = t_p / T - (t_p,b / T_b) (N_b T_b) / (N T) = f_p - E f_p,b
///
/// with f_p the fraction of a rung's own time. The fractions of all parts add up to 1, what no phase
/// explains being a part too, and so the losses add up to 1 - E, whatever E was estimated from; in weak
/// scaling as in strong. Fractions are medians over the runs of a rung; E is the report's.
///
/// The uncertainty of a loss is from its scatter over rounds: in each, it is computed from the two runs of
/// that round. It is the half-width of stats::mean_interval, and what the printed value is off the mean.
///
/// A part that only one of the two rungs knows is left in the unexplained one, except that one rank alone
/// does not communicate. `control` is the same ladder without synchronisation; it may be null.
std::vector<RungLosses> waterfall_of(const ScalingTable& table, const ScalingTable* control);

/// The control with the scaling and the axes of `table`, except one axis. nullptr if there is none.
const ScalingTable* control_of(const std::vector<ScalingTable>& controls, const ScalingTable& table);

/// True if a run says that its ranks did not exchange gradients: its speed is no training speed.
bool is_of_a_control(const ScalingPoint& point);

/// Takes away the tables of controls, and returns them. If all tables are, they stay: nothing else was
/// measured.
std::vector<ScalingTable> take_controls(std::vector<ScalingTable>& tables);

}  // namespace scalegen::losses
