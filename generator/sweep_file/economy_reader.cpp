#include "generator/sweep_file/economy_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/text.hpp"
#include "generator/expression/expression.hpp"

namespace scalegen {
namespace {

constexpr int kMostRounds = 1000;
constexpr double kWidest = 0.5;
constexpr auto kRepeatsExample = "write 'repeats: 5', or 'repeats: {until: 3 %, at_most: 12}'";
constexpr auto kClimbExample = "write climb: {while: \"efficiency > 0.6\"}";

/// The share that a text such as "3 %" says.
std::optional<double> share_of(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool is_hexadecimal =
      std::string_view(text.c_str(), end).find_first_of("xX") != std::string_view::npos;
  if (end == text.c_str() || is_hexadecimal || !std::isfinite(number)) return std::nullopt;
  std::string rest(end);
  std::erase(rest, ' ');
  return rest == "%" ? std::optional(number / 100) : std::nullopt;
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

const Settings& example_values() {
  static const Settings values = {{"efficiency", 0.8},
                                  {"speedup", 3.2},
                                  {"per_doubling", 1.8},
                                  {"ranks", std::int64_t{4}},
                                  {"nodes", std::int64_t{2}}};
  return values;
}

bool has_unknown_names(MapReader& reader, const Expression& condition) {
  std::vector<std::string> known;
  for (const auto& value : example_values()) known.push_back(value.name);
  bool any = false;
  for (const auto& name : condition.names()) {
    if (std::find(known.begin(), known.end(), name.value) != known.end()) continue;
    any = true;
    const auto meant = did_you_mean(name.value, known);
    reader.report_at(name.location, fmt::format("'{}' is nothing that a climb is judged by", name.value),
                     meant.empty() ? "use efficiency, speedup, per_doubling, ranks and nodes" : meant);
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

void read_climb(MapReader& reader, SweepFile& sweep) {
  const auto* const climb = find(reader.whole(), "climb");
  if (climb == nullptr) return;
  reader.node("climb");
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
    reader.report(condition.error());
    return;
  }
  if (has_unknown_names(reader, *condition)) return;
  refuse_efficiency_of_throughput(reader, *condition, sweep);
  if (const auto tried = condition->evaluate(example_values()); !tried)
    reader.report(tried.error());
  else if (std::holds_alternative<std::string>(*tried))
    reader.report_at(text->location, "a word is no condition", kClimbExample);
  else
    sweep.climb = text->value;
}

}  // namespace

void read_economy(MapReader& reader, SweepFile& sweep) {
  read_repeats(reader, sweep);
  read_climb(reader, sweep);
}

}  // namespace scalegen
