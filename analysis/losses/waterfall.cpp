#include "analysis/losses/waterfall.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "analysis/conditions/work.hpp"
#include "analysis/scaling/points.hpp"
#include "analysis/statistics/intervals.hpp"

namespace scalegen::losses {
namespace {

constexpr std::array<std::string_view, kParts> kNames{"start-up",      "data",      "copy",
                                                      "communication", "imbalance", "smaller batch",
                                                      "computing",     "optimizer", "unexplained"};

/// The fractions of a rung's time, by part; absent where unknown.
struct Fractions {
  std::array<std::optional<double>, kParts> of{};
  std::optional<double>& operator[](Part part) { return of[static_cast<std::size_t>(part)]; }
  const std::optional<double>& operator[](Part part) const { return of[static_cast<std::size_t>(part)]; }
};

std::optional<double> sum_of(const std::optional<double>& a, const std::optional<double>& b) {
  return a && b ? std::optional(*a + *b) : std::nullopt;
}

std::optional<double> divided(const std::optional<double>& value, double by) {
  return value ? std::optional(*value / by) : std::nullopt;
}

// The training loop and what precedes and follows it.
std::optional<double> start_up_seconds(const Measurement& run) {
  if (!run.command || !run.loop_seconds) return std::nullopt;
  const double seconds_before = seconds(*run.command) - *run.loop_seconds;
  return *run.loop_seconds > 0 && seconds_before >= 0 ? std::optional(seconds_before) : std::nullopt;
}

double seconds_per_step(const MeasuredWindow& window) {
  return window.seconds / static_cast<double>(window.steps);
}

Fractions fractions_of(const Measurement& run) {
  Fractions fractions;
  if (run.command) fractions[Part::start_up] = divided(start_up_seconds(run), seconds(*run.command));
  if (!run.window) return fractions;
  const auto& phases = run.step_phases.per_step;
  const double step = seconds_per_step(*run.window);
  fractions[Part::data] = divided(phases[Phase::data], step);
  fractions[Part::copy] = divided(phases[Phase::copy], step);
  fractions[Part::communication] = divided(phases[Phase::communication], step);
  fractions[Part::imbalance] = divided(run.step_phases.imbalance, step);
  fractions[Part::computing] = divided(sum_of(phases[Phase::forward], phases[Phase::backward]), step);
  fractions[Part::optimizer] = divided(phases[Phase::optimizer], step);
  return fractions;
}

Fractions typical_fractions(const ScalingPoint& point) {
  Fractions typical;
  for (std::size_t part = 0; part < kParts; ++part)
    typical.of[part] =
        median_over_runs(point, [&](const Measurement& run) { return fractions_of(run).of[part]; });
  return typical;
}

const ScalingPoint* point_of(const ScalingTable& table, const std::string& rung) {
  const auto found = std::ranges::find_if(table.points, [&](const auto& p) { return p.rung == rung; });
  return found == table.points.end() ? nullptr : &*found;
}

// The share of a rung's time that it does not need without synchronisation. Both do the same samples.
std::optional<double> saved_without_sync(const ScalingPoint& point, const ScalingTable* control) {
  const auto* other = control == nullptr ? nullptr : point_of(*control, point.rung);
  if (other == nullptr || !other->typical || !point.typical) return std::nullopt;
  const bool are_rates = !point.runs.empty() && point.runs.front().source == MetricSource::event_lines;
  return are_rates ? std::optional(1 - point.typical->centre / other->typical->centre) : std::nullopt;
}

// One rank waits for no other and sends nothing.
void complete(Fractions& fractions, const ScalingPoint& point, const ScalingTable* control) {
  if (point.shape.ranks == 1) {
    for (const auto part : {Part::communication, Part::imbalance})
      if (!fractions[part]) fractions[part] = 0;
    return;
  }
  if (!fractions[Part::communication]) fractions[Part::communication] = saved_without_sync(point, control);
}

// If one rung cannot tell waiting from communication, the other one's are compared with it as one.
void join_imbalance(Fractions& here, Fractions& baseline) {
  if (here[Part::imbalance].has_value() == baseline[Part::imbalance].has_value()) return;
  for (auto* fractions : {&here, &baseline}) {
    if ((*fractions)[Part::imbalance] && (*fractions)[Part::communication])
      *(*fractions)[Part::communication] += *(*fractions)[Part::imbalance];
    (*fractions)[Part::imbalance].reset();
  }
}

std::optional<double> batch_per_rank(const ScalingPoint& point) {
  if (!point.shape.ranks || point.runs.empty()) return std::nullopt;
  return divided(samples_per_step(point.shape, point.runs.front().conditions), *point.shape.ranks);
}

// A slow rank 0 looks like a smaller batch if ranks are not told apart.
Part computing_part(const ScalingPoint& point, const ScalingPoint& baseline, const Fractions& fractions) {
  if (!fractions[Part::imbalance]) return Part::computing;
  constexpr double kSame = 0.99;
  const auto here = batch_per_rank(point);
  const auto there = batch_per_rank(baseline);
  return here && there && *here < kSame * *there ? Part::smaller_batch : Part::computing;
}

std::vector<Loss> losses_of(const Fractions& here, const Fractions& baseline, double efficiency,
                            Part computing) {
  std::vector<Loss> losses;
  double unexplained = 1 - efficiency;
  for (std::size_t part = 0; part < kParts; ++part) {
    if (!here.of[part] || !baseline.of[part]) continue;
    const double share = *here.of[part] - efficiency * *baseline.of[part];
    unexplained -= share;
    losses.push_back(
        {static_cast<Part>(part) == Part::computing ? computing : static_cast<Part>(part), share});
  }
  if (!losses.empty()) losses.push_back({Part::unexplained, unexplained});
  return losses;
}

/// A rung and its baseline in one round.
struct SameRound {
  const Measurement* here = nullptr;
  const Measurement* there = nullptr;
};

std::vector<SameRound> same_rounds(const ScalingPoint& point, const ScalingPoint& baseline) {
  std::map<int, const Measurement*> of_baseline;
  for (const auto& run : baseline.runs)
    if (run.value) of_baseline[run.round] = &run;
  std::vector<SameRound> rounds;
  for (const auto& run : point.runs)
    if (const auto there = of_baseline.find(run.round); run.value && there != of_baseline.end())
      rounds.push_back({&run, there->second});
  return rounds;
}

// The speed of the rung in each round, relative to the baseline and to its own typical round.
std::vector<double> relative_speeds(const std::vector<SameRound>& rounds, Quantity quantity) {
  std::vector<double> speeds;
  for (const auto& round : rounds) {
    const double ratio = *round.here->value / *round.there->value;
    speeds.push_back(quantity == Quantity::time ? 1 / ratio : ratio);
  }
  const double typical = speeds.empty() ? 1 : stats::median(speeds);
  for (auto& speed : speeds) speed /= typical;
  return speeds;
}

std::optional<double> share_of(const std::vector<Loss>& losses, Part part) {
  const auto found = std::ranges::find_if(losses, [&](const auto& l) { return l.part == part; });
  return found == losses.end() ? std::nullopt : std::optional(found->share);
}

// The losses of each round; those of a typical one are in `losses`.
void add_uncertainties(std::vector<Loss>& losses, const std::vector<std::vector<Loss>>& of_rounds) {
  for (auto& loss : losses) {
    std::vector<double> shares;
    for (const auto& round : of_rounds)
      if (const auto share = share_of(round, loss.part)) shares.push_back(*share);
    if (const auto interval = stats::mean_interval(shares))
      loss.uncertainty = std::max(interval->high - loss.share, loss.share - interval->low);
  }
}

// True if a part of the losses was measured: one rank's lack of communication is known without that.
bool is_measured(const Fractions& here) {
  return std::ranges::any_of(here.of, [](const auto& f) { return f.has_value(); });
}

// A ring's all-reduce moves the gradient, or what travels of it, at the bandwidth that the probe saw.
std::optional<double> probed_seconds(const Measurement& run) {
  if (!run.start || !run.start->gradient_bytes || !run.start->world_size) return std::nullopt;
  const auto ranks = static_cast<double>(*run.start->world_size);
  const double compressed = run.start->gradient_compression == "fp16" ? 2 : 1;
  std::optional<double> seconds;
  for (const auto& probe : run.step_phases.probes)
    if (probe.busbw_gb_per_s && (probe.operation.empty() || probe.operation == "all_reduce"))
      seconds = static_cast<double>(*run.start->gradient_bytes) * 2 * (ranks - 1) / ranks /
                (*probe.busbw_gb_per_s * 1e9 * compressed);
  return seconds;
}

// Waterfalls are of event lines, whose values are rates, and of wall times.
Quantity quantity_of(const ScalingPoint& point) {
  const bool is_time = !point.runs.empty() && point.runs.front().source == MetricSource::wall_time;
  return is_time ? Quantity::time : Quantity::rate;
}

RungLosses losses_of(const ScalingTable& table, std::size_t k, const ScalingPoint& baseline,
                     const ScalingTable* control) {
  const auto& point = table.points[k];
  RungLosses rung{.point = k, .efficiency = point.efficiency->centre};
  rung.without_sync = saved_without_sync(point, control);
  rung.step_seconds = median_over_runs(point, [](const Measurement& run) {
    return run.window ? std::optional(seconds_per_step(*run.window)) : std::nullopt;
  });
  rung.communication_seconds = median_over_runs(
      point, [](const Measurement& run) { return run.step_phases.per_step[Phase::communication]; });
  rung.probed_seconds = median_over_runs(point, probed_seconds);
  auto here = typical_fractions(point);
  rung.has_phases = here[Part::computing].has_value();
  complete(here, point, control);
  if (!is_measured(here)) return rung;
  auto there = typical_fractions(baseline);
  complete(there, baseline, control);
  join_imbalance(here, there);
  const auto computing = computing_part(point, baseline, here);
  rung.losses = losses_of(here, there, rung.efficiency, computing);
  const auto rounds = same_rounds(point, baseline);
  const auto speeds = relative_speeds(rounds, quantity_of(point));
  std::vector<std::vector<Loss>> of_rounds;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    auto here_then = fractions_of(*rounds[i].here);
    auto there_then = fractions_of(*rounds[i].there);
    complete(here_then, point, control);
    complete(there_then, baseline, control);
    join_imbalance(here_then, there_then);
    of_rounds.push_back(losses_of(here_then, there_then, rung.efficiency * speeds[i], computing));
  }
  add_uncertainties(rung.losses, of_rounds);
  return rung;
}

bool have_same_axes_but_one(const Settings& a, const Settings& b) {
  if (a.size() != b.size()) return false;
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different += a[i] == b[i] ? 0U : 1U;
  return different == 1;
}

}  // namespace

