#include "analysis/verdict/choices.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/document/texts.hpp"

namespace scalegen::verdict {
namespace {

/// The same rung of several tables.
struct Candidates {
  std::vector<std::size_t> tables{};
  std::vector<const ScalingPoint*> points{};
  std::vector<std::size_t> starred{};
};

Candidates candidates_at(const std::vector<ScalingTable>& tables, Scaling scaling, const std::string& rung) {
  Candidates all;
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const auto* const point = tables[t].scaling == scaling ? measured_point(tables[t], rung) : nullptr;
    if (point == nullptr) continue;
    if (value_star(*point) != nullptr || has_one_run(*point)) {
      all.starred.push_back(t);
      continue;
    }
    all.tables.push_back(t);
    all.points.push_back(point);
  }
  return all;
}

const Measurement& measured(const ScalingPoint& point) {
  return *std::ranges::find_if(point.runs, [](const auto& run) { return run.value.has_value(); });
}

// A rate counts the same things whatever a step does; times are compared if they are of the same batch.
bool are_of_like_work(const Candidates& all, const Metric& metric) {
  if (metric.quantity == Quantity::rate) return true;
  return std::ranges::all_of(all.points, [&](const auto* point) {
    const auto* const batch = find(measured(*point).conditions, "global_batch");
    const auto* const first = find(measured(*all.points.front()).conditions, "global_batch");
    return (batch == nullptr) == (first == nullptr) && (batch == nullptr || *batch == *first);
  });
}

stats::Sample sample_of(const Candidates& all, const Metric& metric, stats::Rounds rounds) {
  std::map<int, std::size_t> position;  // of a round
  for (const auto* point : all.points)
    for (const auto& run : point->runs)
      if (run.value) position.emplace(run.round, 0);
  std::size_t next = 0;
  for (auto& [round, at] : position) at = next++;
  const double sign = metric.quantity == Quantity::time ? 1 : -1;
  stats::LogTimes y(all.points.size(), stats::LogTimeColumn(position.size()));
  for (std::size_t k = 0; k < y.size(); ++k)
    for (const auto& run : all.points[k]->runs)
      if (run.value) y[k][position[run.round]] = sign * std::log(*run.value);
  auto noise = stats::noise_of(y, rounds);
  return {.y = std::move(y), .noise = std::move(noise), .rounds = rounds};
}

// `tail`: of the interval of each claim, if none of them holds.
Choice choice_at(const std::string& rung, const Candidates& all, const Metric& metric, stats::Rounds rounds,
                 double tail) {
  const auto sample = sample_of(all, metric, rounds);
  const auto time_of = [&](const ScalingPoint* point) {
    return metric.quantity == Quantity::time ? point->typical->centre : 1 / point->typical->centre;
  };
  const auto best =
      static_cast<std::size_t>(std::ranges::min_element(all.points, {}, time_of) - all.points.begin());
  Choice choice{.rung = rung, .fastest = all.tables[best], .starred = all.starred};
  for (std::size_t k = 0; k < all.points.size(); ++k) {
    const auto times = k == best ? std::nullopt : stats::ratio_of(sample, k, best);
    if (!times) continue;
    const bool may_hold = times->interval && stats::is_told_from(1, sample, k, best, *times->interval);
    choice.others.push_back({all.tables[k], *times, may_hold ? stats::p_value(sample, k, best, 1) : 1});
    if (const auto& printed = times->interval)
      choice.others.back().in_report = stats::claim_interval(sample, k, best, *printed, tail);
  }
  return choice;
}

// Any two of a choice might have been compared: pairs without the fastest count as claims that do not hold.
void adjust(std::vector<Choice>& choices, std::size_t pairs) {
  std::vector<double> p_values;
  for (const auto& choice : choices)
    for (const auto& other : choice.others) p_values.push_back(other.p_in_report);
  p_values.resize(pairs, 1.0);
  const auto adjusted = stats::holm(p_values);
  auto next = adjusted.begin();
  for (auto& choice : choices)
    for (auto& other : choice.others) other.p_in_report = *next++;
}

}  // namespace

const ScalingPoint* measured_point(const ScalingTable& table, const std::string& rung) {
  const auto found = std::ranges::find(table.points, rung, &ScalingPoint::rung);
  return found == table.points.end() || !found->typical ? nullptr : &*found;
}

std::vector<Choice> choices_in(const std::vector<ScalingTable>& tables, const Metric& metric,
                               stats::Rounds rounds) {
  std::vector<std::pair<Scaling, std::string>> rungs;
  for (const auto& table : tables)
    for (const auto& point : table.points) add_once(rungs, std::pair(table.scaling, point.rung));
  std::vector<std::pair<std::string, Candidates>> comparable;
  std::size_t pairs = 0;
  for (const auto& [scaling, rung] : rungs) {
    auto all = candidates_at(tables, scaling, rung);
    if (all.points.size() < 2 || !are_of_like_work(all, metric)) continue;
    pairs += all.points.size() * (all.points.size() - 1) / 2;
    comparable.emplace_back(rung, std::move(all));
  }
  std::vector<Choice> choices;
  for (const auto& [rung, all] : comparable)
    choices.push_back(choice_at(rung, all, metric, rounds, stats::kClaimLevel / static_cast<double>(pairs)));
  adjust(choices, pairs);
  return choices;
}

}  // namespace scalegen::verdict
