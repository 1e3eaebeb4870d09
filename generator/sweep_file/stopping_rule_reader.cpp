#include "generator/sweep_file/part_readers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/leading_number.hpp"
#include "core/regex.hpp"
#include "core/text.hpp"
#include "generator/expression/expression.hpp"

namespace scalegen {
namespace {

constexpr int kMostRounds = 1000;
constexpr double kWidest = 0.5;
constexpr auto kRepeatsExample = "write 'repeats: 5', or 'repeats: {until: 3 %, at_most: 12}'";

/// The share that a text such as "3 %" says.
std::optional<double> share_of(const std::string& text) {
  const auto read = leading_number(text);
  return read && read->rest == "%" ? std::optional(read->number / 100) : std::nullopt;
}

std::optional<double> read_half_width(MapReader& reader) {
  const auto text = reader.text("until");
  if (!text) return std::nullopt;
  const auto share = share_of(text->value);
  if (!share)
    reader.report_at(text->location, fmt::format("'until' is not a share in %: '{}'", text->value),
                     "write 3 %: how far intervals may reach to either side");
  else if (*share <= 0 || *share > kWidest)
    reader.report_at(text->location,
                     fmt::format("'until' must be above 0 % and at most 50 %, but this is '{}'", text->value),
                     "write 3 %: how far intervals may reach to either side");
  else
    return share;
  return std::nullopt;
}

void read_rounds_until(MapReader reader, SweepFile& sweep) {
  reader.require("until", kRepeatsExample);
  const auto half_width = read_half_width(reader);
  const auto at_least = reader.integer("at_least", 2, kMostRounds);
  const auto at_most = reader.integer("at_most", 2, kMostRounds);
  reader.refuse_unknown_keys();
  Until until{.half_width = half_width.value_or(Until().half_width)};
  if (at_least) until.at_least = at_least->value;
  sweep.repeats = at_most ? at_most->value : std::max(kUsualMostRounds, until.at_least);
  sweep.until = until;
  if (at_most && at_most->value < until.at_least)
    reader.report_at(at_most->location,
                     fmt::format("'at_most' is {}, less than the {} rounds of 'at_least'{}", at_most->value,
                                 until.at_least, at_least ? "" : ", which nothing here sets"),
                     "raise 'at_most', or lower 'at_least'");
}

void read_repeats(MapReader& reader, SweepFile& sweep) {
  const auto* const repeats = find(reader.whole(), "repeats");
  if (repeats != nullptr && repeats->kind == YamlNode::Kind::map) {
    reader.node("repeats");
    read_rounds_until(reader.within(*repeats), sweep);
  } else if (const auto rounds = reader.integer("repeats", 1, kMostRounds)) {
    sweep.repeats = rounds->value;
  }
}

constexpr auto kClimbExample = "write climb: {while: \"efficiency > 0.6\"}";

// A climb is judged by such, each with values from the least to the most that a rung may have.
struct Quantity {
  std::string name{};
  std::vector<Value> values{};
};

const std::vector<Quantity>& quantities() {
  const std::vector<Value> sizes = {std::int64_t{1},  std::int64_t{2},   std::int64_t{4},
                                    std::int64_t{16}, std::int64_t{128}, std::int64_t{1} << 20U};
  static const std::vector<Quantity> all = {
      {"efficiency", {0.01, 0.25, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 2.0}},
      {"speedup", {0.5, 1.0, 1.5, 3.0, 12.0, 100.0, 1e6}},
      {"per_doubling", {0.5, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.2, 4.0}},
      {"ranks", sizes},
      {"nodes", sizes}};
  return all;
}

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const auto& quantity : quantities()) names.push_back(quantity.name);
  return names;
}

bool has_unknown_names(MapReader& reader, const Expression& condition) {
  const auto known = known_names();
  bool any = false;
  for (const auto& name : condition.names()) {
    if (std::ranges::find(known, name.value) != known.end()) continue;
    any = true;
    const auto meant = closest(name.value, known);
    reader.report_at(name.location, fmt::format("'{}' is nothing that a climb is judged by", name.value),
                     meant.empty() ? "use efficiency, speedup, per_doubling, ranks and nodes"
                                   : fmt::format("did you mean '{}'?", meant));
  }
  return any;
}