std::string_view to_text(Part part) { return kNames[static_cast<std::size_t>(part)]; }

std::vector<RungLosses> waterfall_of(const ScalingTable& table, const ScalingTable* control) {
  std::vector<RungLosses> rungs;
  const auto baseline = position_of_baseline(table);
  if (!baseline) return rungs;
  for (std::size_t k = 0; k < table.points.size(); ++k)
    if (table.points[k].efficiency && !table.points[k].is_baseline)
      rungs.push_back(losses_of(table, k, table.points[*baseline], control));
  return rungs;
}

const ScalingTable* control_of(const std::vector<ScalingTable>& controls, const ScalingTable& table) {
  for (const auto& control : controls)
    if (control.scaling == table.scaling && have_same_axes_but_one(control.axes, table.axes)) return &control;
  return nullptr;
}

bool is_of_a_control(const ScalingPoint& point) {
  return std::ranges::any_of(point.runs,
                             [](const auto& run) { return run.start && run.start->sync == "none"; });
}

std::vector<ScalingTable> take_controls(std::vector<ScalingTable>& tables) {
  const auto is_control = [](const ScalingTable& table) {
    return std::ranges::any_of(table.points, is_of_a_control);
  };
  std::vector<ScalingTable> controls;
  std::vector<ScalingTable> others;
  for (auto& table : tables) (is_control(table) ? controls : others).push_back(std::move(table));
  const bool has_others = !others.empty();
  tables = has_others ? std::move(others) : std::move(controls);
  return has_others ? controls : std::vector<ScalingTable>{};
}

}  // namespace scalegen::losses
