#include "generator/sweep_file/economy_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/leading_number.hpp"
#include "generator/sweep_file/climb_reader.hpp"

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

}  // namespace

void read_economy(MapReader& reader, SweepFile& sweep) {
  read_repeats(reader, sweep);
  read_climb(reader, sweep);
}

}  // namespace scalegen
