#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/conditions/comparability.hpp"
#include "analysis/scaling/ladder.hpp"

namespace scalegen {

/// The rounds of a rung by the leaf switches of their nodes. Only measured runs whose switches are known.
using RoundsBySwitches = std::map<std::set<std::string>, std::vector<int>>;
RoundsBySwitches rounds_by_switches(const std::vector<Measurement>& runs);

/// True if some rounds were under more leaf switches than others.
bool differ_in_switches(const RoundsBySwitches& rounds);

/// That one of two rungs was spread over several leaf switches in all rounds and the other was under one,
/// although a switch has enough nodes for each of them, as runs of the ladder show. A rung that is larger
/// than any switch is known to be has no choice.
std::optional<Difference> switch_difference(const Ladder& ladder, std::size_t reference, std::size_t here);

}  // namespace scalegen
