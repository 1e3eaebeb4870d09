#include "analysis/scaling/confounders.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <utility>
#include <vector>

#include "analysis/conditions/work.hpp"
#include "analysis/document/texts.hpp"
#include "analysis/statistics/intervals.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "core/attempt_files.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

constexpr double kSameClock = 1.05;

/// The GPUs of a rung while they were measured.
struct Clocks {
  std::optional<double> mhz{};
  std::string model{};  // empty: unknown, or not one
};

std::string model_of(const Measurement& run) {
  const auto* name = find(run.conditions, "device_name");
  return name == nullptr ? "" : to_text(*name);
}

Clocks clocks_of(const LadderRung& rung) {
  Clocks clocks;
  std::vector<double> mhz;
  bool is_first = true;
  for (const auto& run : rung.runs) {
    if (!run.value || static_cast<int>(run.gpus.size()) != rung.shape.ranks.value_or(0)) continue;
    if (is_first) clocks.model = model_of(run);
    if (clocks.model != model_of(run)) clocks.model.clear();
    is_first = false;
    for (const auto& gpu : run.gpus)
      if (gpu.sm_clock_mhz) mhz.push_back(*gpu.sm_clock_mhz);
  }
  if (!mhz.empty()) clocks.mhz = stats::median(std::move(mhz));
  return clocks;
}

// Below this are daemons, monitors and the launcher; a job of somebody else, on GPUs too, keeps a core busy.
constexpr double kNobody = 0.5;

/// Others on the nodes of a rung, as far as they are known.
struct Others {
  bool were_looked_for = true;  // on all nodes of all measured runs
  double cores = 0;             // that they kept busy, at most
  int round = 0;                // in which they did
};

// The kernel's counts are those of the first node alone.
Others others_of(const LadderRung& rung) {
  Others others;
  for (const auto& run : rung.runs) {
    if (!run.value) continue;
    if (rung.shape.nodes != 1 || !run.load || !run.load->others_on_node) others.were_looked_for = false;
    const double cores = run.load ? run.load->others_on_node.value_or(0) : 0;
    if (cores > others.cores) {
      others.cores = cores;
      others.round = run.round;
    }
  }
  return others;
}

std::string text_of(const Others& others) {
  if (others.cores < kNobody)
    return "open to other jobs (no record says of all its nodes that nobody else was there)";
  return fmt::format("open to other jobs (other programs kept {:.1f} cores of its node busy in round {})",
                     others.cores, others.round);
}

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

/// The least and the largest share of the time between stamps that steps of a rung's runs have.
std::optional<stats::Interval> timed_shares(const LadderRung& rung) {
  std::vector<double> shares;
  for (const auto& run : rung.runs)
    if (run.value && run.window && run.window->timed_share) shares.push_back(*run.window->timed_share);
  if (shares.empty()) return std::nullopt;
  const auto [least, most] = std::ranges::minmax(shares);
  return stats::Interval{.low = least, .high = most};
}

std::string middle_text(const stats::Interval& shares) {
  return fmt::format("{} %", three_digits(50 * (shares.low + shares.high)));
}

// Also before its round was measured again: the other rounds had waited for it.
bool was_tried_again(const Measurement& run) {
  if (!run.replaced.empty()) return std::any_of(run.replaced.begin(), run.replaced.end(), was_tried_again);
  return attempt_number(run.attempt) > 1 && run.put_aside.empty();
}

bool failed_before(const Measurement& run) {
  if (!run.replaced.empty()) return std::any_of(run.replaced.begin(), run.replaced.end(), failed_before);
  return was_tried_again(run) && !run.was_interrupted;
}

using RunsByRound = std::multimap<int, const Measurement*>;

RunsByRound timed_runs(const LadderRung& rung) {
  RunsByRound runs;
  for (const auto& run : rung.runs)
    if (run.value && run.begun) runs.emplace(run.round, &run);
  return runs;
}

bool any_failed_before(const Ladder& ladder, std::initializer_list<std::size_t> rungs) {
  return std::ranges::any_of(
      rungs, [&](std::size_t rung) { return std::ranges::any_of(ladder.rungs[rung].runs, failed_before); });
}

/// Of which the run printed a figure each, otherwise those that were planned or a table has; 0: unknown.
double epochs_of(const Measurement& run) {
  std::size_t most = 0;
  for (const auto& figure : run.further) most = std::max(most, figure.epochs.size());
  return most > 0 ? static_cast<double>(most) : above_zero(run.conditions, "epochs").value_or(0);
}

constexpr double kDay = 86400;

/// The runs that lie far from their round.
struct LateRuns {
  Texts runs{};
  double most = 0;      // seconds
  std::string after{};  // "a failure"; empty: nothing that is known
};

std::string text_of(const LateRuns& late) {
  return fmt::format(
      "{} ran {}up to {} after the other run of the round had ended: the machine may have changed since; "
      "'scalegen sweep DIR --again {}' measures a round again",
      join_truncated(late.runs), late.after.empty() ? "" : fmt::format("after {}, ", late.after),
      duration_text(std::chrono::seconds(static_cast<std::int64_t>(late.most))), late.runs.front());
}

}  // namespace

