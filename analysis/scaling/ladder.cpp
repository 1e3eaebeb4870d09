#include "analysis/scaling/ladder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/bash_command.hpp"
#include "core/metric_unit.hpp"

namespace scalegen {
namespace {

Settings axes_of(const Run& run, const std::vector<std::string>& names) {
  Settings axes;
  for (const auto& name : names)
    if (const auto* value = find(run.settings, name)) axes.push_back({name, *value});
  return axes;
}

std::vector<Value> axis_values(const Settings& axes) {
  std::vector<Value> values;
  for (const auto& axis : axes) values.push_back(axis.value);
  return values;
}

auto size_of(const LadderRung& rung) {
  return std::tuple(rung.shape.device, rung.shape.ranks, rung.shape.nodes);
}

void sort_rungs_and_rounds(Ladder& ladder) {
  std::ranges::sort(ladder.rungs, {}, [](const auto& rung) { return std::tuple(size_of(rung), rung.name); });
  for (auto& rung : ladder.rungs) std::ranges::stable_sort(rung.runs, {}, &Measurement::round);
}

LadderRung& rung_named(Ladder& ladder, const std::string& name, const RungShape& shape) {
  const auto found = std::ranges::find_if(ladder.rungs, [&](const auto& r) { return r.name == name; });
  if (found != ladder.rungs.end()) return *found;
  ladder.rungs.push_back({.name = name, .shape = shape});
  return ladder.rungs.back();
}

std::string shown_command(const std::vector<std::string>& words) {
  const auto* const text = bash_text_of(words);
  return text != nullptr ? *text : fmt::format("{}", fmt::join(words, " "));
}

// A run holds a core at least.
bool is_known(const Rate& rate) { return rate.core_hours > 0 || rate.gpu_hours > 0; }

// What Slurm gave to one run it gives to all jobs of the size, unless the sweep itself asked for more.
void add_bill(const Run& run, LadderRung& rung) {
  const auto& other = rung.runs.back().other_bill;
  if (!is_known(run.rate) || (rung.billed && !other)) return;
  rung.billed = other ? other->rate : run.rate;
  rung.rate = run.without_exclusive ? *run.without_exclusive : *rung.billed;
}

template <class Ladders, class Visit>
void for_each_measured(Ladders& ladders, const Visit& visit) {
  for (auto& ladder : ladders)
    for (auto& rung : ladder.rungs)
      for (auto& run : rung.runs)
        if (run.value) visit(run);
}

}  // namespace

std::vector<Ladder> ladders_of(const Plan& plan, const std::vector<RunRecord>& records,
                               std::vector<Measurement> measured) {
  const bool are_several = plan.head.scalings.size() > 1;
  std::map<std::pair<Scaling, std::vector<Value>>, Ladder> by_axes;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto& run = records[i].run;
    const auto axes = axes_of(run, plan.head.axes);
    const auto scaling = run.ladder.value_or(plan.head.scalings.front());
    auto& ladder = by_axes[{scaling, axis_values(axes)}];
    ladder.scaling = scaling;
    ladder.axes = axes;
    auto& rung = rung_named(ladder, run.rung.name, shape_of(run.rung));
    rung.is_shared = are_several && !run.ladder;
    rung.runs.push_back(std::move(measured[i]));
    if (shares_nodes(plan) || plan.head.launch.held) rung.runs.back().other_bill.reset();
    add_bill(run, rung);
    rung.asked = run.resources;
    rung.command = shown_command(*run.command);
    rung.may_share_nodes = rung.may_share_nodes || may_share_with_others(plan, run);
  }
  std::vector<Ladder> ladders;
  for (auto& [key, ladder] : by_axes) {
    sort_rungs_and_rounds(ladder);
    ladders.push_back(std::move(ladder));
  }
  return ladders;
}

void share_rungs(std::vector<Ladder>& ladders) {
  for (auto& ladder : ladders) {
    const auto& first = ladders.front();
    if (ladder.scaling == first.scaling) continue;
    const auto same = std::ranges::find_if(ladders, [&](const Ladder& other) {
      return other.scaling == first.scaling && other.axes == ladder.axes;
    });
    if (same == ladders.end()) continue;
    std::ranges::copy_if(same->rungs, std::back_inserter(ladder.rungs),
                         [](const LadderRung& rung) { return rung.is_shared; });
    sort_rungs_and_rounds(ladder);
  }
}

