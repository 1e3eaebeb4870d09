#pragma once
#include <cstdint>
#include <optional>

#include "core/plan.hpp"
#include "generator/plan/price.hpp"

namespace scalegen {

/// Some of the rounds of a plan, and the most that they may cost.
struct RoundsPrice {
  int rounds = 0;
  std::int64_t runs = 0;
  plan::Price price{};
  bool operator==(const RoundsPrice&) const = default;
};

/// The price of a sweep that measures no more than is needed.
struct StoppingRulePrice {
  RoundsPrice least{};                    // if rounds and climb end as soon as they may
  std::optional<RoundsPrice> expected{};  // of `until`, if runs scatter by kAssumedScatter
  bool operator==(const StoppingRulePrice&) const = default;
};

/// Nullopt for a sweep that measures all of its plan.
std::optional<StoppingRulePrice> stopping_rule_price(const Plan& plan);

}  // namespace scalegen