// Rungs of throughput do different work.
void refuse_efficiency_of_throughput(MapReader& reader, const Expression& condition, const SweepFile& sweep) {
  if (sweep.scalings.value.front() != Scaling::throughput) return;
  for (const auto& name : condition.names())
    if (name.value == "efficiency" || name.value == "per_doubling")
      reader.report_at(name.location, fmt::format("'scaling: throughput' has no {}", name.value),
                       "judge the climb by the speedup");
}

// All combinations of the values of the quantities that a condition names.
std::vector<Settings> possible_rungs(const Expression& condition) {
  std::vector<Settings> rungs{Settings{}};
  for (const auto& [name, values] : quantities()) {
    const auto& names = condition.names();
    if (std::ranges::none_of(names, [&](const auto& n) { return n.value == name; })) continue;
    std::vector<Settings> longer;
    for (const auto& rung : rungs)
      for (const auto& value : values) {
        longer.push_back(rung);
        longer.back().push_back({name, value});
      }
    rungs = std::move(longer);
  }
  return rungs;
}

bool names_a_share(const Expression& condition) {
  const auto& names = condition.names();
  return std::ranges::any_of(names, [](const auto& name) { return name.value == "efficiency"; });
}

// A condition is 1 or 0, each for some rung; a division by 0 is neither.
void check_condition(MapReader& reader, const Located<std::string>& text, const Expression& condition) {
  bool holds = false;
  bool fails = false;
  Diagnostics errors;
  for (const auto& rung : possible_rungs(condition)) {
    const auto value = condition.evaluate(rung);
    if (!value) {
      errors = value.error();
      continue;
    }
    const auto* const whole = std::get_if<std::int64_t>(&*value);
    if (whole == nullptr || (*whole != 0 && *whole != 1))
      return reader.report_at(text.location, fmt::format("'{}' is no condition", text.value),
                              fmt::format("compare it with something: {}", kClimbExample));
    (*whole == 1 ? holds : fails) = true;
  }
  if (holds && fails) return;
  if (!holds && !fails) return reader.report(std::move(errors));
  reader.report_at(text.location,
                   holds ? fmt::format("'{}' holds for each rung, so that it ends no climb", text.value)
                         : fmt::format("'{}' holds for no rung, so that nothing is climbed", text.value),
                   names_a_share(condition) ? "an efficiency is a share: write 0.6 for 60 %" : kClimbExample);
}

// `%` is a remainder, as in C++.
Diagnostics with_hint_for_percents(Diagnostics errors, const std::string& text) {
  static const Regex kPercents(R"(([0-9.]+)\s*%\s*(?:$|[^0-9\s(a-z]|and\b|or\b))");
  std::string share;
  if (!errors.empty() && partial_match(text, kPercents, &share))
    errors.front().hint =
        fmt::format("write {:g} for {} %", std::strtod(share.c_str(), nullptr) / 100, share);
  return errors;
}

/// Reads `climb: {while: CONDITION}`. Refuses a condition that can end no climb, or lets none begin.
void read_climb(MapReader& reader, SweepFile& sweep) {
  const auto* const climb = reader.node("climb");
  if (climb == nullptr) return;
  if (climb->kind != YamlNode::Kind::map) {
    reader.report(*climb, "'climb' must be a map", kClimbExample);
    return;
  }
  auto inner = reader.within(*climb);
  inner.require("while", kClimbExample);
  const auto text = inner.text("while");
  inner.refuse_unknown_keys();
  if (!text) return;
  const auto condition = Expression::parse(*text);
  if (!condition) {
    reader.report(with_hint_for_percents(condition.error(), text->value));
    return;
  }
  if (has_unknown_names(reader, *condition)) return;
  refuse_efficiency_of_throughput(reader, *condition, sweep);
  check_condition(reader, *text, *condition);
  sweep.climb = text->value;
}

}  // namespace

void read_stopping_rules(MapReader& reader, SweepFile& sweep) {
  read_repeats(reader, sweep);
  read_climb(reader, sweep);
}

}  // namespace scalegen
