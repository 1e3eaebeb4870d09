#pragma once
#include <optional>

#include "analysis/scaling/speedup.hpp"

namespace scalegen {

/// From one rung to the next that costs more an hour: how the price of equal work rises with the speed.
struct PricedRungStep {
  std::size_t from = 0;  // positions in the table
  std::size_t to = 0;
  double price_ratio = 1;   // of an hour, above 1
  stats::Estimate speed{};  // the speedup from the one to the other
  bool operator==(const PricedRungStep&) const = default;
};

/// By how much the price of equal work rises, relatively, if the speed rises by 10 % along a step: price =
/// speed ^ elasticity. Nullopt where the speed does not rise.
std::optional<double> price_of_ten_percent(double price_ratio, double speed);

enum class KneeKind {
  after,               // the first step from which on speed costs more than it gives
  none,                // no step does
  not_distinguishable  // the intervals leave it open
};

/// The point where speed begins to cost relatively more than it gives: there price times time of equal work
/// is least (Eager, Zahorjan and Lazowska 1989 call this the knee), and each 10 % of speed costs 10 % more.
struct Knee {
  KneeKind kind = KneeKind::none;
  std::optional<PricedRungStep> step{};  // the one after the knee, or the first that is open
  bool operator==(const Knee&) const = default;
};

/// Nullopt without steps that have intervals.
std::optional<Knee> knee_of(const ScalingTable& table);

}  // namespace scalegen
