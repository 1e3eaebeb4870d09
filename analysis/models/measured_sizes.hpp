#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/scaling/speedup.hpp"
#include "core/plan.hpp"

namespace scalegen::models {

/// A size as models see it: N workers, spread over nodes.
struct Size {
  double workers = 1;             // ranks, or nodes where ranks are unknown
  std::optional<double> nodes{};  // unknown in a table that does not say them
  bool operator==(const Size&) const = default;
};

/// A rung that was measured.
struct MeasuredSize {
  std::string rung{};
  Size size{};
  double log_time = 0;  // of equal work: the mean over rounds of the logarithm
  int runs = 1;
  bool operator==(const MeasuredSize&) const = default;
};

/// How the value that a report prints follows from the time of equal work: value = work x time, or work /
/// time for a rate, and work grows as a power of the workers.
struct ValueOfTime {
  bool is_rate = false;
  double log_work = 0;  // of one worker
  int power = 0;        // 0: the same work at all sizes, 1: work for each worker
  bool operator==(const ValueOfTime&) const = default;
};

/// All that a prediction rests on: the rungs on one kind of device, in rising order of size.
struct MeasuredSizes {
  std::optional<DeviceKind> device{};
  bool counts_nodes = false;          // workers are nodes
  std::optional<double> on_a_node{};  // workers of a full node, as far as a rung says it
  Scaling scaling = Scaling::strong;
  std::vector<MeasuredSize> sizes{};
  std::optional<double> run_sd{};  // of the logarithm of the time of one run, pooled; absent: one round
  std::optional<ValueOfTime> value{};
  std::optional<double> log_baseline{};  // the logarithm of the baseline's time of equal work, if it is here
  double baseline_workers = 1;
  bool operator==(const MeasuredSizes&) const = default;
};

/// The rungs of a ladder, one element for each kind of device. A kind is left out if one of its rungs has no
/// interval, does not compare with the baseline, or has a star; all are, if the baseline has no interval.
/// Empty if the work of a rung is unknown.
std::vector<MeasuredSizes> measured_sizes(const ScalingTable& table, Scaling scaling, Quantity quantity);

/// The value at a size, as the report prints it.
double value_at(const ValueOfTime& value, double workers, double log_time);

/// A size that was not measured, with the name that its rung would have: "4x4gpu" on nodes of four, "64gpu"
/// where it is unknown how many a node has. Its nodes are then unknown, too.
struct NamedSize {
  std::string name{};
  Size size{};
  bool operator==(const NamedSize&) const = default;
};

NamedSize named_size(const MeasuredSizes& measured, double workers);

/// "4x4gpu"; "64 GPUs, shape unknown" where nothing says how many a node has.
std::string size_text(const MeasuredSizes& measured, const NamedSize& size);

}  // namespace scalegen::models
