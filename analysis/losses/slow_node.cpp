#include "analysis/losses/slow_node.hpp"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::losses {
namespace {

const double kLeastLogExcess = std::log1p(0.02);

using Runs = std::vector<RunOnNodes>;
using Positions = std::vector<std::size_t>;  // of runs

bool has(const RunOnNodes& run, const std::string& node) {
  return std::ranges::binary_search(run.nodes, node);
}

/// Runs by what they have in common, and how each ranks among those of its rung: from 0, the fastest, to 1.
struct RankedRuns {
  std::map<std::string, Positions> of_node{};
  std::map<std::size_t, Positions> of_rung{};
  std::map<std::pair<int, std::size_t>, Positions> of_round_and_rung{};
  std::vector<double> ranks{};
};

void take_median_off(std::vector<double>& times, const Positions& runs) {
  std::vector<double> some;
  for (const auto run : runs) some.push_back(times[run]);
  const double usual = stats::median(std::move(some));
  for (const auto run : runs) times[run] -= usual;
}

// The share of the rung's runs that are faster; of equally fast ones, half of them.
void set_ranks(std::vector<double>& ranks, const std::vector<double>& times, Positions rung) {
  const auto is_faster = [&](std::size_t a, std::size_t b) { return times[a] < times[b]; };
  std::ranges::sort(rung, is_faster);
  for (const auto run : rung) {
    const auto [first, last] = std::equal_range(rung.begin(), rung.end(), run, is_faster);
    ranks[run] = static_cast<double>((first - rung.begin()) + (last - rung.begin())) / 2 /
                 static_cast<double>(rung.size());
  }
}

RankedRuns ranked(const Runs& runs) {
  RankedRuns all{.ranks = std::vector<double>(runs.size())};
  std::map<int, Positions> of_round;
  std::vector<double> times;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (const auto& node : runs[i].nodes) all.of_node[node].push_back(i);
    all.of_rung[runs[i].rung].push_back(i);
    all.of_round_and_rung[{runs[i].round, runs[i].rung}].push_back(i);
    of_round[runs[i].round].push_back(i);
    times.push_back(runs[i].log_seconds);
  }
  for (const auto& [rung, its_runs] : all.of_rung) take_median_off(times, its_runs);
  for (const auto& [round, its_runs] : of_round) take_median_off(times, its_runs);
  for (const auto& [rung, its_runs] : all.of_rung) set_ranks(all.ranks, times, its_runs);
  return all;
}

// The rungs that ran both with the node and without.
std::set<std::size_t> telling_rungs(const Runs& runs, const RankedRuns& all, const std::string& node) {
  std::map<std::size_t, std::size_t> with;
  for (const auto run : all.of_node.at(node)) ++with[runs[run].rung];
  std::set<std::size_t> telling;
  for (const auto& [rung, count] : with)
    if (count < all.of_rung.at(rung).size()) telling.insert(rung);
  return telling;
}

/// The ranks of the runs of a round, as far as they tell something of a node.
struct Round {
  std::vector<double> with{};
  std::vector<double> without{};
};

std::vector<Round> telling_rounds(const Runs& runs, const RankedRuns& all, const std::string& node) {
  const auto telling = telling_rungs(runs, all, node);
  std::set<int> numbers;
  for (const auto run : all.of_node.at(node)) numbers.insert(runs[run].round);
  std::vector<Round> rounds;
  for (const int number : numbers) {
    Round round;
    for (const auto rung : telling)
      if (const auto found = all.of_round_and_rung.find({number, rung}); found != all.of_round_and_rung.end())
        for (const auto run : found->second)
          (has(runs[run], node) ? round.with : round.without).push_back(all.ranks[run]);
    if (!round.with.empty() && !round.without.empty()) rounds.push_back(std::move(round));
  }
  return rounds;
}

// That ranks are given to the runs of each round by chance, and those with the node have so high ones: by the
// normal distribution with the variance of all such permutations, and no less than the probability of one.
double chance_of(const std::vector<Round>& rounds) {
  double excess = 0;
  double variance = 0;
  double log_of_one = 0;
  for (const auto& round : rounds) {
    auto ranks = round.with;
    ranks.insert(ranks.end(), round.without.begin(), round.without.end());
    const auto with = static_cast<double>(round.with.size());
    const auto n = static_cast<double>(ranks.size());
    excess += with * (stats::mean(round.with) - stats::mean(ranks));
    variance += with * (n - with) / n * stats::sample_variance(ranks);
    log_of_one += std::lgamma(with + 1) + std::lgamma(n - with + 1) - std::lgamma(n + 1);
  }
  if (variance <= 0) return 1;
  const double beyond = cdf(complement(boost::math::normal(), excess / std::sqrt(variance)));
  return std::max(beyond, std::exp(log_of_one));
}

using ExcessesBySize = std::map<std::string, std::vector<double>>;  // of each run, by the size of its rung

// Runs with a node and without `other` take so much longer than the usual one of the same rung with neither.
ExcessesBySize excesses_of(const Runs& runs, const RankedRuns& all, const std::string& node,
                           const std::string& other) {
  ExcessesBySize excesses;
  for (const auto rung : telling_rungs(runs, all, node)) {
    std::vector<double> with;
    std::vector<double> without;
    for (const auto run : all.of_rung.at(rung))
      if (!has(runs[run], other)) (has(runs[run], node) ? with : without).push_back(runs[run].log_seconds);
    if (with.empty() || without.empty()) continue;
    const double usual = stats::median(std::move(without));
    auto& of_size = excesses[runs[all.of_rung.at(rung).front()].size];
    for (const double log_seconds : with) of_size.push_back(log_seconds - usual);
  }
  return excesses;
}

