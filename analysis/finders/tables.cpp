#include "analysis/finders/finders.hpp"

#include <fmt/format.h>

#include "analysis/scaling/one_rank.hpp"
#include "core/metric_unit.hpp"
#include "core/text.hpp"

// Columns of somebody else's table that may mean several things.

namespace scalegen::finders {
namespace {

constexpr std::size_t kLongestName = 100;  // of a column or of a value in it, in bytes

std::string question_on_column(const Metric& metric) {
  if (metric.quantity == Quantity::time)
    return "no larger rung is faster: are these times of weak scaling, in which each rank has the same work? "
           "Then add --scaling weak";
  const auto unit = parse_unit(metric.unit);
  const bool may_be_time = !unit.is_rate && !unit.is_time_per_time;
  return fmt::format(
      "no larger rung has more {0}: is this the rate of one rank{1}? Then name its column {0}/rank{2}",
      metric.unit, may_be_time ? ", or a time" : "",
      may_be_time ? fmt::format(" or {} (s)", metric.unit) : "");
}

// Its rungs in all tables of the file: a column is judged over all of them.
std::vector<std::string> points_named(const std::vector<ScalingTable>& tables,
                                      const std::vector<std::string>& rungs) {
  std::vector<std::string> names;
  for_each_point(tables, [&](const auto& table, const auto& point) {
    if (std::ranges::find(rungs, point.rung) != rungs.end()) names.push_back(point_name(table, point.rung));
  });
  return names;
}

}  // namespace

Findings open_columns(const Measured& measured) {
  Findings found;
  for (const auto& column : measured.head.open_columns) {
    std::vector<std::string> values;
    for (const auto& value : column.values) values.push_back(at_most(value, kLongestName));
    found.push_back({.kind = FindingKind::open_column,
                     .rungs = points_named(measured.tables, column.rungs),
                     .facts = {{"which", join_truncated(column.rungs)},
                               {"column", at_most(column.name, kLongestName)},
                               {"values", join_truncated(values)},
                               {"value", values.front()}}});
  }
  return found;
}

// Doubts about speedups and efficiencies that the table itself has.
Findings published_doubts(const Measured& measured) {
  Findings found;
  for (const auto& doubt : measured.head.doubts)
    found.push_back({.kind = FindingKind::published,
                     .facts = {{"doubt", without_control_characters(published::sentence(doubt))}}});
  return found;
}

// No strong ladder looks so, but those of weak scaling and the rates of one rank do.
Findings assumed_scaling(const Measured& measured) {
  const auto& metric = measured.head.metric;
  const auto unit = parse_unit(metric.unit);
  const bool is_open = measured.head.scaling_is_assumed && no_larger_rung_is_faster(measured.tables.front());
  if (!is_open || unit.per_epoch) return {};  // an epoch is the same work in weak scaling, too
  if (metric.quantity == Quantity::rate && (unit.per_rank || unit.per_node)) return {};
  return {{.kind = FindingKind::assumed_scaling, .facts = {{"question", question_on_column(metric)}}}};
}

}  // namespace scalegen::finders
