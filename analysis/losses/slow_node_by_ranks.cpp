#include "analysis/losses/slow_node.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analysis/measurement/step_phases.hpp"
#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::losses {
namespace {

constexpr double kLeastExcess = 0.02;

/// A unit that may be slow: a node, a GPU of one, whichever rank uses it, or a rank, wherever it sits.
enum class UnitKind { node, gpu, rank };
struct Unit {
  UnitKind kind = UnitKind::node;
  std::string host{};
  std::string device{};
  std::int64_t rank = -1;
  auto operator<=>(const Unit&) const = default;
};

/// A unit over the runs in which it took part.
struct Evidence {
  std::vector<double> chances{};   // of being the slowest, by run
  std::vector<double> excesses{};  // logarithms, by run
  int slowest = 0;
};
using EvidenceByUnit = std::map<Unit, Evidence>;

struct UnitTime {
  Unit unit{};
  double log_seconds = 0;
};

Unit unit_of(UnitKind kind, const RankTime& rank) {
  if (kind == UnitKind::node) return {.kind = kind, .host = rank.host};
  if (kind == UnitKind::gpu) return {.kind = kind, .host = rank.host, .device = rank.device};
  return {.kind = kind, .rank = rank.rank};
}

bool has_name(const Unit& unit) {
  if (unit.kind == UnitKind::rank) return true;
  return !unit.host.empty() && (unit.kind == UnitKind::node || !unit.device.empty());
}

bool is_of(const Unit& unit, const RankTime& rank) { return unit_of(unit.kind, rank) == unit; }

// The units of a run, each with its fastest rank. Empty if they cannot be compared: some have no name, or
// more ranks than others.
std::vector<UnitTime> unit_times(const RankedRun& run, UnitKind kind) {
  std::map<Unit, std::pair<double, int>> times;
  for (const auto& rank : run) {
    const auto unit = unit_of(kind, rank);
    if (!has_name(unit)) return {};
    const double log_seconds = std::log(rank.own_seconds);
    auto [found, is_new] = times.try_emplace(unit, log_seconds, 0);
    found->second.first = std::min(found->second.first, log_seconds);
    ++found->second.second;
  }
  std::vector<UnitTime> units;
  for (const auto& [unit, time] : times) {
    if (time.second != times.begin()->second.second) return {};
    units.push_back({unit, time.first});
  }
  return units;
}

// Of the sorted values without the one at `left_out`.
double median_of_others(const std::vector<UnitTime>& sorted, std::size_t left_out) {
  const std::size_t others = sorted.size() - 1;
  const auto at = [&](std::size_t i) { return sorted[i < left_out ? i : i + 1].log_seconds; };
  return others % 2 == 1 ? at(others / 2) : (at(others / 2 - 1) + at(others / 2)) / 2;
}

void add_run(EvidenceByUnit& evidence, std::vector<UnitTime> units) {
  if (units.size() < 2) return;
  std::ranges::sort(units, {}, [](const auto& unit) { return unit.log_seconds; });
  for (std::size_t i = 0; i < units.size(); ++i) {
    auto& found = evidence[units[i].unit];
    found.chances.push_back(1 / static_cast<double>(units.size()));
    found.excesses.push_back(units[i].log_seconds - median_of_others(units, i));
  }
  const auto last = units.size() - 1;
  if (units[last].log_seconds > units[last - 1].log_seconds) ++evidence[units[last].unit].slowest;
}

EvidenceByUnit evidence_of(const std::vector<RankedRun>& runs) {
  EvidenceByUnit evidence;
  for (const auto& run : runs)
    for (const auto kind : {UnitKind::node, UnitKind::gpu, UnitKind::rank})
      add_run(evidence, unit_times(run, kind));
  return evidence;
}

// The probability of at least `count` successes, exactly: the distribution of their number, trial by trial.
double tail_of(const std::vector<double>& chances, int count) {
  std::vector<double> of_number{1.0};
  for (const double chance : chances) {
    of_number.push_back(0);
    for (std::size_t k = of_number.size() - 1; k > 0; --k)
      of_number[k] = of_number[k] * (1 - chance) + of_number[k - 1] * chance;
    of_number[0] *= 1 - chance;
  }
  double tail = 0;
  for (std::size_t k = static_cast<std::size_t>(count); k < of_number.size(); ++k) tail += of_number[k];
  return tail;
}

// How much longer than the others' median each rank of a run takes.
std::vector<double> rank_excesses(const RankedRun& run) {
  auto units = unit_times(run, UnitKind::rank);
  std::ranges::sort(units, {}, [](const auto& unit) { return unit.log_seconds; });
  std::vector<double> excesses(run.size(), 0);
  for (std::size_t i = 0; i < units.size(); ++i)
    for (std::size_t r = 0; r < run.size(); ++r)
      if (run[r].rank == units[i].unit.rank) excesses[r] = median_of_others(units, i);
  for (std::size_t r = 0; r < run.size(); ++r) excesses[r] = std::log(run[r].own_seconds) - excesses[r];
  return excesses;
}

using Excesses = std::vector<double>;

bool is_slow(const Excesses& excesses) {
  return !excesses.empty() && stats::median(excesses) >= std::log1p(kLeastExcess);
}

// Calls visit(run, rank, excess) for each rank of the runs with more than one.
template <class Visit>
void for_each_rank(const std::vector<RankedRun>& runs, const Visit& visit) {
  for (const auto& run : runs) {
    if (run.size() < 2) continue;
    const auto excesses = rank_excesses(run);
    for (std::size_t r = 0; r < run.size(); ++r) visit(run, run[r], excesses[r]);
  }
}

// True if a rank is slow in two places or more.
bool is_slow_anywhere(const std::vector<RankedRun>& runs, const Unit& rank) {
  std::map<std::pair<std::string, std::string>, Excesses> by_place;
  for_each_rank(runs, [&](const auto&, const auto& time, double excess) {
    if (is_of(rank, time)) by_place[{time.host, time.device}].push_back(excess);
  });
  return std::ranges::count_if(by_place, [](const auto& place) { return is_slow(place.second); }) >= 2;
}

// True if a place is slow with other ranks on it too, or its ranks are not slow elsewhere.
bool is_slow_with_any_rank(const std::vector<RankedRun>& runs, const Unit& place) {
  std::set<std::int64_t> ranks;
  std::map<std::int64_t, Excesses> by_first_rank;
  for (const auto& run : runs) {
    std::int64_t first = -1;
    for (const auto& time : run)
      if (is_of(place, time))
        ranks.insert(time.rank), first = first < 0 ? time.rank : std::min(first, time.rank);
    if (run.size() < 2 || first < 0) continue;
    const auto excesses = rank_excesses(run);
    for (std::size_t r = 0; r < run.size(); ++r)
      if (is_of(place, run[r])) by_first_rank[first].push_back(excesses[r]);
  }
  if (std::ranges::count_if(by_first_rank, [](const auto& group) { return is_slow(group.second); }) >= 2)
    return true;
  Excesses elsewhere;
  for_each_rank(runs, [&](const auto&, const auto& time, double excess) {
    if (!is_of(place, time) && ranks.contains(time.rank)) elsewhere.push_back(excess);
  });
  return !elsewhere.empty() && stats::median(elsewhere) < std::log1p(kLeastExcess) / 2;
}

/// A unit that is slow, and the node that it names: none for a rank that has more to do.
struct Named {
  Unit unit{};
  SlowNode node{};
};

Named named_of(const Unit& unit, const Evidence& evidence, const std::vector<RankedRun>& runs) {
  const bool is_known =
      unit.kind == UnitKind::rank ? is_slow_anywhere(runs, unit) : is_slow_with_any_rank(runs, unit);
  SlowNode node{.device = unit.device,
                .may_be_its_ranks = !is_known,
                .slower = evidence.slowest,
                .runs = static_cast<int>(evidence.chances.size()),
                .excess = std::expm1(stats::median(evidence.excesses))};
  if (!unit.host.empty()) node.hosts = {unit.host};
  for (const auto& run : runs)  // of a rank that sits in one place: that one
    for (const auto& time : run)
      if (!is_known && unit.kind == UnitKind::rank && is_of(unit, time) && !time.host.empty()) {
        node.hosts = {time.host};
        node.device = time.device;
      }
  return {unit, std::move(node)};
}

// What says most comes first: a known cause, then the smaller p, then the larger unit.
bool is_better(const Named& a, const Named& b) {
  if (a.node.may_be_its_ranks != b.node.may_be_its_ranks) return b.node.may_be_its_ranks;
  return a.node.p != b.node.p ? a.node.p < b.node.p : a.unit.kind < b.unit.kind;
}

std::optional<Named> most_evident(const std::vector<RankedRun>& runs, std::size_t looked_at) {
  std::optional<Named> best;
  for (const auto& [unit, evidence] : evidence_of(runs)) {
    if (evidence.slowest == 0 || !is_slow(evidence.excesses)) continue;
    const double p = tail_of(evidence.chances, evidence.slowest) * static_cast<double>(looked_at);
    if (p >= kSlowLevel) continue;
    auto found = named_of(unit, evidence, runs);
    found.node.p = p;
    found.node.looked_at = static_cast<int>(looked_at);
    if (!best || is_better(found, *best)) best = std::move(found);
  }
  return best;
}

}  // namespace

std::vector<RankedRun> ranked_runs(const std::vector<ScalingTable>& tables) {
  std::vector<RankedRun> runs;
  for (const auto* point : points_once(tables))
    for (const auto& run : point->runs) {
      RankedRun ranks;
      for (const auto& rank : run.step_phases.ranks)
        if (const auto own = own_seconds_per_step(rank); run.value && own && *own > 0)
          ranks.push_back({*rank.rank, rank.host, rank.device, *own});
      if (ranks.size() > 1 && ranks.size() == run.step_phases.ranks.size()) runs.push_back(std::move(ranks));
    }
  return runs;
}

std::vector<SlowNode> slow_nodes_of_ranks(std::vector<RankedRun> runs) {
  std::vector<SlowNode> named;
  const auto looked_at = evidence_of(runs).size();
  for (std::size_t i = 0; i < kMostNamed; ++i) {
    const auto found = most_evident(runs, looked_at);
    if (!found) break;
    if (!found->node.hosts.empty()) named.push_back(found->node);
    for (auto& run : runs) std::erase_if(run, [&](const auto& rank) { return is_of(found->unit, rank); });
  }
  return named;
}

}  // namespace scalegen::losses