std::vector<Ladder> ladders_of(const ImportedTable& table) {
  std::vector<Ladder> ladders;
  const auto rounds = table.has_rounds ? stats::Rounds::paired : stats::Rounds::independent;
  for (const auto& row : table.rows) {
    auto found = std::ranges::find_if(ladders, [&](const auto& l) { return l.axes == row.axes; });
    if (found == ladders.end())
      found = ladders.insert(ladders.end(), Ladder{.axes = row.axes, .rounds = rounds});
    rung_named(*found, row.rung, row.shape)
        .runs.push_back({.round = row.round,
                         .unmeasured = row.value ? "" : row.no_value,
                         .value = row.value,
                         .conditions = row.conditions});
  }
  for (auto& ladder : ladders) {
    std::ranges::stable_sort(ladder.rungs, {}, [](const auto& rung) { return size_of(rung); });
    for (auto& rung : ladder.rungs) std::ranges::sort(rung.runs, {}, &Measurement::round);
  }
  return ladders;
}

Baseline default_baseline(const Ladder& ladder) {
  std::vector<RungShape> shapes;
  for (const auto& rung : ladder.rungs) shapes.push_back(rung.shape);
  const auto best = default_baseline(shapes);
  if (!best) return {ladder.rungs.front().name, "the first rung"};
  return {ladder.rungs[*best].name, default_baseline_reason(shapes[*best])};
}

std::optional<MetricSource> select_common_source(std::vector<Ladder>& ladders) {
  std::optional<MetricSource> best;
  for_each_measured(ladders,
                    [&](const Measurement& run) { best = std::min(best.value_or(run.source), run.source); });
  for_each_measured(ladders, [&](Measurement& run) {
    if (run.source == *best) return;
    run.value.reset();
    run.unmeasured =
        "wrote no step lines, unlike other runs: " + to_text(run.source) + " does not compare with them";
  });
  return best;
}

void select_common_use(std::vector<Ladder>& ladders, const PlanHead& head) {
  const bool is_said = head.metrics.empty() || head.metrics.front().use != MetricUse::automatic ||
                       head.metrics.front().skip.has_value();
  if (is_said) return;
  bool all_are_totals = true;
  for_each_measured(ladders, [&](const Measurement& run) {
    const bool is_short = !run.printed || run.printed->matches < kFewMatches;
    all_are_totals = all_are_totals && (is_short || run.printed->totals != Totals::none);
  });
  if (!all_are_totals) return;
  const auto take_last = [](Measurement& run) {
    if (!run.printed) return;
    run.printed = with_last_match(*run.printed);
    run.value = run.printed->value;
  };
  for_each_measured(ladders, take_last);
  for (auto& ladder : ladders)
    for (auto& rung : ladder.rungs)
      for (auto& run : rung.runs) std::ranges::for_each(run.put_aside, take_last);
}

void leave_out_disturbed(std::vector<Ladder>& ladders) {
  const auto is_disturbed = [](const Measurement& run) { return run.load && has_disturbance(*run.load); };
  std::map<std::vector<Value>, std::set<int>> rounds;  // to leave out, by the axes of their ladders
  for (const auto& ladder : ladders)
    for (const auto& rung : ladder.rungs)
      for (const auto& run : rung.runs)
        if (run.value && is_disturbed(run)) rounds[axis_values(ladder.axes)].insert(run.round);
  for (const auto& ladder : ladders)
    for (const auto& rung : ladder.rungs) {
      auto& its = rounds[axis_values(ladder.axes)];
      const auto is_in_one = [&](const auto& run) { return run.value && its.contains(run.round); };
      const auto taken = std::ranges::count_if(rung.runs, is_in_one);
      if (taken > 0 && std::ssize(values_of(rung.runs)) - taken < kUndisturbedRounds) its.clear();
    }
  for (auto& ladder : ladders)
    for (auto& rung : ladder.rungs)
      for (auto& run : rung.runs) {
        if (!run.value || !rounds[axis_values(ladder.axes)].contains(run.round)) continue;
        run.left_out = std::exchange(run.value, std::nullopt);
        run.unmeasured =
            is_disturbed(run) ? "left out: disturbed" : "left out: another run of its round was disturbed";
      }
}

bool are_of_a_part(const std::vector<Ladder>& ladders, const Metric& metric) {
  if (metric.quantity != Quantity::time || !is_bare_time(parse_unit(metric.unit))) return false;
  bool any = false;
  for_each_measured(ladders, [&](const Measurement& run) {
    any = any || (run.printed && is_middle(run.printed->use) && run.printed->matches > 1);
  });
  return any;
}

}  // namespace scalegen