double median_of(const ExcessesBySize& excesses) {
  std::vector<double> values;
  for (const auto& [size, of_size] : excesses) values.insert(values.end(), of_size.begin(), of_size.end());
  return values.empty() ? 0 : stats::median(std::move(values));
}

// In each of at least two sizes: a network that is busy for a while slows rungs of several nodes alone,
// whichever nodes they have.
bool are_slow(const ExcessesBySize& excesses) {
  return excesses.size() >= 2 && std::ranges::all_of(excesses, [](const auto& of_size) {
           return stats::median(of_size.second) >= kLeastLogExcess;
         });
}

// Nothing if no round compares runs with the node and without.
std::optional<SlowNode> evidence_on(const Runs& runs, const RankedRuns& all, const std::string& node) {
  const auto rounds = telling_rounds(runs, all, node);
  if (rounds.empty()) return std::nullopt;
  SlowNode evidence{.hosts = {node}, .rounds = static_cast<int>(rounds.size()), .p = chance_of(rounds)};
  for (const auto& round : rounds)
    if (stats::mean(round.with) > stats::mean(round.without)) ++evidence.slower;
  return evidence;
}

int number_to_look_at(const Runs& runs, const RankedRuns& all) {
  int number = 0;
  for (const auto& [node, its_runs] : all.of_node)
    if (!telling_rounds(runs, all, node).empty()) ++number;
  return number;
}

std::vector<SlowNode> evident_nodes(const Runs& runs, const RankedRuns& all, int looked_at) {
  std::vector<SlowNode> evident;
  for (const auto& [node, its_runs] : all.of_node) {
    auto found = evidence_on(runs, all, node);
    if (!found || found->p * looked_at >= kSlowLevel) continue;
    const auto excesses = excesses_of(runs, all, node, "");
    if (!are_slow(excesses)) continue;
    found->excess = std::expm1(median_of(excesses));
    found->p *= looked_at;
    found->looked_at = looked_at;
    evident.push_back(std::move(*found));
  }
  return evident;
}

// Adds those of the others of which nothing says that it is not them: its runs without them are not slow.
void add_companions(SlowNode& named, const std::vector<SlowNode>& evident, const Runs& runs,
                    const RankedRuns& all) {
  const auto node = named.hosts.front();
  for (const auto& other : evident) {
    const auto& host = other.hosts.front();
    if (host != node && median_of(excesses_of(runs, all, node, host)) < kLeastLogExcess)
      named.hosts.push_back(host);
  }
  std::ranges::sort(named.hosts);
}

std::optional<SlowNode> most_evident(const Runs& runs, const RankedRuns& all, int looked_at) {
  const auto evident = evident_nodes(runs, all, looked_at);
  if (evident.empty()) return std::nullopt;
  auto best = *std::ranges::min_element(
      evident, [](const auto& a, const auto& b) { return a.p != b.p ? a.p < b.p : a.excess > b.excess; });
  add_companions(best, evident, runs, all);
  return best;
}

// The other nodes of a command that is started once are those whose GPUs were listed. Empty if not all are
// known.
std::vector<std::string> nodes_of_run(const Placement& placement) {
  auto nodes = nodes_of(placement);
  const auto all = nodes.size() + static_cast<std::size_t>(placement.unseen_nodes);
  if (placement.unseen_nodes > 0)
    for (const auto& gpu : placement.gpus) nodes.insert(gpu.host);
  if (nodes.size() != all) return {};
  return {nodes.begin(), nodes.end()};
}

bool has_any(const RunOnNodes& run, const std::vector<std::string>& nodes) {
  return std::ranges::any_of(nodes, [&](const auto& node) { return has(run, node); });
}

}  // namespace

std::vector<SlowNode> slow_nodes_of_runs(Runs runs) {
  for (auto& run : runs) std::ranges::sort(run.nodes);
  std::vector<SlowNode> named;
  auto all = ranked(runs);
  const int looked_at = number_to_look_at(runs, all);
  while (named.size() < kMostNamed) {
    auto found = most_evident(runs, all, looked_at);
    if (!found) break;
    std::erase_if(runs, [&](const auto& run) { return has_any(run, found->hosts); });
    all = ranked(runs);
    named.push_back(std::move(*found));
  }
  return named;
}

std::vector<SlowNode> slow_nodes_of(const std::vector<ScalingTable>& tables, Quantity quantity) {
  Runs runs;
  std::size_t rung = 0;
  for (const auto* point : points_once(tables)) {
    ++rung;
    for (const auto& run : point->runs) {
      if (run.step_phases.ranks.size() > 1) return slow_nodes_of_ranks(ranked_runs(tables));
      auto nodes = nodes_of_run(run.placement);
      if (!run.value || *run.value <= 0 || nodes.empty()) continue;
      const double log_value = std::log(*run.value);
      runs.push_back({.rung = rung,
                      .size = point->rung,
                      .round = run.round,
                      .log_seconds = quantity == Quantity::time ? log_value : -log_value,
                      .nodes = std::move(nodes)});
    }
  }
  return slow_nodes_of_runs(std::move(runs));
}

}  // namespace scalegen::losses
