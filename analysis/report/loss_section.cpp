#include "analysis/report/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analysis/document/texts.hpp"
#include "analysis/report/json_values.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using losses::Part;
using losses::RungLosses;

constexpr std::size_t kMaxRows = 12;   // JSON has all
constexpr double kWorthAsking = 0.95;  // below this efficiency a person asks why

/// A rung's row: tenths of a percent point by part.
struct LossRow {
  Texts names{};  // the values of the axes, and the rung
  long efficiency = 0;
  std::map<Part, long> losses{};
  std::map<Part, double> uncertainties{};
};

// Rounded so that they add up as printed: those with the largest remainders are rounded up.
std::map<Part, long> rounded(const std::vector<losses::Loss>& parts, long sum) {
  std::map<Part, long> tenths;
  std::vector<std::pair<double, Part>> remainders;
  for (const auto& part : parts) {
    const double exact = 1000 * part.share;
    const long down = std::lround(std::floor(exact));
    tenths[part.part] = down;
    sum -= down;
    remainders.emplace_back(exact - static_cast<double>(down), part.part);
  }
  std::sort(remainders.rbegin(), remainders.rend());
  for (std::size_t i = 0; i < remainders.size() && sum > 0; ++i, --sum) ++tenths[remainders[i].second];
  return tenths;
}

std::string points_text(long tenths) { return fmt::format("{:.1f}", static_cast<double>(tenths) / 10); }

LossRow row_of(const Report& report, const ScalingTable& table, const RungLosses& rung) {
  LossRow row;
  for (const auto& axis : report.head.axes) {
    const auto text = axis_text(table, axis);
    row.names.push_back(text.empty() ? "-" : text);
  }
  row.names.push_back(table.points[rung.point].rung);
  row.efficiency = std::lround(1000 * rung.efficiency);
  row.losses = rounded(rung.losses, 1000 - row.efficiency);
  for (const auto& loss : rung.losses)
    if (loss.uncertainty) row.uncertainties[loss.part] = 100 * *loss.uncertainty;
  return row;
}

// Calls visit(table, rung) for every rung with an efficiency below the baseline's.
template <class Visit>
void for_each_rung(const Report& report, const Visit& visit) {
  for (std::size_t t = 0; t < report.losses.size(); ++t)
    for (const auto& rung : report.losses[t]) visit(report.tables[t], rung);
}

std::vector<Part> printed_parts(const std::vector<LossRow>& rows) {
  std::set<Part> parts;
  for (const auto& row : rows)
    for (const auto& [part, tenths] : row.losses)
      if (tenths != 0) parts.insert(part);
  return {parts.begin(), parts.end()};
}

// "4.2 ±0.3"
std::string part_cell(const LossRow& row, Part part) {
  const auto found = row.losses.find(part);
  if (found == row.losses.end()) return "-";
  const auto uncertainty = row.uncertainties.find(part);
  return points_text(found->second) +
         (uncertainty == row.uncertainties.end() ? "" : fmt::format(" ±{:.1f}", uncertainty->second));
}

TextTable cells_of(const Report& report, const std::vector<LossRow>& rows) {
  TextTable table{.header = report.head.axes};
  table.header.emplace_back("rung");
  table.right_aligned.assign(table.header.size(), false);
  table.header.emplace_back("efficiency");
  const auto parts = printed_parts(rows);
  for (const auto part : parts) table.header.emplace_back(to_text(part));
  table.right_aligned.resize(table.header.size(), true);
  for (std::size_t i = 0; i < std::min(rows.size(), kMaxRows); ++i) {
    auto& cells = table.rows.emplace_back(rows[i].names);
    cells.push_back(points_text(rows[i].efficiency));
    for (const auto part : parts) cells.push_back(part_cell(rows[i], part));
  }
  return table;
}

// "2x4gpu: without synchronisation a step takes 11 % less time"
Texts control_lines(const Report& report) {
  Texts rungs;
  for_each_rung(report, [&](const auto& table, const auto& rung) {
    if (rung.without_sync)
      rungs.push_back(fmt::format("{} {:.1f} %", point_name(table, table.points[rung.point].rung),
                                  100 * *rung.without_sync));
  });
  if (rungs.empty()) return {};
  return {"control: the share of its time that a rung does not need without synchronisation: " +
          join_truncated(rungs) + "; its runs are in no table, since their speed is no training speed"};
}

std::string milliseconds(double seconds) { return three_digits(1000 * seconds) + " ms"; }

