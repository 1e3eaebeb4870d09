#include "analysis/tables/differing_columns.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analysis/document/texts.hpp"
#include "analysis/readers/csv.hpp"
#include "analysis/tables/heads.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

/// The count of each value in the rows of each rung.
using Counts = std::map<std::string, std::map<std::string, int>>;

Counts counts_of(const Texts& rungs, const Texts& cells) {
  Counts counts;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!cells[i].empty()) ++counts[rungs[i]][cells[i]];
  return counts;
}

bool differs_within_a_rung(const Counts& counts) {
  return std::ranges::any_of(counts, [](const auto& rung) { return rung.second.size() > 1; });
}

// 2025-11-21, 10:03:00, 2025-11-21T10:03:00Z, not 4-2-1
bool is_date(const std::string& text) {
  const auto year = text.substr(0, 4);
  const auto last = text.substr(text.size() - std::min<std::size_t>(4, text.size()));
  if (text.find(':') == std::string::npos && !is_all_digits(year) && !is_all_digits(last)) return false;
  const auto marks =
      std::ranges::count_if(text, [](char c) { return c == '-' || c == ':' || c == '/' || c == '.'; });
  return marks >= 2 && text.find_first_not_of("0123456789-:/. TZ+") == std::string::npos;
}

bool is_whole(const std::string& text) {
  const auto number = parse_number(text);
  return number && *number == std::floor(*number);
}

template <class Holds>
bool all_of(const Texts& cells, const Holds& holds) {
  return std::ranges::all_of(cells, [&](const auto& cell) { return cell.empty() || holds(cell); });
}

bool are_numbers(const Texts& cells) {
  return all_of(cells, [](const auto& cell) { return parse_printed_number(cell).has_value(); });
}

// The number of values that stand at several rungs.
std::ptrdiff_t at_several_rungs(const Counts& counts) {
  std::map<std::string, int> spread;
  for (const auto& [rung, values] : counts)
    for (const auto& [value, count] : values) ++spread[value];
  return std::ranges::count_if(spread, [](const auto& value) { return value.second > 1; });
}

// All rungs in which several values stand have the same ones.
bool is_crossed(const Counts& counts) {
  std::set<std::set<std::string>> sets;
  int rungs = 0;
  for (const auto& [rung, values] : counts) {
    if (values.size() < 2) continue;
    std::set<std::string> names;
    for (const auto& [value, count] : values) names.insert(value);
    sets.insert(names);
    ++rungs;
  }
  return rungs > 1 && sets.size() == 1;
}

bool is_balanced(const Counts& counts) {
  return std::ranges::all_of(counts, [](const auto& rung) {
    return std::ranges::all_of(
        rung.second, [&](const auto& value) { return value.second == rung.second.begin()->second; });
  });
}

// Measured numbers may tie; they do not tie as settings do.
bool holds_settings(const Counts& counts, const Texts& cells) {
  if (!are_numbers(cells)) return at_several_rungs(counts) > 0;
  const bool overlaps = 2 * at_several_rungs(counts) >= std::ssize(distinct(cells));
  return is_crossed(counts) || (all_of(cells, is_whole) && is_balanced(counts) && overlaps);
}

// "scaling" may head 1.97x, and strong or weak.
bool has_figures(const Texts& cells) {
  return std::ranges::any_of(cells, [](const auto& cell) { return std::ranges::any_of(cell, is_digit); });
}

bool is_measured(const Texts& cells) {
  const auto filled = std::ranges::count_if(cells, [](const auto& cell) { return !cell.empty(); });
  const bool has_fractions = are_numbers(cells) && !all_of(cells, is_whole);
  return has_fractions && std::ssize(distinct(cells)) * 2 > filled;
}

Differing judge_within_rungs(const Counts& counts, const Texts& cells, bool is_setting) {
  if (is_setting || holds_settings(counts, cells)) return Differing::apart;
  return is_measured(cells) ? Differing::nothing : Differing::open;
}

// One value a rung: words that come back are settings of their own, whole numbers that do conditions. A
// number that grows with each rung is no more known than its column.
Differing judge_between_rungs(const Counts& counts, const Texts& cells, bool is_setting) {
  const bool is_back = at_several_rungs(counts) > 0;
  if (!are_numbers(cells))
    return is_back ? Differing::apart : is_setting ? Differing::condition : Differing::nothing;
  if (!all_of(cells, is_whole) && !is_setting) return Differing::nothing;
  return is_back || is_setting ? Differing::condition : Differing::nothing;
}

}  // namespace

Texts distinct(const Texts& cells) {
  std::set<std::string> seen;
  Texts values;
  for (const auto& cell : cells)
    if (!cell.empty() && seen.insert(cell).second) values.push_back(cell);
  return values;
}

Texts rungs_that_differ(const Texts& rungs, const Texts& cells) {
  Texts found;
  const auto counts = counts_of(rungs, cells);
  for (const auto& rung : distinct(rungs))
    if (counts.contains(rung) && counts.at(rung).size() > 1) found.push_back(rung);
  return found;
}

Differing judge_column(const std::string& name, const Texts& rungs, const Texts& cells) {
  if (distinct(cells).size() < 2) return Differing::nothing;
  const bool is_setting = is_setting_head(name);
  if (is_outcome_head(name))  // with words that nobody knows
    return rungs_that_differ(rungs, cells).empty() ? Differing::condition : Differing::open;
  if (is_derived_head(name) && has_figures(cells)) return Differing::nothing;
  if (is_measured_head(name) && condition_of_head(name).empty()) return Differing::nothing;
  if (!is_setting && (is_head_of_a_run(name) || all_of(cells, is_date))) return Differing::nothing;
  const auto counts = counts_of(rungs, cells);
  return differs_within_a_rung(counts)
             ? judge_within_rungs(counts, cells, is_setting)
             : judge_between_rungs(counts, cells, is_setting && !is_label_head(name));
}

}  // namespace scalegen
