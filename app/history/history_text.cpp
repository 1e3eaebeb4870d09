#include "app/history/history_text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

#include "analysis/comparison/comparison_text.hpp"
#include "analysis/document/column.hpp"
#include "analysis/report/json_values.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "app/history/changes.hpp"
#include "core/json.hpp"

namespace scalegen::history {
namespace {

using document::Cell;
using report::estimate_json;

std::string date_text(double unix_seconds) {
  if (unix_seconds <= 0) return "-";
  return fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(static_cast<std::time_t>(unix_seconds)));
}

std::string change_text(const Entry& entry) {
  if (!entry.change) return "";
  const auto& change = *entry.change;
  if (!change.ratio.interval) return report::difference_text(change.ratio, false) + ", no interval";
  return change.is_shown ? report::difference_text(change.ratio, false)
                         : report::no_difference_text(change.adjusted, change.tail, false);
}

bool is_wanted(const Entry& entry, const Filter& filter) {
  return (filter.name.empty() || entry.sweep->name == filter.name) &&
         (filter.rung.empty() || entry.rung->rung == filter.rung);
}

Cell typical_cell(const Entry& entry) {
  const auto& typical = entry.rung->typical;
  return {.text = estimate_text(typical) + " " + entry.sweep->unit, .figure = typical};
}

document::Column<Entry> ratio_column(const char* name, std::optional<stats::Estimate> IndexedRung::*ratio,
                                     std::string (*text)(const stats::Estimate&)) {
  return {name,
          [=](const Entry& entry) {
            return document::figure_cell(entry.rung->*ratio, text, entry.rung->is_speedup_starred);
          },
          true};
}

document::Table table_of(const std::vector<Entry>& entries) {
  return document::table_of<Entry>(
      entries,
      {{"measured (UTC)", [](const Entry& entry) { return Cell{date_text(entry.sweep->measured)}; }},
       {"sweep", [](const Entry& entry) { return Cell{entry.sweep->name}; }, true, ""},
       {"cluster", [](const Entry& entry) { return Cell{entry.sweep->cluster}; }, true, ""},
       {"program", [](const Entry& entry) { return Cell{entry.sweep->program}; }, true},
       {"rung",
        [](const Entry& entry) {
          return Cell{.text = entry.rung->name, .is_starred = entry.rung->is_marked};
        }},
       {"figure", typical_cell},
       ratio_column("speedup", &IndexedRung::speedup, speedup_text),
       ratio_column("efficiency", &IndexedRung::efficiency, efficiency_text),
       {"against the one before", [](const Entry& entry) { return Cell{change_text(entry)}; }, true}});
}

bool have_star(const std::vector<Entry>& entries) {
  return std::ranges::any_of(entries, [](const Entry& e) {
    return e.rung->is_marked || (e.rung->is_speedup_starred && e.rung->speedup);
  });
}

bool have_change(const std::vector<Entry>& entries) {
  return std::ranges::any_of(entries, [](const Entry& e) { return e.change.has_value(); });
}

Json change_json(const Change& change) {
  Json json{{"before", change.before}, {"ratio", estimate_json(change.ratio)}};
  if (!change.ratio.interval) return json;
  const char* const which = change.ratio.centre > 1 ? "faster" : "slower";
  json["outcome"] = change.is_shown ? which : "no difference shown";
  json["p"] = change.p;
  json["p_adjusted"] = change.p_adjusted;
  return json;
}

}  // namespace

std::vector<Entry> wanted_entries(const History& history, const Filter& filter) {
  auto entries = entries_of(history.sweeps);
  std::erase_if(entries, [&](const Entry& entry) { return !is_wanted(entry, filter); });
  return entries;
}

Json entry_json(const Entry& entry) {
  const auto& sweep = *entry.sweep;
  const auto& rung = *entry.rung;
  Json json{{"folder", sweep.folder},   {"sweep", sweep.name},       {"cluster", sweep.cluster},
            {"rung", rung.name},        {"settings", rung.settings}, {"unit", sweep.unit},
            {"starred", rung.is_marked}};
  if (!rung.logs.empty()) json["typical"] = estimate_json(rung.typical);
  if (sweep.measured > 0) json["measured"] = sweep.measured;
  report::put_text(json, "program", sweep.program);
  if (rung.is_speedup_starred) json["speedup_starred"] = true;
  report::put(json, "speedup", rung.speedup);
  report::put(json, "efficiency", rung.efficiency);
  if (entry.change) json["change"] = change_json(*entry.change);
  return json;
}

std::string day_text(double unix_seconds) { return date_text(unix_seconds).substr(0, 10); }

document::Document document_of(const History& history, const Filter& filter) {
  const auto entries = wanted_entries(history, filter);
  document::Document document;
  if (entries.empty()) add(document.blocks, {.lines = {"nothing measured"}});
  document::Section section{.table = table_of(entries)};
  if (have_change(entries))
    section.lines.emplace_back(
        "against the one before: the last sweep of the same name, cluster and settings; by the speed, with "
        "intervals of two independent sweeps (docs/statistics.md), and Holm's procedure over its rungs");
  if (have_star(entries)) section.lines.emplace_back("* has a star in its own report, which says why");
  for (const auto& note : history.notes) section.lines.push_back("note: " + note);
  add(document.blocks, section);
  return document;
}

std::string render_json(const History& history, const Filter& filter) {
  Json json{{"scalegen_history", 1}, {"rungs", Json::array()}, {"notes", history.notes}};
  for (const auto& entry : wanted_entries(history, filter)) json["rungs"].push_back(entry_json(entry));
  return json_page(json);
}

}  // namespace scalegen::history