Texts probe_lines(const Report& report) {
  Texts rungs;
  for_each_rung(report, [&](const auto& table, const auto& rung) {
    if (!rung.probed_seconds) return;
    auto text = fmt::format("{} {}", point_name(table, table.points[rung.point].rung),
                            milliseconds(*rung.probed_seconds));
    if (rung.communication_seconds)
      text += fmt::format(" ({} exposed)", milliseconds(*rung.communication_seconds));
    rungs.push_back(std::move(text));
  });
  if (rungs.empty()) return {};
  return {"probe: an all-reduce of the gradient's bytes takes " + join_truncated(rungs, "; ")};
}

// Without the ranks of a run nothing tells why forward and backward take longer.
Texts computing_lines(const Report& report) {
  bool is_of_one_rank = false;
  for_each_rung(report, [&](const auto&, const auto& rung) {
    const auto has = [&](Part part) {
      return std::ranges::any_of(rung.losses, [&](const auto& loss) { return loss.part == part; });
    };
    is_of_one_rank = is_of_one_rank || (has(Part::computing) && !has(Part::imbalance));
  });
  if (!is_of_one_rank) return {};
  return {
      "computing is rank 0's: a smaller batch of each rank, a slow rank and slower clocks look alike in it; "
      "the "
      "'ranks' event tells ranks apart (docs/metrics.md)"};
}

Texts slow_node_lines(const Report& report) {
  Texts lines;
  for (const auto& node : report.slow_nodes) lines.push_back(slow_node_text(node));
  return lines;
}

// What to write to see more, if there is a loss that nothing explains: of which rungs, unless it is of all.
Texts hint_lines(const Report& report) {
  if (report.head.imported) return {};
  std::size_t losing = 0;
  Texts unknown;
  for_each_rung(report, [&](const auto& table, const auto& rung) {
    if (rung.efficiency >= kWorthAsking) return;
    ++losing;
    if (!rung.has_phases) unknown.push_back(point_name(table, table.points[rung.point].rung));
  });
  if (unknown.empty()) return {};
  const auto whose = unknown.size() == losing ? "" : "of " + join_truncated(unknown) + " ";
  const bool has_steps = report.head.metric.source == MetricSource::event_lines;
  return {fmt::format("what the {} {}spend their time on is not known: {} would tell (docs/metrics.md)",
                      has_steps ? "steps" : "runs", whose,
                      has_steps ? "`phases` in step lines" : "step lines with `phases`")};
}

Json rung_json(const ScalingTable& table, const RungLosses& rung) {
  Json json{{"rung", table.points[rung.point].rung}, {"efficiency", rung.efficiency}};
  for (const auto& loss : rung.losses) {
    json["parts"][std::string(to_text(loss.part))] = loss.share;
    if (loss.uncertainty) json["uncertainties"][std::string(to_text(loss.part))] = *loss.uncertainty;
  }
  put(json, "step_seconds", rung.step_seconds);
  put(json, "communication_seconds", rung.communication_seconds);
  put(json, "probed_seconds", rung.probed_seconds);
  put(json, "saved_without_sync", rung.without_sync);
  return json;
}

}  // namespace

document::Section loss_section(const Report& report) {
  document::Section section{.title = "why not faster"};
  std::vector<LossRow> rows;
  for_each_rung(report, [&](const auto& table, const auto& rung) {
    if (!rung.losses.empty()) rows.push_back(row_of(report, table, rung));
  });
  if (printed_parts(rows) == std::vector{Part::unexplained})
    rows.clear();  // says no more than the efficiency
  if (!rows.empty()) {
    section.title += ": what each cause takes of 100 %, in points (below 0: a gain)";
    section.table = document::table_of(cells_of(report, rows));
    section.table.keys = report.head.axes.size() + 1;
    section.table.is_detail = has_many_tables(report);
  }
  if (std::ranges::any_of(rows, [](const auto& row) { return !row.uncertainties.empty(); }))
    section.details.emplace_back(
        "±: 95 % of a part, by its scatter over rounds (90 % of two rounds); a part that is smaller is not "
        "distinguishable from none");
  if (rows.size() > kMaxRows)
    section.details.push_back(fmt::format("and {} more rungs; JSON has all", rows.size() - kMaxRows));
  section.lines = joined({slow_node_lines(report), control_lines(report), hint_lines(report)});
  append(section.details, joined({computing_lines(report), probe_lines(report)}));
  return section;
}

void put_losses(Json& json, const ScalingTable& table, const std::vector<RungLosses>& rungs) {
  for (const auto& rung : rungs)
    if (!rung.losses.empty() || rung.probed_seconds) json["losses"].push_back(rung_json(table, rung));
}

}  // namespace scalegen::report
