#include "app/history/changes.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/statistics/multiple_testing.hpp"
#include "analysis/statistics/two_samples.hpp"

namespace scalegen::history {
namespace {

/// The last one of its kind so far.
struct Latest {
  const IndexedSweep* sweep = nullptr;
  const IndexedRung* rung = nullptr;
};

/// A rung and the one that it is compared with.
struct Pair {
  Entry entry{};
  const IndexedRung* before = nullptr;
};

// The log times of the earlier one first: the ratio is then of speeds.
Change change_between(const Latest& before, const IndexedRung& now) {
  return {.before = before.sweep->folder,
          .ratio = stats::ratio_of_independent(before.rung->logs, now.logs),
          .p = stats::p_of_independent(before.rung->logs, now.logs)};
}

void adjust(std::vector<Pair>& pairs) {
  std::vector<double> p;
  std::vector<Pair*> tested;
  for (auto& pair : pairs)
    if (pair.entry.change && pair.entry.change->ratio.interval) {
      tested.push_back(&pair);
      p.push_back(pair.entry.change->p);
    }
  const auto adjusted = stats::holm(p);
  const auto tail = stats::first_open_tail(adjusted);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    auto& change = *tested[i]->entry.change;
    change.p_adjusted = adjusted[i];
    change.is_shown = adjusted[i] < stats::kClaimLevel;
    change.tail = tail;
    change.adjusted =
        stats::interval_of_independent(tested[i]->before->logs, tested[i]->entry.rung->logs, tail);
  }
}

std::vector<const IndexedSweep*> by_date(const std::vector<IndexedSweep>& sweeps) {
  std::vector<const IndexedSweep*> sorted;
  for (const auto& sweep : sweeps) sorted.push_back(&sweep);
  std::ranges::sort(sorted, {}, [](const auto* one) { return std::tie(one->measured, one->folder); });
  return sorted;
}

}  // namespace

Key key_of(const IndexedSweep& sweep, const IndexedRung& rung) {
  return {sweep.name, sweep.cluster, rung.name, rung.settings};
}

std::vector<Entry> entries_of(const std::vector<IndexedSweep>& sweeps) {
  std::vector<Entry> all;
  std::map<Key, Latest> latest;
  for (const auto* sweep : by_date(sweeps)) {
    std::vector<Pair> pairs;
    for (const auto& rung : sweep->rungs) {
      Pair pair{.entry = {.sweep = sweep, .rung = &rung}};
      auto& before = latest[key_of(*sweep, rung)];
      if (before.rung != nullptr) pair.entry.change = change_between(before, rung);
      pair.before = std::exchange(before, Latest{sweep, &rung}).rung;
      pairs.push_back(std::move(pair));
    }
    adjust(pairs);
    for (auto& pair : pairs) all.push_back(std::move(pair.entry));
  }
  return all;
}

}  // namespace scalegen::history
