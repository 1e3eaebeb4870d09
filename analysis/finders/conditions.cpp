#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "analysis/document/texts.hpp"
#include "analysis/finders/finders.hpp"
#include "analysis/scaling/figure_text.hpp"

namespace scalegen::finders {
namespace {

// A difference in time is a sentence of its own.
std::string difference_text(const Difference& d, const std::string& other) {
  if (d.baseline.empty()) return d.here;
  if (d.key == kEpochs) return fmt::format("{} epochs here, {} in {}", d.here, d.baseline, other);
  return fmt::format("{} is {} here and {} in {}", with_spaces(d.key), d.here, d.baseline, other);
}

bool has_star(const Difference& d) { return d.consequence == Consequence::star; }

// The starred differences of a rung from that of half its size, unless that is the baseline.
std::vector<Difference> from_half(const ScalingTable& table, const ScalingPoint& point) {
  std::vector<Difference> found;
  if (point.doubling && !table.points[point.doubling->divided].is_baseline)
    std::ranges::copy_if(point.doubling->differences, std::back_inserter(found), has_star);
  return found;
}

// The same conditions as from the baseline: one sentence tells of both.
bool are_among(const std::vector<Difference>& from_half, const std::vector<Difference>& from_baseline) {
  return std::ranges::all_of(from_half, [&](const Difference& one) {
    return std::ranges::any_of(from_baseline,
                               [&](const Difference& d) { return has_star(d) && d.key == one.key; });
  });
}

bool leaves_out_warm_up(const Measurement& run) {
  if (!run.printed) return run.window.has_value();
  return is_middle(run.printed->use);
}

// Conditions that would have been compared if the run had reported them.
Texts unchecked_keys(const Measurement& run, Scaling scaling, const report::ReportHead& head) {
  Texts keys;
  for (const auto& key : missing_conditions(scaling, run.conditions))
    keys.push_back(head.imported && key.ends_with("_batch") ? "batch" : with_spaces(key));
  if (!run.start || !run.start->world_size) keys.emplace_back("world size");
  if (head.imported) return keys;
  if (!leaves_out_warm_up(run)) keys.emplace_back("warm-up");
  if (!is_recorded(run.placement)) keys.emplace_back("placement");
  return keys;
}

}  // namespace

std::string differences_text(const std::vector<Difference>& differences, Consequence least,
                             const std::string& other) {
  Texts texts;
  for (const auto& d : differences)
    if (d.consequence >= least) texts.push_back(difference_text(d, other));
  return fmt::format("{}", fmt::join(texts, "; "));
}

Findings missing_speedups(const Measured& measured) {
  Findings found;
  for (const auto& table : measured.tables)
    if (!table.no_speedups.empty())
      found.push_back(
          {.kind = FindingKind::no_speedups, .facts = {{"why", point_name(table, table.no_speedups)}}});
  return found;
}

Findings differing_conditions(const Measured& measured) {
  Findings found;
  for_each_comparison(measured.tables, [&](const auto& table, const auto& point) {
    const auto text = differences_text(point.differences, Consequence::star, "the baseline");
    const auto name = point_name(table, point.rung);
    if (!point.no_speedup.empty())
      found.push_back({.kind = FindingKind::no_speedup,
                       .rungs = {name},
                       .facts = {{"why", point.no_speedup + (text.empty() ? "" : ": " + text)}}});
    else if (!text.empty())
      found.push_back({.kind = from_half(table, point).empty() ? FindingKind::difference
                                                               : FindingKind::difference_to_both,
                       .rungs = {name},
                       .facts = {{"differences", text}}});
  });
  return found;
}

Findings differing_doublings(const Measured& measured) {
  Findings found;
  for_each_comparison(measured.tables, [&](const auto& table, const auto& point) {
    const auto differing = from_half(table, point);
    if (differing.empty() || are_among(differing, point.differences)) return;
    const auto& half = point.doubling->from;
    found.push_back(
        {.kind = FindingKind::doubling_difference,
         .rungs = {point_name(table, point.rung)},
         .facts = {{"half", half}, {"differences", differences_text(differing, Consequence::star, half)}}});
  });
  return found;
}

Findings noted_differences(const Measured& measured) {
  Findings found;
  for_each_comparison(measured.tables, [&](const auto& table, const auto& point) {
    for (const auto& d : point.differences)
      if (d.consequence == Consequence::note)
        found.push_back({.kind = FindingKind::noted_difference,
                         .rungs = {point_name(table, point.rung)},
                         .facts = {{"differences", difference_text(d, "the baseline")}}});
  });
  return found;
}

Findings unchecked_conditions(const Measured& measured) {
  Texts keys;
  for_each_comparison(measured.tables, [&](const auto& table, const auto& point) {
    for (const auto& run : point.runs) {
      if (!run.value) continue;
      for (auto& key : unchecked_keys(run, table.scaling, measured.head)) add_once(keys, std::move(key));
    }
  });
  if (keys.empty()) return {};
  return {{.kind = FindingKind::not_checked,
           .facts = {{"keys", fmt::format("{}", fmt::join(keys, ", "))},
                     {"why", measured.head.imported ? "not in the table" : "not reported by all runs"}}}};
}

}  // namespace scalegen::finders
