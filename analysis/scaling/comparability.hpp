#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"

namespace scalegen {

/// What a difference does to the figures that are divided across it.
enum class Consequence { no_speedup, starred, noted };

/// A condition that ought to be equal, and is not.
struct Difference {
  std::string key{};
  std::string baseline{};
  std::string here{};
  Consequence consequence = Consequence::noted;
  bool operator==(const Difference&) const = default;
};

/// Compares the conditions under which two runs were measured, as far as both say them. Strong scaling needs
/// the same global batch, weak scaling the same batch of a rank; throughput holds nothing equal. What belongs
/// to a device (name, threads, backend) is compared between devices of one kind.
std::vector<Difference> differences(Scaling scaling, const Settings& baseline, const Settings& here);

bool forbid_speedup(const std::vector<Difference>& found);

/// The keys that would be compared and that `conditions` does not say.
std::vector<std::string> missing_conditions(Scaling scaling, const Settings& conditions);

}  // namespace scalegen
