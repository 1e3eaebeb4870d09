#include "generator/sweep_file/part_readers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>

#include "core/rung.hpp"

namespace scalegen {
namespace {

using Unit = CampaignLine::Unit;

constexpr int kMostRuns = 1'000'000;
constexpr int kLargestSize = 1'000'000;
constexpr double kLargestAmount = 1e18;
constexpr std::size_t kMostLines = 100;
constexpr std::size_t kLongestName = 64;
constexpr auto kCampaignExample = "write campaign: [{run: train, runs: 3, nodes: 4, steps: 6000000}]";

std::vector<std::string> given(const MapReader& reader, const std::vector<std::string>& keys) {
  std::vector<std::string> found;
  for (const auto& key : keys)
    if (find(reader.whole(), key) != nullptr) found.push_back(key);
  return found;
}

// One of several keys has to be there, and no more.
bool check_one_of(MapReader& reader, const std::vector<std::string>& keys, std::string_view what) {
  const auto found = given(reader, keys);
  if (found.size() == 1) return true;
  if (found.empty())
    reader.report(reader.whole(), fmt::format("this line of the campaign does not say its {}", what),
                  fmt::format("add {}", fmt::join(keys, " or ")));
  else
    reader.report(*find(reader.whole(), found[1]),
                  fmt::format("'{}' and '{}' both say the {}", found[0], found[1], what),
                  "keep one of the two");
  return false;
}

void read_name(MapReader& reader, CampaignLine& line) {
  reader.require("run", kCampaignExample);
  const auto name = reader.text("run");
  if (!name) return;
  line.run = name->value;
  if (line.run.empty() || line.run.size() > kLongestName)
    reader.report_at(name->location, fmt::format("'run' must be a name of 1 to {} characters", kLongestName));
}

void read_rung(MapReader& reader, CampaignSize& size) {
  const auto rung = reader.text("rung");
  if (!rung) return;
  size.rung = rung->value;
  if (!parse_rung(rung->value))
    reader.report_at(rung->location, fmt::format("'{}' is not a rung", rung->value), rung_hint(rung->value));
}

// A line has one size, as a run has.
bool has_several_rungs(MapReader& reader) {
  const auto* const rungs = find(reader.whole(), "rungs");
  if (rungs == nullptr) return false;
  reader.node("rungs");
  reader.report(*rungs, "'rungs' is no key of a campaign's line, which has one size",
                "write rung: 2gpu, and a line for each size");
  return true;
}

CampaignSize read_size(MapReader& reader) {
  CampaignSize size;
  const auto nodes = reader.integer("nodes", 1, kLargestSize);
  const auto gpus = reader.integer("gpus", 1, kLargestSize);
  if (nodes) size.nodes = nodes->value;
  if (gpus) size.gpus = gpus->value;
  read_rung(reader, size);
  if (!has_several_rungs(reader)) check_one_of(reader, {"nodes", "gpus", "rung"}, "size");
  return size;
}

// Half a step is none; half an epoch is.
std::optional<double> amount_in(const std::string& text, Unit unit) {
  double amount = 0;
  const auto* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, amount);
  const bool is_number = error == std::errc{} && stop == end;
  const bool is_whole = unit == Unit::epochs || amount == std::floor(amount);
  return is_number && is_whole && amount > 0 && amount <= kLargestAmount ? std::optional(amount)
                                                                         : std::nullopt;
}

void read_work(MapReader& reader, CampaignLine& line) {
  for (const auto unit : {Unit::steps, Unit::samples, Unit::epochs}) {
    const auto key = to_text(unit);
    const auto text = reader.text(key);
    if (!text) continue;
    const auto amount = amount_in(text->value, unit);
    if (!amount)
      reader.report_at(text->location,
                       fmt::format("'{}' must be a {}number above 0 and at most 1e18, not '{}'", key,
                                   unit == Unit::epochs ? "" : "whole ", text->value),
                       "write 100000 or 6e6: what one run does");
    line.unit = unit;
    line.amount = amount.value_or(0);
  }
  check_one_of(reader, {"steps", "samples", "epochs"}, "work");
}

// Needed where the sweep has two ladders, whose batches differ; else it can only be the sweep's own.
std::optional<Scaling> read_scaling(MapReader& reader, const std::vector<Scaling>& scalings) {
  std::vector<std::pair<std::string, Scaling>> words;
  for (const auto scaling : scalings) words.emplace_back(to_text(scaling), scaling);
  const auto scaling = reader.choice("scaling", words);
  return scaling ? std::optional(scaling->value) : std::nullopt;
}

SourceLocation location_of_size(const MapReader& reader) {
  for (const auto* key : {"nodes", "gpus", "rung"})
    if (const auto* const size = find(reader.whole(), key)) return reader.location_of(*size);
  return reader.location_of(reader.whole());
}

GivenCampaignLine read_line(MapReader reader, const std::vector<Scaling>& scalings) {
  CampaignLine line;
  read_name(reader, line);
  if (const auto runs = reader.integer("runs", 1, kMostRuns)) line.runs = runs->value;
  line.size = read_size(reader);
  read_work(reader, line);
  line.scaling = read_scaling(reader, scalings);
  reader.refuse_unknown_keys();
  return {std::move(line), reader.location_of(reader.whole()), location_of_size(reader)};
}

}  // namespace

std::vector<GivenCampaignLine> read_campaign(MapReader& reader, const std::vector<Scaling>& scalings) {
  const auto* const given = find(reader.whole(), "campaign");
  if (given != nullptr && given->kind == YamlNode::Kind::map) {
    reader.report(*reader.node("campaign"), "'campaign' must be a list, not a map", kCampaignExample);
    return {};
  }
  const auto* const list = reader.list("campaign");
  if (list == nullptr) return {};
  if (list->items.empty()) reader.report(*list, "'campaign' has no line", kCampaignExample);
  if (list->items.size() > kMostLines) {
    reader.report(*list,
                  fmt::format("a campaign has at most {} lines, not {}", kMostLines, list->items.size()));
    return {};
  }
  std::vector<GivenCampaignLine> campaign;
  for (const auto& item : list->items)
    if (item.kind == YamlNode::Kind::map)
      campaign.push_back(read_line(reader.within(item), scalings));
    else
      reader.report(item, "a line of a campaign must be a map", kCampaignExample);
  return campaign;
}

}  // namespace scalegen
