#include "analysis/readers/splitting_column.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>

#include "analysis/readers/csv.hpp"

namespace scalegen {
namespace {

// Words of names of columns that say of a run which it was, or what came out of it.
constexpr auto kOfARun = std::to_array<std::string_view>(
    {"seed",        "date",        "day",         "time",     "timestamp",  "start",   "started", "begin",
     "end",         "ended",       "finished",    "job",      "jobid",      "id",      "index",   "idx",
     "host",        "hosts",       "hostname",    "node",     "nodelist",   "pid",     "user",    "file",
     "path",        "log",         "comment",     "comments", "note",       "notes",   "status",  "loss",
     "acc",         "accuracy",    "error",       "err",      "std",        "min",     "max",     "util",
     "usage",       "utilization", "utilisation", "mem",      "memory",     "power",   "energy",  "temp",
     "temperature", "clock",       "percent",     "speedup",  "efficiency", "latency", "seconds"});

// "GPU util (%)" has the words gpu and util.
bool names_a_run(const std::string& name) {
  std::string word;
  for (const char c : name + ' ') {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else {
      if (std::find(kOfARun.begin(), kOfARun.end(), word) != kOfARun.end()) return true;
      word.clear();
    }
  }
  return false;
}

// 2025-11-21, 10:03:00, 2025-11-21T10:03:00Z
bool is_date(std::string_view text) {
  const auto marks = std::count_if(text.begin(), text.end(),
                                   [](char c) { return c == '-' || c == ':' || c == '/' || c == '.'; });
  return marks >= 2 && text.find_first_not_of("0123456789-:/. TZ+") == std::string_view::npos;
}

/// How often each value stands in the rows of each rung.
using Counts = std::map<std::string_view, std::map<std::string_view, std::int64_t>>;

Counts counts_of(const std::vector<std::string_view>& rungs, const std::vector<std::string>& texts) {
  Counts counts;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (!texts[i].empty()) ++counts[rungs[i]][texts[i]];
  return counts;
}

// In how many rungs each value stands.
std::unordered_map<std::string_view, int> spread_of(const Counts& counts) {
  std::unordered_map<std::string_view, int> spread;
  for (const auto& [rung, values] : counts)
    for (const auto& [value, count] : values) ++spread[value];
  return spread;
}

bool varies(const Counts& counts) {
  return std::any_of(counts.begin(), counts.end(), [](const auto& rung) { return rung.second.size() > 1; });
}

// All rungs in which several values stand have the same ones.
bool is_crossed(const Counts& counts) {
  const std::map<std::string_view, std::int64_t>* first = nullptr;
  int rungs = 0;
  for (const auto& [rung, values] : counts) {
    if (values.size() < 2) continue;
    if (first == nullptr) first = &values;
    const bool same = std::equal(values.begin(), values.end(), first->begin(), first->end(),
                                 [](const auto& a, const auto& b) { return a.first == b.first; });
    if (!same) return false;
    ++rungs;
  }
  return rungs > 1;
}

bool is_balanced(const Counts& counts) {
  return std::all_of(counts.begin(), counts.end(), [](const auto& rung) {
    return std::all_of(rung.second.begin(), rung.second.end(),
                       [&](const auto& value) { return value.second == rung.second.begin()->second; });
  });
}

// 1gpu with 256 and 512, 2gpu with 512 and 1024, 4gpu with 1024 and 2048: half of the values stand at several
// rungs.
bool overlaps(const Counts& counts) {
  const auto spread = spread_of(counts);
  const auto at_several =
      std::count_if(spread.begin(), spread.end(), [](const auto& value) { return value.second > 1; });
  return 2 * at_several >= std::ssize(spread);
}

bool comes_back(const Counts& counts) {
  const auto spread = spread_of(counts);
  for (const auto& [rung, values] : counts)
    for (const auto& [value, count] : values)
      if (count > 1 || spread.at(value) > 1) return true;
  return false;
}

template <class Holds>
bool all_values(const Counts& counts, const Holds& holds) {
  return std::all_of(counts.begin(), counts.end(), [&](const auto& rung) {
    return std::all_of(rung.second.begin(), rung.second.end(),
                       [&](const auto& value) { return holds(value.first); });
  });
}

bool is_number(std::string_view text) { return parse_number(text).has_value(); }

bool is_whole(std::string_view text) {
  const auto number = parse_number(text);
  return number && *number == std::floor(*number);
}

// Measured numbers may tie; they do not tie as settings do.
bool holds_settings(const Counts& counts) {
  if (all_values(counts, is_number))
    return is_crossed(counts) || (all_values(counts, is_whole) && is_balanced(counts) && overlaps(counts));
  return !all_values(counts, is_date) && comes_back(counts);
}

std::vector<std::string> distinct(const std::vector<std::string>& texts) {
  std::unordered_map<std::string_view, bool> seen;
  std::vector<std::string> values;
  for (const auto& text : texts)
    if (!text.empty() && seen.try_emplace(text, true).second) values.push_back(text);
  return values;
}

}  // namespace

std::optional<SplittingColumn> splitting_column(const std::string& name,
                                                const std::vector<std::string_view>& rungs,
                                                const std::vector<std::string>& texts) {
  if (names_a_run(name)) return std::nullopt;
  const auto counts = counts_of(rungs, texts);
  if (!varies(counts) || !holds_settings(counts)) return std::nullopt;
  return SplittingColumn{name, distinct(texts)};
}

}  // namespace scalegen
