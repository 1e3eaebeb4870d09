#include "analysis/readers/table_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <map>
#include <span>
#include <string_view>

#include "core/rung.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

using Words = std::span<const std::string_view>;

constexpr auto kTimeUnits = std::to_array<std::string_view>(
    {"s",   "sec",  "secs",  "second", "seconds", "ms",     "msec",    "millisecond", "milliseconds",
     "us",  "µs",   "ns",    "min",    "mins",    "minute", "minutes", "h",           "hr",
     "hrs", "hour", "hours", "d",      "day",     "days"});
constexpr auto kTimeNames = std::to_array<std::string_view>(
    {"time", "wall_time", "walltime", "runtime", "run_time", "elapsed", "elapsed_time", "duration",
     "total_time", "training_time", "train_time", "epoch_time"});
// Not min, s or d: a column min may be the minimum.
constexpr auto kUnitsAsNames =
    std::to_array<std::string_view>({"sec", "secs", "seconds", "ms", "milliseconds", "minutes", "hours"});
constexpr auto kRateNames = std::to_array<std::string_view>({"throughput", "speed", "rate"});
constexpr auto kRoundNames =
    std::to_array<std::string_view>({"round", "run", "repeat", "repetition", "rep", "trial"});

bool is_one_of(Words words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string lower(std::string_view text) {
  std::string result;
  for (const char c : text) result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// "Wall time" -> "wall_time"
std::string with_underscores(std::string_view text) {
  auto result = lower(text);
  std::replace_if(
      result.begin(), result.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
  return result;
}

/// A name with the unit in its brackets: "time (s)", "throughput [images/s]".
struct NameAndUnit {
  std::string name{};
  std::string unit{};
};

NameAndUnit split_unit(const std::string& text) {
  const auto open = text.find_first_of("([");
  const bool has_unit = open != std::string::npos && open > 0 && (text.back() == ')' || text.back() == ']');
  if (!has_unit) return {text};
  auto name = text.substr(0, open);
  while (name.ends_with(' ')) name.pop_back();
  return {name, text.substr(open + 1, text.size() - open - 2)};
}

/// What a column holds if it holds the figures of runs.
struct Figure {
  Quantity quantity = Quantity::time;
  std::string unit{};
};

// images/s, tokens_per_s, ns/day are rates; s/step and ms_per_step are times.
std::optional<Figure> figure_of_quotient(const std::string& name) {
  auto unit = name;
  for (auto at = unit.find("_per_"); at != std::string::npos; at = unit.find("_per_"))
    unit.replace(at, 5, "/");
  const auto slash = unit.find('/');
  if (slash == std::string::npos || slash == 0) return std::nullopt;
  const auto parts = lower(unit);
  const auto divisor = parts.substr(slash + 1, parts.find('/', slash + 1) - slash - 1);
  if (is_one_of(kTimeUnits, divisor)) return Figure{Quantity::rate, unit};
  if (is_one_of(kTimeUnits, parts.substr(0, slash))) return Figure{Quantity::time, unit};
  return std::nullopt;
}

// "time_ms" -> "ms"
std::optional<std::string> unit_behind_time(const std::string& name) {
  const auto last = name.rfind('_');
  if (last == std::string::npos || !is_one_of(kTimeNames, name.substr(0, last))) return std::nullopt;
  const auto unit = name.substr(last + 1);
  return is_one_of(kTimeUnits, unit) ? std::optional(unit) : std::nullopt;
}

std::string short_unit(const std::string& unit) {
  return unit == "sec" || unit == "secs" || unit == "second" || unit == "seconds" ? "s" : unit;
}

std::optional<Figure> figure_of(const std::string& text) {
  const auto [title, unit] = split_unit(text);
  const auto name = with_underscores(title);
  const auto time_in = [&](const std::string& of) {
    return Figure{Quantity::time, short_unit(of) + (name.starts_with("epoch") ? "/epoch" : "")};
  };
  if (is_one_of(kTimeNames, name)) {
    if (unit.empty()) return time_in("s");
    if (is_one_of(kTimeUnits, lower(unit))) return time_in(lower(unit));
  }
  if (is_one_of(kTimeNames, name) || is_one_of(kRateNames, name))
    return unit.empty() ? Figure{Quantity::rate, title} : figure_of_quotient(unit);
  if (!unit.empty()) return std::nullopt;
  if (is_one_of(kUnitsAsNames, name)) return time_in(name);
  if (const auto behind = unit_behind_time(name)) return time_in(*behind);
  return figure_of_quotient(title);
}

// What numbers in a column count if it says the rung; "rung" for names. nullopt for any other column.
std::optional<std::string> rung_word(const std::string& text) {
  auto name = with_underscores(text);
  for (const std::string_view prefix : {"number_of_", "num_", "n_"})
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
  if (name == "rung") return "rung";
  if (name == "gpus" || name == "gpu" || name == "ngpus") return "gpus";
  if (name == "ranks" || name == "processes" || name == "world_size") return "ranks";
  if (name == "nodes" || name == "nnodes") return "nodes";
  if (name == "cores" || name == "cpus" || name == "ncores") return "cores";
  return std::nullopt;
}

bool is_round(const std::string& text) { return is_one_of(kRoundNames, with_underscores(text)); }

// The condition that a column says; empty for any other. "batch" alone may be that of a rank or of all.
std::string condition_key(const std::string& text) {
  static const std::map<std::string, std::string, std::less<>> kKeys{
      {"precision", "precision"},
      {"dtype", "precision"},
      {"global_batch", "global_batch"},
      {"global_batch_size", "global_batch"},
      {"total_batch_size", "global_batch"},
      {"per_rank_batch", "per_rank_batch"},
      {"per_gpu_batch", "per_rank_batch"},
      {"batch_per_gpu", "per_rank_batch"},
      {"per_gpu_batch_size", "per_rank_batch"},
      {"batch_size_per_gpu", "per_rank_batch"},
      {"per_device_batch_size", "per_rank_batch"},
      {"local_batch_size", "per_rank_batch"},
      {"batch_unit", "batch_unit"},
      {"accumulate", "accumulate"},
      {"dataset", "dataset"},
      {"model", "model"},
      {"optimizer", "optimizer"},
      {"torch", "torch"},
      {"device_name", "device_name"},
      {"gpu_model", "device_name"}};
  const auto found = kKeys.find(with_underscores(text));
  return found == kKeys.end() ? "" : found->second;
}

constexpr auto kExampleHeader =
    "name the columns in the first line, such as rung,seconds or gpus,images_per_s,round";

std::vector<std::string> usual_names() {
  return {"rung",      "gpus",       "ranks",        "nodes",         "cores",        "time", "seconds",
          "time (ms)", "throughput", "images_per_s", "samples_per_s", "tokens_per_s", "round"};
}

/// The columns of a header that say the same thing.
using Positions = std::vector<std::size_t>;

template <class Predicate>
Positions positions_where(const CsvLine& header, const Predicate& holds) {
  Positions found;
  for (std::size_t i = 0; i < header.fields.size(); ++i)
    if (holds(header.fields[i].text)) found.push_back(i);
  return found;
}

// A column that is called rung says it better than the others.
Positions rung_positions(const CsvLine& header) {
  auto rungs = positions_where(header, [](const auto& text) { return rung_word(text) == "rung"; });
  if (!rungs.empty()) return rungs;
  return positions_where(header, [](const auto& text) { return rung_word(text).has_value(); });
}

Diagnostic missing_column(const std::string& file, const CsvLine& header, const std::string& what) {
  const auto names = usual_names();
  for (const auto& field : header.fields) {
    const bool is_known = rung_word(field.text) || figure_of(field.text) || is_round(field.text);
    if (is_known || closest(lower(field.text), names).empty()) continue;
    return csv_error(file, header, field, fmt::format("unknown column '{}', and none {}", field.text, what),
                     did_you_mean(lower(field.text), names));
  }
  return csv_error(file, header, header.fields.front(), "no column " + what, kExampleHeader);
}

// An error at the second of two columns of which only one can be read.
void refuse_second(const std::string& file, const CsvLine& header, const Positions& found, const char* what,
                   Diagnostics& mistakes) {
  if (found.size() < 2) return;
  const auto& first = header.fields[found[0]].text;
  const auto& second = header.fields[found[1]];
  mistakes.push_back(first == second.text
                         ? csv_error(file, header, second, fmt::format("column '{}' appears twice", first),
                                     "keep one of them")
                         : csv_error(file, header, second,
                                     fmt::format("'{}' and '{}' both say {}", first, second.text, what),
                                     "keep one of them, or give the other a name of your own"));
}

// A condition is read from the first column that says it.
void add_other(const CsvLine& header, std::size_t position, TableColumns& columns) {
  const auto& name = header.fields[position].text;
  const auto key = condition_key(name);
  const bool is_new = std::none_of(columns.conditions.begin(), columns.conditions.end(),
                                   [&](const auto& column) { return column.key == key; });
  if (!key.empty() && is_new)
    columns.conditions.push_back({position, key});
  else if (!name.empty())
    columns.not_read.push_back(position);
}

}  // namespace

bool is_header(const CsvLine& line) {
  const auto& first = line.fields.front().text;
  const bool has_digit = std::any_of(first.begin(), first.end(), [](char c) { return '0' <= c && c <= '9'; });
  if (has_digit && shape_of_name(first) != RungShape{}) return false;
  return std::none_of(line.fields.begin(), line.fields.end(),
                      [](const CsvField& field) { return parse_number(field.text).has_value(); });
}

bool names_a_rung(const CsvLine& line) {
  return std::any_of(line.fields.begin(), line.fields.end(),
                     [](const CsvField& field) { return rung_word(field.text).has_value(); });
}

Result<TableColumns> columns_of_header(const std::string& file, const CsvLine& header) {
  const auto rungs = rung_positions(header);
  const auto values = positions_where(header, [](const auto& text) { return figure_of(text).has_value(); });
  const auto rounds = positions_where(header, is_round);
  Diagnostics mistakes;
  if (rungs.empty()) mistakes.push_back(missing_column(file, header, "says the rung"));
  if (values.empty()) mistakes.push_back(missing_column(file, header, "has a time or a rate"));
  refuse_second(file, header, rungs, "the rung", mistakes);
  refuse_second(file, header, values, "how fast a run was", mistakes);
  refuse_second(file, header, rounds, "the round", mistakes);
  if (!mistakes.empty()) return tl::make_unexpected(std::move(mistakes));

  const auto& name = header.fields[values.front()].text;
  const auto figure = *figure_of(name);
  const auto word = *rung_word(header.fields[rungs.front()].text);
  TableColumns columns{.count = header.fields.size(),
                       .rung = rungs.front(),
                       .counted = word == "rung" ? "" : word,
                       .value = values.front(),
                       .value_name = name,
                       .quantity = figure.quantity,
                       .unit = figure.unit};
  if (!rounds.empty()) columns.round = rounds.front();
  for (std::size_t i = 0; i < header.fields.size(); ++i)
    if (i != columns.rung && i != columns.value && columns.round != i) add_other(header, i, columns);
  return columns;
}

Result<TableColumns> columns_without_header(const std::string& file, const CsvLine& first) {
  if (first.fields.size() == 2) return TableColumns{};
  const auto& field = first.fields[std::min<std::size_t>(2, first.fields.size() - 1)];
  return tl::make_unexpected(Diagnostics{
      csv_error(file, first, field,
                fmt::format("a table without names of columns is rung,seconds, but this line has {} field{}",
                            first.fields.size(), first.fields.size() == 1 ? "" : "s"),
                kExampleHeader)});
}

}  // namespace scalegen
