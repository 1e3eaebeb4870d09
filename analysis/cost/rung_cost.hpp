#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/cost/cost.hpp"
#include "analysis/scaling/speedup.hpp"

namespace scalegen {

/// The cost of the completed runs of a rung. All times are medians over rounds.
struct RungCost {
  Rate rate{};                                     // an hour of a job of this size
  Rate billed{};                                   // an hour of the allocation that was measured
  std::optional<stats::Estimate> run_hours{};      // that one run holds it, from its claim to its end
  std::optional<stats::Estimate> relative{};       // the price of equal work, divided by the baseline's
  std::optional<stats::Estimate> million_hours{};  // for 10^6 of what is counted, in the measured window
  std::optional<stats::Estimate> epoch_hours{};    // the same for as many as the data set has
  std::optional<stats::Estimate> million_kwh{};    // of all its GPUs, in the measured window
  std::optional<stats::Estimate> run_kwh{};        // of all its GPUs, during a whole command
  bool operator==(const RungCost&) const = default;
};

/// For each rung of a table, in its order; nullopt if its price is not known or no run of it completed.
std::vector<std::optional<RungCost>> rung_costs(const ScalingTable& table, const Metric& metric);

inline constexpr double kJoulesOfKwh = 3.6e6;

/// The energy of all GPUs of a run: of a sample in the measured window, and of a command whose whole time is
/// measured. Nullopt unless these times are known, and the monitor saw each of the run's GPUs and no other.
std::optional<double> joules_of_a_sample(const ScalingPoint& point, const Measurement& run);
std::optional<double> joules_of_the_command(const ScalingPoint& point, const Measurement& run);

/// The things that a rate counts, as its unit says it: "images" of images/s. Empty for a time, for steps, and
/// for a unit that does not say it.
std::string counted_things(const Metric& metric);

}  // namespace scalegen
