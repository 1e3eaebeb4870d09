#include "analysis/statistics/two_way_model.hpp"

#include <numeric>

namespace scalegen::stats {
namespace {

using Values = std::vector<double>;

// Below the resolution of any clock: differences of this size are rounding, not noise.
constexpr double kRounding = 1e-12;

double rounding_of(std::size_t runs) { return static_cast<double>(runs) * kRounding * kRounding; }

/// The order of the runs: their rungs, round by round. Independent samples have no rounds.
struct Layout {
  std::vector<std::size_t> rung_of_run{};
  std::vector<std::size_t> round_ends{};  // of rounds that have a run
  Values runs_of_rung{};
};

Layout layout_of(const LogTimes& y, const std::vector<std::size_t>& rungs, Rounds rounds) {
  Layout layout{.runs_of_rung = Values(rungs.size(), 0.0)};
  for (std::size_t round = 0; round < rounds_of(y); ++round) {
    const auto begin = layout.rung_of_run.size();
    for (std::size_t c = 0; c < rungs.size(); ++c) {
      if (!y[rungs[c]][round]) continue;
      layout.rung_of_run.push_back(c);
      ++layout.runs_of_rung[c];
    }
    if (rounds == Rounds::paired && layout.rung_of_run.size() > begin)
      layout.round_ends.push_back(layout.rung_of_run.size());
  }
  return layout;
}

Values times_of(const LogTimes& y, const std::vector<std::size_t>& rungs) {
  Values times;
  for (std::size_t round = 0; round < rounds_of(y); ++round)
    for (const auto rung : rungs)
      if (y[rung][round]) times.push_back(*y[rung][round]);
  return times;
}

// Frisch-Waugh-Lovell: with each round's mean subtracted from both sides, the rounds need no columns of their
// own.
Values without_rounds(const Layout& layout, Values values) {
  std::size_t begin = 0;
  for (const auto end : layout.round_ends) {
    double sum = 0;
    for (auto i = begin; i < end; ++i) sum += values[i];
    const auto share = sum / static_cast<double>(end - begin);
    for (auto i = begin; i < end; ++i) values[i] -= share;
    begin = end;
  }
  return values;
}

Values spread_over_runs(const Layout& layout, const Values& of_rungs) {
  Values of_runs;
  of_runs.reserve(layout.rung_of_run.size());
  for (const auto rung : layout.rung_of_run) of_runs.push_back(of_rungs[rung]);
  return without_rounds(layout, std::move(of_runs));
}

Values sums_of_rungs(const Layout& layout, const Values& of_runs) {
  Values sums(layout.runs_of_rung.size(), 0.0);
  for (std::size_t i = 0; i < of_runs.size(); ++i) sums[layout.rung_of_run[i]] += of_runs[i];
  return sums;
}

double product(const Values& a, const Values& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

void add(Values& to, double factor, const Values& values) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * values[i];
}

void scale(Values& values, double factor) {
  for (double& value : values) value *= factor;
}

Values quotients(Values a, const Values& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] /= b[i];
  return a;
}

// Subtracts from times without rounds what the rungs explain: conjugate gradients for the least squares,
// preconditioned with the runs of each rung. Complete rounds take one step; no matrix is ever written down.
// Rounding ends it before directions that are nothing but rounding can take part of the noise away; of many
// rungs it would also keep it going, without any step that is as large as its gradient says.
Values without_rungs(const Layout& layout, Values times) {
  const auto& runs = layout.runs_of_rung;
  const double enough = product(times, times) * 1e-28;
  Values direction(runs.size(), 0.0);
  double before = 1;
  for (std::size_t step = 0; step < runs.size() + 10; ++step) {
    const auto gradient = sums_of_rungs(layout, times);
    const auto downhill = quotients(gradient, runs);
    const double size = product(gradient, downhill);
    if (size <= enough) break;
    scale(direction, size / before);
    add(direction, 1, downhill);
    before = size;
    const auto along = spread_over_runs(layout, direction);
    const double length = product(along, along);
    const double shared = product(times, along);
    if (length <= 1e-20 * product(direction, direction) || shared * shared <= enough * length) break;
    add(times, -shared / length, along);
  }
  return times;
}

std::size_t root_of(std::vector<std::size_t>& parents, std::size_t rung) {
  while (parents[rung] != rung) rung = parents[rung] = parents[parents[rung]];
  return rung;
}

// Rungs that no chain of shared rounds connects do not compare: each such group has a level of its own.
std::size_t groups_of(const Layout& layout) {
  if (layout.round_ends.empty()) return 0;
  std::vector<std::size_t> parents(layout.runs_of_rung.size());
  std::iota(parents.begin(), parents.end(), std::size_t{0});
  auto groups = parents.size();
  std::size_t begin = 0;
  for (const auto end : layout.round_ends) {
    for (auto i = begin + 1; i < end; ++i) {
      const auto a = root_of(parents, layout.rung_of_run[begin]);
      const auto b = root_of(parents, layout.rung_of_run[i]);
      if (a == b) continue;
      parents[b] = a;
      --groups;
    }
    begin = end;
  }
  return groups;
}

double without_rounding(double sum_of_squares, std::size_t runs) {
  return sum_of_squares <= rounding_of(runs) ? 0 : sum_of_squares;
}

std::vector<std::size_t> without(std::vector<std::size_t> rungs, std::size_t position) {
  rungs.erase(rungs.begin() + static_cast<std::ptrdiff_t>(position));
  return rungs;
}

}  // namespace

Residual residual_of(const LogTimes& y, const std::vector<std::size_t>& rungs, Rounds rounds) {
  const auto layout = layout_of(y, rungs, rounds);
  const auto runs = layout.rung_of_run.size();
  if (runs == 0) return {};
  const auto left = without_rungs(layout, without_rounds(layout, times_of(y, rungs)));
  Residual residual{.sum_of_squares = without_rounding(product(left, left), runs),
                    .df = static_cast<int>(runs + groups_of(layout)) -
                          static_cast<int>(rungs.size() + layout.round_ends.size()),
                    .by_rung = Values(rungs.size(), 0.0),
                    .is_complete = runs == rungs.size() * layout.round_ends.size()};
  for (std::size_t i = 0; i < runs; ++i) residual.by_rung[layout.rung_of_run[i]] += left[i] * left[i];
  return residual;
}

// The mean of a complete round moves by 1 / (rungs - 1) of what is left of the rung. A remainder close to
// zero has lost its digits: then the model is fitted again.
Residual residual_without(const LogTimes& y, const std::vector<std::size_t>& rungs, Rounds rounds,
                          const Residual& all, std::size_t position) {
  if (rounds == Rounds::independent) {
    const auto df_of_rung = static_cast<int>(observed(y[rungs[position]]).size()) - 1;
    return {.sum_of_squares = all.sum_of_squares - all.by_rung[position], .df = all.df - df_of_rung};
  }
  const auto n = static_cast<double>(rungs.size());
  const double rest = all.sum_of_squares - n / (n - 1) * all.by_rung[position];
  if (!all.is_complete || rungs.size() < 3 || rest < 1e-6 * all.sum_of_squares)
    return residual_of(y, without(rungs, position), rounds);
  const auto df_of_rung = all.df / (static_cast<int>(rungs.size()) - 1);
  return {.sum_of_squares = rest, .df = all.df - df_of_rung, .is_complete = true};
}

}  // namespace scalegen::stats
