#include "analysis/speedup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/statistics/claims.hpp"
#include "analysis/statistics/ratio.hpp"
#include "analysis/statistics/typical_time.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

bool is_measured(const LadderRung& rung) {
  return std::any_of(rung.runs.begin(), rung.runs.end(),
                     [](const auto& run) { return run.value.has_value(); });
}

// Rounds in which nothing was measured are no rounds.
std::vector<int> measured_rounds(const Ladder& ladder) {
  std::set<int> rounds;
  for (const auto& rung : ladder.rungs)
    for (const auto& run : rung.runs)
      if (run.value) rounds.insert(run.round);
  return {rounds.begin(), rounds.end()};
}

LogTimes log_times(const Ladder& ladder, Quantity quantity) {
  const auto rounds = measured_rounds(ladder);
  LogTimes y(ladder.rungs.size(), LogTimeColumn(rounds.size()));
  for (std::size_t k = 0; k < ladder.rungs.size(); ++k)
    for (const auto& run : ladder.rungs[k].runs) {
      if (!run.value) continue;
      const auto round = std::lower_bound(rounds.begin(), rounds.end(), run.round) - rounds.begin();
      y[k][static_cast<std::size_t>(round)] =
          quantity == Quantity::seconds ? std::log(*run.value) : -std::log(*run.value);
    }
  return y;
}

Estimate scaled(Estimate estimate, double factor) {
  estimate.centre *= factor;
  if (estimate.interval) estimate.interval->low *= factor, estimate.interval->high *= factor;
  return estimate;
}

// A rate is the inverse of a time, and so are the ends of its interval.
Estimate inverse(const Estimate& time) {
  Estimate rate{.centre = 1 / time.centre};
  if (time.interval)
    rate.interval = {1 / time.interval->high, 1 / time.interval->low, time.interval->coverage};
  return rate;
}

const Measurement* first_measured(const LadderRung& rung) {
  for (const auto& run : rung.runs)
    if (run.value) return &run;
  return nullptr;
}

std::vector<Difference> differences_of(const LadderRung& rung, const Measurement& baseline, Scaling scaling) {
  std::vector<Difference> all;
  for (const auto& run : rung.runs) {
    if (!run.value) continue;
    for (const auto& difference : differences(scaling, baseline.conditions, run.conditions))
      if (std::find(all.begin(), all.end(), difference) == all.end()) all.push_back(difference);
  }
  return all;
}

bool forbids_figure(const std::vector<Difference>& found) {
  return std::any_of(found.begin(), found.end(),
                     [](const auto& d) { return d.consequence == Consequence::no_figure; });
}

/// Fills in the points of one ladder.
class Scaler {
 public:
  Scaler(const Ladder& ladder, Quantity quantity, Scaling scaling, const std::string& baseline)
      : ladder_(ladder),
        quantity_(quantity),
        scaling_(scaling),
        y_(log_times(ladder, quantity)),
        noise_(noise_of(y_)) {
    for (std::size_t k = 0; k < ladder.rungs.size(); ++k)
      if (ladder.rungs[k].name == baseline && is_measured(ladder.rungs[k])) baseline_ = k;
    baseline_name_ = baseline;
  }

  ScalingTable table() {
    ScalingTable table{.axes = ladder_.axes, .noise = noise_};
    for (std::size_t k = 0; k < ladder_.rungs.size(); ++k) {
      table.points.push_back(point(k));
      if (table.points.back().speedup) previous_ = k;
    }
    return table;
  }

 private:
  ScalingPoint point(std::size_t k) {
    const auto& rung = ladder_.rungs[k];
    ScalingPoint point{.rung = rung.name,
                       .shape = rung.shape,
                       .is_baseline = rung.name == baseline_name_,
                       .runs = rung.runs};
    if (!is_measured(rung)) return point;
    const auto time = typical_time(y_, k, noise_);
    point.typical = quantity_ == Quantity::seconds ? time : inverse(*time);
    compare(point, k);
    return point;
  }

  void compare(ScalingPoint& point, std::size_t k) {
    if (baseline_ == kNone) {
      point.no_speedup = fmt::format("the baseline {} was not measured", baseline_name_);
      return;
    }
    point.differences = differences_of(ladder_.rungs[k], *first_measured(ladder_.rungs[baseline_]), scaling_);
    if (forbids_figure(point.differences)) {
      point.no_speedup = "it is not comparable with the baseline";
      return;
    }
    if (k != baseline_ &&
        forbids_figure(
            differences_of(ladder_.rungs[baseline_], *first_measured(ladder_.rungs[baseline_]), scaling_))) {
      point.no_speedup = "the runs of the baseline are not comparable with each other";
      return;
    }
    point.speedup = k == baseline_ ? Estimate{.centre = 1} : ratio_of(y_, baseline_, k, noise_);
    if (!point.speedup) {
      point.no_speedup = "no round has both it and the baseline";
      return;
    }
    if (const auto ideal = ideal_speedup(k)) point.efficiency = scaled(*point.speedup, 1 / *ideal);
    add_claims(point, k);
  }

  // What the ranks promise; nothing where their numbers are not known or stand for devices of another kind.
  [[nodiscard]] std::optional<double> ideal_speedup(std::size_t k) const {
    const auto& here = ladder_.rungs[k].shape;
    const auto& base = ladder_.rungs[baseline_].shape;
    if (scaling_ == Scaling::throughput || !here.ranks || !base.ranks || here.device != base.device)
      return std::nullopt;
    return static_cast<double>(*here.ranks) / *base.ranks;
  }

  void add_claims(ScalingPoint& point, std::size_t k) {
    if (k != baseline_ && point.speedup->interval && point.efficiency)
      point.claims.push_back({.against = "ideal",
                              .ratio = *point.efficiency,
                              .p = p_value(y_, baseline_, k, noise_, point.speedup, *ideal_speedup(k))});
    if (previous_ == kNone) return;
    const auto gain = ratio_of(y_, previous_, k, noise_);
    if (gain && gain->interval)
      point.claims.push_back({.against = ladder_.rungs[previous_].name,
                              .ratio = *gain,
                              .p = p_value(y_, previous_, k, noise_, gain, 1)});
  }

  const Ladder& ladder_;
  Quantity quantity_;
  Scaling scaling_;
  LogTimes y_;
  std::optional<Noise> noise_;
  std::size_t baseline_ = kNone;
  std::size_t previous_ = kNone;
  std::string baseline_name_;
};

}  // namespace

ScalingTable scale(const Ladder& ladder, Quantity quantity, Scaling scaling, const std::string& baseline) {
  return Scaler(ladder, quantity, scaling, baseline).table();
}

void adjust_claims(std::vector<ScalingTable>& tables) {
  std::vector<Claim*> claims;
  for (auto& table : tables)
    for (auto& point : table.points)
      for (auto& claim : point.claims) claims.push_back(&claim);
  std::vector<double> p;
  for (const auto* claim : claims) p.push_back(claim->p);
  const auto adjusted = holm(p);
  for (std::size_t i = 0; i < claims.size(); ++i) claims[i]->p_in_table = adjusted[i];
}

}  // namespace scalegen
