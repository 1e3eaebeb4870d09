#include "analysis/scaling/switch_difference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace scalegen {
namespace {

using Names = std::set<std::string>;

/// The leaf switches of a rung whose rounds are all under equally many.
struct SwitchUse {
  std::size_t number = 0;  // in each round
  Names names{};           // in all of them
};

std::optional<SwitchUse> switch_use(const LadderRung& rung) {
  const auto rounds = rounds_by_switches(rung.runs);
  if (rounds.empty() || differ_in_switches(rounds)) return std::nullopt;
  SwitchUse use{.number = rounds.begin()->first.size()};
  for (const auto& [switches, numbers] : rounds) use.names.insert(switches.begin(), switches.end());
  return use;
}

// A switch below which as many nodes were seen as the rung has, in use by its kind of device; empty: none.
std::string switch_with_room(const Ladder& ladder, const RungShape& shape) {
  std::map<std::string, Names> nodes_below;
  for (const auto& rung : ladder.rungs)
    for (const auto& run : rung.runs)
      for (const auto& task : run.placement.tasks)
        if (rung.shape.device == shape.device && !task.leaf_switch.empty())
          nodes_below[task.leaf_switch].insert(task.host);
  for (const auto& [name, hosts] : nodes_below)
    if (static_cast<int>(hosts.size()) >= shape.nodes.value_or(1)) return name;
  return "";
}

std::string use_text(const SwitchUse& use, const std::string& room) {
  return fmt::format("{} ({}{})", use.number, fmt::join(use.names, ", "),
                     use.number == 1 ? "" : fmt::format(", though {} has nodes enough", room));
}

}  // namespace

RoundsBySwitches rounds_by_switches(const std::vector<Measurement>& runs) {
  RoundsBySwitches rounds;
  for (const auto& run : runs)
    if (auto switches = switches_of(run.placement); run.value && !switches.empty())
      rounds[std::move(switches)].push_back(run.round);
  return rounds;
}

bool differ_in_switches(const RoundsBySwitches& rounds) {
  return std::ranges::any_of(
      rounds, [&](const auto& group) { return group.first.size() != rounds.begin()->first.size(); });
}

std::optional<Difference> switch_difference(const Ladder& ladder, std::size_t reference, std::size_t here) {
  const auto there = switch_use(ladder.rungs[reference]);
  const auto use = switch_use(ladder.rungs[here]);
  if (!there || !use || (there->number == 1) == (use->number == 1)) return std::nullopt;
  const auto& spread = ladder.rungs[use->number > 1 ? here : reference];
  const auto room = switch_with_room(ladder, spread.shape);
  if (room.empty()) return std::nullopt;
  return Difference{.key = "number of leaf switches",
                    .baseline = use_text(*there, room),
                    .here = use_text(*use, room),
                    .consequence = Consequence::star};
}

}  // namespace scalegen