std::optional<Difference> clock_difference(const LadderRung& reference, const LadderRung& here) {
  if (reference.shape.device != DeviceKind::gpu || here.shape.device != DeviceKind::gpu) return std::nullopt;
  const auto there = clocks_of(reference);
  const auto clocks = clocks_of(here);
  if (!there.mhz || !clocks.mhz || there.model.empty() || there.model != clocks.model) return std::nullopt;
  const auto [low, high] = std::minmax(*there.mhz, *clocks.mhz);
  if (low <= 0 || high <= kSameClock * low) return std::nullopt;
  return Difference{.key = "GPU clock",
                    .baseline = three_digits(*there.mhz) + " MHz",
                    .here = three_digits(*clocks.mhz) + " MHz",
                    .consequence = Consequence::star};
}

std::optional<Difference> sharing_difference(const LadderRung& reference, const LadderRung& here) {
  if (reference.may_share_nodes == here.may_share_nodes) return std::nullopt;
  const auto others = others_of(here.may_share_nodes ? here : reference);
  if (others.were_looked_for && others.cores < kNobody) return std::nullopt;
  Difference found{.key = "use of nodes",
                   .baseline = "exclusive",
                   .here = text_of(others),
                   .consequence = Consequence::star};
  if (!here.may_share_nodes) std::swap(found.baseline, found.here);
  return found;
}

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

std::optional<Difference> timing_difference(const LadderRung& reference, const LadderRung& here) {
  constexpr double kAlike = 1.05;
  const auto there = timed_shares(reference);
  const auto shares = timed_shares(here);
  if (!there || !shares || (shares->low <= kAlike * there->high && there->low <= kAlike * shares->high))
    return std::nullopt;
  return Difference{.key = "share of the loop that its steps time",
                    .baseline = middle_text(*there),
                    .here = middle_text(*shares),
                    .consequence = Consequence::star};
}

std::optional<Difference> epochs_difference(const Metric& metric, Scaling scaling,
                                            const LadderRung& reference, const LadderRung& here) {
  if (scaling == Scaling::throughput || !is_time_of_run(metric)) return std::nullopt;
  double there = 0;
  for (const auto& run : reference.runs)
    if (run.value && there == 0) there = epochs_of(run);
  for (const auto& run : here.runs) {
    const bool follows_from_steps = scaling == Scaling::weak && find(run.conditions, "steps") != nullptr;
    const auto epochs = run.value && !follows_from_steps ? epochs_of(run) : 0;
    if (epochs > 0 && there > 0 && epochs != there)
      return Difference{std::string(kEpochs), fmt::format("{:g}", there), fmt::format("{:g}", epochs),
                        Consequence::star};
  }
  return std::nullopt;
}

RoundTimes::RoundTimes(const Ladder& ladder) {
  for (const auto& rung : ladder.rungs) {
    const bool any_tried_again = std::ranges::any_of(rung.runs, was_tried_again);
    for (const auto& run : rung.runs) {
      seconds_of_round_[run.round] += run.held_seconds.value_or(0);
      if (any_tried_again) delayed_.insert(run.run);
    }
  }
}

bool RoundTimes::was_delayed(const Measurement& run) const {
  return run.replaced.empty() && run.put_aside.empty() && delayed_.contains(run.run);
}

std::optional<double> RoundTimes::seconds_apart(const Measurement& one, const Measurement& other) const {
  if (!one.value || !other.value || !one.begun || !other.begun) return std::nullopt;
  const auto& earlier = one.begun < other.begun ? one : other;
  const auto& later = one.begun < other.begun ? other : one;
  const double seconds = *later.begun - *earlier.begun - earlier.held_seconds.value_or(0);
  const bool may_be = was_delayed(later) || (seconds > kDay && later.put_aside.empty());
  return may_be && seconds > seconds_of_round_.at(one.round) ? std::optional(seconds) : std::nullopt;
}

std::optional<Difference> difference_in_time(const Ladder& ladder, std::size_t reference, std::size_t here) {
  const auto runs_there = timed_runs(ladder.rungs[reference]);
  const auto runs_here = timed_runs(ladder.rungs[here]);
  if (runs_there.empty() || runs_here.empty()) return std::nullopt;
  const RoundTimes times(ladder);
  LateRuns late;
  for (const auto& [round, one] : runs_there)
    for (auto [i, end] = runs_here.equal_range(round); i != end; ++i) {
      const auto seconds = times.seconds_apart(*one, *i->second);
      if (!seconds) continue;
      const auto& later = one->begun < i->second->begun ? *i->second : *one;
      late.runs.push_back(later.run);
      late.most = std::max(late.most, *seconds);
      if (times.was_delayed(later) && late.after != "a failure")
        late.after = any_failed_before(ladder, {reference, here}) ? "a failure" : "an interrupt";
    }
  if (late.runs.empty()) return std::nullopt;
  return Difference{.key = "time of a round", .here = text_of(late), .consequence = Consequence::star};
}

}  // namespace scalegen
